"""Rooms over HTTP, the rule sheets, QR codes, and two words for whoever watches the server."""

import io
from typing import Final

import msgspec
import segno
from msgspec import structs
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from protocol import web
from protocol.codec import BadMessage, decode_create_room, encode
from protocol.codes import parse_code
from protocol.ids import RoomCode
from server.hub.sessions import Sessions, socket_path
from server.rooms.lobby import GameUnknown, KeyConflict, Lobby, RoomsFull
from server.rules.sheet import OptionsInvalid
from server.web.links import Links

BODY_LIMIT: Final = 8 * 1024
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

    def __init__(self, lobby: Lobby, sessions: Sessions, links: Links) -> None:
        self._lobby = lobby
        self._sessions = sessions
        self._links = links
        games = tuple(
            msgspec.convert(game.sheet, web.GameInfo, from_attributes=True) for _, game in sorted(lobby.games.items())
        )
        self._games = encode(web.Games(games))

    async def create_room(self, request: Request) -> Response:
        """``POST /api/rooms``"""
        try:
            wanted = decode_create_room(await _body(request))
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
        link = self._links.room(request, created.code)
        return _json(web.RoomCreated(created.code, link, created.token, socket_path(created.code)), 201)

    async def listed(self, request: Request) -> Response:
        """``GET /api/rooms``: the rooms that their hosts show."""
        return _json(
            web.Rooms(
                tuple(
                    web.RoomOnShow(**structs.asdict(room), link=self._links.room(request, RoomCode(room.code)))
                    for room in self._lobby.listed()
                )
            )
        )

    async def room(self, request: Request) -> Response:
        """``GET /api/rooms/{code}``"""
        code = parse_code(request.path_params["code"])
        actor = None if code is None else self._lobby.find(code)
        if actor is None:
            raise Refusal(404, "room_unknown", "no such room")
        about = actor.core.summary
        return _json(
            web.RoomInfo(
                code=actor.room,
                title=about.title,
                game=about.game,
                options=about.options,
                seats=about.seats,
                taken=about.taken,
                locked=about.locked,
                ask=about.ask,
                ws=socket_path(actor.room),
                link=self._links.room(request, actor.room),
            )
        )

    async def games(self, request: Request) -> Response:
        """``GET /api/games``"""
        return Response(self._games, media_type="application/json")

    async def qr(self, request: Request) -> Response:
        """``POST /api/qr``: a picture of a text; a request body, because the text may hold a one-time code."""
        try:
            text = _QR.decode(await _body(request)).text
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise Refusal(400, "bad_message", "expected a text") from None
        if not 0 < len(text.encode()) <= QR_LIMIT:
            raise Refusal(400, "bad_message", f"text must have 1 to {QR_LIMIT} bytes")
        out = io.BytesIO()
        segno.make_qr(text, error="m").save(
            out, kind="svg", xmldecl=False, scale=4, border=2, dark="#000", light="#fff"
        )
        return Response(out.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})

    async def alive(self, request: Request) -> Response:
        """``GET /healthz``: the process answers."""
        return PlainTextResponse("ok")

    async def ready(self, request: Request) -> Response:
        """``GET /readyz``: new people may come."""
        full = self._sessions.full
        return PlainTextResponse("full or closing" if full else "ready", 503 if full else 200)


async def refused(request: Request, error: Exception) -> Response:
    """The answer to a Refusal."""
    if not isinstance(error, Refusal):
        raise error
    return _json(error.problem, error.status)


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_LIMIT:
            raise Refusal(413, "too_large", f"at most {BODY_LIMIT} bytes")
    return bytes(body)


def _json(value: msgspec.Struct, status: int = 200) -> Response:
    return Response(encode(value), status, media_type="application/json", headers={"cache-control": "no-store"})
