"""Row by row out of a file that SQLite gives up on."""

from pathlib import Path

import pytest

from protocol.ids import Millis, RoomCode
from server.journal import rescue as module
from server.journal.damage import StoreRefused
from server.journal.folder import open_store
from server.journal.rescue import rescue
from server.journal.store import Store
from server.table.effects import Row, RowKind
from tests.faults.disk import fill
from tests.support.connections import none_left_open
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


def test_a_full_disk_leaves_the_damaged_file_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "K7.db"
    path.write_bytes(b"rubbish" * 1_000)

    def full(self: Store, table: str, columns: str, rows: object) -> int:
        fill(self)
        self._db.execute("INSERT INTO inputs (room, at, data) VALUES ('', 0, ?)", (bytes(5_000),))
        return 0

    monkeypatch.setattr(Store, "adopt", full)
    with none_left_open(), pytest.raises(StoreRefused, match="full"):
        rescue(path)
    assert [file.name for file in tmp_path.iterdir()] == ["K7.db"]
    assert path.read_bytes() == b"rubbish" * 1_000


def test_a_process_that_dies_between_the_files_has_what_was_saved_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = owned(open_store(tmp_path, "K7", "process"))
    store.write([(ROOM, [Row(RowKind.SNAPSHOT, Millis(1), b"one")])], 5)
    store.close()
    path = tmp_path / "K7.db"
    with monkeypatch.context() as dying:
        dying.setattr(module, "end_rescue", lambda _: None)
        rescue(path)
    assert not path.exists()
    assert owned(open_store(tmp_path, "K7", "process")).live() == [ROOM]
    assert {file.name for file in tmp_path.glob("*.db")} == {"K7.db", "K7.damaged-1.db"}


def test_what_a_rescue_of_before_left_half_done_is_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "K7.db"
    half = Store(tmp_path / "K7.saved.db")
    half.write([(ROOM, [Row(RowKind.SNAPSHOT, Millis(1), b"half")])], 5)
    half.close()
    path.write_bytes(b"rubbish" * 1_000)
    assert rescue(path)[1] == 0
    assert not (tmp_path / "K7.saved.db").exists()
