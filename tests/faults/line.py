"""A socket that a test holds up, stops reading from, and cuts."""

from collections import deque
from collections.abc import Callable
from typing import Final

from server.hub.transport import HIGH_BYTES, LOW_BYTES
from server.web.node import SEND_BUFFER

BELOW: Final = 2 * SEND_BUFFER + 64 * 1024
"""What kernel and web server take of a peer that reads nothing, before a transport's own queue begins to fill."""


class Line:
    """The server's side of it is a Transport. What is written is under way until ``deliver``."""

    def __init__(
        self,
        heard: Callable[[bytes], None],
        closed: Callable[[int], None],
        soon: Callable[[Callable[[], object]], object] | None = None,
    ) -> None:
        """``soon``: everything arrives by itself, in the tick after."""
        self._heard = heard
        self._closed = closed
        self._soon = soon
        self.full: Callable[[], None] = lambda: None
        self.ready: Callable[[], None] = lambda: None
        self.reading = True
        self.dead = False
        self.under_way: deque[bytes] = deque()
        self.most_held = 0
        """The most bytes that were ever under way at the same time."""
        self.end: int | None = None
        """The code with which the server closed."""
        self._bytes = 0
        self._paused = False

    @property
    def paused(self) -> bool:
        return self._paused

    def write(self, frame: bytes) -> None:
        if self.dead or self.end is not None:
            return
        self.under_way.append(frame)
        self._bytes += len(frame)
        self.most_held = max(self.most_held, self._bytes)
        if self._bytes > BELOW + HIGH_BYTES:
            self.pause()
        if self._soon is not None:
            self._soon(self.deliver)

    def pause(self) -> None:
        """The kernel takes no more."""
        if not self._paused:
            self._paused = True
            self.full()

    def close(self, code: int) -> None:
        if self.end is None:
            self.end = code
            if self._soon is not None:
                self._soon(self.deliver)

    def cut(self, code: int) -> None:
        """The server gives up: what was under way beyond the kernel is gone, and so is the socket."""
        self.under_way.clear()
        self._bytes = 0
        self.close(code)

    def deliver(self) -> bool:
        """Let everything that is under way arrive; whether anything did."""
        arrived = False
        while self.reading and not self.dead and self.under_way:
            frame = self.under_way.popleft()
            self._bytes -= len(frame)
            arrived = True
            self._heard(frame)
            if self._paused and self._bytes <= BELOW + LOW_BYTES:
                self._paused = False
                self.ready()
        if self.end is not None and not self.dead and not (self.reading and self.under_way):
            self.dead = True
            self._closed(self.end)
            return True
        return arrived
