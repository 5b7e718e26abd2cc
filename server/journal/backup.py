"""A journal copied while it is in use, and put back.

Copying the file of a running journal loses what is still in its log; SQLite's own backup does not.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from server.journal.damage import StoreDamaged
from server.journal.folder import Lock, journal_file, lock_file
from server.journal.reading import reader
from server.journal.schema import APPLICATION

SHARD_FILE: Final = "shard"


class NothingToCopy(Exception):
    """The folder holds no journal. ``path`` is where it would be."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"there is no journal in {self.path}"


class Occupied(Exception):
    """Something is there already, and stays. ``path`` is what."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"{self.path} exists already"


def shard_of_folder(data: Path) -> str:
    """The shard of a data folder; NothingToCopy where it has none."""
    try:
        return (data / SHARD_FILE).read_text(encoding="ascii").strip()
    except OSError:
        raise NothingToCopy(data) from None


def backup(data: Path, to: Path) -> int:
    """Copy the folder's journal into one file, readable by its owner only; how many rooms it holds.

    NothingToCopy, Occupied, StoreDamaged. A server may be using the folder.
    """
    source = journal_file(data, shard_of_folder(data))
    if not source.exists():
        raise NothingToCopy(data)
    if to.exists():
        raise Occupied(to)
    to.touch(0o600)
    try:
        with closing(reader(source)) as db, closing(sqlite3.connect(to)) as copy:
            db.backup(copy)
            # One file, whole by itself: a log beside it could be left behind.
            copy.execute("PRAGMA journal_mode=DELETE")
        return _rooms(to)
    except (sqlite3.Error, StoreDamaged) as error:
        to.unlink()
        raise StoreDamaged(source, str(error)) from error


def restore(file: Path, data: Path) -> tuple[str, int]:
    """Make a data folder out of a backup; its shard, and how many rooms it holds.

    Links and tokens of before lead here again. Occupied where the folder has a journal, FolderTaken where a server uses
    it, StoreDamaged where the file is no backup.
    """
    rooms = _rooms(file)
    with closing(reader(file)) as db:
        found = db.execute("SELECT value FROM meta WHERE key='shard'").fetchone()
    if found is None:
        raise StoreDamaged(file, "it does not say which shard it is")
    shard = str(found[0])
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = journal_file(data, shard)
    there = next((path for path in (data / SHARD_FILE, *data.glob("*.db")) if path.exists()), None)
    if there is not None:
        raise Occupied(there)
    lock = Lock(lock_file(data, shard))
    try:
        target.touch(0o600)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
        (data / SHARD_FILE).write_text(shard + "\n", encoding="ascii")
    finally:
        lock.release()
    return shard, rooms


def _rooms(file: Path) -> int:
    try:
        with closing(reader(file)) as db:
            if db.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
                raise StoreDamaged(file, "this is not a journal of Xiban")
            (problem,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if problem != "ok":
                raise StoreDamaged(file, str(problem))
            return int(db.execute("SELECT count(*) FROM rooms").fetchone()[0])
    except sqlite3.Error as error:
        raise StoreDamaged(file, str(error)) from error
