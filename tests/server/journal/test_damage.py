"""What is damage, and what passes."""

import sqlite3
from pathlib import Path

import pytest

from server.journal.damage import StoreDamaged, StoreRefused, blamed
from server.journal.schema import ForeignFile

PATH = Path("K7.db")


def error(code: str) -> sqlite3.DatabaseError:
    made = sqlite3.DatabaseError(f"it says {code}")
    made.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{code}")
    return made


@pytest.mark.parametrize("code", ["CORRUPT", "CORRUPT_INDEX", "NOTADB", "ERROR", "IOERR_READ", "IOERR_SHORT_READ"])
def test_a_file_that_cannot_be_read_is_damaged(code: str) -> None:
    found = blamed(PATH, error(code))
    assert isinstance(found, StoreDamaged)
    assert (found.problem, str(found)) == (f"it says {code}", f"K7.db: it says {code}")


@pytest.mark.parametrize(
    "code", ["FULL", "IOERR_WRITE", "IOERR_SHMSIZE", "CANTOPEN", "READONLY_DIRECTORY", "BUSY_SNAPSHOT", "NOMEM"]
)
def test_a_disk_without_room_rights_or_handles_says_nothing_of_the_file(code: str) -> None:
    found = blamed(PATH, error(code))
    assert isinstance(found, StoreRefused)
    assert str(found) == f"K7.db cannot be used: it says {code}"


def test_a_file_of_something_else_is_none_of_ours() -> None:
    assert isinstance(blamed(PATH, ForeignFile()), StoreDamaged)
