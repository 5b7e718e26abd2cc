"""Telling a table again what it was told: out of a snapshot and the entries since, the same table to the byte."""

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from protocol.events import VoidCause
from server.cards.deck import Shuffler
from server.rules.game import AnyGame
from server.table import play, snapshot, timing
from server.table.core import TableCore
from server.table.effects import Effect, Fault, Record
from server.table.entries import AnyEntry, Dealt, HandFinished, Heard, Input, LedgerEntry
from server.table.messages import Woke
from server.table.snapshot import Snapshot
from server.table.state import Table


class Diverged(Exception):
    """Told again, the table comes to another version than it did: ``found`` instead of ``wanted``."""

    def __init__(self, found: int, wanted: int) -> None:
        super().__init__(found, wanted)
        self.found = found
        self.wanted = wanted

    def __str__(self) -> str:
        return f"version {self.found} where the journal has {self.wanted}"


class Drawn(msgspec.Struct, frozen=True):
    """A deck that was drawn before; a Shuffler."""

    drawn: tuple[int, ...]

    def order(self, size: int) -> Sequence[int]:
        return self.drawn

    def __repr__(self) -> str:
        return "<Drawn>"


def retold(kept: Snapshot, entries: Sequence[Input], game: AnyGame, shuffler: Shuffler) -> TableCore:
    """The table as it was after the last entry. Diverged, or whatever our own bug raises, where it cannot be had."""
    core = TableCore(snapshot.restored(kept, game, shuffler))
    for entry in entries:
        again(core, entry)
    return core


def again(core: TableCore, entry: Input) -> None:
    """Take an entry once more. No frame is made: all were sent."""
    t = core.table
    if isinstance(entry, Heard):
        core.hear(entry.at, entry.message)
        core.follow_on()
    else:
        t.shuffler, shuffler = Drawn(entry.order), t.shuffler
        try:
            play.start(t)
        finally:
            t.shuffler = shuffler
    t.version += t.changed
    out = core.forget_output()
    fault = next((effect.error for effect in out if isinstance(effect, Fault)), None)
    if fault is not None:
        raise fault
    if t.version != entry.v:
        raise Diverged(t.version, entry.v)


def retold_without_hand(
    kept: Snapshot,
    entries: Sequence[Input],
    game: AnyGame,
    shuffler: Shuffler,
    cause: VoidCause,
    written: Sequence[AnyEntry] = (),
) -> tuple[TableCore, list[Effect]]:
    """The table where the hand that began after the snapshot cannot be told again; what else was said stands.

    A hand that had its end keeps its result; one that was in play is void. What cannot be taken without that hand is
    left out. ``written``: what readers were told with these entries. The effects: what they must know besides.
    """
    core = TableCore(snapshot.restored(kept, game, shuffler))
    t = core.table
    dealt = any(isinstance(entry, Dealt) for entry in entries)
    if dealt:
        finished = next((entry for entry in reversed(written) if isinstance(entry, HandFinished)), None)
        if finished is not None:
            play.end_untold(t, finished)
        else:
            play.void_untold(t, cause)
        t.result_until = None
    for entry in entries:
        if isinstance(entry, Heard):
            if not isinstance(entry.message, Woke):
                with suppress(Exception):
                    core.hear(entry.at, entry.message)
            t.now = max(t.now, entry.at)
    t.start_wanted = False
    if dealt and not t.closed:
        # From now on, for everybody to see.
        play.show_result(t, timing.NEXT_HAND_MS)
    t.version = max([t.version, *(entry.v for entry in entries)])
    return core, _settled(t, [effect for effect in core.forget_output() if isinstance(effect, Record)], written, dealt)


def _settled(t: Table, told: list[Record], written: Sequence[AnyEntry], dealt: bool) -> list[Effect]:
    """What is to be written of ``told``. The book is never told twice, and the table has what the book says."""
    booked = [entry for entry in written if isinstance(entry, LedgerEntry)]
    news: list[Effect] = []
    for record in told:
        entry = record.entry
        if isinstance(entry, LedgerEntry):
            same = next((one for one in booked if (one.kind, one.postings) == (entry.kind, entry.postings)), None)
            if same is not None:
                booked.remove(same)
                continue
        news.append(record)
    if dealt:
        for entry in booked:
            t.ledger.post(entry.kind, entry.postings)
    return news
