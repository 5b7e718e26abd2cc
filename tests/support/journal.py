"""A real journal, over a real SQLite in memory, on a loop that a test moves."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from protocol.ids import Millis
from server.journal.sqlite import Loop, SqliteJournal, at_once
from server.journal.store import Store
from server.table.effects import Row, RowKind
from tests.support.loop import Timer, VirtualLoop

ROW = Row(RowKind.INPUT, Millis(0), b"{}")
WALL_S = 1_800_000_000
"""The time of day in tests."""
_owned: list[Store] = []


class TickLoop:
    """A loop whose ticks end when a test says so; timers are noted and never fire."""

    def __init__(self, soon: Callable[[Callable[[], None]], object]) -> None:
        self._soon = soon
        self._later = VirtualLoop()

    def call_soon(self, call: Callable[[], None], /) -> object:
        return self._soon(call)

    def call_later(self, delay_s: float, call: Callable[[], None], /) -> Timer:
        return self._later.call_later(delay_s, call)

    def time(self) -> float:
        return self._later.time()


def memory_journal(loop: Loop) -> SqliteJournal:
    """A journal that is gone with the test."""
    return SqliteJournal(owned(Store(None)), loop, at_once, lambda: WALL_S)


def owned(store: Store) -> Store:
    """This store: it is closed at the end of the test, or of the ``stores_closed`` around it."""
    _owned.append(store)
    return store


@contextmanager
def stores_closed() -> Iterator[None]:
    """Closes what is ``owned`` within, as it is. Every test is within one; examples of Hypothesis want their own."""
    before = len(_owned)
    try:
        yield
    finally:
        while len(_owned) > before:
            _owned.pop().abandon()
