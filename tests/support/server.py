"""A real server on loopback, in a thread of its own, whose clock a test can push forward."""

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from protocol.ids import Millis
from protocol.web import RoomCreated
from server.clock import MonotonicClock
from server.hub.sessions import Sessions
from server.hub.tally import Tally
from server.rooms.lobby import Chances
from server.settings import Settings
from server.web.app import create_app
from server.web.node import Node, listen
from server.web.protocol import SocketProtocol

_PATIENCE_S = 20.0
_TLS = ssl.create_default_context()
"""httpx makes one anew for each call, also without TLS: 20 ms in which the server, a thread of ours, does not run."""


class PushedClock:
    """The machine's clock, plus what a test has added."""

    def __init__(self) -> None:
        self._clock = MonotonicClock()
        self._pushed = 0

    def now(self) -> Millis:
        return Millis(self._clock.now() + self._pushed)

    def push(self, ms: int) -> None:
        """Let time pass without waiting for it."""
        self._pushed += ms


class Server:
    """A running server. ``base`` is its URL; ``folder`` its client's files."""

    def __init__(self, settings: Settings, host: str, chances: Chances | None, sockets: type[asyncio.Protocol]) -> None:
        self.clock = PushedClock()
        self._sock = listen(host, settings.port)
        self.port: int = self._sock.getsockname()[1]
        self.host = host
        self.tls: ssl.SSLContext | None = None
        self.base = f"http://{host}:{self.port}"
        app = create_app(settings, clock=self.clock, chances=chances)
        self.sessions: Sessions = app.state.sessions
        self.tally: Tally = app.state.tally
        self.node = Node(app, sockets=sockets)
        self._thread = threading.Thread(target=self.node.run, kwargs={"sockets": [self._sock]}, daemon=True)

    def start(self) -> None:
        self._thread.start()
        # Connections queue in the listening socket until the server takes them.
        httpx.get(f"{self.base}/healthz", timeout=_PATIENCE_S, verify=_TLS).raise_for_status()

    def stop(self) -> None:
        self.node.should_exit = True
        self._thread.join(_PATIENCE_S)
        assert not self._thread.is_alive(), "the server does not end"

    def create(self, game: str = "xi-to-28", **body: Any) -> RoomCreated:
        """A new room."""
        answer = httpx.post(f"{self.base}/api/rooms", json={"game": game, **body}, verify=_TLS).raise_for_status()
        return msgspec.json.decode(answer.content, type=RoomCreated)

    def get(self, path: str) -> httpx.Response:
        """Whatever is there."""
        return httpx.get(self.base + path, verify=_TLS)

    def sessions_open(self) -> int:
        """How many connections the server holds."""
        return len(self.sessions)

    def socket_url(self, room: RoomCreated) -> str:
        return f"ws://{self.host}:{self.port}{room.ws}"


@contextmanager
def serving(
    client_web: Path | None = None,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    chances: Chances | None = None,
    sockets: type[asyncio.Protocol] = SocketProtocol,
    **settings: Any,
) -> Iterator[Server]:
    """A server for the length of a block. Bots think for no time; ``chances`` may stack decks."""
    given = {"bot_least_ms": 0, "bot_most_ms": 0, **settings}
    if client_web is not None:
        given["client_web"] = client_web
    server = Server(Settings(host=host, port=port, **given), host, chances, sockets)
    server.start()
    try:
        yield server
    finally:
        server.stop()
