"""Everything of one run: the clock, the disk, the network, the process that is up, the people, and who looks on."""

from collections import Counter
from collections.abc import Callable, MutableMapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Final, Literal, NoReturn

import msgspec
import structlog

from server.bots.house import Pace
from server.hub import sessions
from server.journal.sqlite import LATE_MS
from server.journal.store import Batch
from tests.sim.device import Device
from tests.sim.disk import Disk
from tests.sim.link import GONE, Link
from tests.sim.loop import SimLoop
from tests.sim.luck import luck
from tests.sim.people import Person
from tests.sim.server import Fortune, Server
from tests.sim.server import World as Parts
from tests.sim.trace import Trace
from tests.sim.trap import Trap
from tests.sim.watch import Checker, Watchers

LOOK_MS: Final = 500
CONNECT_ANSWER_MS: Final = 20
"""How long a machine without the server takes to say so."""

Hindrance = Literal["down", "frozen", "asleep", "saving"]
"""What keeps a server from going on. ``asleep``: frozen, and its clock stands still too."""

UNFAIR: Final = frozenset[Hindrance](("down", "asleep", "saving"))
"""Nobody's time runs meanwhile."""


def _found_by_looking(span_ms: int) -> int:
    return span_ms - sessions.LOOK_MS if span_ms > sessions.SLEPT_MS + sessions.LOOK_MS else 0


def _found_by_the_journal(span_ms: int) -> int:
    return span_ms if span_ms >= LATE_MS else 0


class Options(msgspec.Struct, frozen=True):
    """What a run is made of besides its seed."""

    minutes: float = 2.0
    """Of play under faults."""
    tables: int = 3
    faults: str = "all"
    """``all``, ``none``, or kinds with commas between them."""
    game: str = ""
    """Only this one."""


class World:
    """A Scene. Faults are done to it by its methods."""

    def __init__(self, seed: str, options: Options, checkers: Sequence[type[Checker]], folder: Path | None) -> None:
        self.loop = SimLoop()  # type: ignore[abstract]
        self.options = options
        self.chance = luck(seed, "checkers")
        self.problems: list[str] = []
        self.injected: Counter[str] = Counter()
        self.server: Server | None = None
        self.links: list[Link] = []
        self.people: list[Person] = []
        self._network = luck(seed, "network")
        self._luck = luck(seed, "luck")
        self.disk = Disk(self.loop, luck(seed, "disk"), folder, inline=self._luck.random() < 0.5)
        self.disk.on_written = self._written
        self.disk.on_write = self._writes
        self.disk.block = self._blocked
        self.trace = Trace(self)
        self.trap = Trap(self)
        # The trap comes last: what it does, the others see as something new.
        self.watchers = Watchers((self.trace, *(make(self) for make in checkers), self.trap))
        self._parts = Parts(
            self.loop, self.disk, Fortune(seed), self.watchers, Pace(self._luck.choice((50, 900)), 2_200), self._saving
        )
        self._hindered: set[Hindrance] = {"down"}
        self._free_since = 0
        self._thaw: Callable[[], object] = bool
        self._fair = 0
        self._sure = 0
        self._counted = 0
        """``_fair`` and ``_sure``: until then."""
        self.loop.outside(LOOK_MS, self._look)

    # A Scene.

    @property
    def fair_ms(self) -> int:
        return self._fair + (0 if self._hindered & UNFAIR else self.loop.now - self._counted)

    @property
    def sure_ms(self) -> int:
        return self._sure + (0 if self._hindered else self.loop.now - self._counted)

    @property
    def steady_ms(self) -> int:
        return 0 if self._hindered else self.loop.now - self._free_since

    def wrong(self, what: str) -> None:
        self.problems.append(f"{self.loop.now / 1000:.3f} s: {what}")
        self.loop.stopped = True

    # The server's life.

    def start(self) -> None:
        """A process starts, if none is up."""
        if self.server is None:
            self._hinder(self._hindered, on=False)
            self.server = Server(self._parts)

    def kill(self, down_ms: int, *, told: bool = True) -> None:
        """kill -9, or (not ``told``) the power goes; after a while it is started again."""
        server = self.server
        if server is None:
            return
        self.trace.counts["crashes"] += 1
        server.kill(told=told)
        self._gone(down_ms)

    def restart(self, down_ms: int) -> None:
        """SIGTERM, and a start when it is gone."""
        server = self.server
        if server is None or server.stopping:
            return
        server.stop()

        def gone() -> None:
            if server.machine.alive:
                self.loop.outside(100, gone)
            elif self.server is server:
                self._gone(down_ms)

        gone()

    def _gone(self, down_ms: int) -> None:
        self.server = None
        # A new one has nothing of what held this one up.
        self._hinder(self._hindered, on=False)
        self._hinder({"down"}, on=True)
        self.loop.outside(down_ms, self.start)

    def freeze(
        self,
        span_ms: int,
        *,
        clock_stands: bool = False,
        io_first: bool = True,
        given_back: Callable[[int], int] = _found_by_looking,
    ) -> None:
        """SIGSTOP; or a closed lid, where the machine's clock stands still too. ``given_back``: of such a span the
        server must give everybody at least so much back."""
        server = self.server
        if server is None or server.machine.frozen:
            return
        how: set[Hindrance] = {"asleep"} if clock_stands else {"frozen"}
        self._hinder(how, on=True)
        self.loop.freeze(server.machine)
        began = self.loop.now

        def thaw() -> None:
            if not server.machine.frozen or not server.machine.alive:
                return
            span = self.loop.now - began
            self._hinder(how, on=False)
            if not clock_stands and not self._hindered:
                self._fair -= given_back(span)
            self.loop.thaw(server.machine, span if clock_stands else 0, io_first=io_first)

        self._thaw = thaw
        self.loop.outside(span_ms, thaw)

    def mend(self) -> None:
        """No more faults."""
        self.trap.disarm()
        self.disk.mend()
        self._thaw()
        for link in self.links:
            link.slow_ms = 0
            link.read_again()
        for person in self.people:
            if person.device is not None:
                person.device.go_online()

    def _blocked(self, span_ms: int) -> None:
        self.trace.counts["commits that held the loop up"] += 1
        self.freeze(span_ms, given_back=_found_by_the_journal)

    def _saving(self, on: bool) -> None:
        self._hinder({"saving"}, on=on)

    def _hinder(self, what: AbstractSet[Hindrance], *, on: bool) -> None:
        """Several may hold the server up at once: it is free when the last of them ends."""
        self._fair, self._sure, self._counted = self.fair_ms, self.sure_ms, self.loop.now
        self._hindered = self._hindered | what if on else self._hindered - what
        self._free_since = self.loop.now

    # Network and people.

    def open_device(self, room: str, person: Person) -> Device:
        """A window of somebody's."""
        return Device(self.loop, self._network, self.dial, room, person)

    def dial(self, device: Device) -> Link:
        link = Link(self.loop, self._network, device, len(self.links))
        self.links.append(link)
        delay = 3 * link.base_ms
        self.loop.outside(delay, self._knock, link, device)
        return link

    def _knock(self, link: Link, device: Device) -> None:
        server = self.server
        if server is None or not link.open_here:
            self.loop.outside(CONNECT_ANSWER_MS, link.client_learns, GONE)
            return

        def accept() -> None:
            if link.open_here:
                server.accept(link)
                if link.open_there:
                    self.loop.outside(link.base_ms, device.opened, link)

        server.incoming(0, accept)

    @property
    def open_links(self) -> list[Link]:
        return [link for link in self.links if link.open_here and link.open_there]

    # Those who look on.

    def _writes(self) -> bool:
        """Whether the process dies right before a commit."""
        server = self.server
        self.trap.reached("commit")
        return server is not None and not server.machine.alive

    def _written(self, batch: Batch) -> None:
        for call in self.watchers.written:
            call(batch)

    def _look(self) -> None:
        self.loop.outside(LOOK_MS, self._look)
        for call in self.watchers.looked:
            call()

    def log(self, _logger: Any, level: str, event: MutableMapping[str, Any]) -> NoReturn:
        """A structlog processor: nothing is printed."""
        for call in self.watchers.logged:
            call({**event, "log_level": level})
        raise structlog.DropEvent

    def while_logged(self, call: Callable[[], None]) -> None:
        """Do something, and let the checkers read its log lines."""
        before = structlog.get_config()
        structlog.configure(processors=[self.log], wrapper_class=structlog.BoundLogger, cache_logger_on_first_use=False)
        try:
            call()
        finally:
            structlog.configure(**before)
