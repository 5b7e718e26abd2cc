"""What a load test asks over HTTP: which games there are, a room, and the server's own figures."""

import asyncio
import http.client
import ssl
from typing import Final
from urllib.parse import urlsplit

import msgspec

from protocol.codec import encode
from protocol.inbound import CreateRoom
from protocol.web import Games, Problem, RoomCreated
from server.loadtest.problems import Failed, Refused

ANSWER_S: Final = 10.0
TITLE: Final = "xiban loadtest"
"""What the rooms are called, for whoever looks at the server meanwhile."""
_GAMES: Final = msgspec.json.Decoder(Games)
_CREATED: Final = msgspec.json.Decoder(RoomCreated)
_PROBLEM: Final = msgspec.json.Decoder(Problem)


class Api:
    """One server's HTTP side, by its URL. Every call raises Refused or Failed."""

    def __init__(self, base: str) -> None:
        self._base = base

    async def games(self) -> tuple[str, ...]:
        """The names of the games that are played there."""
        body = await asyncio.to_thread(_ask, "GET", f"{self._base}/api/games", b"")
        try:
            return tuple(game.game for game in _GAMES.decode(body).games)
        except msgspec.MsgspecError:
            raise Failed("this is no Xiban server") from None

    async def create(self, game: str) -> RoomCreated:
        """A room of this game with its default options. Refused where the server has no place."""
        wanted = encode(CreateRoom(game, title=TITLE))
        return _CREATED.decode(await asyncio.to_thread(_ask, "POST", f"{self._base}/api/rooms", wanted))


async def fetch(url: str) -> str:
    """Any text, such as metrics. Refused or Failed."""
    return (await asyncio.to_thread(_ask, "GET", url, b"")).decode(errors="replace")


def _ask(method: str, url: str, body: bytes) -> bytes:
    parts = urlsplit(url)
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection = http.client.HTTPSConnection(parts.netloc, timeout=ANSWER_S, context=context)
    else:
        connection = http.client.HTTPConnection(parts.netloc, timeout=ANSWER_S)
    try:
        connection.request(method, parts.path or "/", body or None)
        answer = connection.getresponse()
        said = answer.read()
    except ConnectionRefusedError:
        raise Refused("nobody listens") from None
    except (OSError, http.client.HTTPException) as error:
        raise Failed("timeout" if isinstance(error, TimeoutError) else type(error).__name__) from None
    finally:
        connection.close()
    if answer.status >= 300:
        raise Refused(f"HTTP {answer.status} {_code(said)}".rstrip())
    return said


def _code(said: bytes) -> str:
    try:
        return _PROBLEM.decode(said).code
    except (msgspec.MsgspecError, ValueError):
        return ""
