"""From each version to the next, and no step back."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from protocol.ids import RoomCode
from server.journal import schema
from server.journal.rescue import rescue
from server.journal.schema import NEWEST, SchemaTooNew, migrate
from server.journal.store import Kept, Store


def tables(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")}


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        yield empty


def test_an_empty_file_becomes_a_journal_once(db: sqlite3.Connection) -> None:
    migrate(db)
    migrate(db)
    assert tables(db) >= {"meta", "rooms", "inputs", "records", "keys"}
    assert db.execute("PRAGMA user_version").fetchone() == (NEWEST,)


def test_a_file_of_before_gets_what_is_new(db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(db)
    db.execute("INSERT INTO meta VALUES ('epoch', '7')")
    versions = (*schema._VERSIONS, "CREATE TABLE more (x);")
    monkeypatch.setattr(schema, "_VERSIONS", versions)
    monkeypatch.setattr(schema, "NEWEST", len(versions))
    migrate(db)
    assert "more" in tables(db)
    assert db.execute("SELECT value FROM meta").fetchone() == ("7",)


def test_a_step_that_fails_changes_nothing(db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(db)
    monkeypatch.setattr(schema, "_VERSIONS", (*schema._VERSIONS, "CREATE TABLE more (x); CREATE TABLE meta (y);"))
    monkeypatch.setattr(schema, "NEWEST", NEWEST + 1)
    with pytest.raises(sqlite3.OperationalError):
        migrate(db)
    db.rollback()
    assert "more" not in tables(db)
    assert db.execute("PRAGMA user_version").fetchone() == (NEWEST,)


def test_a_file_of_a_newer_server_is_left_alone(db: sqlite3.Connection) -> None:
    migrate(db)
    db.execute(f"PRAGMA user_version={NEWEST + 1}")
    with pytest.raises(SchemaTooNew, match="newer version"):
        migrate(db)


def test_what_was_heard_before_a_file_had_numbers_counts_on(tmp_path: Path) -> None:
    """Files of the second version held nothing else: their rooms go on in mid-hand, and a damaged one is saved."""
    for name in ("K7.db", "K8.db"):
        db = sqlite3.connect(tmp_path / name, isolation_level=None)
        for script in schema._VERSIONS[:2]:
            db.executescript(script)
        db.execute(f"PRAGMA application_id={schema.APPLICATION}")
        db.execute("PRAGMA user_version=2")
        db.execute("INSERT INTO rooms VALUES ('K7Q2M9XDT4', 1, 2, 0, 0, x'61')")
        db.execute("INSERT INTO inputs VALUES (7, 'K7Q2M9XDT4', 3, x'62')")
        db.close()
    assert rescue(tmp_path / "K8.db")[1:] == (1, 0)
    for name in ("K7.db", "K8.db"):
        store = Store(tmp_path / name)
        assert store.read(RoomCode("K7Q2M9XDT4")) == Kept(RoomCode("K7Q2M9XDT4"), b"a", (b"b",))
        assert store.live() == ["K7Q2M9XDT4"]
        store.close()
