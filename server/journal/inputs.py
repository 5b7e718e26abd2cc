"""What rooms have heard since their snapshots: which rows of the file are whose, and which are nobody's any more.

A snapshot makes void what its room heard before, by one number that is written with it. The rows stay for a while and
go many at a time, as they lie: to take a hand's own rows out of the pages that they share with those of all other rooms
cost two pages of the file, read and written, in each action at 2,500 tables; 5 % of the server.
"""

import sqlite3
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from protocol.ids import Millis, RoomCode

MOST_KNOWN: Final = 500
"""Inputs of one room whose ids are kept in memory, ten times those of a long hand; where there are more, the file is
searched."""
SWEPT_AT_ONCE: Final = 1_000
"""Rows that one commit looks through: less than a millisecond."""
KEPT: Final = 4
"""So many times what still counts stays in all: by then few rows of a stretch do."""


class Inputs:
    """Those of one file, for its one writer. Between ``write`` and ``committed`` nothing is taken for true yet."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._ids: dict[RoomCode, list[int]] = {}
        """What counts, oldest first; of MOST_KNOWN or more not all."""
        heard = dict[RoomCode, int]()
        self._last = 0
        for id_, room in db.execute("SELECT id, room FROM inputs ORDER BY id"):
            if room not in heard:
                found = db.execute("SELECT heard FROM rooms WHERE room=?", (room,)).fetchone()
                # Without a snapshot they are nothing.
                heard[room] = id_ if found is None else found[0]
            if id_ > heard[room]:
                ids = self._ids.setdefault(room, [])
                if len(ids) < MOST_KNOWN:
                    ids.append(id_)
            self._last = id_
        # A number that was ever given must not be given again: what is written with a snapshot would make it void.
        (most,) = db.execute("SELECT max(heard) FROM rooms").fetchone()
        self._last = max(self._last, most or 0)
        self._counting = sum(map(len, self._ids.values()))
        self._swept = 0
        """Up to here the file holds only what counts."""
        self._look_at = self._last
        self._new: dict[RoomCode, list[int]] = {}
        self._void: set[RoomCode] = set()
        self._before = (self._last, self._swept, self._look_at)

    def of(self, db: sqlite3.Connection, room: RoomCode) -> tuple[bytes, ...]:
        """What counts of a room, oldest first."""
        ids = self._ids.get(room, [])
        if len(ids) < MOST_KNOWN:
            one = "SELECT data FROM inputs WHERE id=?"
            return tuple([db.execute(one, (id_,)).fetchone()[0] for id_ in ids])
        rows = db.execute("SELECT data FROM inputs WHERE id>=? AND room=? ORDER BY id", (ids[0], room))
        return tuple([data for (data,) in rows])

    def write(self, db: sqlite3.Cursor, heard: Sequence[tuple[RoomCode, Millis, bytes]]) -> None:
        """Add these, in their order."""
        first = self._last + 1
        db.executemany(
            "INSERT INTO inputs (id, room, at, data) VALUES (?, ?, ?, ?)",
            [(id_, *row) for id_, row in enumerate(heard, start=first)],
        )
        self._last += len(heard)
        for id_, row in enumerate(heard, start=first):
            self._new.setdefault(row[0], []).append(id_)

    def void(self, db: sqlite3.Cursor, room: RoomCode) -> int:
        """A snapshot comes, or the room goes: nothing counts up to this number, which is to be written with it."""
        new = self._new.pop(room, ())
        known = () if room in self._void else self._ids.get(room, ())
        self._void.add(room)
        for ids in (known, new):
            if ids and ids[0] <= self._swept:
                self._delete_swept(db, room, ids)
        return self._last

    def _delete_swept(self, db: sqlite3.Cursor, room: RoomCode, ids: Sequence[int]) -> None:
        """The sweep has passed these, and does not come back."""
        if len(ids) < MOST_KNOWN:
            db.executemany("DELETE FROM inputs WHERE id=?", [(id_,) for id_ in ids if id_ <= self._swept])
        else:
            db.execute("DELETE FROM inputs WHERE id BETWEEN ? AND ? AND room=?", (ids[0], self._swept, room))

    def forget(self, db: sqlite3.Cursor, room: RoomCode) -> None:
        """Nothing of this room stays. Its last snapshot is still there."""
        (newest,) = db.execute("SELECT coalesce(max(heard), 0) FROM rooms WHERE room=?", (room,)).fetchone()
        if room not in self._void and (ids := self._ids.get(room)):
            last = "SELECT max(id) FROM inputs WHERE id>=? AND room=?"
            newest = ids[-1] if len(ids) < MOST_KNOWN else db.execute(last, (ids[0], room)).fetchone()[0]
        if new := self._new.get(room):
            newest = new[-1]
        self.void(db, room)
        # Nobody used it for a month, so what lies before it is long gone, or there is not much.
        if newest > self._swept:
            self._sweep(db, newest)

    def sweep(self, db: sqlite3.Cursor) -> None:
        """Delete some of what is void, where there is much."""
        if self._last < self._look_at:
            return
        self._look_at = self._last + SWEPT_AT_ONCE // 2
        if self._last - self._swept > KEPT * self._counting + 2 * SWEPT_AT_ONCE:
            found = db.execute(
                "SELECT id FROM inputs WHERE id>? ORDER BY id LIMIT 1 OFFSET ?", (self._swept, SWEPT_AT_ONCE)
            )
            row = found.fetchone()
            if row is not None:
                self._sweep(db, row[0])

    def _sweep(self, db: sqlite3.Cursor, upto: int) -> None:
        begun = self._swept
        for id_ in sorted(self._counting_between(db, begun, upto)):
            if id_ > begun + 1:
                db.execute("DELETE FROM inputs WHERE id>? AND id<?", (begun, id_))
            begun = id_
        db.execute("DELETE FROM inputs WHERE id>? AND id<=?", (begun, upto))
        self._swept = upto

    def _counting_between(self, db: sqlite3.Cursor, after: int, upto: int) -> Iterator[int]:
        """What counts of those after one number, up to another. Rooms that are in this commit are asked for too."""
        for room, ids in self._ids.items():
            if ids[0] > upto or room in self._void:
                continue
            if len(ids) < MOST_KNOWN:
                yield from ids[bisect_right(ids, after) : bisect_right(ids, upto)]
            else:
                one = "SELECT id FROM inputs WHERE id>? AND id<=? AND id>=? AND room=?"
                yield from [id_ for (id_,) in db.execute(one, (after, upto, ids[0], room)).fetchall()]
        for ids in self._new.values():
            yield from ids[: bisect_right(ids, upto)]

    def committed(self) -> None:
        """All that was done is in the file."""
        for room in self._void:
            self._counting -= len(self._ids.pop(room, ()))
        for room, new in self._new.items():
            ids = self._ids.setdefault(room, [])
            new = new[: MOST_KNOWN - len(ids)]
            ids += new
            self._counting += len(new)
        self._begin()

    def undone(self) -> None:
        """Nothing of it is."""
        self._last, self._swept, self._look_at = self._before
        self._begin()

    def _begin(self) -> None:
        self._new, self._void = {}, set()
        self._before = (self._last, self._swept, self._look_at)
