"""What the operator can do with a running server: see its rooms, close one, empty the node."""

from collections.abc import Callable

import msgspec

from protocol.codec import encode
from protocol.codes import parse_code
from server.hub.sessions import Sessions
from server.rooms.lobby import Lobby, RoomBusy
from server.table.messages import Shut
from server.web.sidedoor import Answer, Routes

FILE = "admin.sock"
"""In the data folder, for its owner alone."""


class RoomLine(msgspec.Struct, frozen=True):
    """One room in memory, as ``xiban rooms`` lists it. ``log``: its name in the log, which shows no codes."""

    code: str
    log: str
    title: str
    game: str
    phase: str
    hand: int
    seats: int
    taken: int
    people: int
    listed: bool


class RoomLines(msgspec.Struct, frozen=True):
    """The answer to ``GET /rooms``."""

    shard: str
    draining: bool
    connections: int
    rooms: tuple[RoomLine, ...]


class CloseOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /rooms/close``"""

    code: str


class DrainOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /drain``"""

    on: bool


class Admin:
    """The answers. ``name`` gives a room's name in the log."""

    def __init__(self, lobby: Lobby, sessions: Sessions, name: Callable[[str], str]) -> None:
        self._lobby = lobby
        self._sessions = sessions
        self._name = name

    def routes(self) -> Routes:
        """For a SideDoor."""
        return {
            ("GET", "/rooms"): self.rooms,
            ("POST", "/rooms/close"): self.close_room,
            ("POST", "/drain"): self.drain,
        }

    def rooms(self, _body: bytes = b"") -> Answer:
        """All rooms in memory."""
        lines = [
            RoomLine(
                code=actor.room,
                log=self._name(actor.room),
                title=about.title,
                game=about.game,
                phase=about.phase,
                hand=about.hand,
                seats=about.seats,
                taken=about.taken,
                people=about.people,
                listed=about.listed,
            )
            for actor in self._lobby.actors
            for about in (actor.core.summary,)
        ]
        return _json(
            RoomLines(
                shard=self._lobby.shard,
                draining=self._lobby.draining,
                connections=len(self._sessions),
                rooms=tuple(sorted(lines, key=lambda line: (-line.people, line.code))),
            )
        )

    def close_room(self, body: bytes) -> Answer:
        """End a room: a hand in play is void, what was put into it goes back, everybody is told."""
        try:
            code = parse_code(msgspec.json.decode(body, type=CloseOrder).code)
        except (msgspec.MsgspecError, ValueError):
            return Answer(400, "text/plain", b"expected a code\n")
        try:
            actor = None if code is None else self._lobby.find(code)
        except RoomBusy:
            return Answer(503, "text/plain", b"the journal is busy: try again\n")
        if actor is None:
            return Answer(404, "text/plain", b"no such room here\n")
        actor.tell(Shut())
        return Answer(200, "text/plain", b"closed\n")

    def drain(self, body: bytes) -> Answer:
        """Begin, or stop, to send new rooms elsewhere."""
        try:
            self._lobby.draining = msgspec.json.decode(body, type=DrainOrder).on
        except (msgspec.MsgspecError, ValueError):
            return Answer(400, "text/plain", b"expected on\n")
        return self.rooms()


def _json(value: msgspec.Struct) -> Answer:
    return Answer(200, "application/json", encode(value))
