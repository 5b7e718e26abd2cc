"""A file that is only read."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.journal.reading import reader

ODD = ["C# games", "50%23 off", "who?mode=rwc", "bàn nhà Lan"]


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("unchanging", [False, True])
def test_a_folder_may_be_called_anything(name: str, unchanging: bool, tmp_path: Path) -> None:
    path = tmp_path / name / "K7.db"
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE said (what)")
        db.execute("INSERT INTO said VALUES ('a')")
    with closing(reader(path, unchanging=unchanging)) as db:
        assert db.execute("SELECT what FROM said").fetchall() == [("a",)]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            db.execute("INSERT INTO said VALUES ('b')")
    assert [found.name for found in tmp_path.iterdir()] == [name]


def test_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        reader(tmp_path / "K7.db")
    assert list(tmp_path.iterdir()) == []
