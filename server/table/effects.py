"""What a table wants done, and whom it needs for it."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NewType, Protocol

import msgspec

from protocol.errors import CloseCode
from protocol.ids import Millis, PlayerId, RoomCode
from server.table.entries import AnyEntry
from server.table.messages import ConnId

Position = NewType("Position", int)
"""Counts the entries of a journal."""


class Kind(Enum):
    """How a frame may be treated on a slow connection."""

    VIEW = 1
    """A newer one replaces it."""
    ANSWER = 2
    """Never dropped: queued within a bound, else the connection is closed."""


class Record(msgspec.Struct, frozen=True, gc=False):
    """Write this beside the journal, for readers; frames that follow wait for it."""

    entry: AnyEntry


class Dealing(msgspec.Struct, frozen=True, gc=False):
    """A hand begins. ``snapshot`` is the table right before; what was written before it is not needed any more."""

    snapshot: bytes
    order: tuple[int, ...]

    def __repr__(self) -> str:
        return "<Dealing>"


class Frame(msgspec.Struct, frozen=True, gc=False):
    """Send these finished bytes."""

    to: ConnId
    kind: Kind
    data: bytes

    def __repr__(self) -> str:
        return f"<Frame of {len(self.data)} bytes>"


class Drop(msgspec.Struct, frozen=True, gc=False):
    """Close this connection after what was sent to it; it is detached already."""

    to: ConnId
    code: CloseCode


class BotWanted(msgspec.Struct, frozen=True, gc=False):
    """A bot sits down: somebody must play it (AttachBot)."""

    player: PlayerId


class HandFinished(msgspec.Struct, frozen=True, gc=False):
    """A hand boundary."""

    hand: int


class Fault(msgspec.Struct, frozen=True):
    """Our own bug voided a hand: for the log and the metrics. Never shown to players; holds no cards."""

    where: str
    error: BaseException


class Retire(msgspec.Struct, frozen=True, gc=False):
    """The room is closed."""


Effect = Record | Dealing | Frame | Drop | BotWanted | HandFinished | Fault | Retire


class RowKind(Enum):
    """What a row of the journal is to its keeper; its data are nobody's business but the table's."""

    SNAPSHOT = 1
    """Supersedes every SNAPSHOT and INPUT of the room before."""
    INPUT = 2
    RECORD = 3
    """For readers."""
    CLOSED = 4
    """The room is closed for good; its records stay a while."""
    PARKED = 5
    """Nobody is in the room: it is read back when somebody asks for it."""
    LIVE = 6
    """It was read back."""
    FORGOTTEN = 7
    """Nothing of the room is kept any more."""
    KEY = 8
    """``data``: digest of the key under which the room was asked for; ``topic``: digest of what was asked."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """One row of a journal, encoded by its table at its time ``at``. ``topic``, ``hand``: how records are found."""

    kind: RowKind
    at: Millis
    data: bytes = b""
    topic: str = ""
    hand: int = 0

    def __repr__(self) -> str:
        return f"<Row {self.kind.name} of {len(self.data)} bytes>"


class Sink(Protocol):
    """The outgoing side of one connection, as a table sees it. Never raises, never waits."""

    def attached(self, player: PlayerId) -> None:
        """The table knows this connection as ``player`` from now on; comes before the first frame."""
        ...

    def frame(self, kind: Kind, data: bytes, position: Position) -> None:
        """Send ``data`` when the journal has committed ``position``, in the order of the calls."""
        ...

    def drop(self, code: CloseCode, position: Position) -> None:
        """Close after that."""
        ...

    def cut(self, code: CloseCode) -> None:
        """Close now; what waits is never sent."""
        ...


class Journal(Protocol):
    """Where tables are kept. Appends in one tick of the loop are one commit."""

    @property
    def committed(self) -> Position:
        """Everything up to here survives what the durability promises."""
        ...

    def append(self, room: RoomCode, rows: Sequence[Row]) -> Position:
        """Put the rows into the batch; the position after them. A failed batch is retried, never dropped."""
        ...

    def after(self, position: Position, call: Callable[[], None]) -> None:
        """Call when ``position`` is committed: at once where it is already. Calls come in the order of positions."""
        ...
