"""What a table has done, as rows of its journal."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from protocol.ids import Millis
from server.table.core import TableCore
from server.table.effects import Dealing, Effect, Fault, Record, Row, RowKind
from server.table.entries import AnyEntry, Dealt, Heard, Input, RoomClosed
from server.table.messages import Attach, TableMessage

_ENCODER: Final = msgspec.json.Encoder()
_INPUT: Final = msgspec.json.Decoder(Input)
_RECORD: Final = msgspec.json.Decoder(AnyEntry)
_HEARD: Final = RowKind.INPUT


def rows(core: TableCore, now: Millis, message: TableMessage, effects: Sequence[Effect]) -> list[Row]:
    """A message and its consequences.

    A fault may have struck when half was done: then the table itself is written, which holds no hand any more.
    """
    if not core.heard:
        return []
    dealing: Dealing | None = None
    records = False
    for effect in effects if core.told else ():
        match effect:
            case Fault():
                return begun(core, now, effects)
            case Dealing():
                dealing = effect
            case Record():
                records = True
    if dealing is not None:
        dealt = _ENCODER.encode(Dealt(core.version, dealing.order))
        before = Row(RowKind.SNAPSHOT, now, dealing.snapshot)
        return [before, Row(_HEARD, now, dealt), *_records(effects)]
    if isinstance(message, Attach):
        message = msgspec.structs.replace(message, secret=None)
    heard = Row(_HEARD, now, _ENCODER.encode(Heard(now, core.version, message)))
    return [heard, *_records(effects)] if records else [heard]


def begun(core: TableCore, now: Millis, effects: Sequence[Effect]) -> list[Row]:
    """The table itself, which must be without a hand, and what readers must know."""
    return [Row(RowKind.SNAPSHOT, now, core.snapshot()), *_records(effects)]


def read_input(data: bytes) -> Input:
    """What ``rows`` wrote; MsgspecError where it is damaged."""
    return _INPUT.decode(data)


def read_record(data: bytes) -> AnyEntry:
    """One of the entries for readers; MsgspecError where it is damaged."""
    return _RECORD.decode(data)


def _records(effects: Sequence[Effect]) -> Iterator[Row]:
    for effect in effects:
        if isinstance(effect, Record):
            entry = effect.entry
            topic = str(entry.__struct_config__.tag)
            yield Row(RowKind.RECORD, entry.at, _ENCODER.encode(entry), topic, getattr(entry, "hand", 0))
            if isinstance(entry, RoomClosed):
                yield Row(RowKind.CLOSED, entry.at)
