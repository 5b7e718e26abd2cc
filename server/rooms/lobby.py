"""The rooms of this process: how they are made, found and let go."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec
import structlog

from protocol.ids import Millis, PlayerId, RoomCode
from protocol.inbound import CreateRoom
from protocol.web import ListedRoom
from server.cards.deck import Shuffler
from server.clock import Clock
from server.logs import told
from server.rooms.shards import Characters, new_code
from server.rules.game import AnyGame
from server.table.actor import TableActor
from server.table.core import open_table
from server.table.effects import Journal

NEVER_JOINED_MS: Final = 3_600_000
"""A room that nobody joined goes after an hour (design 7)."""
EMPTY_MS: Final = 600_000
"""A room without connections goes after 10 minutes (design 7): its record is in no journal yet, so it is gone."""
KEY_MS: Final = 3_600_000
"""How long a resent request finds the room that it made."""
KEYS_KEPT: Final = 10_000
SWEEP_MS: Final = 15_000
MOST_LISTED: Final = 50
"""Most rooms of one process that the first page shows."""


class GameUnknown(LookupError):
    """No such game here. ``game`` is what was asked for."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        return "no such game"


class KeyConflict(Exception):
    """The client's key made another room before."""

    def __str__(self) -> str:
        return "this key was used for a room with other options"


class RoomsFull(Exception):
    """``most`` rooms are open."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most

    def __str__(self) -> str:
        return f"{self.most} rooms are open, which is all this server holds"


class Draining(Exception):
    """This node is being emptied."""

    def __str__(self) -> str:
        return "this server takes no new rooms: it is about to stop"


class Created(msgspec.Struct, frozen=True):
    """A room, and the token of who made it."""

    code: RoomCode
    token: str

    def __repr__(self) -> str:
        return f"Created({self.code!r})"


@dataclass(slots=True, frozen=True)
class Chances:
    """Where a room's chance comes from: deck orders, characters of codes, secrets."""

    shuffler: Shuffler
    characters: Characters
    token: Callable[[], str]


@dataclass(slots=True)
class _Room:
    actor: TableActor
    empty_since: Millis | None
    joined: bool = False


@dataclass(slots=True, frozen=True)
class _Made:
    request: CreateRoom
    created: Created
    at: Millis


class Lobby:
    """Makes rooms, finds them, and watches over their tables."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        *,
        shard: str,
        journal: Journal,
        clock: Clock,
        chances: Chances,
        epoch: int,
        most_rooms: int,
        bot_wanted: Callable[[TableActor, PlayerId], None],
    ) -> None:
        self.games = games
        self.shard = shard
        self._journal = journal
        self._clock = clock
        self._chances = chances
        self._epoch = epoch
        self._most = most_rooms
        self._bot_wanted = bot_wanted
        self.draining = False
        """New rooms are made elsewhere; those that are here play on."""
        self._rooms: dict[RoomCode, _Room] = {}
        self._made: dict[str, _Made] = {}
        self._log = structlog.get_logger("rooms")

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def open(self) -> bool:
        """Whether a new room would be made."""
        return not self.draining and len(self._rooms) < self._most

    def create(self, request: CreateRoom) -> Created:
        """A new room, or the one that the same request with the same key made before.

        GameUnknown, OptionsInvalid (names the option), KeyConflict, RoomsFull, Draining.
        """
        made = self._made.get(request.key) if request.key is not None else None
        if made is not None and made.created.code in self._rooms:
            if made.request != request:
                raise KeyConflict
            return made.created
        game = self.games.get(request.game)
        if game is None:
            raise GameUnknown(request.game)
        options = game.sheet.full(request.options)
        game.check_options(options)
        if self.draining:
            raise Draining
        if len(self._rooms) >= self._most:
            raise RoomsFull(self._most)
        created = Created(self._unused_code(), self._chances.token())
        self._open(created, request, game, options)
        if request.key is not None:
            self._remember(request.key, _Made(request, created, self._clock.now()))
        return created

    def find(self, code: RoomCode) -> TableActor | None:
        """The room's table; None where there is none. Never makes one."""
        room = self._rooms.get(code)
        return None if room is None else room.actor

    def listed(self) -> tuple[ListedRoom, ...]:
        """The rooms that their hosts show, fullest first: the MOST_LISTED whose tables have most people."""
        abouts = [(code, room.actor.core.summary) for code, room in self._rooms.items()]
        shown = sorted((about for about in abouts if about[1].listed), key=lambda about: -about[1].people)
        return tuple(
            ListedRoom(code, about.title, about.game, about.seats, about.taken) for code, about in shown[:MOST_LISTED]
        )

    def close(self) -> None:
        """Stop all tables."""
        for room in self._rooms.values():
            room.actor.close()
        self._rooms.clear()

    def sweep(self) -> None:
        """Let go of rooms that nobody is in any more, and of keys that are too old. Called every SWEEP_MS."""
        now = self._clock.now()
        for code, room in list(self._rooms.items()):
            if room.actor.core.summary.people:
                room.joined = True
                room.empty_since = None
            elif room.empty_since is None:
                room.empty_since = now
            elif now - room.empty_since >= (EMPTY_MS if room.joined else NEVER_JOINED_MS):
                room.actor.close()
                self._forget(code, "empty")
        for key in [key for key, made in self._made.items() if now - made.at >= KEY_MS]:
            del self._made[key]

    def bot_wanted(self, actor: TableActor, player: PlayerId) -> None:
        self._bot_wanted(actor, player)

    def hand_finished(self, actor: TableActor, hand: int) -> None:
        self._log.info("hand finished", room=actor.room, hand=hand)

    def fault(self, actor: TableActor, where: str, error: BaseException) -> None:
        """Our own bug."""
        self._log.error("fault", room=actor.room, where=where, **told(error))

    def retired(self, actor: TableActor) -> None:
        if actor.room in self._rooms:
            self._forget(actor.room, "closed")

    def _open(self, created: Created, request: CreateRoom, game: AnyGame, options: dict[str, bool | int | str]) -> None:
        now = self._clock.now()
        core, effects = open_table(
            room=created.code,
            game=game,
            options=options,
            title=request.title or "",
            epoch=self._epoch,
            creator_token=created.token,
            shuffler=self._chances.shuffler,
            now=now,
        )
        actor = TableActor(core, journal=self._journal, clock=self._clock, watch=self)
        self._rooms[created.code] = _Room(actor, now)
        actor.begin(effects)
        self._log.info("room opened", room=created.code, game=request.game)

    def _unused_code(self) -> RoomCode:
        code = new_code(self.shard, self._chances.characters)
        while code in self._rooms:
            code = new_code(self.shard, self._chances.characters)
        return code

    def _remember(self, key: str, made: _Made) -> None:
        if len(self._made) >= KEYS_KEPT:
            del self._made[next(iter(self._made))]
        self._made[key] = made

    def _forget(self, code: RoomCode, why: str) -> None:
        del self._rooms[code]
        self._log.info("room gone", room=code, why=why)
