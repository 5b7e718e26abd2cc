"""The data folder: one owner, one file, and what is saved of a damaged one."""

import subprocess
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from protocol.ids import Millis, RoomCode
from server.journal.damage import StoreRefused
from server.journal.folder import FolderTaken, Lock, journal_file, lock_file, open_store
from server.journal.store import Store
from server.table.effects import Row, RowKind
from tests.faults.disk import fill
from tests.support.connections import none_left_open
from tests.support.journal import owned

ROOM = RoomCode("K7Q2M9XDT4")


def test_a_folder_has_one_owner_at_a_time(tmp_path: Path) -> None:
    lock = Lock(lock_file(tmp_path, "K7"))
    with pytest.raises(FolderTaken, match="in use by another process"):
        Lock(lock_file(tmp_path, "K7"))
    Lock(lock_file(tmp_path, "AA")).release()
    lock.release()
    Lock(lock_file(tmp_path, "K7")).release()


def test_the_lock_ends_with_its_process(tmp_path: Path) -> None:
    script = (
        "import sys, os, pathlib\nfrom server.journal.folder import Lock\n"
        "lock = Lock(pathlib.Path(sys.argv[1]))\nprint('mine', flush=True)\nsys.stdin.read()\n"
    )
    path = lock_file(tmp_path, "K7")
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"mine\n"
        with pytest.raises(FolderTaken):
            Lock(path)
        other.kill()
        other.wait()
        Lock(path).release()


def test_what_is_written_is_there_at_the_next_start(tmp_path: Path) -> None:
    store = owned(open_store(tmp_path, "K7", "process"))
    store.write([(ROOM, [Row(RowKind.SNAPSHOT, Millis(1), b"one")])], 1)
    store.close()
    again = owned(open_store(tmp_path, "K7", "full"))
    assert again.live() == [ROOM]
    assert (again.meta("shard"), again.meta("clean")) == ("K7", "")


@pytest.mark.parametrize("where", ["start", "middle", "end"])
def test_of_a_damaged_file_is_saved_what_can_be_read(where: str, tmp_path: Path) -> None:
    store = owned(open_store(tmp_path, "K7", "process"))
    rooms = [RoomCode(f"K7{number:08d}") for number in range(300)]
    store.write([(room, [Row(RowKind.SNAPSHOT, Millis(1), room.encode() * 40)]) for room in rooms], 1)
    store.close()
    path = journal_file(tmp_path, "K7")
    data = bytearray(path.read_bytes())
    at = {"start": 0, "middle": len(data) // 2, "end": len(data) - 6_000}[where]
    data[at : at + 6_000] = b"\x55" * 6_000
    path.write_bytes(bytes(data))
    with capture_logs() as lines:
        try:
            store = owned(open_store(tmp_path, "K7", "process"))
        finally:
            shown = repr(lines)
    saved = [room for room in rooms if (kept := store.read(room)) is not None and kept.snapshot == room.encode() * 40]
    if where == "start":
        assert "journal damaged" in shown
    else:
        assert len(saved) >= 200
    store.write([(ROOM, [Row(RowKind.SNAPSHOT, Millis(1), b"new")])], 1)
    assert store.read(ROOM) is not None
    if "journal damaged" in shown:
        assert (tmp_path / "K7.damaged-1.db").exists()
        assert str(path) in shown


def test_a_start_that_can_write_nothing_keeps_no_file_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Store, key: str, value: str) -> None:
        fill(self)
        self._db.execute("INSERT INTO inputs (room, at, data) VALUES ('', 0, ?)", (bytes(5_000),))

    monkeypatch.setattr(Store, "set_meta", full)
    with none_left_open(), pytest.raises(StoreRefused, match="full"):
        open_store(tmp_path, "K7", "process")


@pytest.mark.parametrize("room_left", [0, 5_000])
def test_a_start_on_a_full_disk_changes_nothing(room_left: int, tmp_path: Path) -> None:
    """Nothing says that the file is damaged: once there is room, every table is there."""
    store = owned(open_store(tmp_path, "K7", "process"))
    store.write([(ROOM, [Row(RowKind.SNAPSHOT, Millis(1), b"one" * 5_000)])], 1)
    store.close()
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.db")}
    script = (
        "import resource, sys, pathlib\nfrom server.journal.folder import open_store\n"
        "_, most = resource.getrlimit(resource.RLIMIT_FSIZE)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), most))\n"
        "for _ in range(2):\n"
        "    try:\n        open_store(pathlib.Path(sys.argv[1]), 'K7', 'process')\n"
        "    except OSError as error:\n        print(type(error).__name__)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), str(room_left)], capture_output=True, text=True, check=True
    )
    assert (ended.stdout.split(), ended.stderr) == (["StoreRefused"] * 2, "")
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.db")} == before
    assert owned(open_store(tmp_path, "K7", "process")).live() == [ROOM]
