"""The data folder: which shard it is, who may use it, and its journal file.

``shard`` names the shard, ``K7.db`` is its journal, and whoever holds the lock on ``K7.lock`` owns it (design 8). The
lock is the operating system's: it ends with the process, however that ends.
"""

import sqlite3
import sys
from pathlib import Path
from typing import IO, Final

import structlog

from server.journal.damage import StoreDamaged, blamed
from server.journal.rescue import end_rescue, rescue
from server.journal.store import Durability, Store

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

CHECKED_BYTES: Final = 64 * 1024 * 1024
"""A file up to this size is checked as a whole at each start: that takes a fraction of a second."""
CHECKED_UNCLEAN_BYTES: Final = 512 * 1024 * 1024
"""After an end without good-bye a larger one is checked too, which may take a second or two."""


class FolderTaken(Exception):
    """Another process uses this data folder. ``path`` is the lock file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"{self.path.parent} is in use by another process: end that one first, or choose another --data"


class Lock:
    """Owns a shard while it lives. FolderTaken."""

    def __init__(self, path: Path) -> None:
        self._file: IO[bytes] = path.open("ab")
        try:
            if sys.platform == "win32":
                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise FolderTaken(path) from None

    def release(self) -> None:
        self._file.close()


def journal_file(data: Path, shard: str) -> Path:
    """Where this shard's journal lies."""
    return data / f"{shard}.db"


def lock_file(data: Path, shard: str) -> Path:
    """What the owner of the shard holds."""
    return data / f"{shard}.lock"


def open_store(data: Path, shard: str, durability: Durability) -> Store:
    """The journal of this shard; where it is damaged, what can be saved of it.

    The damaged file stays beside it, and the log says which it is and what is missing. The caller holds the lock.
    StoreRefused where the disk does not take the least thing: then everything lies as before.
    """
    path = journal_file(data, shard)
    end_rescue(path)
    try:
        return _opened(path, shard, durability)
    except StoreDamaged as error:
        log = structlog.get_logger("journal")
        log.error("journal damaged", path=str(path), problem=error.problem)
        aside, saved, lost = rescue(path)
        log.error("saved what could be read", damaged=str(aside), rooms=saved, lost=lost)
        return _opened(path, shard, durability)


def _opened(path: Path, shard: str, durability: Durability) -> Store:
    store = Store(path, durability)
    try:
        most = CHECKED_BYTES if store.meta("clean") == "yes" else CHECKED_UNCLEAN_BYTES
        problem = store.problem() if path.stat().st_size <= most else None
        if problem is not None:
            raise StoreDamaged(path, problem)
        store.set_meta("shard", shard)
        store.set_meta("clean", "")
    except BaseException as error:
        store.abandon()
        if isinstance(error, sqlite3.DatabaseError):
            raise blamed(path, error) from error
        raise
    return store
