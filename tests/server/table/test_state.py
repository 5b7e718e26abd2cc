"""The words that a table's parts have in common."""

import pytest

from protocol.errors import CloseCode, ErrorCode
from protocol.ids import PlayerId, Seat
from protocol.inbound import Leave, Say, SitOut
from server.table.messages import ConnId
from server.table.state import MOST_EVENTS, Refused
from tests.support.table import HOST_TOKEN, Bench


def test_a_refusal_holds_its_facts() -> None:

    refused = Refused(ErrorCode.ILLEGAL_ACTION, "XT28-12", "too high")
    assert (refused.code, refused.rule, refused.problem) == ("illegal_action", "XT28-12", "too high")
    assert "XT28" not in str(refused)


@pytest.mark.by_hand
def test_who_is_in_the_hand() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    table = bench.core._t
    assert not table.in_hand(Seat(0))
    bench.four()
    bench.wait(10_000)
    assert all(table.in_hand(Seat(seat)) for seat in range(4))
    assert table.running is not None
    table.running.players.pop(Seat(3))
    table.seating[Seat(3)].free()
    assert not table.in_hand(Seat(3)), "an empty chair that was not dealt in"


def test_the_seated_are_people_who_stay_longest_first() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    for conn, seat in ((2, 0), (1, 3), (3, 1)):
        if conn != 1:
            bench.hello(conn)
        bench.sit(conn, seat, f"Bạn {conn}")
    bench.bots_in(1)
    table = bench.core._t
    order = [bench.you(conn).player for conn in (2, 1, 3)]
    assert [person.id for person in table.seated()] == order
    bench.lose(2)
    assert [person.id for person in table.seated(connected=True)] == order[1:]
    bench.wait(10_000)
    bench.code(3, Leave(bench.ref(3)))
    assert [person.id for person in table.seated()] == order[:2]


def test_the_log_of_a_hand_is_bounded_and_chat_is_not_in_it() -> None:
    bench = Bench.begun()
    for _ in range(MOST_EVENTS):
        bench.command(2, SitOut(bench.ref(2)))
        bench.command(2, Say(bench.ref(2), "ra vào"))
        bench.lose(3)
        bench.hello(3, bench.tokens[ConnId(3)])
    assert len(bench.core._t.log[1]) == MOST_EVENTS


def test_dropping_somebody_who_is_not_here_does_nothing() -> None:
    bench = Bench.begun()
    bench.lose(2)
    person = bench.core._t.people[PlayerId(2)]
    since = person.away_since

    bench.core._t.drop(person, CloseCode.KICKED)
    assert person.away_since == since
    assert bench.core._t.out == []


@pytest.mark.by_hand
@pytest.mark.parametrize("phase", ["waiting", "playing"])
def test_touching_and_telling_make_a_new_version(phase: str) -> None:
    bench = Bench.begun() if phase == "playing" else Bench()
    if phase == "waiting":
        bench.hello(1, HOST_TOKEN)
    version = bench.view(1).v
    bench.core._t.touch()
    bench.take(bench.core.wake(bench.now))
    assert bench.view(1).v == version + 1
