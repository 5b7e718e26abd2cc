"""When actions are due: each table's own Poisson clock, all on one timer.

An event loop's timers have a grain of a millisecond, so a tick is served that much late and it is nobody's fault: it
counts as due when it is served (see :func:`served`). What is later is the generator's lag, and is measured.
"""

import asyncio
import heapq
from collections.abc import Callable
from itertools import count
from typing import Final, Protocol

from server.loadtest import machine

GRAIN_S: Final = 0.002
EARLY_S: Final = 0.0005
"""A loop that counts whole milliseconds fires up to half of one too soon: that is soon enough."""

Call = Callable[[float], None]
"""Gets the instant at which it was due."""


class Handle(Protocol):
    """A call that is to come."""

    def cancel(self) -> None: ...


Later = Callable[[float, Callable[[], None]], Handle]
"""Runs a call after so many seconds: ``loop.call_later``."""


def served(due: float, instant: float) -> float:
    """When something due at ``due`` and served at ``instant`` counts as due."""
    return instant if instant - due <= GRAIN_S else due


class Wheel:
    """Calls in the order in which they are due. ``now`` is the clock of the whole run."""

    def __init__(self, now: Callable[[], float] = machine.now, later: Later | None = None) -> None:
        self.now = now
        self._later = later
        self._due: list[tuple[float, int, Call]] = []
        self._order = count()
        self._timer: Handle | None = None
        self._timer_due = 0.0
        self._running = True

    def at(self, due: float, call: Call) -> None:
        """Call at ``due``, an instant of the clock."""
        if not self._running:
            return
        heapq.heappush(self._due, (due, next(self._order), call))
        if self._timer is None or due < self._timer_due:
            self._arm(due)

    async def until(self, due: float) -> None:
        """Wait for an instant of the clock."""
        reached: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.at(due, lambda _: None if reached.done() else reached.set_result(None))
        await reached

    def stop(self) -> None:
        """Call nobody any more; who waits, waits for ever."""
        self._running = False
        self._due.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self, due: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer_due = due
        later = self._later or asyncio.get_running_loop().call_later
        self._timer = later(max(0.0, due - self.now()), self._turn)

    def _turn(self) -> None:
        self._timer = None
        instant = self.now()
        while self._due and self._due[0][0] <= instant + EARLY_S:
            due, _, call = heapq.heappop(self._due)
            call(due)
        if self._due:
            self._arm(self._due[0][0])
