"""A table that gets more chairs, or fewer: never one that somebody sits on (XD-Q01)."""

import pytest

from protocol.games.xi_dach import Bet, BetOffer, EndTurn, Stand
from protocol.ids import Chips, PlayerId, Seat
from protocol.inbound import AddBot, Approve, Ask, Leave, SetOptions, Sit
from tests.support.xi_dach import XiDachBench

DECK = "9d Th 9s Kh"


def chairs(bench: XiDachBench) -> int:
    return len(bench.table().seats)


def resize(bench: XiDachBench, count: int) -> str | None:
    return bench.do(1, SetOptions({"max_seats": count}))


@pytest.mark.rule("XD-Q01")
def test_between_hands_chairs_come_and_go_at_once() -> None:
    bench = XiDachBench(2)
    assert chairs(bench) == 5
    assert resize(bench, 10) is None
    assert chairs(bench) == 10
    bench.hello(3)
    assert bench.code(3, Sit(bench.ref(3), Seat(9), "Vy")) is None
    assert resize(bench, 9) == "options_invalid"
    assert bench.rejected(1).problem == "max_seats: somebody sits on a seat that would go"
    assert chairs(bench) == 10
    bench.code(3, Leave(bench.ref(3)))
    assert resize(bench, 2) is None
    assert (chairs(bench), bench.table().options["max_seats"]) == (2, 2)
    assert bench.code(3, Sit(bench.ref(3), Seat(2), "Vy")) == "seat_unknown"
    assert resize(bench, 1) == resize(bench, 11) == "options_invalid"


def playing() -> XiDachBench:
    return XiDachBench.dealt(2, deck=DECK)


def finish(bench: XiDachBench) -> None:
    bench.act(2, Stand())
    bench.act(1, EndTurn())


@pytest.mark.rule("XD-Q01")
def test_in_a_hand_they_come_and_go_after_it() -> None:
    bench = playing()
    assert resize(bench, 7) is None
    assert (chairs(bench), bench.table().later) == (5, {"max_seats": 7})
    finish(bench)
    assert (chairs(bench), bench.table().later) == (7, {})
    bench.next_hand()
    assert resize(bench, 2) is None
    bench.act(2, Bet(Chips(10)))
    finish(bench)
    assert chairs(bench) == 2


def test_in_a_hand_a_chair_that_somebody_sits_on_stays() -> None:
    bench = playing()
    bench.hello(3)
    bench.sit(3, 4, "Vy")
    assert resize(bench, 4) == "options_invalid"
    bench.code(3, Leave(bench.ref(3)))
    assert resize(bench, 4) is None


@pytest.mark.rule("XD-Q01")
def test_nobody_takes_a_chair_that_is_about_to_go() -> None:
    bench = playing()
    bench.hello(3)
    assert resize(bench, 3) is None
    assert bench.code(3, Sit(bench.ref(3), Seat(3), "Vy")) == "seat_unknown"
    assert bench.do(1, AddBot(Seat(4))) == "seat_unknown"
    assert bench.do(1, AddBot()) is None
    assert [seat.bot for seat in bench.table().seats] == [False, False, True, False, False]
    finish(bench)
    assert chairs(bench) == 3
    bench.wait(8_000)
    assert not bench.faults


def test_who_asked_for_a_chair_that_went_is_told_no() -> None:
    bench = XiDachBench(2)
    bench.do(1, Ask(True))
    for conn, seat in ((3, 3), (4, 4)):
        bench.hello(conn)
        assert bench.code(conn, Sit(bench.ref(conn), Seat(seat), f"Khách {conn}")) is None
    assert resize(bench, 4) is None
    assert bench.do(1, Approve(PlayerId(4), True)) is None
    assert bench.you(4).seat is None
    assert bench.do(1, Approve(PlayerId(3), True)) is None
    assert bench.you(3).seat == 3
    assert not bench.faults


def test_who_asked_for_a_chair_that_is_about_to_go_is_told_no() -> None:
    bench = playing()
    bench.do(1, Ask(True))
    bench.hello(3)
    assert bench.code(3, Sit(bench.ref(3), Seat(4), "Vy")) is None
    assert resize(bench, 4) is None
    assert bench.do(1, Approve(PlayerId(3), True)) is None
    assert bench.you(3).seat is None
    finish(bench)
    assert chairs(bench) == 4


def test_a_full_ten_is_dealt_to() -> None:
    bench = XiDachBench(2, options={"max_seats": 10})
    bench.bank(1)
    bench.bots_in(1)
    assert (bench.table().phase, bench.table().starts) == ("starting", bench.now + 10_000)
    bench.wait(10_000)
    assert set(bench.hand().to_act) == set(range(1, 10))
    assert bench.offer(2, BetOffer) is not None
