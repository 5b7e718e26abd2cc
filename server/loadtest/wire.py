"""A websocket client as thin as a measuring instrument must be.

Measured over 50 rooms of 4 connections, one frame out and four of 2.4 KB in an action, on uvloop: this class takes
24 us of CPU an action, picows 24, ``websockets.asyncio.client`` 84. So no library beyond the one that the server has
anyway: it does the handshake, and whatever is not a whole, plain text frame.
"""

import asyncio
import os
import socket
import ssl
from typing import Final, Protocol, cast

from websockets.client import ClientProtocol
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import CLIENT, OPEN
from websockets.protocol import Protocol as Parser
from websockets.uri import parse_uri

from server.loadtest.machine import now
from server.loadtest.problems import Failed, Refused

try:
    from websockets.speedups import apply_mask
except ImportError:  # a build without its C part
    from websockets.utils import apply_mask

CONNECT_S: Final = 10.0
"""For TCP, TLS and the handshake together."""
LOST: Final = 1006
"""The code of a connection that ended without one (RFC 6455 section 7.1.5)."""
_TEXT: Final = 0x81
_MASKED: Final = 0x80
_SHORT: Final = 126


class Ear(Protocol):
    """Who hears what comes over a wire."""

    def frame(self, data: bytes, at: float) -> None:
        """A whole text frame, and when it arrived."""
        ...

    def lost(self, code: int) -> None:
        """The end; called once, and only after the wire was open."""
        ...


class Wire(asyncio.Protocol):
    """One open connection."""

    __slots__ = (
        "_among", "_buffer", "_code", "_ear", "_key", "_open", "_opening", "_parser", "_parts", "_transport",
    )  # fmt: skip

    def __init__(self, url: str, ear: Ear, among: "Wires") -> None:
        self._ear: Ear | None = ear
        self._among = among
        self._opening: ClientProtocol | None = ClientProtocol(parse_uri(url), max_size=None)
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._parser: Parser | None = None
        self._parts: list[bytes] = []
        self._buffer = b""
        self._key = os.urandom(4)
        self._code = LOST
        self._transport: asyncio.Transport

    async def opened(self) -> None:
        """Wait for the handshake. Refused or Failed."""
        await self._open

    def send(self, payload: bytes) -> None:
        """One text frame; nothing once the connection is gone."""
        length = len(payload)
        head = bytes((_TEXT, _MASKED | length)) if length < _SHORT else b"\x81\xfe" + length.to_bytes(2, "big")
        # The key of a mask protects what is between a browser and a server; one for a connection does here.
        self._transport.write(head + self._key + apply_mask(payload, self._key))

    def abort(self) -> None:
        """Drop the TCP connection without a word. Nobody hears of it any more."""
        self._ear = None
        self._transport.abort()

    def pause(self) -> None:
        """Read nothing for a while."""
        self._transport.pause_reading()

    def resume(self) -> None:
        """Read again."""
        self._transport.resume_reading()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._among.add(self)
        if self._opening is not None:
            self._opening.send_request(self._opening.connect())
            self._flush(self._opening)

    def connection_lost(self, exc: Exception | None) -> None:
        self._among.remove(self)
        if not self._open.done():
            self._open.set_exception(Failed("closed during the handshake"))
        elif self._ear is not None and not self._open.cancelled() and self._open.exception() is None:
            self._ear.lost(self._code)

    def data_received(self, data: bytes) -> None:
        at = now()
        if self._opening is not None:
            self._shake(self._opening, data, at)
        elif self._parser is not None:
            self._parse(self._parser, data, at)
        else:
            self._read(data, at)

    def _read(self, data: bytes, at: float) -> None:
        """Whole text frames go out straight; a part of one waits for the rest; anything else is for the parser."""
        if self._buffer:
            data = self._buffer + data
            self._buffer = b""
        start, end = 0, len(data)
        while end - start >= 2:
            if data[start] != _TEXT:
                self._parser = Parser(CLIENT, state=OPEN, max_size=None)
                self._parse(self._parser, data[start:], at)
                return
            length, head = data[start + 1], 2
            if length >= _SHORT:
                head = 4 if length == _SHORT else 10
                if end - start < head:
                    break
                length = int.from_bytes(data[start + 2 : start + head], "big")
            stop = start + head + length
            if stop > end:
                break
            if self._ear is not None:
                self._ear.frame(data[start + head : stop], at)
            start = stop
        self._buffer = data[start:]

    def _parse(self, parser: Parser, data: bytes, at: float) -> None:
        """What is not plain: control frames, fragments, and all that comes after them on this connection."""
        parser.receive_data(data)
        for event in parser.events_received():
            if isinstance(event, Frame):
                self._heard(event, at)
        self._follow(parser)

    def _follow(self, parser: Parser) -> None:
        """Send what the parser wants sent, and end where it has seen the end."""
        self._flush(parser)
        if parser.close_rcvd is not None or parser.close_sent is not None:
            code = parser.close_rcvd or parser.close_sent
            self._code = LOST if code is None else int(code.code)
            self._transport.close()

    def _heard(self, frame: Frame, at: float) -> None:
        if frame.opcode in {Opcode.TEXT, Opcode.CONT}:
            self._parts.append(bytes(frame.data))
            if frame.fin:
                parts, self._parts = self._parts, []
                if self._ear is not None:
                    self._ear.frame(b"".join(parts), at)

    def _shake(self, opening: ClientProtocol, data: bytes, at: float) -> None:
        opening.receive_data(data)
        for event in opening.events_received():
            if isinstance(event, Response) and event.status_code == 101 and opening.handshake_exc is None:
                self._opening = None
                # The server speaks when spoken to; should more have come already, this parser has it.
                self._parser = None if data.endswith(b"\r\n\r\n") else opening
                if not self._open.done():
                    self._open.set_result(None)
            elif isinstance(event, Frame):
                self._heard(event, at)
        if self._parser is not None:
            self._follow(self._parser)
        if opening.handshake_exc is not None and not self._open.done():
            problem = opening.handshake_exc
            if isinstance(problem, InvalidStatus):
                self._open.set_exception(Refused(f"HTTP {problem.response.status_code}"))
            else:
                self._open.set_exception(Failed("not a websocket"))
            self._transport.abort()

    def _flush(self, parser: Parser) -> None:
        data = b"".join(parser.data_to_send())
        if data:
            self._transport.write(data)


class Wires:
    """Which connections there are, for whoever must know that none is left."""

    def __init__(self) -> None:
        self._open: set[Wire] = set()
        self._none = asyncio.Event()

    def __len__(self) -> int:
        return len(self._open)

    def add(self, wire: Wire) -> None:
        self._open.add(wire)
        self._none.clear()

    def remove(self, wire: Wire) -> None:
        self._open.discard(wire)
        if not self._open:
            self._none.set()

    async def all_gone(self) -> None:
        """Wait until every socket is closed."""
        if self._open:
            await self._none.wait()


class Address:
    """Where a server listens, looked up once: ``base`` is its URL."""

    def __init__(self, base: str) -> None:
        uri = parse_uri(base.replace("http", "ws", 1))
        self.base = base.rstrip("/")
        self.host, self.port, self.secure = uri.host, uri.port, uri.secure
        self._tls = ssl.create_default_context() if uri.secure else None
        self._found: tuple[int, str] | None = None
        self.wires = Wires()
        """Of all connections that are open to it."""

    async def look_up(self) -> None:
        """The network address. OSError where there is none."""
        found = await asyncio.get_running_loop().getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        family, _, _, _, address = found[0]
        self._found = int(family), str(address[0])

    async def open(self, path: str, ear: Ear, *, receive_bytes: int | None = None) -> Wire:
        """A connection to the socket at ``path``. Refused or Failed.

        ``receive_bytes``: how much the kernel keeps for a reader that is slow on purpose.
        """
        try:
            async with asyncio.timeout(CONNECT_S):
                return await self._open(f"ws{self.base[4:]}{path}", ear, receive_bytes)
        except TimeoutError:
            raise Failed("timeout") from None
        except ConnectionRefusedError:
            raise Refused("nobody listens") from None
        except OSError as error:
            raise Failed(os.strerror(error.errno) if error.errno else type(error).__name__) from None

    async def _open(self, url: str, ear: Ear, receive_bytes: int | None) -> Wire:
        if self._found is None:
            await self.look_up()
        family, address = self._found or (0, "")
        loop = asyncio.get_running_loop()
        sock = socket.socket(family, socket.SOCK_STREAM)
        try:
            sock.setblocking(False)
            if receive_bytes is not None:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
            await loop.sock_connect(sock, (address, self.port))
            tls = self._tls
            transport, wire = await loop.create_connection(
                lambda: Wire(url, ear, self.wires), sock=sock, ssl=tls, server_hostname=self.host if tls else None
            )
        except BaseException:
            sock.close()
            raise
        try:
            await wire.opened()
        except BaseException:
            transport.abort()
            raise
        return wire
