"""The clock of a simulated world, and the event loop that runs on it.

Calls belong to a machine, which can freeze, sleep with its own clock, and die with everything that it still had to do.
What belongs to no machine is the world outside: networks, people, checkers.
"""

import asyncio
import heapq
import inspect
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from itertools import count
from math import ceil
from typing import Any, TypeVar
from weakref import WeakSet

from protocol.ids import Millis

T = TypeVar("T")
MOST_AT_ONCE = 200_000
"""Calls in one millisecond; more never end."""


class Call(asyncio.TimerHandle):
    """A call that is to come. ``io``: the network's or the disk's; ``due``: None for the next thing to do; ``first``:
    the rest of what the machine was doing when it froze."""

    __slots__ = ("due", "first", "io", "lost", "machine")

    machine: "Machine | None"
    io: bool
    first: bool
    lost: int
    due: int | None


class Machine:
    """What runs, freezes and dies together."""

    def __init__(self) -> None:
        self.alive = True
        self.frozen = False
        self.lost = 0
        """Milliseconds for which its clock stood still."""
        self.held: list[Call] = []
        """What came up while it was frozen."""
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()

    def die(self) -> None:
        """Nothing of it runs any more."""
        self.alive = False
        for task in self.tasks:
            if not task.done():
                # Python would wonder where it has gone.
                _bury(task)


class SimLoop(asyncio.AbstractEventLoop):
    """As much of an event loop as the server uses. ``now``: milliseconds of the world outside."""

    def __init__(self) -> None:
        self.now = 0
        self.machine: Machine | None = None
        """Whose call runs."""
        self.errors: list[BaseException] = []
        """What nobody caught."""
        self.stopped = False
        self._ready: deque[Call] = deque()
        self._timers: list[tuple[int, int, Call]] = []
        self._order = count()

    def time(self) -> float:
        return (self.now - self._lost) / 1000

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Call:
        call = self._call(callback, args, context)
        self._ready.append(call)
        return call

    def go_on(self, callback: Callable[..., object], *args: Any) -> None:
        """When the machine, which has frozen in the middle of a call, thaws: the rest of that call, before all else."""
        self.call_soon(callback, *args).first = True

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Call:
        return self._plan(self.now + max(0, ceil(delay * 1000 - 1e-6)), self._call(callback, args, context))

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Call:
        return self.call_later(when - self.time(), callback, *args, context=context)

    def into(self, machine: Machine, delay_ms: int, callback: Callable[..., object], *args: Any) -> Call:
        """Something comes in from outside."""
        call = self._call(callback, args, None)
        call.machine, call.io, call.lost = machine, True, machine.lost
        return self._plan(self.now + delay_ms, call)

    def outside(self, delay_ms: int, callback: Callable[..., object], *args: Any) -> Call:
        """Something happens that is no machine's doing."""
        call = self._call(callback, args, None)
        call.machine = None
        return self._plan(self.now + delay_ms, call)

    def within(self, machine: Machine | None, callback: Callable[[], T]) -> T:
        """Do something now, as a call of this machine."""
        before, self.machine = self.machine, machine
        try:
            return callback()
        finally:
            self.machine = before

    def freeze(self, machine: Machine) -> None:
        """Nothing of it runs until ``thaw``."""
        machine.frozen = True

    def thaw(self, machine: Machine, stood_ms: int, *, io_first: bool) -> None:
        """Go on. ``stood_ms``: for how long its own clock stood still, and its timers with it."""
        machine.frozen = False
        machine.lost += stood_ms
        held, machine.held = machine.held, []
        self._ready.extend(sorted(held, key=lambda call: (not call.first, call.io is not io_first)))

    def run(self, until: int) -> None:
        """Let time go on; calls happen when they are due."""
        before = events._get_running_loop()
        events._set_running_loop(self)
        at_once = 0
        try:
            while not self.stopped:
                if not self._ready:
                    if not self._timers or self._timers[0][0] > until:
                        break
                    due, _, call = heapq.heappop(self._timers)
                    at_once = at_once if due <= self.now else 0
                    self.now = max(self.now, due)
                else:
                    call = self._ready.popleft()
                at_once += 1
                if at_once > MOST_AT_ONCE:
                    raise RuntimeError("the world comes to no rest")
                self._do(call)
        finally:
            events._set_running_loop(before)
        self.now = self.now if self.stopped else max(self.now, until)

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Coroutine[Any, Any, T], **given: Any) -> asyncio.Task[T]:  # type: ignore[override, unused-ignore]  # of 3.11 only
        task = asyncio.Task(coro, loop=self, **given)
        if self.machine is not None:
            self.machine.tasks.add(task)
            if not self.machine.alive:
                _bury(task)
        return task

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return events._get_running_loop() is self

    def is_closed(self) -> bool:
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """A task that dies with its machine is no error."""
        if context["message"] != "Task was destroyed but it is pending!":
            self.raised(context.get("exception") or RuntimeError(context["message"]))

    def raised(self, error: BaseException) -> None:
        """Nobody caught this. What a call still does in which its machine died, a real machine never did."""
        if self.machine is None or self.machine.alive:
            self.errors.append(error)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Called by the handle; a cancelled call is passed over when its time comes."""

    @property
    def _lost(self) -> int:
        return 0 if self.machine is None else self.machine.lost

    def _call(self, callback: Callable[..., object], args: tuple[Any, ...], context: Context | None) -> Call:
        call = Call(0.0, callback, args, self, context)
        call.machine, call.io, call.first, call.lost, call.due = self.machine, False, False, self._lost, None
        return call

    def _plan(self, due: int, call: Call) -> Call:
        call.due = due
        heapq.heappush(self._timers, (due, next(self._order), call))
        return call

    def _do(self, call: Call) -> None:
        machine = call.machine
        if call.cancelled() or (machine is not None and not machine.alive):
            return
        if machine is not None:
            if machine.frozen:
                machine.held.append(call)
                return
            stood, call.lost = machine.lost - call.lost, machine.lost
            if stood and call.due is not None and not call.io:
                self._plan(call.due + stood, call)
                return
        self.machine = machine
        try:
            call._run()
        finally:
            self.machine = None


class MachineClock:
    """What a process on this machine takes for the time: it goes on from ``start``."""

    def __init__(self, loop: SimLoop, machine: Machine, start: Millis = Millis(0)) -> None:
        self._loop = loop
        self._machine = machine
        self._offset = start - loop.now + machine.lost

    def now(self) -> Millis:
        return Millis(self._loop.now - self._machine.lost + self._offset)


def _bury(task: asyncio.Task[Any]) -> None:
    coroutine = task.get_coro()
    if inspect.iscoroutine(coroutine) and inspect.getcoroutinestate(coroutine) != inspect.CORO_RUNNING:
        coroutine.close()
