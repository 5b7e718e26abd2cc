"""What a room heard since its snapshot, whatever is swept away around it, rolled back, or read again from the file."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from protocol.ids import Millis, RoomCode
from server.journal import inputs
from server.journal.store import Kept, Store
from server.table.effects import Row, RowKind
from tests.support.journal import owned

ROOMS = [RoomCode(f"K7AAAAAAA{end}") for end in "ABCD"]
ROOM, OTHER, *_ = ROOMS
NOW_S = 1_800_000_000
MOST_KNOWN, SWEPT_AT_ONCE, KEPT = 4, 5, 2


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few rows are many."""
    monkeypatch.setattr(inputs, "MOST_KNOWN", MOST_KNOWN)
    monkeypatch.setattr(inputs, "SWEPT_AT_ONCE", SWEPT_AT_ONCE)
    monkeypatch.setattr(inputs, "KEPT", KEPT)


def snap(data: bytes = b"s") -> Row:
    return Row(RowKind.SNAPSHOT, Millis(1), data)


def heard(data: bytes) -> Row:
    return Row(RowKind.INPUT, Millis(2), data)


GONE = Row(RowKind.FORGOTTEN, Millis(3))
BROKEN = Row(RowKind.RECORD, Millis(1), b"", topic=object())  # type: ignore[arg-type]


class Rooms(RuleBasedStateMachine):
    """A store beside what it should hold: of each room the snapshot, and what was heard since."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "K7.db"
        self.store = Store(self.path)
        self.rooms: dict[RoomCode, tuple[bytes, list[bytes]]] = {}
        self.said = 0

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    def _batch(self, wanted: list[tuple[RoomCode, str]]) -> Iterator[tuple[RoomCode, list[Row]]]:
        """As a table would write; told to the model as it goes."""
        for room, what in wanted:
            self.said += 1
            data = b"%d" % self.said
            if what == "gone" and room in self.rooms:
                del self.rooms[room]
                yield room, [GONE]
            elif what == "heard" and room in self.rooms:
                self.rooms[room][1].append(data)
                yield room, [heard(data)]
            else:
                self.rooms[room] = data, []
                yield room, [snap(data)]

    @rule(
        wanted=st.lists(
            st.tuples(st.sampled_from(ROOMS), st.sampled_from(["heard"] * 8 + ["snap", "gone"])), max_size=8
        )
    )
    def written(self, wanted: list[tuple[RoomCode, str]]) -> None:
        self.store.write(list(self._batch(wanted)), NOW_S)

    @rule(wanted=st.lists(st.tuples(st.sampled_from(ROOMS), st.sampled_from(["heard", "snap", "gone"])), max_size=8))
    def rolled_back(self, wanted: list[tuple[RoomCode, str]]) -> None:
        before = {room: (snapshot, list(data)) for room, (snapshot, data) in self.rooms.items()}
        batch = [*self._batch(wanted), (ROOM, [BROKEN])]
        with pytest.raises(sqlite3.Error):
            self.store.write(batch, NOW_S)
        self.rooms = before

    @rule(clean=st.booleans())
    def opened_again(self, clean: bool) -> None:
        if clean:
            self.store.close()
        else:
            self.store.abandon()
        self.store = Store(self.path)

    @precondition(lambda self: self.rooms)
    @rule(lines=st.integers(MOST_KNOWN, 20))
    def much_is_said(self, lines: int) -> None:
        room = min(self.rooms)
        self.store.write(list(self._batch([(room, "heard")] * lines)), NOW_S)

    @invariant()
    def each_room_is_as_it_was_written(self) -> None:
        for room in ROOMS:
            known = self.rooms.get(room)
            assert self.store.read(room) == (None if known is None else Kept(room, known[0], tuple(known[1])))

    @invariant()
    def nothing_void_is_left_behind_the_sweep(self) -> None:
        void = (
            "SELECT count(*) FROM inputs LEFT JOIN rooms ON rooms.room=inputs.room "
            "WHERE inputs.id<=? AND (rooms.room IS NULL OR inputs.id<=heard)"
        )
        assert self.store._reader.execute(void, (self.store._inputs._swept,)).fetchone() == (0,)


Rooms.TestCase.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
TestRooms = Rooms.TestCase


def test_hands_leave_a_bounded_number_of_rows_behind(tmp_path: Path) -> None:
    store = owned(Store(tmp_path / "K7.db"))
    store.write([(OTHER, [snap(), heard(b"a"), heard(b"b")])], NOW_S)
    most = 0
    for hand in range(200):
        store.write([(ROOM, [snap(b"%d" % hand), *[heard(b"x")] * 3])], NOW_S)
        store.write([(ROOM, [heard(b"y")])], NOW_S)
        most = max(most, store.count("inputs"))
    # Those that count are 6 at a time; the sweep looks at every third row that comes.
    assert most <= KEPT * 6 + 4 * SWEPT_AT_ONCE
    assert store.read(OTHER) == Kept(OTHER, b"s", (b"a", b"b"))
    assert store.read(ROOM) == Kept(ROOM, b"199", (b"x", b"x", b"x", b"y"))


def test_what_the_sweep_has_passed_goes_with_its_snapshot(tmp_path: Path) -> None:
    store = owned(Store(tmp_path / "K7.db"))
    old = [heard(b"%d" % number) for number in range(MOST_KNOWN + 2)]
    store.write([(ROOM, [snap(), heard(b"a")]), (OTHER, [snap(), *old])], NOW_S)
    for _ in range(60):
        store.write([(ROOMS[2], [snap(), heard(b"x")])], NOW_S)
    left = store.count("inputs")
    store.write([(ROOM, [snap()]), (OTHER, [snap()])], NOW_S)
    assert left - store.count("inputs") == 1 + len(old)


def test_of_a_forgotten_room_nothing_stays(tmp_path: Path) -> None:
    path = tmp_path / "K7.db"
    store = owned(Store(path))
    store.write(
        [(ROOM, [snap(), heard(b"before"), snap(), heard(b"since")]), (OTHER, [snap(), heard(b"other")])], NOW_S
    )
    assert store.count("inputs") == 3
    store.write([(ROOM, [GONE])], NOW_S)
    assert store._reader.execute("SELECT data FROM inputs").fetchall() == [(b"other",)]
    assert store.read(OTHER) == Kept(OTHER, b"s", (b"other",))


def test_a_number_is_never_given_again(tmp_path: Path) -> None:
    """Else the number that a snapshot was written with would make void what was heard after it."""
    path = tmp_path / "K7.db"
    store = owned(Store(path))
    store.write([(ROOM, [snap(), heard(b"a"), heard(b"b"), snap(b"s2")]), (OTHER, [snap()])], NOW_S)
    store.write([(OTHER, [heard(b"c"), GONE])], NOW_S)
    assert store.count("inputs") == 0
    store.close()
    store = owned(Store(path))
    store.write([(ROOM, [heard(b"d")])], NOW_S)
    assert store.read(ROOM) == Kept(ROOM, b"s2", (b"d",))
