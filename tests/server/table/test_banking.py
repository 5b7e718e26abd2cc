"""Who is the banker: the host, or whoever says yes in deal order; ten seconds each (rules.md 7.1, XD-Q02)."""

import pytest

from protocol.events import BankOffered, BankPassed, BankTaken
from protocol.ids import Millis, PlayerId, Seat
from protocol.inbound import (
    AddBot,
    Approve,
    Bank,
    Leave,
    PauseTable,
    Rebuy,
    ResumeTable,
    SetOptions,
    Sit,
    SitIn,
    SitOut,
    Start,
)
from server.table.messages import AttachBot, ConnId, Told
from tests.support.table import HOST_TOKEN, Bench
from tests.support.xi_dach import XiDachBench


def answers(bench: Bench) -> list[tuple[int, bool]]:
    """What was said of the bank: who, and whether he took it."""
    found = [event for event in bench.events() if isinstance(event, BankTaken | BankPassed)]
    return [(event.player, isinstance(event, BankTaken)) for event in found]


@pytest.mark.rule("XD-Q02")
def test_the_host_is_asked_first_and_is_the_banker_when_he_says_yes() -> None:
    bench = XiDachBench()
    assert (bench.banker().banker, bench.banker().asked, bench.banker().due) == (None, 0, bench.now + 10_000)
    assert (bench.table().phase, bench.table().waiting) == ("waiting", "bank")
    assert BankOffered(PlayerId(1), Seat(0)) in bench.events(2)
    assert bench.do(1, Start()) == "need_players"
    assert bench.bank(1) is None
    assert (bench.banker().banker, bench.banker().asked, bench.banker().due) == (0, None, None)
    assert BankTaken(PlayerId(1), Seat(0)) in bench.events(2)
    assert bench.table().waiting == "host"
    assert bench.do(1, Start()) is None
    assert bench.hand().banker == 0
    assert answers(bench) == [(1, True)]


@pytest.mark.rule("XD-Q02")
@pytest.mark.rule("XD-Q09")
def test_after_a_no_the_next_is_asked_in_deal_order_which_is_falling_seat_numbers() -> None:
    bench = XiDachBench(4)
    asked = []
    for _ in range(4):
        asked.append(bench.banker().asked)
        assert bench.bank((bench.banker().asked or 0) + 1, take=False) is None
    assert asked == [0, 3, 2, 1]
    assert bench.banker().asked is None


def test_no_answer_in_ten_seconds_is_a_no() -> None:
    bench = XiDachBench()
    bench.wait(9_999)
    assert bench.banker().asked == 0
    bench.wait(1)
    assert (bench.banker().asked, bench.banker().due) == (2, bench.now + 10_000)
    assert BankPassed(PlayerId(1), Seat(0), True) in bench.events(2)
    assert answers(bench) == [(1, False)]


def test_when_nobody_takes_it_the_table_waits_and_says_so_and_it_is_anybodys_who_wants_it() -> None:
    bench = XiDachBench()
    bench.wait(30_000)
    assert (bench.banker().banker, bench.banker().asked, bench.banker().due) == (None, None, None)
    assert (bench.table().phase, bench.table().waiting) == ("waiting", "bank")
    assert bench.core.next_deadline is None
    bench.wait(3_600_000)
    assert answers(bench) == [(1, False), (3, False), (2, False)]
    assert bench.bank(2) is None
    assert (bench.banker().banker, bench.table().waiting) == (1, "host")


def test_who_comes_later_is_asked_and_who_said_no_is_not_asked_again() -> None:
    bench = XiDachBench()
    bench.wait(30_000)
    bench.hello(4)
    bench.sit(4, 3, "Vy")
    assert bench.banker().asked == 3
    bench.wait(10_000)
    assert bench.banker().asked is None
    bench.code(2, Leave(bench.ref(2)))
    bench.sit(2, 1, "Bạn 2")
    assert bench.banker().asked is None


def test_a_host_who_only_watches_is_not_asked() -> None:
    bench = Bench("xi-dach")
    bench.hello(1, HOST_TOKEN)
    for conn in (2, 3):
        bench.hello(conn)
        bench.sit(conn, conn - 1, f"Bạn {conn}")
    bank = bench.table().bank
    assert bank is not None
    assert bank.asked == 2
    assert bench.code(1, Bank(bench.ref(1), True)) == "not_seated"


@pytest.mark.rule("XD-Q02")
@pytest.mark.rule("XD-Q04")
def test_a_host_who_cannot_pay_is_not_asked() -> None:
    bench = XiDachBench(options={"rebuy": "host_approves"})
    assert bench.do(1, SetOptions({"min_bet": 1_500, "max_bet": 1_500, "buy_in": 2_000})) is None
    assert [seat.status for seat in bench.table().seats[:3]] == ["out"] * 3
    for conn in (2, 3):
        assert bench.code(conn, Rebuy(bench.ref(conn))) is None
        assert bench.do(1, Approve(bench.you(conn).player, True)) is None
    assert bench.banker().asked == 2
    assert bench.bank(1) == "not_offered"
    bench.wait(20_000)
    assert (bench.banker().asked, bench.table().waiting) == (None, "bank")


def test_the_bank_is_not_taken_while_another_is_asked() -> None:
    bench = XiDachBench()
    assert bench.bank(2) == "not_offered"
    assert bench.bank(2, take=False) == "not_offered"
    assert bench.bank(1) is None
    assert bench.bank(2) == "not_offered"
    assert bench.bank(1) is None
    assert answers(bench) == [(1, True)]


def test_a_game_without_a_banker_has_no_bank() -> None:
    bench = Bench()
    bench.four()
    assert bench.table().bank is None
    assert bench.code(1, Bank(bench.ref(1), True)) == "not_offered"


def bots(bench: Bench) -> None:
    """Bots for all free chairs; their connections are 100 + player."""
    bench.bots_in(1)


def test_people_are_asked_before_bots_and_take_the_bank_from_one_between_hands() -> None:
    bench = XiDachBench(2)
    bots(bench)
    asked = []
    for _ in range(2):
        asked.append(bench.banker().asked)
        bench.bank((bench.banker().asked or 0) + 1, take=False)
    assert asked == [0, 1]
    seat = bench.banker().asked
    assert seat == 4
    bot = bench.table().seats[seat].player
    assert bot is not None
    bench.tell(Told(ConnId(100 + bot), Bank(bench.ref(100 + bot), True)))
    assert bench.banker().banker == 4
    assert bench.bank(2) is None
    assert bench.banker().banker == 1
    assert bench.bank(1) == "not_offered", "a person keeps it"


def test_a_bot_that_leaves_while_it_is_asked_is_asked_no_more() -> None:
    bench = XiDachBench(1)
    bench.host(1, AddBot(Seat(2)))
    (bot,) = bench.bots
    bench.tell(AttachBot(ConnId(100 + bot), bot))
    bench.bank(1, take=False)
    assert bench.banker().asked == 2
    bench.hello(2)
    assert bench.code(2, Sit(bench.ref(2), Seat(2), "Vy")) is None
    assert bench.banker().asked == 2
    assert bench.table().seats[2].player != bot
    assert bench.bank(2) is None


@pytest.mark.rule("XD-Q02")
def test_an_offer_ends_when_its_owner_sits_out_and_passes_on() -> None:
    bench = XiDachBench()
    bench.wait(4_000)
    bench.code(1, SitOut(bench.ref(1)))
    assert (bench.banker().asked, bench.banker().due) == (2, bench.now + 10_000)


def test_an_offer_is_withdrawn_when_too_few_are_left_and_nothing_is_due() -> None:
    bench = XiDachBench(2)
    bench.wait(4_000)
    bench.code(2, SitOut(bench.ref(2)))
    assert (bench.banker().asked, bench.banker().due, bench.table().waiting) == (None, None, "players")
    assert bench.core.next_deadline is None
    bench.wait(600_000)
    assert answers(bench) == []
    bench.code(2, SitIn(bench.ref(2)))
    assert (bench.banker().asked, bench.banker().due) == (0, bench.now + 10_000)


def test_who_is_away_is_not_asked_and_is_when_he_is_back() -> None:
    bench = XiDachBench()
    bench.lose(3)
    bench.bank(1, take=False)
    assert bench.banker().asked == 1
    bench.bank(2, take=False)
    assert bench.banker().asked is None
    bench.hello(3, bench.tokens[ConnId(3)])
    assert bench.banker().asked == 2


def test_a_pause_stops_the_clock_of_the_offer() -> None:
    bench = XiDachBench()
    bench.wait(4_000)
    assert bench.do(1, PauseTable()) is None
    bench.wait(300_000)
    assert bench.banker().asked == 0
    assert bench.do(1, ResumeTable()) is None
    assert bench.banker().due == bench.now + 6_000
    bench.wait(5_999)
    assert bench.banker().asked == 0
    bench.wait(1)
    assert bench.banker().asked == 2


def test_the_bank_may_be_taken_in_a_pause_and_the_next_is_asked_after_it() -> None:
    bench = XiDachBench()
    bench.do(1, PauseTable())
    bench.bank(1, take=False)
    assert bench.banker().asked is None
    bench.do(1, ResumeTable())
    assert bench.banker().asked == 2
    bench.do(1, PauseTable())
    assert bench.bank(3) is None
    assert bench.banker().banker == 2


def test_a_machine_that_slept_takes_nobodys_offer_away() -> None:
    bench = XiDachBench()
    bench.wait(4_000)
    bench.now = Millis(bench.now + 3_600_000)
    bench.take(bench.core.wake(bench.now))
    assert bench.banker().asked == 0
    bench.hello(9)
    bank = bench.table(9).bank
    assert bank is not None
    assert bank.due == bench.now + 10_000, "all the time since the table last stirred"


def test_an_answer_said_twice_counts_once() -> None:
    bench = XiDachBench()
    no = Bank(bench.ref(1), False)
    assert bench.code(1, no) is None
    assert bench.code(1, no) is None
    assert bench.banker().asked == 2
    yes = Bank(bench.ref(3), True)
    assert bench.code(3, yes) is None
    assert bench.code(3, yes) is None
    assert answers(bench) == [(1, False), (3, True)]
    assert len([event for event in bench.events() if isinstance(event, BankTaken)]) == 1


def test_a_banker_gives_the_bank_up_before_the_first_hand() -> None:
    bench = XiDachBench()
    bench.bank(1)
    assert bench.bank(1, take=False) is None
    assert BankPassed(PlayerId(1), Seat(0), False) in bench.events(2)
    assert (bench.banker().banker, bench.banker().asked) == (None, 2)
