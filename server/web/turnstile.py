"""What strangers can send at any rate goes through one at a time, and play goes between.

A handshake costs a millisecond, and one turn of the loop hears everybody who has said something: without this, forty
who come at once (or one who sends ten thousand pings) are all served before a player's action is. Here each of them
takes one turn of the loop, in which everything else is heard too.
"""

import asyncio
from collections import deque
from collections.abc import Callable

Enter = Callable[[Callable[[], None]], None]
"""Do this soon: at once where nobody waits."""


class Turnstile:
    """Calls one thing in each turn of the running loop, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._free = True

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, call: Callable[[], None]) -> None:
        """At once where nothing went through in this turn; else when its turn comes."""
        if not self._free:
            self._waiting.append(call)
            return
        self._free = False
        asyncio.get_running_loop().call_soon(self._turn)
        call()

    def _turn(self) -> None:
        if not self._waiting:
            self._free = True
            return
        asyncio.get_running_loop().call_soon(self._turn)
        self._waiting.popleft()()
