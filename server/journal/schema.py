"""The tables of a journal file, and the way from each version to the next."""

import sqlite3
from typing import Final

APPLICATION: Final = 0x58494241
""" "XIBA" in the file's header: tells our files from others (SQLite's application_id)."""

_VERSIONS: Final = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE rooms (
        room TEXT PRIMARY KEY, at INTEGER NOT NULL, used_s INTEGER NOT NULL, parked INTEGER NOT NULL DEFAULT 0,
        closed INTEGER NOT NULL DEFAULT 0, snapshot BLOB NOT NULL
    );
    CREATE TABLE inputs (id INTEGER PRIMARY KEY, room TEXT NOT NULL, at INTEGER NOT NULL, data BLOB NOT NULL);
    CREATE INDEX inputs_of_room ON inputs (room);
    CREATE TABLE records (
        id INTEGER PRIMARY KEY, room TEXT NOT NULL, topic TEXT NOT NULL, hand INTEGER NOT NULL, wall_s INTEGER NOT NULL,
        data BLOB NOT NULL
    );
    CREATE INDEX records_of_room ON records (room, topic, hand);
    CREATE TABLE keys (key BLOB PRIMARY KEY, room TEXT NOT NULL, request TEXT NOT NULL);
    CREATE INDEX keys_of_room ON keys (room);
    """,
    # Store knows by heart which inputs are whose: the index was one more page of each commit for each room in it.
    "DROP INDEX inputs_of_room;",
    # What a room heard before its snapshot is void by a number. It stands before the snapshot, where it is read alone.
    """
    CREATE TABLE rooms_3 (
        room TEXT PRIMARY KEY, at INTEGER NOT NULL, used_s INTEGER NOT NULL, parked INTEGER NOT NULL DEFAULT 0,
        closed INTEGER NOT NULL DEFAULT 0, heard INTEGER NOT NULL DEFAULT 0, snapshot BLOB NOT NULL
    );
    INSERT INTO rooms_3 (room, at, used_s, parked, closed, snapshot)
        SELECT room, at, used_s, parked, closed, snapshot FROM rooms;
    DROP TABLE rooms;
    ALTER TABLE rooms_3 RENAME TO rooms;
    """,
)
"""One script a version: the file's user_version counts those that were run. Never edited, only added to."""

NEWEST: Final = len(_VERSIONS)


class SchemaTooNew(Exception):
    """The file was written by a newer server. ``found`` is its version."""

    def __init__(self, found: int) -> None:
        super().__init__(found)
        self.found = found

    def __str__(self) -> str:
        return f"written by a newer version of Xiban (schema {self.found}, this one knows {NEWEST})"


class ForeignFile(sqlite3.DatabaseError):
    """A database of something else."""

    def __str__(self) -> str:
        return "this is not a journal of Xiban"


def migrate(db: sqlite3.Connection) -> None:
    """Bring a file to the newest version. SchemaTooNew, ForeignFile; sqlite3.Error where it cannot be read."""
    (found,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and tables:
        raise ForeignFile
    if found > NEWEST:
        raise SchemaTooNew(found)
    for version, script in enumerate(_VERSIONS[found:], start=found + 1):
        db.executescript(
            f"BEGIN; {script}; PRAGMA application_id={APPLICATION}; PRAGMA user_version={version}; COMMIT;"
        )
