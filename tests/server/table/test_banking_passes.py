"""The bank from hand to hand: kept, passed on, by turns, lost by leaving, by being away or by being broke (XD-Q03)."""

import pytest

from protocol.events import BankPassed
from protocol.games.xi_dach import EndTurn, SkipBet, Stand
from protocol.ids import PlayerId, Seat
from protocol.inbound import Kick, Leave, Next, PauseTable, ResumeTable, SetOptions, Sit, SitIn, SitOut, Start, Transfer
from server.table import entries
from server.table.messages import ConnId
from tests.support.xi_dach import XiDachBench

NATURAL_OF_THREE = "Tc 9d Ah Th 9s Kh"
"""Two cons with 20 and 18, a banker with xì dách: the hand is over when the stakes are laid."""
LOST_TO_THREE = "Ah Ad Tc Kh Kd 8c"
"""Two cons with xì dách against 18."""


def quick(people: int = 3, **options: bool | int | str) -> XiDachBench:
    return XiDachBench.dealt(people, options=options, deck=NATURAL_OF_THREE)


@pytest.mark.rule("XD-Q03")
def test_the_banker_stays_banker_hand_after_hand() -> None:
    bench = quick()
    for number in (2, 3):
        bench.next_hand()
        assert (bench.table().hand, bench.hand().banker, bench.banker().banker) == (number, 0, 0)
        bench.stakes()


@pytest.mark.rule("XD-Q03")
def test_by_option_the_bank_goes_round_in_deal_order_by_consent() -> None:
    bench = quick(banker_rotation="every_hand")
    bankers = [bench.hand().banker]
    for _ in range(3):
        seat = bench.banker().asked
        assert seat is not None
        assert (bench.banker().banker, bench.banker().due) == (None, bench.now + 10_000)
        assert bench.bank(seat + 1) is None
        bench.next_hand()
        bankers.append(bench.hand().banker)
        bench.stakes()
    assert bankers == [0, 2, 1, 0]


def test_in_turns_a_no_passes_it_on_and_the_old_banker_is_asked_last() -> None:
    bench = quick(banker_rotation="every_hand")
    asked = []
    for _ in range(3):
        asked.append(bench.banker().asked)
        bench.bank((bench.banker().asked or 0) + 1, take=False)
    assert asked == [2, 1, 0]
    bench.wait(60_000)
    assert (bench.table().phase, bench.table().waiting, bench.table().hand) == ("waiting", "bank", 1)


@pytest.mark.rule("XD-Q03")
def test_passed_on_in_a_hand_the_bank_changes_after_it() -> None:
    bench = XiDachBench.dealt(deck="Tc 9d Th 7h 9s Kh")
    assert bench.bank(2, take=False) == "hand_running"
    assert bench.bank(2) == "hand_running"
    assert bench.bank(1, take=False) is None
    assert (bench.banker().banker, bench.banker().passing) == (0, True)
    assert bench.bank(1, take=False) is None
    assert bench.bank(1) is None
    assert not bench.banker().passing
    assert bench.bank(1, take=False) is None
    bench.act(3, Stand())
    bench.act(2, Stand())
    bench.act(1, EndTurn())
    assert (bench.banker().banker, bench.banker().asked, bench.banker().passing) == (None, 2, False)


def test_who_passed_it_on_is_not_asked_and_may_have_it_back_when_nobody_wants_it() -> None:
    bench = XiDachBench()
    bench.begin()
    bench.bank(1, take=False)
    for conn in (2, 3):
        bench.act(conn, SkipBet())
    asked = []
    while (seat := bench.banker().asked) is not None:
        asked.append(seat)
        bench.bank(seat + 1, take=False)
    assert asked == [2, 1]
    assert bench.bank(1) is None
    assert bench.banker().banker == 0


def test_a_bank_that_is_taken_during_the_result_holds_nobody_up() -> None:
    bench = quick()
    bench.bank(1, take=False)
    starts = bench.table().starts
    assert starts == bench.now + 8_000
    assert bench.bank(3) is None
    bench.wait(8_000)
    assert (bench.table().hand, bench.hand().banker) == (2, 2)


def test_a_bank_that_is_taken_later_begins_the_hand_five_seconds_after() -> None:
    bench = quick()
    bench.bank(1, take=False)
    bench.wait(9_000)
    assert (bench.table().phase, bench.table().waiting) == ("waiting", "bank")
    assert bench.bank(3) is None
    assert (bench.table().phase, bench.table().starts) == ("starting", bench.now + 5_000)
    bench.wait(5_000)
    assert bench.hand().banker == 2


@pytest.mark.rule("XD-Q35")
def test_a_banker_who_leaves_is_played_on_and_the_bank_passes_on_afterwards() -> None:
    bench = XiDachBench.dealt(deck="Tc 9d Th 7h 9s 5h 4s")
    bench.do(1, Transfer(PlayerId(2)))
    assert bench.code(1, Leave(bench.ref(1))) is None
    assert (bench.banker().banker, bench.seat(0).status) == (0, "leaving")
    bench.wait(200_000)
    (finished,) = [entry for entry in bench.entries if isinstance(entry, entries.HandFinished)]
    assert finished.result.deltas[Seat(0)] != 0
    assert bench.table(2).seats[0].player is None
    assert bench.banker().banker is None


@pytest.mark.rule("XD-Q35")
def test_a_banker_who_leaves_while_stakes_are_laid_is_bound_by_them() -> None:
    bench = XiDachBench(deck=LOST_TO_THREE)
    bench.begin()
    bench.do(1, Transfer(PlayerId(2)))
    assert bench.code(1, Leave(bench.ref(1))) is None
    bench.stakes(100)
    assert [seat.balance for seat in bench.table(2).seats[1:3]] == [1_100, 1_100]
    assert (bench.banker().banker, bench.banker().asked) == (None, 2)


def test_a_kicked_banker_pays_and_the_bank_passes_on() -> None:
    bench = XiDachBench(deck=LOST_TO_THREE)
    assert bench.bank(1) is None
    assert bench.do(1, Transfer(PlayerId(2))) is None
    assert bench.do(2, Start()) is None
    assert bench.do(2, Kick(PlayerId(1))) is None
    bench.stakes(50)
    assert [seat.balance for seat in bench.table(2).seats[1:3]] == [1_050, 1_050]
    assert (bench.table(2).seats[0].player, bench.banker().banker, bench.banker().asked) == (None, None, 2)


def test_a_banker_who_sits_out_in_a_hand_loses_the_bank_after_it() -> None:
    bench = XiDachBench(deck=NATURAL_OF_THREE)
    bench.begin()
    assert bench.code(1, SitOut(bench.ref(1))) is None
    bench.stakes()
    assert (bench.banker().banker, bench.banker().asked) == (None, 2)


def test_between_hands_a_banker_keeps_the_bank_on_his_chair_while_too_few_are_there() -> None:
    bench = XiDachBench(2)
    bench.bank(1)
    bench.code(1, SitOut(bench.ref(1)))
    assert bench.banker().banker == 0
    bench.code(1, SitIn(bench.ref(1)))
    assert (bench.banker().banker, bench.table().waiting) == (0, "host")


def test_a_banker_who_changes_his_chair_is_asked_again() -> None:
    bench = XiDachBench(2)
    bench.bank(1)
    bench.code(1, Leave(bench.ref(1)))
    assert bench.banker().banker is None
    assert bench.code(1, Sit(bench.ref(1), Seat(4), "Bạn 1")) is None
    assert bench.banker().asked == 4
    assert bench.bank(1) is None
    assert bench.do(2, Start()) is None
    assert bench.hand().banker == 4
    assert not bench.faults


def test_a_banker_who_changes_his_chair_in_a_pause_is_asked_again_too() -> None:
    bench = XiDachBench(3)
    bench.bank(1)
    bench.do(1, Transfer(PlayerId(2)))
    bench.do(2, PauseTable())
    bench.code(1, Leave(bench.ref(1)))
    bench.sit(1, 4, "Bạn 1")
    bench.do(2, ResumeTable())
    assert (bench.banker().banker, bench.banker().asked) == (None, 4)
    assert bench.bank(1, take=False) is None
    assert bench.bank(3) is None
    assert bench.do(2, Start()) is None
    assert bench.hand().banker == 2


def test_who_said_no_to_one_bank_is_asked_for_the_next() -> None:
    bench = XiDachBench()
    bench.bank(1, take=False)
    assert bench.bank(3) is None
    assert bench.bank(3, take=False) is None
    assert bench.banker().asked == 1
    assert bench.bank(2, take=False) is None
    assert bench.banker().asked == 0


@pytest.mark.rule("XD-Q03")
@pytest.mark.rule("XD-Q04")
def test_a_banker_who_can_cover_no_stake_any_more_is_banker_no_more() -> None:
    bench = XiDachBench(deck=LOST_TO_THREE, options={"rebuy": "off", "min_bet": 100, "buy_in": 200})
    bench.begin()
    bench.stakes(100)
    assert (bench.seat(0).balance, bench.seat(0).status) == (0, "out")
    assert (bench.banker().banker, bench.banker().asked) == (None, 2)
    assert bench.bank(1) == "not_offered"


def test_a_banker_who_is_topped_up_goes_on() -> None:
    bench = XiDachBench(deck=LOST_TO_THREE, options={"rebuy": "auto", "min_bet": 100, "buy_in": 200})
    bench.begin()
    bench.stakes(100)
    assert (bench.seat(0).balance, bench.banker().banker) == (200, 0)


def test_stakes_that_the_table_raises_pass_the_bank_of_who_cannot_cover_them() -> None:
    bench = XiDachBench(deck="Tc 9d Ah Th 9s Kh", options={"rebuy": "off"})
    bench.begin()
    bench.stakes(100)
    assert [seat.balance for seat in bench.table().seats[:3]] == [1_200, 900, 900]
    assert bench.do(1, SetOptions({"min_bet": 1_000, "max_bet": 1_000})) is None
    assert [seat.status for seat in bench.table().seats[:3]] == ["in", "out", "out"]
    assert (bench.banker().banker, bench.table().phase) == (0, "result")


@pytest.mark.rule("XD-Q34")
def test_a_banker_who_is_away_for_a_whole_hand_is_asked_last() -> None:
    bench = quick()
    bench.lose(1)
    bench.wait(8_000)
    assert (bench.table(2).hand, bench.hand().banker) == (2, 0)
    bench.stakes()
    assert bench.table(2).hand == 2
    assert (bench.banker().banker, bench.banker().asked) == (None, 2)
    bench.hello(1, bench.tokens[ConnId(1)])
    asked = []
    while (seat := bench.banker().asked) is not None:
        asked.append(seat)
        bench.bank(seat + 1, take=False)
    assert asked == [2, 1, 0]


def test_a_banker_who_is_away_for_a_part_of_a_hand_keeps_the_bank() -> None:
    bench = quick()
    bench.lose(1)
    bench.wait(8_000)
    bench.hello(1, bench.tokens[ConnId(1)])
    bench.lose(1)
    bench.stakes()
    assert bench.banker().banker == 0
    bench.wait(8_000)
    bench.stakes()
    assert (bench.table(2).hand, bench.banker().banker) == (3, None)


def test_the_banks_way_is_told() -> None:
    bench = quick()
    bench.bank(1, take=False)
    assert BankPassed(PlayerId(1), Seat(0), False) in bench.events(2)
    bench.wait(10_000)
    assert BankPassed(PlayerId(3), Seat(2), True) in bench.events(2)


@pytest.mark.rule("XD-Q05")
def test_after_three_hands_without_a_stake_the_table_waits_until_somebody_says_next() -> None:
    bench = XiDachBench()
    bench.begin()
    for number in (1, 2, 3):
        assert bench.table().hand == number
        for conn in (2, 3):
            bench.act(conn, SkipBet())
        assert bench.hand().phase == "result"
        assert bench.hand().order == ()
        bench.wait(5_000)
    assert (bench.table().hand, bench.table().phase, bench.table().waiting) == (3, "waiting", "host")
    bench.wait(600_000)
    assert bench.table().hand == 3
    assert bench.code(2, Next(bench.ref(2))) is None
    bench.wait(5_000)
    assert bench.table().hand == 4


def test_the_host_may_start_where_nobody_staked_and_a_stake_begins_the_count_anew() -> None:
    bench = XiDachBench(deck=NATURAL_OF_THREE)
    bench.begin()
    for number in (1, 2, 3, 4, 5):
        assert bench.table().hand == number
        if number == 2:
            bench.stakes()
            bench.wait(8_000)
            continue
        for conn in (2, 3):
            bench.act(conn, SkipBet())
        bench.wait(5_000)
    assert (bench.table().hand, bench.table().phase) == (5, "waiting")
    assert bench.do(1, Start()) is None
    assert bench.table().hand == 6
    for conn in (2, 3):
        bench.act(conn, SkipBet())
    bench.wait(5_000)
    assert bench.table().hand == 7


def test_what_bots_say_wakes_no_table_that_nobody_stakes_at() -> None:
    bench = XiDachBench(2)
    bench.bots_in(1)
    bench.begin()
    for _ in range(3):
        for seat in bench.hand().to_act:
            bot = bench.table().seats[seat]
            bench.act(seat + 1 if not bot.bot else 100 + (bot.player or 0), SkipBet())
        for player in bench.bots:
            bench.code(100 + player, Next(bench.ref(100 + player)))
        bench.wait(5_000)
    assert (bench.table().hand, bench.table().phase) == (3, "waiting")
    assert bench.code(2, Next(bench.ref(2))) is None
    bench.wait(5_000)
    assert bench.table().hand == 4
