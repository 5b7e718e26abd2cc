"""The outgoing side of one socket: finished frames in, bytes out, never a wait."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

HIGH_BYTES: Final = 32 * 1024
"""Queued here, above what the kernel and the web server hold, before the transport asks to be spared."""
LOW_BYTES: Final = 8 * 1024
FLUSH_S: Final = 5.0
"""How long a closing socket may take to deliver what was queued, and the close; then it is cut."""

Send = Callable[[dict[str, Any]], Awaitable[None]]
"""An ASGI message out; OSError or RuntimeError once the other side is gone."""


class Transport(Protocol):
    """One socket. No call raises or waits; after ``close`` all are without effect."""

    full: Callable[[], None]
    """Set by the owner: called when ``paused`` begins."""
    ready: Callable[[], None]
    """Set by the owner: called when it ends."""

    @property
    def paused(self) -> bool:
        """The other side does not keep up: hold frames back, the newest picture is enough."""
        ...

    def write(self, frame: bytes) -> None:
        """Send this text frame, also while paused (it is queued then)."""
        ...

    def close(self, code: int) -> None:
        """Deliver what is queued, within FLUSH_S, then close with this code."""
        ...

    def cut(self, code: int) -> None:
        """Close with this code, without what is queued; where the other side takes nothing, without a word."""
        ...


class PlainTransport:
    """Over any ASGI server: a queue, and at most one task while something is in it.

    ``send`` is the ASGI call, ``abort`` ends the connection without waiting for the other side.
    """

    def __init__(self, send: Send, abort: Callable[[], None]) -> None:
        self.full: Callable[[], None] = _nothing
        self.ready: Callable[[], None] = _nothing
        self._send = send
        self._abort = abort
        self._queue: deque[bytes] = deque()
        self._queued_bytes = 0
        self._paused = False
        self._code: int | None = None
        self._drain: asyncio.Task[None] | None = None
        self._deadline: asyncio.TimerHandle | None = None

    @property
    def paused(self) -> bool:
        return self._paused

    def write(self, frame: bytes) -> None:
        if self._code is not None:
            return
        self._queue.append(frame)
        self._queued_bytes += len(frame)
        if not self._paused and self._queued_bytes > HIGH_BYTES:
            self._paused = True
            self.full()
        self._start()

    def close(self, code: int) -> None:
        if self._code is not None:
            return
        self._code = code
        self._deadline = asyncio.get_running_loop().call_later(FLUSH_S, self._give_up)
        self._start()

    def cut(self, code: int) -> None:
        self._forget()
        self.close(code)
        if self._paused:
            self._give_up()

    def _start(self) -> None:
        if self._drain is None:
            self._drain = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._queue:
                frame = self._queue.popleft()
                if not await self._sent({"type": "websocket.send", "text": frame.decode()}):
                    return
                self._queued_bytes -= len(frame)
                if self._paused and self._queued_bytes <= LOW_BYTES and self._code is None:
                    self._paused = False
                    self.ready()
            if self._code is not None:
                # The deadline stands: a peer that reads nothing would keep what the web server still has for ever.
                await self._sent({"type": "websocket.close", "code": self._code})
        finally:
            self._drain = None

    async def _sent(self, message: dict[str, Any]) -> bool:
        try:
            await self._send(message)
        except (OSError, RuntimeError):
            # The peer is gone, nothing can be sent any more. Whoever reads learns that too and ends the connection.
            self._code = self._code or _LOST
            self._forget()
            self._stop_waiting()
            return False
        return True

    def _give_up(self) -> None:
        self._stop_waiting()
        self._forget()
        if self._drain is not None:
            self._drain.cancel()
        self._abort()

    def _forget(self) -> None:
        self._queued_bytes -= sum(map(len, self._queue))
        self._queue.clear()

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


_LOST: Final = 1006


def _nothing() -> None:
    return None
