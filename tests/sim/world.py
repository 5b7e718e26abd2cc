"""Everything of one run: the clock, the disk, the network, the process that is up, the people, and who looks on."""

import hashlib
from collections import Counter
from collections.abc import Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec
import structlog

from server.bots.house import Pace
from server.journal.store import Batch
from server.table.messages import ConnId
from tests.sim.device import Device
from tests.sim.disk import Disk
from tests.sim.link import GONE, Link
from tests.sim.loop import SimLoop
from tests.sim.luck import luck
from tests.sim.people import Person
from tests.sim.server import Fortune, Server
from tests.sim.server import World as Parts
from tests.sim.trap import Trap
from tests.sim.watch import Checker, Step, Watchers

LOOK_MS: Final = 500
CONNECT_ANSWER_MS: Final = 20
"""How long a machine without the server takes to say so."""

NEVER_MS: Final = 10**12


class Options(msgspec.Struct, frozen=True):
    """What a run is made of besides its seed."""

    minutes: float = 2.0
    """Of play under faults."""
    tables: int = 3
    faults: str = "all"
    """``all``, ``none``, or kinds with commas between them."""
    game: str = ""
    """Only this one."""


class Trace(Checker):
    """A digest of everything that happened: two runs of a seed have the same."""

    def __init__(self, scene: Any) -> None:
        super().__init__(scene)
        self._digest = hashlib.blake2b(digest_size=16)
        self.counts: Counter[str] = Counter()

    def _note(self, kind: str, number: int, data: bytes) -> None:
        self.counts[kind] += 1
        self._digest.update(b"%d %s %d " % (self.scene.loop.now, kind.encode(), number))
        self._digest.update(data)

    def heard(self, conn: ConnId, text: str) -> None:
        self._note("frames in", conn, text.encode(errors="replace"))

    def left(self, conn: ConnId, data: bytes) -> None:
        self._note("frames out", conn, data)

    def written(self, batch: Batch) -> None:
        for room, rows in batch:
            for row in rows:
                self._note("rows", row.at, room.encode() + row.data)

    def told(self, step: Step) -> None:
        self.counts["messages"] += step.message is not None
        for effect in step.effects:
            self.counts[type(effect).__name__] += 1

    @property
    def hexdigest(self) -> str:
        return self._digest.hexdigest()


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
        self._steady_since = 0
        self._thaw: Callable[[], object] = bool
        self._fair = 0
        self._fair_since: int | None = None
        self.loop.outside(LOOK_MS, self._look)

    # A Scene.

    @property
    def fair_ms(self) -> int:
        return self._fair + (0 if self._fair_since is None else self.loop.now - self._fair_since)

    @property
    def steady_ms(self) -> int:
        return self.loop.now - self._steady_since

    def wrong(self, what: str) -> None:
        self.problems.append(f"{self.loop.now / 1000:.3f} s: {what}")
        self.loop.stopped = True

    # The server's life.

    def start(self) -> None:
        """A process starts, if none is up."""
        if self.server is None:
            self._steady_since = self.loop.now
            self._set_fair(on=True)
            self.server = Server(self._parts)

    def kill(self, down_ms: int, *, told: bool = True) -> None:
        """kill -9, or (not ``told``) the power goes; after a while it is started again."""
        server = self.server
        if server is None:
            return
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
        self._set_fair(on=False)
        self.loop.outside(down_ms, self.start)

    def freeze(self, span_ms: int, *, clock_stands: bool = False, io_first: bool = True) -> None:
        """SIGSTOP; or a closed lid, where the machine's clock stands still too."""
        server = self.server
        if server is None or server.machine.frozen:
            return
        self._steady_since = NEVER_MS
        if clock_stands:
            self._set_fair(on=False)
        self.loop.freeze(server.machine)
        began = self.loop.now

        def thaw() -> None:
            if server.machine.frozen:
                self._steady_since = self.loop.now
                if clock_stands and server.machine.alive:
                    self._set_fair(on=not server.journal.saving)
                self.loop.thaw(server.machine, self.loop.now - began if clock_stands else 0, io_first=io_first)

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
        self.freeze(span_ms)

    def _saving(self, on: bool) -> None:
        self._steady_since = NEVER_MS if on else self.loop.now
        self._set_fair(on=not on)

    def _set_fair(self, *, on: bool) -> None:
        if self._fair_since is not None:
            self._fair += self.loop.now - self._fair_since
        self._fair_since = self.loop.now if on else None

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
