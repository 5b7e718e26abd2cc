"""What can be saved of a journal file that SQLite finds damaged: row by row, whatever can still be read."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from server.journal.damage import blamed
from server.journal.reading import reader
from server.journal.store import Store

_TABLES: Final = {
    "rooms": "room, at, used_s, parked, closed, heard, snapshot",
    "inputs": "id, room, at, data",
    "records": "id, room, topic, hand, wall_s, data",
    "keys": "key, room, request",
}
_NEWER: Final = {"rooms": " heard,"}
"""A column that files of before do not have, and do without."""
_ENDS: Final = ("", "-wal", "-shm")
"""A journal is as many files while it is in use, or was not closed."""
_PROBES: Final = 2_000_000
"""Row numbers that are tried at most, where a table's end cannot be read."""
_GAP: Final = 10_000
"""So many row numbers in a row without a row: there are no more."""


def rescue(path: Path) -> tuple[Path, int, int]:
    """Put a new file in the place of a damaged one, with what could be read.

    Returns where the damaged one is now, how many rooms were saved, and how many rows could not be read. StoreRefused
    where the disk does not take the new file: then the damaged one stays where it is.
    """
    saved = _saved(path)
    _forget(saved)
    lost = 0
    try:
        with closing(Store(saved)) as fresh:
            for table, columns in _TABLES.items():
                columns = _columns(path, table, columns)
                lost += fresh.adopt(table, columns, _rows(path, table, columns))
            rooms = fresh.count("rooms")
    except BaseException as error:
        _forget(saved)
        if isinstance(error, sqlite3.DatabaseError):
            raise blamed(saved, error) from error
        raise
    aside = _aside(path)
    # The file itself last: once it is gone, the next start does the rest; and its log would be read with another file.
    for end in reversed(_ENDS):
        old = path.with_name(path.name + end)
        if old.exists():
            old.rename(aside.with_name(aside.name + end))
    end_rescue(path)
    return aside, rooms, lost


def end_rescue(path: Path) -> None:
    """Put what was saved in its place, where the damaged file is gone from there already."""
    saved = _saved(path)
    if saved.exists() and not path.exists():
        saved.rename(path)


def _saved(path: Path) -> Path:
    return path.with_name(f"{path.stem}.saved{path.suffix}")


def _forget(path: Path) -> None:
    for end in _ENDS:
        path.with_name(path.name + end).unlink(missing_ok=True)


def _aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    return aside


def _columns(path: Path, table: str, columns: str) -> str:
    """What this file has of them, if it can tell."""
    newer = _NEWER.get(table)
    if newer is not None:
        with closing(reader(path)) as db, suppress(sqlite3.Error):
            if newer.strip(" ,") not in {row[1] for row in db.execute(f"PRAGMA table_info({table})")}:
                return columns.replace(newer, "")
    return columns


def _rows(path: Path, table: str, columns: str) -> Iterator[tuple[Any, ...] | None]:
    """All rows of a table, None for each that cannot be read."""
    try:
        db = reader(path)
    except sqlite3.Error:
        return
    with closing(db):
        try:
            last = db.execute(f"SELECT max(rowid) FROM {table}").fetchone()[0] or 0  # noqa: S608
        except sqlite3.Error:
            last = _PROBES
        empty = 0
        for number in range(1, last + 1):
            try:
                row = db.execute(f"SELECT {columns} FROM {table} WHERE rowid=?", (number,)).fetchone()  # noqa: S608
            except sqlite3.Error:
                empty += 1
                yield None
            else:
                empty = 0 if row is not None else empty + 1
                if row is not None:
                    yield tuple(row)
            if empty > _GAP:
                return
