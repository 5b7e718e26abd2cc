"""A disk that stalls, and one that is full: SQLite itself says so."""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Final

from protocol.ids import Millis, RoomCode
from server.journal.sqlite import Done, at_once
from server.journal.store import Store
from server.table.effects import Row, RowKind
from tests.support.loop import VirtualLoop

_NOBODY: Final = RoomCode("filler")
_PAGES: Final = 1_000_000


class Disk:
    """A Runner. ``blocks``: whoever writes waits, and the loop with it; else a thread waits beside the loop."""

    def __init__(self, *, blocks: bool) -> None:
        self.loop: VirtualLoop
        self._blocks = blocks
        self._stalls_until = 0

    def __call__(self, work: Callable[[], None], done: Done) -> None:
        left_ms = max(0, self._stalls_until - self.loop.now())
        if self._blocks:
            self.loop.sleep(left_ms)
            at_once(work, done)
        else:
            in_thread = partial(at_once, work, lambda error: self.loop.call_soon(partial(done, error)))
            if left_ms:
                self.loop.call_later(left_ms / 1000, in_thread)
            else:
                self.loop.call_soon(in_thread)

    def stall(self, span_ms: int) -> None:
        """Whatever is written takes until so long from now."""
        self._stalls_until = self.loop.now() + span_ms


def fill(store: Store) -> None:
    """Not one row more."""
    db = store._db
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count={pages}")
    for size in (2_000, 200, 20, 1):
        try:
            while True:
                # As tables write: the store knows by heart which numbers it has given.
                store.write([(_NOBODY, [Row(RowKind.INPUT, Millis(0), bytes(size))])], 0)
        except sqlite3.OperationalError as error:
            assert str(error) == "database or disk is full"  # noqa: PT017


def free(store: Store) -> None:
    """There is room again."""
    store._db.execute(f"PRAGMA max_page_count={_PAGES}")
