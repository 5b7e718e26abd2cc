"""When actions are due, over all rooms of a generator, and how long each took until its last seat saw it."""

from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Protocol

from server.loadtest.stats import Histogram
from server.loadtest.wheel import Wheel, served

_LOOK_S: Final = 0.05


class Lane(Protocol):
    """One room: it can act, and says when all its seats have seen that."""

    def act(self) -> bool:
        """Say something; False where nobody has anything to say now (``free`` is called when that changes)."""
        ...


class Driver:
    """``rate`` actions a second over all lanes, at random moments; 0: each lane acts as soon as it can."""

    def __init__(self, wheel: Wheel, rate: float, seed: int = 1) -> None:
        self.latency = Histogram()
        """From when an action was due until the last seat saw what came of it."""
        self.measuring = False
        self.errors: dict[str, int] = {}
        self.crossed = 0
        """Commands that a table's own clock made void while they were on their way."""
        self._wheel = wheel
        self._rate = rate
        self._chance = Random(seed)  # noqa: S311
        self._lanes: Sequence[Lane] = ()
        self._due: dict[Lane, deque[float]] = {}
        self._acting: dict[Lane, float] = {}
        self._idle_since: dict[Lane, float] = {}
        self._over = False

    @property
    def acting(self) -> int:
        """Lanes whose action is on its way."""
        return len(self._acting)

    def start(self, lanes: Sequence[Lane]) -> None:
        """Begin."""
        self._lanes = lanes
        now = self._wheel.now()
        for lane in lanes:
            self._due[lane] = deque()
            self._idle_since[lane] = now
            if not self._rate:
                self._due[lane].append(now)
                self._go_on(lane)
        if self._rate:
            self._wheel.at(now, self._tick)

    def error(self, what: str) -> None:
        """Something that must not happen."""
        self.errors[what] = self.errors.get(what, 0) + 1

    def free(self, lane: Lane, at: float) -> None:
        """All seats of a lane have seen the same at this instant."""
        due = self._acting.pop(lane, None)
        if due is not None:
            if self.measuring:
                self.latency.record(at - due)
            if not self._rate:
                self._due[lane].append(at)
        self._idle_since[lane] = at
        if lane in self._due:
            self._go_on(lane)

    def void(self, lane: Lane) -> None:
        """What a lane said was refused: no action, and nothing that could be measured."""
        if self._acting.pop(lane, None) is not None and not self._rate:
            self._due[lane].append(self._wheel.now())

    async def stop(self, span_s: float) -> None:
        """No new action; one that is not answered within this span is an error."""
        self._over = True
        end = self._wheel.now() + span_s
        while self._acting and self._wheel.now() < end:
            await self._wheel.until(self._wheel.now() + _LOOK_S)
        for _ in self._acting:
            self.error("unanswered")

    def _tick(self, due: float) -> None:
        if self._over:
            return
        self._wheel.at(due + self._chance.expovariate(self._rate), self._tick)
        lane = self._chance.choice(self._lanes)
        self._due[lane].append(served(due, self._wheel.now()))
        self._go_on(lane)

    def _go_on(self, lane: Lane) -> None:
        waiting = self._due[lane]
        if waiting and not self._over and lane not in self._acting and lane.act():
            self._acting[lane] = max(waiting.popleft(), self._idle_since[lane])

    def now(self) -> float:
        """The clock of the run."""
        return self._wheel.now()

    def later(self, span_s: float, call: Callable[[], None]) -> None:
        """Call after a while."""
        self._wheel.at(self._wheel.now() + span_s, lambda _: call())
