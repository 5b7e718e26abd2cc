"""Our own socket class: finished frames go straight out, whole text frames come straight in.

An ASGI message costs 6 us a frame out and a task switch a frame in (docs/performance.md); here it is a plain call each
way. The handshake stays uvicorn's. Whatever is not a whole, masked, unfragmented text frame within the limit (control
frames, fragments, everything wrong) goes to websockets' own parser, and so does all that follows it.
"""

import asyncio
from collections.abc import Callable
from struct import Struct
from typing import Final, Protocol

from websockets.frames import Close, Frame, Opcode
from websockets.protocol import OPEN, SERVER
from websockets.protocol import Protocol as Parser

from server.hub.transport import FLUSH_S, HIGH_BYTES, LOW_BYTES
from server.web.turnstile import Enter

try:
    from websockets.speedups import apply_mask
except ImportError:  # a build without its C part
    from websockets.utils import apply_mask

MOST_BYTES: Final = 512 * 1024
"""That may wait here: the hub holds frames back from 32 KiB on, so beyond this somebody floods us with pings."""
SLICE: Final = 512
"""Bytes that the parser takes at a time; what is longer waits for its turns. 85 pings, which cost 1 ms."""
_TEXT: Final = 0x81
"""A whole text frame (RFC 6455 section 5.2)."""
_MASKED: Final = 0x80
_16_BITS: Final = 126
_64_BITS: Final = 127
_HEAD_16: Final = Struct(">BBH").pack
_HEAD_64: Final = Struct(">BBQ").pack
_BAD_TEXT: Final = 1007
_RESTARTING: Final = 1012


class Ear(Protocol):
    """Who hears what comes over a socket. No call raises."""

    def text(self, text: str) -> None:
        """A text frame came."""
        ...

    def binary(self) -> None:
        """A binary frame came."""
        ...

    def lost(self) -> None:
        """The socket is gone; the last call."""
        ...


class _Deaf:
    """Hears a socket that is gone."""

    def text(self, _text: str) -> None:
        pass

    def binary(self) -> None:
        pass

    def lost(self) -> None:
        pass


_DEAF: Final = _Deaf()


def plain(data: bytes, start: int, most: int) -> tuple[int, int] | None:
    """Where the payload of the plain text frame at ``start`` begins and ends, be it there yet or not.

    (0, 0): too little came to know. None: it is another kind of frame, not masked, or longer than ``most``.
    """
    left = len(data) - start
    if data[start] != _TEXT:
        return None
    if left < 2:
        return 0, 0
    length, first = data[start + 1] - _MASKED, start + 6
    if length == _16_BITS:
        if left < 4:
            return 0, 0
        length, first = int.from_bytes(data[start + 2 : start + 4], "big"), start + 8
        if length < _16_BITS:
            return None
    elif not 0 <= length < _16_BITS:
        return None
    return None if length > most else (first, first + length)


class FrameSocket(asyncio.Protocol):
    """One accepted socket; implements :class:`server.hub.transport.Transport`.

    ``gone`` is called once when the connection has ended. ``most``: bytes of a message. ``enter``: where
    much that is not plain waits for its turns.
    """

    __slots__ = (
        "_closing", "_ear", "_enter", "_gone", "_later", "_message", "_most", "_opcode", "_parser", "_part", "_timer",
        "_transport", "full", "paused", "ready",
    )  # fmt: skip

    def __init__(
        self,
        transport: asyncio.Transport,
        ear: Ear,
        *,
        most: int,
        gone: Callable[["FrameSocket"], None],
        enter: Enter,
    ) -> None:
        self.full: Callable[[], None] = _nothing
        self.ready: Callable[[], None] = _nothing
        self.paused = False
        """The other side does not keep up."""
        self._transport = transport
        self._ear = ear
        self._gone = gone
        self._enter = enter
        self._most = most
        self._parser: Parser | None = None
        self._part = b""
        self._later = b""
        self._message: list[bytes] = []
        self._opcode = Opcode.TEXT
        self._closing = False
        self._timer: asyncio.TimerHandle | None = None
        transport.set_write_buffer_limits(HIGH_BYTES, LOW_BYTES)

    # Out.

    def write(self, frame: bytes) -> None:
        """Send this text frame."""
        if self._closing:
            return
        length = len(frame)
        if _16_BITS <= length < 1 << 16:
            # Nearly every view.
            data = _HEAD_16(_TEXT, _16_BITS, length) + frame
        elif length < _16_BITS:
            data = bytes((_TEXT, length)) + frame
        else:
            data = _HEAD_64(_TEXT, _64_BITS, length) + frame
        self._transport.write(data)
        if self.paused:
            self._bounded()

    def close(self, code: int) -> None:
        """Close with this code after what is queued, within FLUSH_S."""
        if self._closing:
            return
        self._closing = True
        self._out(Frame(Opcode.CLOSE, Close(code, "").serialize()).serialize(mask=False))
        self._timer = asyncio.get_running_loop().call_later(FLUSH_S, self._transport.abort)

    def cut(self, code: int) -> None:
        """Close with this code now; where the other side takes nothing, without a word."""
        if self.paused:
            self._closing = True
            self._transport.abort()
        else:
            self.close(code)

    def shutdown(self) -> None:
        """The web server ends, and waits for nobody."""
        self.close(_RESTARTING)
        self._hang_up()

    def _out(self, data: bytes) -> None:
        self._transport.write(data)
        if self.paused:
            self._bounded()

    def _bounded(self) -> None:
        if self._transport.get_write_buffer_size() > MOST_BYTES:
            self._transport.abort()

    # What the loop says.

    def pause_writing(self) -> None:
        self.paused = True
        self.full()

    def resume_writing(self) -> None:
        self.paused = False
        if not self._closing:
            self.ready()

    def connection_lost(self, exc: Exception | None) -> None:
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
        self._gone(self)
        self._ear.lost()
        # Rings, and each connection would be left to the garbage collector: what hears us writes to us, and a parser
        # holds the frames of its own that it stopped in.
        self._ear, self.full, self.ready = _DEAF, _nothing, _nothing
        if self._parser is not None:
            self._parser.parser.close()
            self._parser.parser_exc = None
            self._parser = None

    def data_received(self, data: bytes) -> None:
        if self._parser is not None:
            self._wait(data)
            return
        if self._part:
            data, self._part = self._part + data, b""
        start, end = 0, len(data)
        # What comes while we close is looked at for the other side's close alone.
        while start < end and not self._closing:
            found = plain(data, start, self._most)
            if found is None:
                break
            first, stop = found
            if not first or stop > end:
                self._part = data[start:]
                return
            try:
                text = apply_mask(data[first:stop], data[first - 4 : first]).decode()
            except UnicodeDecodeError:
                self._fail(_BAD_TEXT)
                return
            start = stop
            self._ear.text(text)
        if start < end:
            self._other()
            self._wait(data[start:])

    # What is not plain.

    def _other(self) -> Parser:
        if self._parser is None:
            self._parser = Parser(SERVER, state=OPEN, max_size=self._most)
        return self._parser

    def _wait(self, data: bytes) -> None:
        """The parser reads this, a long one in turns; until then nothing more is read."""
        if self._later:
            self._later += data
        elif len(data) <= SLICE:
            self._parse(self._other(), data)
        else:
            self._later = data
            self._transport.pause_reading()
            self._enter(self._parse_some)

    def _parse_some(self) -> None:
        data, self._later = self._later[:SLICE], self._later[SLICE:]
        if not self._transport.is_closing():
            self._parse(self._other(), data)
        if self._transport.is_closing():
            self._later = b""
        elif self._later:
            self._enter(self._parse_some)
        else:
            self._transport.resume_reading()

    def _parse(self, parser: Parser, data: bytes) -> None:
        parser.receive_data(data)
        for event in parser.events_received():
            if isinstance(event, Frame):
                self._heard(event)
        self._follow(parser)

    def _heard(self, frame: Frame) -> None:
        if frame.opcode in {Opcode.TEXT, Opcode.BINARY}:
            self._opcode, self._message = frame.opcode, []
        elif frame.opcode is not Opcode.CONT:
            return
        self._message.append(bytes(frame.data))
        if not frame.fin or self._closing:
            return
        whole, self._message = b"".join(self._message), []
        if self._opcode is Opcode.BINARY:
            self._ear.binary()
            return
        try:
            text = whole.decode()
        except UnicodeDecodeError:
            self._fail(_BAD_TEXT)
        else:
            self._ear.text(text)

    def _fail(self, code: int) -> None:
        """The other side broke the protocol."""
        parser = self._other()
        if parser.state is OPEN:
            parser.fail(code)
        self._follow(parser)

    def _follow(self, parser: Parser) -> None:
        """Send what the parser wants sent, and end where it has seen the end."""
        data = b"".join(parser.data_to_send())
        ended = parser.close_rcvd is not None or parser.parser_exc is not None or parser.state is not OPEN
        if data and not self._closing:
            self._out(data)
        if ended:
            self._hang_up()

    def _hang_up(self) -> None:
        """End the connection when all is sent; a peer that takes nothing has FLUSH_S."""
        self._closing = True
        self._transport.close()
        if self._timer is None and self._transport.get_write_buffer_size():
            self._timer = asyncio.get_running_loop().call_later(FLUSH_S, self._transport.abort)


def _nothing() -> None:
    return None
