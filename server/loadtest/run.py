"""One run: rooms are opened over a while, play, are measured, and are closed."""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from server.loadtest import machine
from server.loadtest.api import Api
from server.loadtest.machine import Spent
from server.loadtest.metrics import EVERY_S, Metrics, Series
from server.loadtest.plan import Plan, PlanInvalid
from server.loadtest.problems import Failed, Unopened
from server.loadtest.slow import SlowReader
from server.loadtest.stats import Stats
from server.loadtest.table import Ground, Table
from server.loadtest.wheel import GRAIN_S, Wheel
from server.loadtest.wire import Address

AT_ONCE: Final = 32
"""Rooms that are opened, or closed, at the same time."""
DRAIN_S: Final = 5.0
"""After the last second: how long answers may take that are still on their way."""
_BEAT_S: Final = 0.1
"""How often the generator looks whether its own loop is late."""
_LOOK_S: Final = 1.0


@dataclass(slots=True, frozen=True)
class Outcome:
    """What came of a run."""

    plan: Plan
    stats: Stats
    games: tuple[str, ...]
    rooms: int
    """That were played in."""
    made: int
    """With those that could not be filled."""
    closed: int
    """Of those made, that the server has closed at the end."""
    measured_s: float
    spent: Spent
    """By this generator, while measuring."""
    metrics: tuple[Series, ...]
    metrics_problem: str
    interrupted: bool


class Run:
    """Use once. Its attributes are for whoever watches."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.stats = Stats()
        self.phase = "asking"
        """What is going on: asking, opening, measuring, ending, closing."""
        self.tables: list[Table] = []
        """Open ones."""
        self._api = Api(plan.base)
        self._metrics = None if plan.metrics is None else Metrics(plan.metrics)
        self._beside: set[asyncio.Task[None]] = set()
        self._slow: list[SlowReader] = []
        self._made: list[Table] = []
        self._chance = Random(f"{plan.seed}/run")  # noqa: S311
        self._wheel = Wheel()

    @property
    def connections(self) -> int:
        """Open now."""
        players = sum(client.connected for table in self.tables for client in table.clients)
        return players + sum(reader.connected for reader in self._slow)

    @property
    def measured_s(self) -> float:
        """Since measuring began."""
        return self._wheel.now() - self.stats.began if self.stats.began else 0.0

    async def go(self) -> Outcome:
        """Do it all. PlanInvalid or Unopened where nothing can be measured; else it ends in good order, also cancelled.

        A cancelled run is an interrupted one: what was measured so far is its outcome.
        """
        limit = machine.allow_files(self.plan.files)
        if limit is not None and limit < self.plan.files:
            raise PlanInvalid(
                f"{self.plan.connections} connections need {self.plan.files} open files, and this process may have "
                f"{limit}: raise the limit (ulimit -n {self.plan.files}) or use fewer --rooms"
            )
        games = self.plan.games(await self._api.games())
        address = Address(self.plan.base)
        await address.look_up()
        ground = Ground(self.plan, address, self._api, self._wheel, self.stats, self._spawn)
        interrupted = False
        spent, measured_s = Spent(0.0, 0.0, None), 0.0
        try:
            await self._open(ground, games)
            before = machine.usage()
            self._measure()
            try:
                await self._wheel.until(self.stats.began + self.plan.seconds)
            finally:
                measured_s, spent = self.measured_s, machine.spent(before)
        except asyncio.CancelledError:
            interrupted = True
        finally:
            rooms = len(self.tables)
            await self._end()
            closed = await self._close()
            await address.wires.all_gone()
        metrics = self._metrics
        return Outcome(
            self.plan,
            self.stats,
            games,
            rooms,
            len(self._made),
            closed,
            measured_s,
            spent,
            () if metrics is None else tuple(metrics.series),
            "" if metrics is None else metrics.problem,
            interrupted,
        )

    async def _open(self, ground: Ground, games: tuple[str, ...]) -> None:
        """All rooms, evenly over the ramp. They play at once, so that nobody's clock runs out meanwhile."""
        self.phase = "opening"
        self._every(_LOOK_S, self._second)
        at_once = asyncio.Semaphore(AT_ONCE)
        began = self._wheel.now()
        rate = 0.0 if self.plan.closed else self.plan.actions_per_s / self.plan.rooms

        async def one(number: int) -> None:
            await self._wheel.until(began + number * self.plan.ramp_s / self.plan.rooms)
            async with at_once:
                table = Table(ground, number, games[number % len(games)])
                try:
                    await table.open()
                except Unopened as problem:
                    self.stats.error(f"room not opened: {problem}")
                    return
                finally:
                    if table.code:
                        self._made.append(table)
                self.tables.append(table)
                table.play(rate)

        invalid: BaseException | None = None
        try:
            async with asyncio.TaskGroup() as group:
                for number in range(self.plan.rooms):
                    group.create_task(one(number))
        except* PlanInvalid as problems:
            # Raised in here, Python 3.11.2 would wrap it into a group of its own.
            invalid = problems.exceptions[0]
        if invalid is not None:
            raise invalid
        if not self.tables:
            raise Failed("no room could be opened: " + ", ".join(self.stats.errors))
        for number in range(self.plan.slow_readers if self.tables else 0):
            reader = SlowReader(ground, self.tables[number % len(self.tables)])
            self._slow.append(reader)
            await reader.watch()
        # What is here stays: a collector that walks through it again and again would be measured as the server.
        gc.collect()
        gc.freeze()

    def _measure(self) -> None:
        self.phase = "measuring"
        self.stats.measuring = True
        self.stats.began = self._wheel.now()
        self._every(_BEAT_S, self._beat)
        if self.plan.reconnect_rate:
            self._wheel.at(self._wheel.now() + self._pause(), self._reconnect)
        if self._metrics is not None:
            self._every(EVERY_S, self._ask_metrics)

    async def _end(self) -> None:
        """No new actions; those on their way have DRAIN_S."""
        self.phase = "ending"
        for table in self.tables:
            table.stop()
        end = self._wheel.now() + DRAIN_S
        while self._wheel.now() < end and any(table.busy for table in self.tables):
            await self._wheel.until(self._wheel.now() + _BEAT_S)
        for table in self.tables:
            table.give_up()
        self.stats.measuring = False
        self._wheel.stop()
        for task in self._beside:
            task.cancel()

    async def _close(self) -> int:
        """Close all rooms. How many the server has closed."""
        self.phase = "closing"
        for reader in self._slow:
            reader.end()
        at_once = asyncio.Semaphore(AT_ONCE)

        async def one(table: Table) -> bool:
            async with at_once:
                return await table.close()

        closed = await asyncio.gather(*(one(table) for table in self._made))
        self.tables.clear()
        return sum(closed)

    # Now and then.

    def _every(self, span: float, call: Callable[[float], None]) -> None:
        """Call from now on, every so often, with how late that is."""

        def turn(due: float) -> None:
            self._wheel.at(max(due, self._wheel.now() - span) + span, turn)
            call(max(0.0, self._wheel.now() - due - GRAIN_S))

        self._wheel.at(self._wheel.now() + span, turn)

    def _second(self, late: float) -> None:
        at = round(self.measured_s) if self.stats.began else -1
        self.stats.second_over(at, len(self.tables), self.connections)
        instant = self._wheel.now()
        for table in self.tables:
            table.look(instant)

    def _beat(self, late: float) -> None:
        self.stats.loop_lag.record(late)

    def _ask_metrics(self, late: float) -> None:
        if self._metrics is not None:
            self._spawn(self._metrics.read(self.measured_s))

    def _pause(self) -> float:
        return self._chance.expovariate(self.plan.reconnect_rate)

    def _reconnect(self, due: float) -> None:
        self._wheel.at(due + self._pause(), self._reconnect)
        table = self._chance.choice(self.tables) if self.tables else None
        idle = [] if table is None else table.idle()
        if table is not None and idle:
            self._spawn(table.reconnect(self._chance.choice(idle)))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._beside.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.stats.error(f"generator: {type(task.exception()).__name__}")
