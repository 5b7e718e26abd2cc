"""A journal copied under play and put back elsewhere: nothing written is missing, nothing is overwritten."""

import stat
from pathlib import Path

import pytest

from protocol.ids import Millis, RoomCode
from server.journal.backup import NothingToCopy, Occupied, backup, restore
from server.journal.damage import StoreDamaged
from server.journal.folder import FolderTaken, Lock, lock_file, open_store
from server.journal.store import Store
from server.rooms.shards import own_shard
from server.table.effects import Row, RowKind
from tests.support.journal import owned

ROOM = RoomCode("K7Q2M9XDT4")


@pytest.fixture
def running(tmp_path: Path) -> Store:
    """The store of a server that goes on."""
    shard = own_shard(tmp_path / "data", lambda _: "K7")
    store = owned(open_store(tmp_path / "data", shard, "process"))
    store.write([(ROOM, [Row(RowKind.SNAPSHOT, Millis(1), b"one"), Row(RowKind.INPUT, Millis(2), b"a")])], 1)
    return store


def test_what_is_only_in_the_log_is_in_the_copy(running: Store, tmp_path: Path) -> None:
    assert backup(tmp_path / "data", tmp_path / "copy.db") == 1
    running.write([(ROOM, [Row(RowKind.INPUT, Millis(3), b"later")])], 1)
    assert restore(tmp_path / "copy.db", tmp_path / "elsewhere") == ("K7", 1)
    assert own_shard(tmp_path / "elsewhere", lambda _: "ZZ") == "K7"
    kept = owned(open_store(tmp_path / "elsewhere", "K7", "process")).read(ROOM)
    assert kept is not None
    assert (kept.snapshot, kept.inputs) == (b"one", (b"a",))


def test_only_the_owner_may_read_the_copy(running: Store, tmp_path: Path) -> None:
    backup(tmp_path / "data", tmp_path / "copy.db")
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "data"]


def test_nothing_is_overwritten(running: Store, tmp_path: Path) -> None:
    backup(tmp_path / "data", tmp_path / "copy.db")
    with pytest.raises(Occupied, match=r"copy\.db exists already"):
        backup(tmp_path / "data", tmp_path / "copy.db")
    with pytest.raises(Occupied):
        restore(tmp_path / "copy.db", tmp_path / "data")


def test_a_folder_that_is_in_use_is_left_alone(running: Store, tmp_path: Path) -> None:
    backup(tmp_path / "data", tmp_path / "copy.db")
    (tmp_path / "other").mkdir()
    lock = Lock(lock_file(tmp_path / "other", "K7"))
    with pytest.raises(FolderTaken):
        restore(tmp_path / "copy.db", tmp_path / "other")
    lock.release()


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NothingToCopy, match="no journal"):
        backup(tmp_path, tmp_path / "copy.db")
    (tmp_path / "note.txt").write_text("hello " * 200)
    with pytest.raises(StoreDamaged):
        restore(tmp_path / "note.txt", tmp_path / "data")
    with pytest.raises(StoreDamaged):
        restore(tmp_path / "nowhere.db", tmp_path / "data")
    assert not (tmp_path / "data").exists()
