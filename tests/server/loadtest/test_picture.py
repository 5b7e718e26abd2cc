"""One decoding for all seats, and what a server could get wrong between them."""

import msgspec
import pytest

from protocol.codec import with_skipped
from server.loadtest.picture import Picture
from tests.support.table import Bench


def frames(bench: Bench, conn: int) -> list[bytes]:
    """The views that a connection got."""
    return [frame for frame in bench.frames[conn] if frame.startswith(b'{"type":"view"')]  # type: ignore[index]


@pytest.fixture
def bench() -> Bench:
    bench = Bench.begun()
    bench.theo(3)
    return bench


def test_all_seats_share_a_picture_and_keep_their_own_part(bench: Bench) -> None:
    picture = Picture()
    seen = [picture.read(frames(bench, conn)[-1]) for conn in (1, 2, 3, 4)]
    assert all(one.faults == [] for one in seen)
    assert {one.v for one in seen} == {picture.v} == {bench.view(1).v}
    assert [one.you for one in seen] == [bench.you(conn) for conn in (1, 2, 3, 4)]
    assert picture.table == bench.table()
    assert len(frozenset().union(*(one.own for one in seen))) == 4
    assert picture.as_seen(seen[2].you) == bench.view(3)


def test_it_knows_whether_the_clock_has_played_in_this_hand(bench: Bench) -> None:
    picture, found = Picture(), []
    for wait_ms in (0, 81_000, 1_000):
        bench.wait(wait_ms)
        picture.read(frames(bench, 1)[-1])
        found.append(picture.timed)
    assert found == [False, True, True]
    bench.finish()
    bench.wait(9_000)
    assert bench.table().hand == 2
    picture.read(frames(bench, 1)[-1])
    assert not picture.timed


def test_hands_are_counted_once(bench: Bench) -> None:
    picture = Picture()
    for conn in (1, 2, 3, 4):
        for frame in frames(bench, conn):
            picture.read(frame)
    assert picture.hands == 1


def test_two_pictures_of_one_version_are_found(bench: Bench) -> None:
    picture = Picture()
    picture.read(frames(bench, 1)[-1])
    other = frames(bench, 2)[-1].replace(b'"locked":false', b'"locked":true ', 1)
    assert picture.read(other).faults == ["two pictures of one version"]


def test_a_card_of_another_seat_is_found(bench: Bench) -> None:
    picture = Picture()
    theirs = next(iter(picture.read(frames(bench, 2)[-1]).own))
    leaked = frames(bench, 1)[-1][:-2] + b',"more":"%s"}}' % theirs.encode()
    assert picture.read(leaked).faults == ["card of another seat"]


def test_a_view_after_skipped_ones_is_read_whole(bench: Bench) -> None:
    picture = Picture()
    seen = picture.read(with_skipped(frames(bench, 1)[-1], 7))
    assert (seen.skipped, seen.faults, seen.you) == (7, [], bench.you(1))
    assert picture.table == bench.table()
    # The others' frames of that version are not at fault for being written otherwise.
    assert picture.read(frames(bench, 2)[-1]).faults == []


def test_an_older_version_changes_nothing(bench: Bench) -> None:
    picture = Picture()
    *_, before, last = frames(bench, 1)
    picture.read(last)
    assert picture.read(before).v == picture.v - 1
    assert picture.table == bench.table()


def test_a_server_that_began_anew_is_followed() -> None:
    old, new = Bench.begun(), Bench()
    new.friends(2)
    picture = Picture()
    picture.read(frames(old, 1)[-1])
    reborn = frames(new, 1)[-1].replace(b'"epoch":7', b'"epoch":8', 1)
    assert picture.read(reborn).faults == []
    assert picture.table == new.table()


def test_what_is_no_view_is_refused() -> None:
    picture = Picture()
    for frame in (b'{"type":"view"', b'{"type":"beat","now":1}', b'{"type":"view","v":1,"epoch":1}'):
        with pytest.raises(msgspec.MsgspecError):
            picture.read(frame)


def test_before_the_first_view_there_is_nothing_to_decide_on() -> None:
    assert Picture().as_seen(Bench.begun().you(1)) is None
