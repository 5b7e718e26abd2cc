"""What SQLite's complaint about a journal means: the file is damaged, or it is sound and cannot be used now.

Only a damaged file is put aside. On a full disk, or with too many open files, the same file is whole the next time.
"""

import sqlite3
from pathlib import Path
from typing import Final

_READING: Final = (
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_IOERR_DATA,
    sqlite3.SQLITE_IOERR_CORRUPTFS,
)
"""The disk gives back something else than was written, or nothing."""
_NOT_NOW: Final = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOLFS,
    sqlite3.SQLITE_AUTH,
)
"""What says nothing of the file: it has no room, no rights, no file handles, or somebody else has it."""
_PRIMARY: Final = 0xFF
"""SQLite's codes are finer ones in their upper bytes."""


class StoreDamaged(Exception):
    """SQLite cannot read the file, or it is none of ours. ``path`` is the file, ``problem`` what SQLite says."""

    def __init__(self, path: Path | None, problem: str) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"


class StoreRefused(OSError):
    """The file cannot be used now, and nothing says that it is damaged. ``path`` and ``problem`` as above."""

    def __init__(self, path: Path | None, problem: str) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.path} cannot be used: {self.problem}"


def blamed(path: Path | None, error: sqlite3.DatabaseError) -> StoreDamaged | StoreRefused:
    """What this error says of the file."""
    # Our own kinds have no code, and are about the file.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    sound = code & _PRIMARY in _NOT_NOW and code not in _READING
    return (StoreRefused if sound else StoreDamaged)(path, str(error))
