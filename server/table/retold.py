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
from server.table.entries import Dealt, Heard, Input
from server.table.messages import Woke
from server.table.snapshot import Snapshot


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
    kept: Snapshot, entries: Sequence[Input], game: AnyGame, shuffler: Shuffler, cause: VoidCause
) -> tuple[TableCore, list[Effect]]:
    """The table where the hand that began after the snapshot cannot go on: it is void, what else was said stands.

    What cannot be taken without that hand is left out. The effects: what readers must know of it.
    """
    core = TableCore(snapshot.restored(kept, game, shuffler))
    t = core.table
    dealt = any(isinstance(entry, Dealt) for entry in entries)
    if dealt:
        play.void_undealt(t, cause)
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
    return core, [effect for effect in core.forget_output() if isinstance(effect, Record)]
