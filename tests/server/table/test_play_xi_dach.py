"""Xì dách at the table: stakes under one deadline, a clock for each decision, leaving, kicks and voids."""

import pytest

from protocol.events import HandVoided, Leaving, TimedOut
from protocol.games.xi_dach import (
    Bet,
    BetOffer,
    Draw,
    Drew,
    EndTurn,
    Inspect,
    InspectOffer,
    SatThisOut,
    ShowHand,
    SkipBet,
    Stand,
)  # fmt: skip
from protocol.ids import Chips, PlayerId, Seat
from protocol.inbound import Act, CloseRoom, Kick, Leave, PauseTable, ResumeTable, Sit, Transfer
from server.table import entries
from server.table.messages import ConnId
from tests.support.xi_dach import XiDachBench

PLAIN = "2c 9d Th 2h 9s Kh 2d 2s 3c 3d"
"""Seat 2 holds 2 and 2, seat 1 two nines, the banker at seat 0 two tens; then small cards come."""

ONE_CON = "9d Th 9s Kh"
"""Two nines against two tens, where one con staked."""


def dealt(people: int = 3, deck: str = PLAIN, **options: bool | int | str) -> XiDachBench:
    return XiDachBench.dealt(people, options=options, deck=deck)


@pytest.mark.case("B084")
@pytest.mark.rule("XD-Q05")
def test_one_deadline_binds_all_stakes_and_is_moved_by_nothing() -> None:
    bench = XiDachBench(4)
    bench.begin()
    due = bench.now + 20_000
    assert {(clock.seat, clock.due, clock.bank) for clock in bench.table().clocks} == {
        (Seat(1), due, 0), (Seat(2), due, 0), (Seat(3), due, 0)
    }  # fmt: skip
    bench.wait(3_000)
    bench.lose(4)
    bench.act(2, Bet(Chips(10)))
    bench.wait(3_000)
    bench.act(2, Bet(Chips(30)))
    bench.hello(4, bench.tokens[ConnId(4)])
    bench.lose(4)
    assert {(clock.seat, clock.due, clock.bank) for clock in bench.table().clocks} == {
        (Seat(2), due, 0), (Seat(3), due, 0)
    }  # fmt: skip
    bench.wait(due + 500 - bench.now - 1)
    assert bench.hand().phase == "betting"
    bench.wait(1)
    assert bench.hand().phase == "cons"
    assert [(con.seat, con.stake) for con in bench.hand().seats if con.seat in bench.hand().order[:-1]] == [(1, 30)]
    assert SatThisOut(Seat(2)) in bench.events()
    assert bench.you(1).bank == 60_000


@pytest.mark.case("B084")
def test_the_window_stays_open_until_all_have_decided_and_a_late_stake_is_refused() -> None:
    bench = XiDachBench(deck=ONE_CON)
    bench.begin()
    late = bench.turn(3)
    bench.act(2, Bet(Chips(10)))
    assert bench.hand().phase == "betting"
    bench.wait(20_500)
    assert bench.hand().phase == "cons"
    balance = bench.seat(2).balance
    assert bench.code(3, Act(bench.ref(3), late, Bet(Chips(50)))) == "not_your_turn"
    assert bench.seat(2).balance == balance
    bench.act(2, Stand())
    bench.act(1, EndTurn())
    bench.next_hand()
    assert bench.con(3).stake == 0, "nothing is carried over"


@pytest.mark.case("B084")
def test_a_stake_read_after_the_deadline_but_before_the_fallback_counts() -> None:
    bench = XiDachBench()
    bench.begin()
    bench.wait(20_499)
    for conn in (2, 3):
        bench.act(conn, Bet(Chips(10)))
    assert bench.hand().phase == "cons"
    assert not any(isinstance(event, SatThisOut | TimedOut) for event in bench.events())


@pytest.mark.rule("XD-Q04")
def test_every_seat_has_a_question_of_its_own_and_bounds_tighten_under_it() -> None:
    bench = XiDachBench(options={"max_bet": 1_000})
    bench.begin()
    before = {conn: bench.turn(conn) for conn in (2, 3)}
    bench.act(2, Bet(Chips(900)))
    assert bench.turn(3) == before[3]
    assert bench.turn(2) != before[2], "his own choices were used"
    offer = bench.offer(3, BetOffer)
    assert offer is not None
    assert offer.most == 100
    assert bench.code(3, Act(bench.ref(3), before[3], Bet(Chips(101)))) == "illegal_action"
    refused = bench.rejected(3)
    assert (refused.rule, refused.turn, refused.offers[0]) == ("XD-Q04", before[3], offer)
    assert bench.code(3, Act(bench.ref(3), before[3], Bet(Chips(100)))) is None


@pytest.mark.rule("XD-Q06")
@pytest.mark.rule("XD-Q35")
def test_who_leaves_while_stakes_are_laid_takes_his_stake_along() -> None:
    bench = XiDachBench(deck=ONE_CON)
    bench.begin()
    bench.act(3, Bet(Chips(40)))
    assert bench.code(3, Leave(bench.ref(3))) is None
    assert SatThisOut(Seat(2)) in bench.events()
    assert bench.seat(2).status == "leaving"
    bench.act(2, Bet(Chips(10)))
    assert bench.hand().order == (1, 0)
    bench.act(2, Stand())
    bench.act(1, EndTurn())
    assert bench.seat(2).player is None
    assert bench.code(3, Sit(bench.ref(3), Seat(3), "Bạn 3")) is None
    assert bench.seat(3).balance == 1_000


def test_all_cons_leaving_while_stakes_are_laid_ends_the_hand_without_a_card() -> None:
    bench = XiDachBench()
    bench.begin()
    for conn in (2, 3):
        bench.code(conn, Leave(bench.ref(conn)))
    assert bench.hand().phase == "result"
    assert [seat.player for seat in bench.table().seats[:3]] == [1, None, None]
    assert bench.seat(0).balance == 1_000


def test_a_kicked_con_who_has_not_staked_sits_the_hand_out_and_one_who_has_plays_on() -> None:
    bench = XiDachBench(4)
    bench.begin()
    bench.act(3, Bet(Chips(40)))
    for player in (3, 4):
        assert bench.do(1, Kick(PlayerId(player))) is None
    assert bench.con(3).stake == 40
    bench.wait(999)
    assert not bench.con(4).decided
    bench.wait(1)
    assert bench.con(4).decided
    bench.act(2, Bet(Chips(10)))
    assert set(bench.hand().order) == {0, 1, 2}


@pytest.mark.rule("XD-Q32")
def test_each_card_is_a_decision_with_a_clock_of_its_own() -> None:
    bench = dealt()
    assert (bench.clock().seat, bench.clock().due) == (2, bench.now + 20_000)
    bench.wait(7_000)
    turn = bench.turn(3)
    bench.act(3, Draw())
    assert bench.turn(3) != turn
    assert (bench.clock().seat, bench.clock().due) == (2, bench.now + 20_000)


@pytest.mark.rule("XD-Q37")
def test_showing_ones_cards_moves_no_clock_and_spends_no_bank_twice() -> None:
    bench = dealt()
    due = bench.clock().due
    bench.wait(5_000)
    bench.act(3, ShowHand())
    bench.act(2, ShowHand())
    assert (bench.clock().seat, bench.clock().due) == (2, due)
    bench.act(3, Draw())
    begun = bench.now
    bench.wait(30_000)
    bench.act(3, ShowHand())
    assert bench.you(3).bank == 50_000
    bench.wait(10_000)
    bench.act(3, Draw())
    assert bench.you(3).bank == 40_000, "forty seconds: twenty of the turn, twenty of the bank"
    assert bench.now == begun + 40_000


@pytest.mark.rule("XD-Q32")
@pytest.mark.rule("XD-Q34")
def test_after_a_timeout_the_rest_of_the_turn_is_played_a_second_a_step_and_counts_once() -> None:
    bench = dealt()
    bench.wait(80_499)
    assert len(bench.hand().order) == 3
    assert bench.con(3).cards.count == 2  # type: ignore[union-attr]
    bench.wait(1)
    assert bench.con(3).cards.count == 3  # type: ignore[union-attr]
    for count in (4, 5):
        bench.wait(999)
        assert bench.hand().to_act == (2,)
        bench.wait(1)
        drawn = [event for event in bench.events() if event == Drew(Seat(2))]
        assert len(drawn) == count - 2
    assert bench.hand().to_act == (1,), "five cards"
    assert [event for event in bench.events() if isinstance(event, TimedOut)] == [TimedOut(Seat(2))]
    assert bench.seat(2).status == "in", "one timeout, however many cards"


@pytest.mark.rule("XD-Q33")
def test_the_bankers_time_is_his_own_and_each_of_his_steps_has_a_clock() -> None:
    bench = dealt(deck="Tc 9d 2h 7h 9s 3h 2d 2s 9c", banker_timeout_s=40)
    bench.act(3, Stand())
    bench.act(2, Stand())
    assert (bench.clock().seat, bench.clock().due) == (0, bench.now + 40_000)
    bench.wait(100_500)
    assert bench.con(1).cards.count == 3  # type: ignore[union-attr]
    bench.wait(3_000)
    assert bench.hand().phase == "result"
    assert [event for event in bench.events() if isinstance(event, TimedOut)] == [TimedOut(Seat(0))]


def test_inspecting_gives_the_banker_a_new_clock_for_the_next_step() -> None:
    bench = dealt()
    bench.act(3, Stand(confirm_non=True))
    bench.act(2, Stand())
    bench.wait(12_000)
    bench.act(1, Inspect(Seat(1)))
    assert (bench.clock().seat, bench.clock().due) == (0, bench.now + 30_000)


@pytest.mark.rule("XD-Q14")
def test_the_right_to_inspect_in_between_has_an_id_and_no_clock() -> None:
    bench = dealt(4, deck="2c 9d Tc Th 2h 9s 7c Kh 2d")
    assert bench.you(1).turn is None
    bench.act(4, Stand(confirm_non=True))
    turn = bench.turn(1)
    assert [clock.seat for clock in bench.table().clocks] == [2]
    bench.act(3, Stand())
    assert bench.turn(1) == turn, "another con to inspect is no other question"
    offer = bench.offer(1, InspectOffer)
    assert offer is not None
    assert offer.seats == (3, 2)
    due = bench.clock().due
    bench.wait(2_000)
    bench.act(1, Inspect(Seat(2)))
    assert (bench.clock().seat, bench.clock().due) == (1, due)


@pytest.mark.rule("XD-Q34")
def test_who_returns_has_his_turn_again() -> None:
    bench = dealt()
    bench.lose(3)
    bench.wait(30_000 + 80_500)
    assert bench.con(3).cards.count == 3  # type: ignore[union-attr]
    bench.wait(500)
    bench.hello(3, bench.tokens[ConnId(3)])
    assert (bench.clock().seat, bench.clock().due, bench.clock().bank) == (2, bench.now + 20_000, 0)
    bench.wait(10_000)
    bench.act(3, Draw())
    assert bench.clock().due == bench.now + 20_000
    bench.act(3, Stand(confirm_non=True))
    assert bench.seat(2).status == "in"


@pytest.mark.rule("XD-Q34")
def test_who_acts_a_second_after_his_timeout_has_the_rest_of_his_turn() -> None:
    bench = dealt()
    bench.wait(80_500)
    assert bench.con(3).cards.count == 3  # type: ignore[union-attr]
    bench.act(3, Draw())
    assert bench.clock().due == bench.now + 20_000


@pytest.mark.rule("XD-Q34")
def test_a_con_who_is_away_is_waited_for_then_played_and_settled() -> None:
    bench = dealt()
    bench.act(3, Stand(confirm_non=True))
    bench.lose(2)
    bench.wait(30_000 + 80_499)
    assert bench.hand().to_act == (1,)
    bench.wait(1)
    assert bench.hand().to_act == (0,), "two nines stand"
    bench.act(1, EndTurn())
    assert bench.seat(1).balance == 990


@pytest.mark.rule("XD-Q35")
@pytest.mark.rule("XD-26")
def test_a_con_who_leaves_is_played_on_a_second_a_step_settled_and_freed() -> None:
    bench = dealt()
    assert bench.code(2, Leave(bench.ref(2))) is None
    assert Leaving(PlayerId(2), Seat(1), "left") in bench.events()
    assert bench.con(2).stake == 10
    bench.act(3, Stand(confirm_non=True))
    assert bench.clock().seat == 1
    bench.wait(1_000)
    assert bench.hand().to_act == (0,)
    assert not any(isinstance(event, TimedOut) for event in bench.events())
    bench.act(1, EndTurn())
    assert bench.seat(1).player is None
    (finished,) = [entry for entry in bench.entries if isinstance(entry, entries.HandFinished)]
    assert finished.result.deltas == {0: 20, 1: -10, 2: -10}
    booked = [entry for entry in bench.entries if isinstance(entry, entries.LedgerEntry)][-1]
    assert booked.postings == {1: 20, 2: -10, 3: -10}
    assert bench.code(2, Sit(bench.ref(2), Seat(1), "Bạn 2")) is None
    assert bench.seat(1).balance == 990, "left or not, the result is booked"


@pytest.mark.rule("XD-Q35")
def test_leaving_on_turn_hands_the_turn_to_the_clock() -> None:
    bench = dealt()
    bench.code(3, Leave(bench.ref(3)))
    for _ in range(3):
        bench.wait(1_000)
    assert bench.hand().to_act == (1,)


@pytest.mark.rule("XD-Q07")
def test_who_sits_down_in_a_hand_watches_it_to_the_end() -> None:
    bench = dealt()
    bench.hello(4)
    bench.sit(4, 3, "Vy")
    assert (bench.you(4).seat, bench.you(4).turn, bench.you(4).offers) == (3, None, ())
    assert bench.hand().order == (2, 1, 0)
    assert bench.code(4, Act(bench.ref(4), 1, Bet(Chips(10)))) == "no_hand"  # type: ignore[arg-type]
    bench.act(3, Stand(confirm_non=True))
    bench.act(2, Stand())
    bench.act(1, EndTurn())
    bench.next_hand()
    assert bench.offer(4, BetOffer) is not None


@pytest.mark.rule("XD-Q36")
def test_a_void_returns_stakes_reservations_and_results_that_were_settled() -> None:
    bench = dealt()
    bench.act(3, Stand(confirm_non=True))
    bench.act(2, Stand())
    bench.act(1, Inspect(Seat(1)))
    assert bench.con(2).settlement is not None
    assert bench.do(1, CloseRoom()) is None
    assert HandVoided(1, "closed") in bench.events(2)
    assert [seat.balance for seat in bench.table().seats[:3]] == [1_000] * 3
    assert not any(isinstance(entry, entries.HandFinished) for entry in bench.entries)


def test_a_pause_while_stakes_are_laid_stops_the_one_clock_for_all() -> None:
    bench = XiDachBench()
    bench.begin()
    bench.wait(15_000)
    bench.do(1, PauseTable())
    assert {clock.left for clock in bench.table().clocks} == {5_000}
    assert bench.code(2, Act(bench.ref(2), bench.turn(2), Bet(Chips(10)))) == "paused"
    bench.wait(60_000)
    bench.do(1, ResumeTable())
    assert {clock.due for clock in bench.table().clocks} == {bench.now + 5_000}


def test_a_host_who_leaves_while_stakes_are_laid_hands_the_role_on_and_the_stakes_go_on() -> None:
    bench = XiDachBench(deck=ONE_CON)
    bench.begin()
    bench.do(1, Transfer(PlayerId(3)))
    bench.code(3, Leave(bench.ref(3)))
    assert bench.table().host == 1
    bench.act(2, Bet(Chips(10)))
    assert bench.hand().phase == "cons"
    assert bench.do(1, PauseTable()) is None


def test_a_con_who_sits_a_hand_out_stays_at_the_table() -> None:
    bench = XiDachBench(deck=ONE_CON)
    bench.begin()
    bench.act(3, SkipBet())
    bench.act(2, Bet(Chips(10)))
    bench.act(2, Stand())
    bench.act(1, EndTurn())
    assert (bench.seat(2).status, bench.seat(2).balance) == ("in", 1_000)
    bench.next_hand()
    assert bench.offer(3, BetOffer) is not None
