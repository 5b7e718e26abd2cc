"""Rooms over HTTP, the rule sheets, QR codes, and two words for whoever watches the server."""

import asyncio
import io
from typing import Final

import msgspec
import segno
from msgspec import structs
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from protocol import web
from protocol.codec import BadMessage, decode_create_room, encode
from protocol.codes import parse_code, shard_of
from protocol.ids import RoomCode
from server.hub.budgets import Kind
from server.hub.sessions import Sessions, socket_path
from server.journal.sqlite import SqliteJournal
from server.rooms.directory import Advert
from server.rooms.lobby import Draining, GameUnknown, KeyConflict, Lobby, RoomBusy, RoomsFull
from server.rooms.placing import place
from server.rooms.presence import Presence
from server.rules.sheet import OptionsInvalid
from server.table.core import TableCore
from server.table.effects import Position
from server.web.links import Links
from server.web.toll import RETRY_S, Toll

BODY_LIMIT: Final = 8 * 1024
WRITTEN_S: Final = 10.0
"""How long an answer waits for the journal."""
QR_LIMIT: Final = 512
"""Bytes that one QR code may hold."""
_QR: Final = msgspec.json.Decoder(web.QrRequest)


class Refusal(Exception):
    """A request that is answered with a Problem. ``status``: HTTP's."""

    def __init__(self, status: int, code: str, problem: str, option: str | None = None) -> None:
        super().__init__(code)
        self.status = status
        self.problem = web.Problem(code, problem, option)

    def __str__(self) -> str:
        return f"{self.status} {self.problem.code}"


class Api:
    """All endpoints; refusals are raised and turned into answers by ``refused``."""

    def __init__(
        self, lobby: Lobby, sessions: Sessions, journal: SqliteJournal, presence: Presence, links: Links, toll: Toll
    ) -> None:
        self._lobby = lobby
        self._sessions = sessions
        self._journal = journal
        self._presence = presence
        self._links = links
        self._toll = toll
        games = {
            name: msgspec.convert(game.sheet, web.GameInfo, from_attributes=True)
            for name, game in sorted(lobby.games.items())
        }
        self._games = encode(web.Games(tuple(games.values())))
        self._game = {name: encode(game) for name, game in games.items()}
        self._brief = {name: encode(msgspec.structs.replace(game, clauses=())) for name, game in games.items()}

    async def create_room(self, request: Request) -> Response:
        """``POST /api/rooms``, and ``/s/{shard}/api/rooms`` at the node that is to make it."""
        try:
            wanted = decode_create_room(await _body(request))
            if "shard" not in request.path_params and (owner := self._maker(wanted.key)) is not None:
                return RedirectResponse(self._links.owner_path(owner, "/api/rooms"), 307)
            if not self._toll.take(request, Kind.ROOMS):
                raise _slow_down("rooms")
            created = self._lobby.create(wanted)
        except BadMessage as error:
            raise Refusal(400, "bad_message", str(error)) from None
        except GameUnknown as error:
            raise Refusal(422, "game_unknown", str(error)) from None
        except OptionsInvalid as error:
            raise Refusal(422, "options_invalid", error.problem, error.option) from None
        except KeyConflict as error:
            raise Refusal(409, "key_conflict", str(error)) from None
        except RoomsFull as error:
            raise Refusal(503, "rooms_full", str(error)) from None
        except Draining as error:
            raise Refusal(503, "draining", str(error)) from None
        await self._written(created.position)
        link = self._links.room(request, created.code)
        return _json(web.RoomCreated(created.code, link, created.token, socket_path(created.code)), 201)

    def _maker(self, key: str | None) -> Advert | None:
        """Another node behind the same proxy that is to make the room; None: this one.

        A client's key decides, so that a request sent again through another node makes no second room; without a key
        a node that is full or being emptied passes the request on.
        """
        nodes = {owner.shard: owner for owner in self._presence.others if owner.open and self._links.ours(owner)}
        if not nodes or (key is None and self._lobby.open):
            return None
        own = [self._lobby.shard] if self._lobby.open else []
        return nodes.get(place(key or "", [*own, *nodes]))

    async def listed(self, request: Request) -> Response:
        """``GET /api/rooms``: the rooms that their hosts show, of all nodes."""
        shown = [(room, self._links.room(request, RoomCode(room.code))) for room in self._lobby.listed()]
        for owner in self._presence.others:
            shown += [(room, self._links.elsewhere(request, RoomCode(room.code), owner)) for room in owner.rooms]
        rooms = tuple(web.RoomOnShow(**structs.asdict(room), link=link) for room, link in shown)
        return _json(web.Rooms(rooms))

    async def room(self, request: Request) -> Response:
        """``GET /api/rooms/{code}``, and ``/s/{shard}/api/rooms/{code}`` at a shard's owner."""
        code = parse_code(request.path_params["code"])
        if code is not None and shard_of(code) != self._lobby.shard:
            return self._elsewhere(request, code)
        core = await self.core(request)
        about = core.summary
        return _json(
            web.RoomInfo(
                code=core.room,
                title=about.title,
                game=about.game,
                options=about.options,
                seats=about.seats,
                taken=about.taken,
                locked=about.locked,
                ask=about.ask,
                ws=socket_path(core.room),
                link=self._links.room(request, core.room),
                closed=about.phase == "closed",
            )
        )

    async def core(self, request: Request) -> TableCore:
        """The table of this node that the path names, when the journal has all that is told of it. Refusal.

        Also where it was closed: only to be read.
        """
        if not self._toll.may_look(request):
            raise _slow_down("codes")
        code = parse_code(request.path_params["code"])
        try:
            core = None if code is None else self._lobby.read(code)
        except RoomBusy as error:
            raise Refusal(503, "busy", str(error)) from None
        if core is None:
            self._toll.wrong(request)
            raise Refusal(404, "room_unknown", "no such room")
        await self._written(self._journal.appended)
        return core

    def _elsewhere(self, request: Request, code: RoomCode) -> Response:
        """Leads to the owner of a room that is not here."""
        if not self._toll.may_look(request):
            raise _slow_down("codes")
        shard = shard_of(code)
        owner = self._presence.find(shard)
        if owner is None and not self._presence.may_return(shard):
            self._toll.wrong(request)
            raise Refusal(404, "room_unknown", "no such room")
        if owner is None or "shard" in request.path_params:
            raise Refusal(503, "server_away", "the server of this table is away")
        there = web.RoomElsewhere(code, self._links.owner_socket(owner), self._links.elsewhere(request, code, owner))
        answer = _json(there, 307)
        answer.headers["location"] = self._links.owner_path(owner, f"/api/rooms/{code}")
        return answer

    async def games(self, request: Request) -> Response:
        """``GET /api/games``"""
        return Response(self._games, media_type="application/json")

    async def game(self, request: Request) -> Response:
        """``GET /api/games/{game}``: one of them, for the page of its table; with ``?clauses=no`` without clauses."""
        brief = request.query_params.get("clauses") == "no"
        found = (self._brief if brief else self._game).get(request.path_params["game"])
        if found is None:
            raise Refusal(404, "game_unknown", "no such game")
        return Response(found, media_type="application/json")

    async def qr(self, request: Request) -> Response:
        """``POST /api/qr``: a picture of a text; a request body, because the text may hold a one-time code."""
        try:
            text = _QR.decode(await _body(request)).text
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise Refusal(400, "bad_message", "expected a text") from None
        if not 0 < len(text.encode()) <= QR_LIMIT:
            raise Refusal(400, "bad_message", f"text must have 1 to {QR_LIMIT} bytes")
        if not self._toll.take(request, Kind.PICTURES):
            raise _slow_down("QR codes")
        out = io.BytesIO()
        segno.make_qr(text, error="m").save(
            out, kind="svg", xmldecl=False, scale=4, border=2, dark="#000", light="#fff"
        )
        return Response(out.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})

    async def _written(self, position: Position) -> None:
        """Wait until the journal has what the answer tells: nothing that could still be lost leaves by any exit."""
        if position <= self._journal.committed:
            return
        written = asyncio.get_running_loop().create_future()

        def now() -> None:
            if not written.done():
                written.set_result(None)

        self._journal.after(position, now)
        try:
            await asyncio.wait_for(written, WRITTEN_S)
        except TimeoutError:
            raise Refusal(503, "saving", "the server cannot write at the moment") from None

    async def alive(self, request: Request) -> Response:
        """``GET /healthz``: the process answers."""
        return PlainTextResponse("ok")

    async def ready(self, request: Request) -> Response:
        """``GET /readyz``: new people may come; "degraded" where only other nodes are out of sight."""
        if self._sessions.full:
            return PlainTextResponse("full or closing", 503)
        if self._lobby.draining:
            return PlainTextResponse("draining", 503)
        # Tables need no directory: a node that is taken out of service for the want of it would make things worse.
        return PlainTextResponse("degraded: directory away" if self._presence.state == "away" else "ready")


async def refused(request: Request, error: Exception) -> Response:
    """The answer to a Refusal."""
    if not isinstance(error, Refusal):
        raise error
    answer = _json(error.problem, error.status)
    if error.status == 429:
        answer.headers["retry-after"] = str(RETRY_S)
    return answer


def _slow_down(what: str) -> Refusal:
    return Refusal(429, "slow_down", f"too many {what} from your address for now: wait a minute")


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_LIMIT:
            raise Refusal(413, "too_large", f"at most {BODY_LIMIT} bytes")
    return bytes(body)


def _json(value: msgspec.Struct, status: int = 200) -> Response:
    return Response(encode(value), status, media_type="application/json", headers={"cache-control": "no-store"})
