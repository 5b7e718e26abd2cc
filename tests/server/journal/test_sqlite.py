"""A journal: positions, commits, and who waits for them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from protocol.ids import Millis, RoomCode
from server.journal.sqlite import LATE_MS, Done, SqliteJournal, at_once
from server.journal.store import Kept, Store
from server.table.effects import Position, Row, RowKind
from tests.faults.disk import fill
from tests.support.connections import none_left_open
from tests.support.journal import ROW, WALL_S, TickLoop, memory_journal, owned
from tests.support.lobby import Ticks
from tests.support.loop import VirtualLoop

ROOM = RoomCode("K7Q2M9XDT4")


def test_what_is_appended_in_one_tick_is_one_commit() -> None:
    ticks = Ticks()
    journal = memory_journal(TickLoop(ticks))
    assert journal.append(ROOM, [ROW, ROW]) == 2
    assert journal.append(ROOM, [ROW]) == 3
    assert journal.committed == 0
    ticks.end()
    assert journal.committed == 3
    ticks.end()
    assert journal.committed == 3


def test_nothing_appended_commits_nothing() -> None:
    ticks = Ticks()
    journal = memory_journal(TickLoop(ticks))
    assert journal.append(ROOM, []) == 0
    called: list[str] = []
    journal.after(Position(0), lambda: called.append("now"))
    assert called == ["now"]


def test_calls_come_in_the_order_of_positions() -> None:
    ticks = Ticks()
    journal = memory_journal(TickLoop(ticks))
    first = journal.append(ROOM, [ROW])
    second = journal.append(ROOM, [ROW])
    called: list[str] = []

    def note(word: str) -> Callable[[], None]:
        return lambda: called.append(word)

    journal.after(second, note("second"))
    journal.after(first, note("first"))
    journal.after(second, note("second again"))
    assert called == []
    ticks.end()
    assert called == ["first", "second", "second again"]


def test_a_call_that_fails_keeps_nobody_elses_back() -> None:
    ticks = Ticks()
    journal = memory_journal(TickLoop(ticks))
    position = journal.append(ROOM, [ROW])
    called: list[str] = []

    def fails() -> None:
        raise RuntimeError("planted")

    journal.after(position, fails)
    journal.after(position, lambda: called.append("next"))
    with capture_logs() as lines:
        ticks.end()
    assert called == ["next"]
    assert [line["event"] for line in lines] == ["a frame could not be sent"]
    assert "planted" not in repr(lines)
    journal.append(ROOM, [ROW])
    ticks.end()
    assert journal.committed == 2


def test_a_call_may_append_and_wait_again() -> None:
    ticks = Ticks()
    journal = memory_journal(TickLoop(ticks))
    called: list[Position] = []

    def more() -> None:
        position = journal.append(ROOM, [ROW])
        journal.after(position, lambda: called.append(position))

    journal.after(journal.append(ROOM, [ROW]), more)
    ticks.end()
    assert called == []
    ticks.end()
    assert called == [2]


@pytest.mark.parametrize(("took_ms", "told"), [(LATE_MS - 1, []), (LATE_MS, [LATE_MS]), (20_000, [20_000])])
def test_a_commit_that_held_everything_up_is_told_before_anybody_hears_of_it(took_ms: int, told: list[int]) -> None:
    loop = VirtualLoop()

    def slowly(work: Callable[[], None], done: Done) -> None:
        loop.sleep(took_ms)
        at_once(work, done)

    journal = SqliteJournal(owned(Store(None)), loop, slowly, lambda: WALL_S)
    heard: list[int] = []
    journal.on_blocked = heard.append
    journal.after(journal.append(ROOM, [ROW]), lambda: heard.append(0))
    loop.settle()
    assert heard == [*told, 0]
    loop.advance(LATE_MS)
    assert not journal.saving


def test_an_end_on_a_full_disk_closes_the_file_and_does_not_call_it_clean(tmp_path: Path) -> None:
    """What was not written was told to nobody; the next start has what was, and looks at the file as a whole."""
    path = tmp_path / "K7.db"
    with none_left_open(), capture_logs() as lines:
        loop = VirtualLoop()
        store = Store(path)
        store.set_meta("clean", "")
        journal = SqliteJournal(store, loop, at_once, lambda: WALL_S)
        journal.append(ROOM, [Row(RowKind.SNAPSHOT, Millis(1), b"one")])
        loop.settle()
        fill(store)
        journal.append(ROOM, [Row(RowKind.INPUT, Millis(2), bytes(5_000))])
        journal.close()
    assert [line["event"] for line in lines] == ["the end was not written"]
    again = owned(Store(path))
    assert again.read(ROOM) == Kept(ROOM, b"one", ())
    assert again.meta("clean") == ""
