"""What a table wants done, and whom it needs for it."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NewType, Protocol

import msgspec

from protocol.errors import CloseCode
from protocol.ids import PlayerId, RoomCode
from server.table.entries import Entry
from server.table.messages import ConnId

Position = NewType("Position", int)
"""Counts the entries of a journal."""


class Kind(Enum):
    """How a frame may be treated on a slow connection."""

    VIEW = 1
    """A newer one replaces it."""
    ANSWER = 2
    """Never dropped: queued within a bound, else the connection is closed."""


class Record(msgspec.Struct, frozen=True):
    """Write this into the journal; frames that follow wait for it."""

    entry: Entry


class Frame(msgspec.Struct, frozen=True):
    """Send these finished bytes."""

    to: ConnId
    kind: Kind
    data: bytes

    def __repr__(self) -> str:
        return f"<Frame of {len(self.data)} bytes>"


class Drop(msgspec.Struct, frozen=True):
    """Close this connection after what was sent to it; it is detached already."""

    to: ConnId
    code: CloseCode


class BotWanted(msgspec.Struct, frozen=True):
    """A bot sits down: somebody must play it (AttachBot)."""

    player: PlayerId


class HandFinished(msgspec.Struct, frozen=True):
    """A hand boundary."""

    hand: int


class Fault(msgspec.Struct, frozen=True):
    """Our own bug voided a hand: for the log and the metrics. Never shown to players; holds no cards."""

    where: str
    error: BaseException


class Retire(msgspec.Struct, frozen=True):
    """The room is closed."""


Effect = Record | Frame | Drop | BotWanted | HandFinished | Fault | Retire


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


class Journal(Protocol):
    """Where a table's entries are kept. Appends in one tick of the loop are one commit."""

    @property
    def committed(self) -> Position:
        """Everything up to here survives what the durability promises."""
        ...

    def append(self, room: RoomCode, entries: Sequence[Entry]) -> Position:
        """Put the entries into the batch; the position after them. A failed batch is retried, never dropped."""
        ...

    def after(self, position: Position, call: Callable[[], None]) -> None:
        """Call when ``position`` is committed: at once where it is already. Calls come in the order of positions."""
        ...
