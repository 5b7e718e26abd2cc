"""HTTP connections that never finish, or come in too great a number: none keeps its place for long."""

import asyncio
import ipaddress
from collections import Counter
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from server.hub.tally import Tally
from server.settings import Preset, Settings, networks
from server.web.turnstile import Turnstile

HEADER_S: Final = 10.0
"""From the connection, or the first byte of a further request, to the end of its headers."""
BODY_S: Final = 10.0
"""From there to the end of the request."""
ANSWER_S: Final = 60.0
"""From there until our answer is with the other side."""
HEADER_BYTES: Final = 16 * 1024
"""Request line and headers. Browsers send about 1 KiB; other services' cookies on the same host some more."""
MOST_WAITING: Final = 2_000
"""Connections of the process that are no sockets yet. One more, and the oldest has to go."""
MOST_FROM_ADDRESS: Final[dict[Preset, int]] = {"home": 400, "public": 60}
"""A browser opens six at once."""


class Lounge:
    """The HTTP connections of a process, oldest first, and so many at most from one address.

    Not counted: a trusted proxy, which speaks for many, and at home this machine.
    """

    def __init__(self, tally: Tally, settings: Settings, turnstile: Turnstile) -> None:
        self.tally = tally
        self._most_each = MOST_FROM_ADDRESS[settings.limits]
        self._exempt = networks(settings.trusted_proxies + (",127.0.0.0/8,::1" if settings.limits == "home" else ""))
        self.turnstile = turnstile
        self._waiting: dict[HttpProtocol, str] = {}
        self._each: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, one: "HttpProtocol", host: str) -> bool:
        """Whether there is room for it."""
        if not self._is_exempt(host):
            if self._each[host] >= self._most_each:
                self.tally.turned_away["connections_of_address"] += 1
                return False
            self._each[host] += 1
        if len(self._waiting) >= MOST_WAITING:
            oldest = next(iter(self._waiting))
            self.leave(oldest)
            oldest.turn_away("oldest_of_too_many")
        self._waiting[one] = host
        return True

    def leave(self, one: "HttpProtocol") -> None:
        """It is gone, or became a socket."""
        host = self._waiting.pop(one, None)
        if host is not None and host in self._each:
            self._each[host] -= 1
            if not self._each[host]:
                del self._each[host]

    def _is_exempt(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._exempt)


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's own class, pinned with uvicorn, with a limit on everything that a peer can draw out."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        lounge: Lounge,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._lounge = lounge
        self._deadline: asyncio.TimerHandle | None = None
        self._in_headers = True
        self._raw_bytes = self._chunk_bytes = self._parsed_bytes = 0
        self._too_large = False
        self._later = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._lounge.enter(self, self.client[0] if self.client else ""):
            self._expect(HEADER_S, "header_time")
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lounge.leave(self)
        self._expect_nothing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        waits, self._later = bool(self._later), self._later + data
        if not waits:
            self._lounge.turnstile.enter(self._hear)
        if self._later:
            self.transport.pause_reading()

    def _hear(self) -> None:
        """What came, when its turn came."""
        data, self._later = self._later, b""
        if self.transport.is_closing():
            return
        if not self.flow.read_paused:
            self.transport.resume_reading()
        self._chunk_bytes = len(data)
        self._raw_bytes += len(data)
        super().data_received(data)
        # What came with the end of the headers is body; before it, one line can be as long as its sender likes.
        if self._in_headers and self._raw_bytes > HEADER_BYTES and not self.transport.is_closing():
            self._too_large = True
            self.send_400_response("")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_headers = True
        # It began somewhere in what came just now.
        self._raw_bytes, self._parsed_bytes = self._chunk_bytes, 0
        self._expect(HEADER_S, "header_time")

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count(len(name) + len(value))

    def on_headers_complete(self) -> None:
        self._in_headers = False
        self._expect(BODY_S, "request_time")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        cycle: object = self.cycle
        if cycle is None or not self.cycle.response_complete:
            self._expect(ANSWER_S, "answer_time")
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._expect_nothing()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        self._lounge.leave(self)
        self._expect_nothing()
        super().handle_websocket_upgrade()
        # It holds our methods: a ring, and each handshake would be left to the garbage collector.
        self.parser = None  # type: ignore[assignment]

    def send_400_response(self, msg: str) -> None:
        self._lounge.tally.turned_away["header_size" if self._too_large else "no_http"] += 1
        if self._too_large:
            self.transport.write(b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\r\n")
            self.transport.close()
        else:
            super().send_400_response(msg)

    def turn_away(self, why: str) -> None:
        """End this connection without a word: its other side does not listen anyway."""
        self._lounge.tally.turned_away[why] += 1
        self.transport.abort()

    def _count(self, length: int) -> None:
        """Raises where the headers are too large: the parser stops, as at a request that it cannot read."""
        self._parsed_bytes += length
        if self._parsed_bytes > HEADER_BYTES:
            self._too_large = True
            raise ValueError

    def _expect(self, seconds: float, why: str) -> None:
        self._expect_nothing()
        self._deadline = self.loop.call_later(seconds, self.turn_away, why)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
