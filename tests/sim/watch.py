"""What happens in a world, and those who look at it: checkers change and raise nothing, they say what is wrong."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from protocol.ids import Millis, PlayerId, RoomCode, Seat, Turn
from server.journal.store import Batch
from server.table.core import TableCore
from server.table.effects import Effect, Position, Row
from server.table.messages import ConnId, TableMessage
from server.table.state import Table
from tests.sim.loop import SimLoop

if TYPE_CHECKING:
    from tests.sim.server import Server


@dataclass(slots=True)
class Before:
    """A table right before a message."""

    version: int
    now: Millis
    deadline: Millis | None
    conns: dict[ConnId, PlayerId]
    asked: dict[Seat, tuple[PlayerId | None, Turn]]
    """Who may answer which question."""
    hand: int | None
    """The hand in play."""
    paused: bool
    timed_out: dict[Seat, int]


def before(core: TableCore) -> Before:
    """As it is now."""
    t = core.table
    hand = t.hand
    return Before(
        version=t.version,
        now=t.now,
        deadline=core.next_deadline,
        conns={conn: person.id for conn, person in t.people.connected.items()},
        asked={} if hand is None else {seat: (hand.players.get(seat), q.turn) for seat, q in hand.questions.items()},
        hand=None if t.running is None else t.running.number,
        paused=t.pause is not None,
        timed_out={} if hand is None else dict(hand.timed_out),
    )


@dataclass(slots=True)
class Step:
    """A table was told something and has done it; it is appended to the journal, and nothing of it has left yet.

    Without ``message`` the lobby or the shell wrote something itself.
    """

    room: RoomCode
    core: TableCore
    rows: Sequence[Row]
    position: Position
    before: Before
    message: TableMessage | None = None
    effects: list[Effect] = field(default_factory=list)

    @property
    def table(self) -> Table:
        return self.core.table


class Scene(Protocol):
    """What checkers see of the world."""

    loop: SimLoop
    chance: Random
    """For checkers alone: what they look at changes nothing."""
    injected: Counter[str]
    """Faults so far, by kind."""

    @property
    def server(self) -> "Server | None":
        """The process that is up, if one is."""
        ...

    @property
    def fair_ms(self) -> int:
        """Time that may count as somebody's: a server was up, could write, its clock ran, and of a long freeze no more
        than it cannot notice."""
        ...

    @property
    def sure_ms(self) -> int:
        """Time that must count as somebody's: nothing held the server up."""
        ...

    @property
    def steady_ms(self) -> int:
        """For how long nothing has held the server up."""
        ...

    def wrong(self, what: str) -> None:
        """Say so."""
        ...


class Checker:
    """Looks at everything, in the order in which it happens."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def wrong(self, what: str) -> None:
        self.scene.wrong(f"{type(self).__name__}: {what}")

    def started(self, server: "Server") -> None:
        """A process is up; no room is read back yet."""

    def told(self, step: Step) -> None:
        """A table was told something."""

    def written(self, batch: Batch) -> None:
        """This is on disk, whatever happens to the process."""

    def heard(self, conn: ConnId, text: str) -> None:
        """The hub gets a frame."""

    def left(self, conn: ConnId, data: bytes) -> None:
        """A frame leaves the process."""

    def closed(self, conn: ConnId) -> None:
        """A connection is over for the server."""

    def logged(self, event: dict[str, Any]) -> None:
        """A line of the log."""

    def ended(self, server: "Server") -> None:
        """The process is dead."""

    def looked(self) -> None:
        """Half a second has passed."""

    def rested(self) -> None:
        """The faults are over, everybody had time to come back and to be answered."""


class Watchers:
    """All checkers; each is called for what it looks at, and for nothing else."""

    def __init__(self, checkers: Sequence[Checker]) -> None:
        self.all = checkers
        self.started = self._that("started")
        self.told = self._that("told")
        self.written = self._that("written")
        self.heard = self._that("heard")
        self.left = self._that("left")
        self.closed = self._that("closed")
        self.logged = self._that("logged")
        self.ended = self._that("ended")
        self.looked = self._that("looked")

    def _that(self, name: str) -> list[Callable[..., None]]:
        own = [one for one in self.all if getattr(type(one), name) is not getattr(Checker, name)]
        return [getattr(one, name) for one in own]
