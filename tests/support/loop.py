"""Time that tests move: a clock, and an event loop's timers without the loop."""

import heapq
from collections.abc import Callable
from itertools import count

from protocol.ids import Millis


class Timer:
    """What ``call_later`` returns."""

    def __init__(self, due: float, call: Callable[[], None]) -> None:
        self.due = due
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class VirtualLoop:
    """A clock and the timers that wait for it; ``advance`` runs them in order. Nothing sleeps."""

    def __init__(self, now: int = 1_000_000) -> None:
        self._now = now
        self._timers: list[tuple[float, int, Timer]] = []
        self._order = count()
        self._soon: list[Callable[[], object]] = []

    def now(self) -> Millis:
        """The table's clock."""
        return Millis(self._now)

    def time(self) -> float:
        """The loop's, in seconds."""
        return self._now / 1000

    def call_later(self, delay_s: float, call: Callable[[], None]) -> Timer:
        timer = Timer(self._now + delay_s * 1000, call)
        heapq.heappush(self._timers, (timer.due, next(self._order), timer))
        return timer

    def call_soon(self, call: Callable[[], object]) -> None:
        self._soon.append(call)

    @property
    def waiting(self) -> int:
        """Timers that are set."""
        return sum(not timer.cancelled for _, _, timer in self._timers)

    @property
    def due(self) -> int | None:
        """When the next timer fires."""
        return min((round(timer.due) for _, _, timer in self._timers if not timer.cancelled), default=None)

    def settle(self) -> None:
        """End this tick of the loop."""
        while self._soon:
            calls, self._soon = self._soon, []
            for call in calls:
                call()

    def advance(self, span_ms: int) -> None:
        """Let time go on; timers fire when they are due."""
        end = self._now + span_ms
        self.settle()
        while self._timers and self._timers[0][0] <= end:
            due, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, round(due))
            if not timer.cancelled:
                timer.call()
                self.settle()
        self._now = end

    def sleep(self, span_ms: int) -> None:
        """The machine is shut: time goes on and no timer fires."""
        self._now += span_ms
