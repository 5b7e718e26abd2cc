"""When hands begin: the host, countdowns, taps, and what keeps them waiting (rules.md 7.3)."""

import pytest

from protocol.events import HandBegan
from protocol.games.stud import Up
from protocol.ids import Seat
from protocol.inbound import Host, Leave, Next, Sit, SitIn, SitOut, Start
from server.table.messages import ConnId
from server.table.play import RELOAD_MS
from tests.support.table import HOST_TOKEN, Bench


def test_the_first_hand_begins_ten_seconds_after_all_seats_are_ready() -> None:
    bench = Bench()
    bench.four()
    assert bench.table().starts == bench.now + 10_000
    bench.wait(9_999)
    assert bench.table().phase == "starting"
    bench.wait(1)
    assert bench.table().phase == "playing"


def test_later_hands_begin_five_seconds_after_a_fold_win_and_eight_after_a_showdown() -> None:
    bench = Bench.begun()
    bench.finish()
    assert bench.table().starts == bench.now + 8_000
    bench.wait(8_000)
    assert bench.table().hand == 2
    for _ in range(3):
        bench.act(bench.actor(), Up())
    assert bench.table().starts == bench.now + 5_000
    bench.wait(4_999)
    assert bench.table().phase == "result"
    bench.wait(1)
    assert bench.table().hand == 3


def test_the_next_hand_begins_at_once_when_all_who_are_here_tap_next() -> None:
    bench = Bench.begun()
    bench.finish()
    bench.lose(4)
    bench.wait(RELOAD_MS)
    for conn in (1, 2, 2, 3):
        assert bench.table().hand == 1
        assert bench.code(conn, Next(bench.ref(conn))) is None
    assert bench.table().hand == 2
    assert not any(seat.next for seat in bench.table().seats)
    assert bench.code(1, Next(bench.ref(1))) == "hand_running"


def test_a_page_loaded_anew_while_the_result_is_shown_begins_no_hand() -> None:
    bench = Bench.begun()
    bench.finish()
    for conn in (1, 2, 3):
        assert bench.code(conn, Next(bench.ref(conn))) is None
    bench.lose(4)
    bench.wait(RELOAD_MS - 1)
    bench.hello(4, bench.tokens[ConnId(4)])
    assert bench.table().phase == "result"
    assert bench.code(4, Next(bench.ref(4))) is None
    assert bench.table().hand == 2


def test_a_tap_of_who_is_not_dealt_in_is_no_tap_for_the_hand_after() -> None:
    bench = Bench.begun("xi-to-32")
    bench.hello(5)

    def fold() -> None:
        bench.wait(16_000)
        for _ in range(3):
            bench.act(bench.actor(), Up())
        assert bench.table().phase == "result"

    fold()
    bench.sit(5, 4, "Vy")
    bench.code(5, SitOut(bench.ref(5)))
    bench.code(5, Next(bench.ref(5)))
    bench.wait(5_000)
    assert (bench.table().phase, bench.table().hand, bench.seat(4).next) == ("playing", 2, False)
    # She alone is left to play on when the hand is over: the others still look at what became of them.
    bench.code(5, SitIn(bench.ref(5)))
    for conn in (1, 2, 3, 4):
        bench.code(conn, SitOut(bench.ref(conn)))
    fold()


@pytest.mark.case("B161")
def test_leaving_and_sitting_again_holds_the_others_up_for_a_bounded_time() -> None:
    bench = Bench()
    bench.four()
    begun = bench.now
    for _ in range(20):
        bench.wait(3_000)
        if bench.table().phase == "playing":
            break
        bench.code(4, Leave(bench.ref(4)))
        assert (bench.table().phase, bench.table().waiting) == ("waiting", "players")
        bench.code(4, Sit(bench.ref(4), Seat(3), "Minh"))
    assert bench.table().phase == "playing"
    assert bench.now - begun <= 30_000


@pytest.mark.case("B161")
def test_an_honest_reconnect_moves_no_countdown() -> None:
    bench = Bench()
    bench.four()
    starts = bench.table().starts
    bench.wait(4_000)
    bench.lose(3)
    bench.hello(3, bench.tokens[ConnId(3)])
    assert bench.table().starts == starts


@pytest.mark.case("B145")
def test_a_double_start_deals_one_hand() -> None:
    bench = Bench()
    bench.four()
    first, second = Host(bench.ref(1), Start()), Host(bench.ref(1), Start())
    assert bench.code(1, first) is None
    assert bench.code(1, second) == "hand_running"
    assert bench.table().hand == 1
    assert bench.play().pot == 4
    assert len([event for event in bench.events() if isinstance(event, HandBegan)]) == 1


@pytest.mark.rule("XT28-03")
def test_no_hand_begins_without_four() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.sit(1, 0, "Lan")
    assert bench.do(1, Start()) == "need_players"
    bench.wait(600_000)
    assert (bench.table().phase, bench.table().waiting, bench.table().hand) == ("waiting", "players", 0)


@pytest.mark.case("B042")
@pytest.mark.case("B149")
def test_a_table_that_empties_during_the_result_goes_back_to_waiting() -> None:
    bench = Bench.begun()
    bench.finish()
    balances = [seat.balance for seat in bench.table().seats]
    for conn in (3, 4):
        bench.code(conn, Leave(bench.ref(conn)))
    bench.wait(60_000)
    table = bench.table()
    assert (table.phase, table.waiting, table.hand, table.play) == ("waiting", "players", 1, None)
    assert [seat.balance for seat in table.seats[:2]] == balances[:2]
    for conn, seat in ((5, 2), (6, 3)):
        bench.hello(conn)
        bench.sit(conn, seat, f"Bạn {conn}")
    assert bench.table().starts == bench.now + 5_000
    bench.wait(5_000)
    assert bench.table().hand == 2


@pytest.mark.case("B086")
def test_people_who_never_act_stop_the_table() -> None:
    bench = Bench.begun()
    bench.wait(3_600_000)
    assert bench.table().phase == "waiting"
    assert bench.table().hand <= 2
    assert {seat.status for seat in bench.table().seats} == {"out"}
