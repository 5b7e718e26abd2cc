"""How much one connection may ask for."""

from typing import Final

from protocol.ids import Millis

COMMANDS: Final = 40
COMMANDS_PER_S: Final = 20
"""Commands, beats and repeated Hellos: 40 at once (eight resent commands and everything a hurried player taps), 20 a
second for long."""
TALK: Final = 5
TALK_PER_S: Final = 0.5
"""Chat and reactions: five at once, then one every two seconds."""
NONSENSE: Final = 50
NONSENSE_PER_S: Final = 0.5
"""Frames that cannot be read or come at the wrong time, and refused Hellos."""
EXCESS: Final = 200
EXCESS_PER_S: Final = 5
"""Commands refused with slow_down: who goes on regardless is closed with FLOOD."""


class Bucket:
    """A token bucket: ``size`` at once, refilled by ``per_s`` a second."""

    __slots__ = ("_left", "_per_ms", "_size", "_then")

    def __init__(self, size: int, per_s: float, now: Millis) -> None:
        self._size = float(size)
        self._left = float(size)
        self._per_ms = per_s / 1000
        self._then = now

    def take(self, now: Millis) -> bool:
        """One out of the bucket; False where there is none."""
        left = self._left + (now - self._then) * self._per_ms
        self._then = now
        if left > self._size:
            left = self._size
        enough = left >= 1
        self._left = left - 1 if enough else left
        return enough

    def has(self, now: Millis) -> bool:
        """Whether there is one."""
        self._left = min(self._size, self._left + (now - self._then) * self._per_ms)
        self._then = now
        return self._left >= 1
