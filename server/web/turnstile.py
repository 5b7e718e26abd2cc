"""What strangers can send at any rate goes through one at a time, and play goes between.

A handshake costs a millisecond, and one turn of the loop hears everybody who has said something: without this, forty
who come at once (or one who sends ten thousand pings) are all served before a player's action is. Here each of them
takes one turn of the loop, in which everything else is heard too, and what it began (the application's task) the turn
after it. None is let in while what players did is not yet with all who see it.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

Enter = Callable[[Callable[[], None]], None]
"""Do this soon: at once where nobody waits."""
RESTS: Final = 1
"""Turns after each, for what it began."""
MOST_YIELDED: Final = 8
"""Turns that one waits for play, which would else keep everybody out where the disk is slow."""


def _idle() -> bool:
    return False


class Turnstile:
    """Calls one thing in some turns of the running loop, in the order in which they came.

    ``playing``: whether something that players wait for is under way and will be done in a turn or two.
    """

    def __init__(self, playing: Callable[[], bool] = _idle) -> None:
        self._playing = playing
        self._waiting: deque[Callable[[], None]] = deque()
        self._free = True
        self._rests = 0
        self._yielded = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, call: Callable[[], None]) -> None:
        """At once where nothing went through just now, and nobody plays; else when its turn comes."""
        if self._free and not self._playing():
            self._free = False
            self._let_in(call)
            return
        self._waiting.append(call)
        if self._free:
            self._free = False
            self._turn()

    def _turn(self) -> None:
        if self._rests:
            self._rests -= 1
        elif not self._waiting:
            self._free = True
            return
        elif self._playing() and self._yielded < MOST_YIELDED:
            self._yielded += 1
        else:
            self._let_in(self._waiting.popleft())
            return
        asyncio.get_running_loop().call_soon(self._turn)

    def _let_in(self, call: Callable[[], None]) -> None:
        self._rests, self._yielded = RESTS, 0
        asyncio.get_running_loop().call_soon(self._turn)
        call()
