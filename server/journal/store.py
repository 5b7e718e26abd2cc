"""The file that outlives the process: rooms, what was said at them, and what readers want to know of them.

SQLite in WAL mode. A commit is on disk at once as far as the process is concerned; whether it waits for the disk itself
is the durability (docs/behaviour.md). Nothing here knows what the bytes mean.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from protocol.ids import Millis, RoomCode
from server.journal import schema
from server.journal.damage import blamed
from server.journal.inputs import Inputs
from server.table.effects import Row, RowKind

Durability = Literal["process", "full"]
"""What a commit survives: the end of the process, or of the machine's power too."""
Batch = Sequence[tuple[RoomCode, Sequence[Row]]]
BUSY_S: Final = 5.0
"""How long a write waits for somebody else's, such as a backup's."""
RECORD_S: Final = 30 * 86_400
"""A room's record stays this long after it was last used."""

_INPUT: Final = RowKind.INPUT


class Kept(msgspec.Struct, frozen=True):
    """One room as it was written: the snapshot and what was heard since."""

    room: RoomCode
    snapshot: bytes
    inputs: tuple[bytes, ...]

    def __repr__(self) -> str:
        return f"<Kept with {len(self.inputs)} inputs>"


class Store:
    """Writes batches and reads rooms. sqlite3.Error where the disk refuses; at first StoreDamaged, StoreRefused, and
    SchemaTooNew.

    ``path`` None keeps everything in memory, for one thread. Else ``write`` and ``checkpoint`` may run in any.
    """

    def __init__(self, path: Path | None, durability: Durability = "process") -> None:
        self.path = path
        if path is not None:
            # Created by us: SQLite would let the umask decide who may read it.
            path.touch(0o600)
            path.chmod(0o600)
        # A file that is refused is let go: it may have to be moved.
        with contextlib.ExitStack() as opened:
            try:
                self._db = opened.enter_context(contextlib.closing(_connect(path)))
                self._db.execute("PRAGMA journal_mode=WAL")
                self._db.execute(f"PRAGMA synchronous={'FULL' if durability == 'full' else 'NORMAL'}")
                # Checkpoints are made beside the tables, not by the commit that happens to be the thousandth.
                self._db.execute("PRAGMA wal_autocheckpoint=0")
                schema.migrate(self._db)
                # Readers see what is committed, while another thread may be writing.
                self._reader = self._db if path is None else opened.enter_context(contextlib.closing(_connect(path)))
            except sqlite3.DatabaseError as error:
                raise blamed(path, error) from error
            self._opened = opened.pop_all()
        self._lock = threading.Lock()
        self._transaction = _Transaction(self._db, self._lock)
        self._found: Inputs | None = None

    def write(self, batch: Batch, wall_s: int) -> None:
        """All of it or nothing."""
        inputs = self._inputs
        try:
            with self._transaction as db:
                # What tables heard is nearly all there is: it goes in with one call, and in its order with the rest.
                heard: list[tuple[RoomCode, Millis, bytes]] = []
                for room, rows in batch:
                    for row in rows:
                        if row.kind is _INPUT:
                            heard.append((room, row.at, row.data))
                            continue
                        if heard:
                            inputs.write(db, heard)
                            heard = []
                        self._write(db, room, row, wall_s)
                if heard:
                    inputs.write(db, heard)
                inputs.sweep(db)
        except BaseException:
            inputs.undone()
            raise
        inputs.committed()

    def read(self, room: RoomCode, *, closed: bool = False) -> Kept | None:
        """A room that is not closed, or one that is; None where there is none."""
        found = self._reader.execute("SELECT snapshot FROM rooms WHERE room=? AND closed=?", (room, closed)).fetchone()
        if found is None:
            return None
        return Kept(room, found[0], self._inputs.of(self._reader, room))

    def has(self, room: RoomCode) -> bool:
        """Whether this code was ever given to a room whose record is still there."""
        return self._reader.execute("SELECT 1 FROM rooms WHERE room=?", (room,)).fetchone() is not None

    def was_closed(self, room: RoomCode) -> bool:
        """Whether there is the record of a room that was closed."""
        return self._reader.execute("SELECT 1 FROM rooms WHERE room=? AND closed", (room,)).fetchone() is not None

    def live(self) -> list[RoomCode]:
        """Rooms that were in use when the process ended, used last first."""
        found = self._reader.execute("SELECT room FROM rooms WHERE NOT closed AND NOT parked ORDER BY used_s DESC")
        return [RoomCode(room) for (room,) in found]

    def begin(self, wall_s: int) -> tuple[int, Millis]:
        """A process starts: its epoch, and the instant from which its clock goes on."""
        epoch = max(int(self.meta("epoch") or 0) + 1, wall_s)
        seen = self._reader.execute(
            "SELECT max(m) FROM (SELECT max(at) m FROM rooms UNION ALL SELECT max(at) FROM inputs)"
        )
        clock = max(int(self.meta("clock") or 0), seen.fetchone()[0] or 0) + 1
        self.set_meta("epoch", str(epoch))
        self.set_meta("clock", str(clock))
        return epoch, Millis(clock)

    def meta(self, key: str) -> str | None:
        found = self._reader.execute("SELECT value FROM meta WHERE key=?", (key,)).fetchone()
        return None if found is None else str(found[0])

    def set_meta(self, key: str, value: str) -> None:
        with self._transaction as db:
            db.execute("INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value=excluded.value", (key, value))

    def records(self, room: RoomCode, topic: str | None = None, hand: int | None = None) -> Iterator[tuple[int, bytes]]:
        """What readers want to know of a room, in the order in which it happened, with the time of day of each."""
        found = self._reader.execute(
            "SELECT wall_s, data FROM records WHERE room=:room AND (:topic IS NULL OR topic=:topic) AND "
            "(:hand IS NULL OR hand=:hand) ORDER BY id",
            {"room": room, "topic": topic, "hand": hand},
        )
        for wall_s, data in found:
            yield int(wall_s), bytes(data)

    def records_of(self, room: RoomCode) -> Callable[[int], Iterator[bytes]]:
        """The records of one room by hand, to be read when they are asked for."""
        return lambda hand: (data for _, data in self.records(room, hand=hand))

    def made(self, key: bytes) -> tuple[RoomCode, str] | None:
        """The room that was made under a key, and the digest of what was asked then."""
        found = self._reader.execute("SELECT room, request FROM keys WHERE key=?", (key,)).fetchone()
        return None if found is None else (RoomCode(found[0]), str(found[1]))

    def newest(self, room: RoomCode, topic: str, before: int, most: int) -> list[tuple[int, bytes]]:
        """The records of one topic about hands before ``before``, newest hand first; of one hand the newest only."""
        found = self._reader.execute(
            "SELECT wall_s, data FROM records WHERE id IN (SELECT max(id) FROM records WHERE room=? AND topic=? AND "
            "hand<? GROUP BY hand ORDER BY hand DESC LIMIT ?) ORDER BY hand DESC",
            (room, topic, before, most),
        )
        return [(int(wall_s), bytes(data)) for wall_s, data in found]

    def expired(self, wall_s: int) -> list[RoomCode]:
        """Rooms whose record has stayed long enough."""
        found = self._reader.execute(
            "SELECT room FROM rooms WHERE used_s < ? AND (parked OR closed) LIMIT 100", (wall_s - RECORD_S,)
        )
        return [RoomCode(room) for (room,) in found]

    def problem(self) -> str | None:
        """What SQLite finds wrong with the file; None where it finds nothing."""
        (found,) = self._reader.execute("PRAGMA quick_check(1)").fetchone()
        return None if found == "ok" else str(found)

    def adopt(self, table: str, columns: str, rows: Iterable[tuple[Any, ...] | None]) -> int:
        """Take over rows of another file; how many there were that could not be read (None) or taken."""
        lost = 0
        marks = ", ".join("?" * (columns.count(",") + 1))
        with self._transaction as db:
            for row in rows:
                try:
                    if row is not None:
                        db.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", row)  # noqa: S608
                        continue
                except sqlite3.IntegrityError:
                    pass
                lost += 1
        return lost

    def count(self, table: str) -> int:
        """How many rows a table has."""
        return int(self._reader.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608

    def abandon(self) -> None:
        """Close the file as it is: it cannot be read or written. One that is closed stays so."""
        with contextlib.suppress(sqlite3.Error):
            self._opened.close()

    def checkpoint(self) -> None:
        """Move what is committed from the log into the file, as far as nobody is disturbed."""
        if self.path is not None:
            with contextlib.closing(_connect(self.path)) as db:
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Leave one file behind, not three. It is closed also where the disk refuses."""
        try:
            if self.path is not None:
                self.set_meta("clean", "yes")
                with self._lock:
                    self._reader.close()
                    self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            with self._lock:
                self._opened.close()

    @property
    def _inputs(self) -> Inputs:
        # Not before it is asked for: a rescued file is filled first.
        if self._found is None:
            self._found = Inputs(self._reader)
        return self._found

    def _write(self, db: sqlite3.Cursor, room: RoomCode, row: Row, wall_s: int) -> None:
        """Whatever is not an input."""
        match row.kind:
            case RowKind.INPUT:
                raise ValueError("inputs are written together")
            case RowKind.SNAPSHOT:
                db.execute(
                    "INSERT INTO rooms (room, at, used_s, heard, snapshot) VALUES (?, ?, ?, ?, ?) "
                    "ON CONFLICT DO UPDATE SET at=excluded.at, used_s=excluded.used_s, heard=excluded.heard, "
                    "parked=0, snapshot=excluded.snapshot",
                    (room, row.at, wall_s, self._inputs.void(db, room), row.data),
                )
            case RowKind.RECORD:
                db.execute(
                    "INSERT INTO records (room, topic, hand, wall_s, data) VALUES (?, ?, ?, ?, ?)",
                    (room, row.topic, row.hand, wall_s, row.data),
                )
            case RowKind.CLOSED:
                db.execute("UPDATE rooms SET closed=1, used_s=? WHERE room=?", (wall_s, room))
            case RowKind.PARKED | RowKind.LIVE:
                parked = row.kind is RowKind.PARKED
                db.execute("UPDATE rooms SET parked=?, used_s=? WHERE room=?", (parked, wall_s, room))
            case RowKind.FORGOTTEN:
                self._inputs.forget(db, room)
                for table in ("rooms", "records", "keys"):
                    db.execute(f"DELETE FROM {table} WHERE room=?", (room,))  # noqa: S608
            case RowKind.KEY:
                db.execute("INSERT INTO keys (key, room, request) VALUES (?, ?, ?)", (row.data, room, row.topic))


class _Transaction:
    """Around what is done at once or not at all. No generator: 1.2 us less in each commit."""

    __slots__ = ("_cursor", "_db", "_lock")

    def __init__(self, db: sqlite3.Connection, lock: threading.Lock) -> None:
        self._db = db
        self._lock = lock
        self._cursor = db.cursor()

    def __enter__(self) -> sqlite3.Cursor:
        self._lock.acquire()
        try:
            self._cursor.execute("BEGIN IMMEDIATE")
        except BaseException:
            self._lock.release()
            raise
        return self._cursor

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._cursor.execute("COMMIT")
        finally:
            try:
                # Also after a COMMIT that failed.
                if self._db.in_transaction:
                    self._cursor.execute("ROLLBACK")
            finally:
                self._lock.release()


def _connect(path: Path | None) -> sqlite3.Connection:
    return sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False, timeout=BUSY_S)
