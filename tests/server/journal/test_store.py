"""The file: what is written is read, all of a batch or nothing, by its owner only."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from protocol.ids import Millis, RoomCode
from server.journal import store as store_module
from server.journal.damage import StoreDamaged, StoreRefused
from server.journal.inputs import MOST_KNOWN
from server.journal.schema import NEWEST, SchemaTooNew
from server.journal.store import RECORD_S, Kept, Store
from server.table.effects import Row, RowKind
from tests.support.connections import none_left_open
from tests.support.journal import owned

ROOM, OTHER = RoomCode("K7Q2M9XDT4"), RoomCode("K7AAAAAAAA")
NOW_S = 1_800_000_000


def snap(data: bytes = b"s", at: int = 1) -> Row:
    return Row(RowKind.SNAPSHOT, Millis(at), data)


def heard(data: bytes, at: int = 2) -> Row:
    return Row(RowKind.INPUT, Millis(at), data)


def record(data: bytes, topic: str = "hand_finished", hand: int = 1) -> Row:
    return Row(RowKind.RECORD, Millis(3), data, topic, hand)


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return owned(Store(tmp_path / "K7.db" if request.param == "file" else None))


def test_a_room_is_its_snapshot_and_what_was_heard_since(store: Store) -> None:
    store.write([(ROOM, [snap(b"one"), heard(b"a")]), (OTHER, [snap(b"other")]), (ROOM, [heard(b"b")])], NOW_S)
    kept = store.read(ROOM)
    assert kept is not None
    assert (kept.snapshot, kept.inputs) == (b"one", (b"a", b"b"))
    store.write([(ROOM, [snap(b"two"), heard(b"c")])], NOW_S)
    kept = store.read(ROOM)
    assert kept is not None
    assert (kept.snapshot, kept.inputs) == (b"two", (b"c",))
    assert store.read(RoomCode("K7ZZZZZZZZ")) is None


def test_a_batch_is_written_as_a_whole_or_not_at_all(store: Store) -> None:
    store.write([(ROOM, [snap()])], NOW_S)
    broken = Row(RowKind.RECORD, Millis(1), b"", topic=object())  # type: ignore[arg-type]
    with pytest.raises(sqlite3.Error):
        store.write([(ROOM, [heard(b"a")]), (OTHER, [snap()]), (ROOM, [broken])], NOW_S)
    kept = store.read(ROOM)
    assert kept is not None
    assert kept.inputs == ()
    assert not store.has(OTHER)
    store.write([(ROOM, [heard(b"a")])], NOW_S)


def test_a_closed_room_is_not_read_and_its_code_not_given_again(store: Store) -> None:
    store.write([(ROOM, [snap(), record(b"r"), Row(RowKind.CLOSED, Millis(9))])], NOW_S)
    assert store.read(ROOM) is None
    assert store.has(ROOM)
    assert store.live() == []
    assert list(store.records(ROOM)) == [(NOW_S, b"r")]


def test_a_parked_room_is_not_live_until_it_is_read_back(store: Store) -> None:
    store.write([(ROOM, [snap()]), (OTHER, [snap()])], NOW_S)
    store.write([(ROOM, [Row(RowKind.PARKED, Millis(5))])], NOW_S)
    assert store.live() == [OTHER]
    assert store.read(ROOM) is not None
    store.write([(ROOM, [Row(RowKind.LIVE, Millis(5))])], NOW_S)
    assert set(store.live()) == {ROOM, OTHER}


def test_records_are_found_by_topic_and_hand(store: Store) -> None:
    store.write([(ROOM, [snap(), record(b"h1"), record(b"h2", hand=2), record(b"l", "ledger_entry", 2)])], NOW_S)
    assert [data for _, data in store.records(ROOM, "hand_finished")] == [b"h1", b"h2"]
    assert [data for _, data in store.records(ROOM, "hand_finished", 2)] == [b"h2"]
    assert [data for _, data in store.records(ROOM, hand=2)] == [b"h2", b"l"]


def test_a_record_stays_thirty_days(store: Store) -> None:
    store.write([(ROOM, [snap(), Row(RowKind.PARKED, Millis(1))]), (OTHER, [snap()])], NOW_S)
    assert store.expired(NOW_S + RECORD_S) == []
    assert store.expired(NOW_S + RECORD_S + 1) == [ROOM], "a live room has no age"
    store.write([(ROOM, [record(b"r"), Row(RowKind.KEY, Millis(1), b"key", "asked")])], NOW_S)
    assert store.made(b"key") == (ROOM, "asked")
    store.write([(ROOM, [Row(RowKind.FORGOTTEN, Millis(1))])], NOW_S)
    assert (store.has(ROOM), list(store.records(ROOM)), store.made(b"key")) == (False, [], None)


def test_every_start_has_a_new_epoch_and_time_goes_on(store: Store) -> None:
    assert store.begin(NOW_S) == (NOW_S, 1)
    store.write([(ROOM, [snap(at=5_000), heard(b"a", at=7_000)])], NOW_S)
    assert store.begin(NOW_S) == (NOW_S + 1, 7_001)
    assert store.begin(NOW_S - 500) == (NOW_S + 2, 7_002), "a clock set back"


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    store = owned(Store(tmp_path / "K7.db"))
    store.write([(ROOM, [snap()])], NOW_S)
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name


def test_a_closed_store_is_one_file_and_opens_again(tmp_path: Path) -> None:
    store = owned(Store(tmp_path / "K7.db"))
    store.write([(ROOM, [snap(b"one")])], NOW_S)
    store.checkpoint()
    store.close()
    assert [path.name for path in tmp_path.iterdir()] == ["K7.db"]
    again = owned(Store(tmp_path / "K7.db"))
    kept = again.read(ROOM)
    assert kept is not None
    assert kept.snapshot == b"one"
    assert again.meta("clean") == "yes"


def test_another_kind_of_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "K7.db"
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE photos (name)")
    foreign.close()
    with none_left_open(), pytest.raises(StoreDamaged, match="not a journal of Xiban"):
        Store(path)
    path.write_bytes(b"this is no database, though it is long enough to look like one" * 20)
    with none_left_open(), pytest.raises(StoreDamaged, match="not a database"):
        Store(path)


def test_a_file_that_is_refused_is_let_go(tmp_path: Path) -> None:
    """So that it can be moved also where files in use cannot, and no log is left beside it."""
    path = tmp_path / "K7.db"
    Store(path).close()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version={NEWEST + 1}")
    with none_left_open(), pytest.raises(SchemaTooNew):
        Store(path)
    assert [file.name for file in tmp_path.iterdir()] == ["K7.db"]


def test_a_start_that_fails_half_way_leaves_nothing_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The writer is connected when there are too many open files for the reader."""
    connect = store_module._connect
    made: list[sqlite3.Connection] = []

    def once(path: Path | None) -> sqlite3.Connection:
        if made:
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        made.append(connect(path))
        return made[0]

    monkeypatch.setattr(store_module, "_connect", once)
    with none_left_open(), pytest.raises(StoreRefused, match="unable to open"):
        Store(tmp_path / "K7.db")
    assert len(made) == 1


def test_a_disk_that_refuses_the_last_word_keeps_no_file_open(tmp_path: Path) -> None:
    with none_left_open():
        store = Store(tmp_path / "K7.db")
        store._db.execute("PRAGMA query_only=ON")
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            store.close()


def test_a_room_that_heard_more_than_is_known_by_heart(store: Store) -> None:
    many = [heard(b"%d" % number) for number in range(MOST_KNOWN + 3)]
    store.write([(ROOM, [snap(b"1"), *many]), (OTHER, [snap(b"x"), heard(b"b")])], NOW_S)
    assert store.read(ROOM) == Kept(ROOM, b"1", tuple(row.data for row in many))
    store.write([(ROOM, [snap(b"2"), heard(b"c")])], NOW_S)
    assert store.read(ROOM) == Kept(ROOM, b"2", (b"c",))
    assert store.read(OTHER) == Kept(OTHER, b"x", (b"b",))


def test_what_was_rolled_back_was_never_written(tmp_path: Path) -> None:
    store = owned(Store(tmp_path / "K7.db"))
    store.write([(ROOM, [snap(b"1"), heard(b"a")])], NOW_S)
    broken = Row(RowKind.INPUT, Millis(1), object())  # type: ignore[arg-type]
    with pytest.raises(sqlite3.Error):
        store.write([(ROOM, [heard(b"b"), snap(b"2"), heard(b"c")]), (OTHER, [broken])], NOW_S)
    store.write([(ROOM, [heard(b"d")])], NOW_S)
    assert store.read(ROOM) == Kept(ROOM, b"1", (b"a", b"d"))
    store.close()
    assert owned(Store(tmp_path / "K7.db")).read(ROOM) == Kept(ROOM, b"1", (b"a", b"d"))
