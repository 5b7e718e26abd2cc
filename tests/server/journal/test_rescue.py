"""Row by row out of a file that SQLite gives up on."""

from pathlib import Path

from protocol.ids import Millis, RoomCode
from server.journal.rescue import rescue
from server.journal.store import Store
from server.table.effects import Row, RowKind
from tests.support.journal import owned

ROOM = RoomCode("K7Q2M9XDT4")


def test_everything_of_a_sound_file_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "K7.db"
    store = Store(path)
    rows = [
        Row(RowKind.SNAPSHOT, Millis(1), b"one"),
        Row(RowKind.INPUT, Millis(2), b"a"),
        Row(RowKind.INPUT, Millis(3), b"b"),
        Row(RowKind.RECORD, Millis(3), b"r", "named", 0),
        Row(RowKind.KEY, Millis(3), b"k", "asked"),
    ]
    store.write([(ROOM, rows)], 5)
    store.close()
    aside, rooms, lost = rescue(path)
    assert (aside.name, rooms, lost) == ("K7.damaged-1.db", 1, 0)
    again = owned(Store(path))
    kept = again.read(ROOM)
    assert kept is not None
    assert (kept.snapshot, kept.inputs) == (b"one", (b"a", b"b"))
    assert (list(again.records(ROOM)), again.made(b"k")) == ([(5, b"r")], (ROOM, "asked"))


def test_a_second_damaged_file_does_not_replace_the_first(tmp_path: Path) -> None:
    path = tmp_path / "K7.db"
    path.write_bytes(b"rubbish" * 1_000)
    assert rescue(path)[0].name == "K7.damaged-1.db"
    path.write_bytes(b"rubbish" * 1_000)
    assert rescue(path)[0].name == "K7.damaged-2.db"
    assert owned(Store(path)).live() == []
