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


class Rate:
    """``size`` at once, ``per_s`` a second for long."""

    __slots__ = ("each_ms", "per_s", "size", "spread_ms")

    def __init__(self, size: int, per_s: float) -> None:
        self.size = size
        self.per_s = per_s
        self.each_ms = 1000 / per_s
        """What one costs."""
        self.spread_ms = (size - 1) * self.each_ms
        """What may be owed where one more is still granted."""


class Bucket:
    """A token bucket, kept as the instant at which it will be full: one number that changes."""

    __slots__ = ("_full_at", "_rate")

    def __init__(self, rate: Rate, now: Millis) -> None:
        self._rate = rate
        self._full_at: float = now

    def take(self, now: Millis) -> bool:
        """One out of the bucket; False where there is none."""
        full_at = self._full_at
        if full_at < now:
            full_at = now
        elif full_at - now > self._rate.spread_ms:
            return False
        self._full_at = full_at + self._rate.each_ms
        return True

    def has(self, now: Millis) -> bool:
        """Whether there is one."""
        return self._full_at - now <= self._rate.spread_ms
