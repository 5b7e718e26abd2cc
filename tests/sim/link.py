"""One connection over a bad network: late, lost, cut inside a frame, dead without a word, read by nobody.

What came before a cut stays; what was under way in either direction when it came, a frame half sent included, is lost.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from tests.sim.loop import SimLoop

GONE = 1006
"""What a client is told of an end without a close frame (RFC 6455 section 7.1.5)."""


class Caller(Protocol):
    """The client's end."""

    def opened(self, link: "Link") -> None: ...

    def frame(self, link: "Link", data: bytes) -> None: ...

    def closed(self, link: "Link", code: int) -> None: ...


class Host(Protocol):
    """The server's end."""

    def heard(self, link: "Link", text: str) -> None: ...

    def lost(self, link: "Link") -> None: ...

    def sends(self, link: "Link", message: dict[str, Any]) -> bool:
        """Something leaves the process; False: it is dead, nothing does."""
        ...

    def incoming(self, delay_ms: int, call: Callable[..., object], *args: Any) -> None:
        """Call in the process after so long, if it lives."""
        ...


class Link:
    """Between one caller and one host."""

    def __init__(self, loop: SimLoop, chance: Random, caller: Caller, number: int) -> None:
        self.number = number
        self.host: Host | None = None
        self.window = chance.choice((2_000, 8_000, 65_000, 200_000))
        """Bytes under way, or unread, before the sender has to wait."""
        self.base_ms = chance.choice((1, 5, 20, 60, 150))
        self.slow_ms = 0
        """More delay, for a while."""
        self.open_here = True
        self.open_there = False
        self.reading = True
        self._loop = loop
        self._chance = chance
        self._caller = caller
        self._silent = False
        self._up_at = 0
        self._down_at = 0
        self._unread = 0
        self._pile: deque[dict[str, Any]] = deque()
        self._room: asyncio.Future[None] | None = None

    # The client's end.

    def say(self, text: str) -> None:
        """Send a frame to the server."""
        if not self.open_here or self._silent or self.host is None:
            return
        self._up_at = max(self._up_at, self._loop.now + self._delay())
        self.host.incoming(self._up_at - self._loop.now, self._arrives_there, text)

    def hang_up(self) -> None:
        """The client leaves in good order."""
        if self.open_here:
            self.open_here = False
            if not self._silent:
                self._tell_host()

    def read_again(self) -> None:
        """What piled up is read."""
        self.reading = True
        while self._pile and self.reading and self.open_here:
            self._read(self._pile.popleft())

    # What befalls it.

    def cut(self, *, told_here: bool, told_there: bool) -> None:
        """The line breaks now. Who is not told finds out by himself, or never."""
        self._silent = True
        if told_there:
            self._tell_host()
        if told_here:
            self._loop.outside(self._delay(), self.client_learns, GONE)

    def hold_up(self, span_ms: int) -> None:
        """A packet is lost and sent again: what follows waits for it."""
        self._up_at = max(self._up_at, self._loop.now + span_ms)
        self._down_at = max(self._down_at, self._loop.now + span_ms)

    @property
    def busy(self) -> bool:
        """Whether something is under way."""
        return max(self._up_at, self._down_at) > self._loop.now or self._unread > 0

    def client_learns(self, code: int) -> None:
        """The client's end is told that it is over."""
        if self.open_here:
            self.open_here = False
            self._caller.closed(self, code)

    # The server's end.

    async def send(self, message: dict[str, Any]) -> None:
        """ASGI's; ConnectionResetError when the other side is known to be gone."""
        while self.open_there and self._unread > self.window:
            self._room = self._loop.create_future()
            await self._room
        if not self.open_there:
            raise ConnectionResetError
        if self.host is None or not self.host.sends(self, message):
            return
        if message["type"] == "websocket.send":
            self._unread += len(message["text"])
        else:
            # As uvicorn: from here on nothing is read.
            self.end_there()
        if not self._silent:
            self._down_at = max(self._down_at, self._loop.now + self._delay())
            self._loop.outside(self._down_at - self._loop.now, self._arrives_here, message)

    def abort(self) -> None:
        """The server drops it, with all that is under way."""
        if self.open_there:
            self.end_there()
            if not self._silent:
                self._silent = True
                self._loop.outside(self._delay(), self.client_learns, GONE)

    def end_there(self) -> None:
        """The server's end is over; it learns that in its next turn."""
        if self.open_there and self.host is not None:
            self.open_there = False
            self._wake_sender()
            self.host.incoming(0, self.host.lost, self)

    def process_died(self, *, told: bool) -> None:
        """The server's end is gone with its process; its kernel says so, unless the power went."""
        self.open_there = False
        if told and not self._silent:
            self._loop.outside(self._delay(), self.client_learns, GONE)
        self._silent = True

    def _tell_host(self) -> None:
        if self.host is not None:
            self._up_at = max(self._up_at, self._loop.now + self._delay())
            self.host.incoming(self._up_at - self._loop.now, self.end_there)

    def _arrives_there(self, text: str) -> None:
        if self.open_there and not self._silent and self.host is not None:
            self.host.heard(self, text)

    def _arrives_here(self, message: dict[str, Any]) -> None:
        if not self.open_here or self._silent:
            return
        if self.reading and not self._pile:
            self._read(message)
        else:
            self._pile.append(message)

    def _read(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            data = message["text"].encode()
            self._unread -= len(message["text"])
            self._wake_sender()
            self._caller.frame(self, data)
        else:
            self.client_learns(message.get("code", GONE))

    def _wake_sender(self) -> None:
        room, self._room = self._room, None
        if room is not None and self.host is not None:
            self.host.incoming(0, _settle, room)

    def _delay(self) -> int:
        return self.base_ms + self._chance.randint(0, self.base_ms) + self.slow_ms


def _settle(room: asyncio.Future[None]) -> None:
    if not room.done():
        room.set_result(None)
