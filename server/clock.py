"""Where time comes from."""

import time
from typing import Final, Protocol

from protocol.ids import Millis


class Clock(Protocol):
    """A clock that never runs backwards."""

    def now(self) -> Millis:
        """Milliseconds since some fixed instant."""
        ...


class MonotonicClock:
    """The machine's monotonic clock: not moved by anybody who sets the time of day.

    It goes on from ``start``, so that a journal's instants are in order over restarts.
    """

    def __init__(self, start: Millis = Millis(0)) -> None:
        self._offset_ms = start - time.monotonic_ns() // 1_000_000

    def now(self) -> Millis:
        return Millis(time.monotonic_ns() // 1_000_000 + self._offset_ms)


def wall_seconds() -> int:
    """The time of day, in seconds since 1970: only to tell one start of the process from another."""
    return int(time.time())


stopwatch: Final = time.perf_counter
"""Seconds since some fixed instant, finer than a Clock: for measuring, never for the game."""
