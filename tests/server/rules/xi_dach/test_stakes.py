"""Stakes: open, bounded by what both sides can pay, replaced or taken back until nobody is waited for."""

from typing import Any

import pytest

from protocol.games.xi_dach import (
    Bet,
    BetOffer,
    Draw,
    HandsDealt,
    SatThisOut,
    SkipBet,
    SkipBetOffer,
    Staked,
    StakesOpened,
    XiDachYou,
)  # fmt: skip
from protocol.ids import Chips, Seat
from tests.server.rules.xi_dach.hand import GAME, Hand

CONS = ["Td 8d", "9d 7d", "8h 9s"]


def betting(stacks: dict[int, int] | None = None, **options: Any) -> Hand:
    """Nobody has staked yet; cons on 3, 2, 1."""
    return Hand("Tc 7h", CONS, stakes=None, stacks=stacks, **options)


def most(hand: Hand, seat: int) -> int | None:
    offer = hand.offer(seat, BetOffer)
    return None if offer is None else offer.most


@pytest.mark.rule("XD-04")
@pytest.mark.rule("XD-03")
def test_cons_stake_in_the_open_and_the_banker_does_not() -> None:
    hand = betting()
    assert hand.events == [StakesOpened(Seat(0), (Seat(3), Seat(2), Seat(1)), Chips(10), Chips(100))]
    assert GAME.to_act(hand.state) == {1, 2, 3}
    assert hand.offers(0) == ()
    assert hand.refused(0, Bet(Chips(10))) == "XD-04"
    hand.bet(2, 40)
    assert hand.events[-1] == Staked(Seat(2), Chips(40))
    assert [(place.seat, place.stake, place.decided) for place in hand.view.seats] == [
        (0, 0, True), (1, 0, False), (2, 40, True), (3, 0, False),
    ]  # fmt: skip


@pytest.mark.rule("XD-04")
@pytest.mark.case("B084")
def test_nothing_is_dealt_before_everybody_has_decided() -> None:
    hand = betting().bet(3, 10).bet(1, 20)
    assert GAME.to_act(hand.state) == {2}
    assert (hand.view.phase, hand.view.stock, hand.view.order) == ("betting", 52, ())
    assert all(GAME.you_view(hand.state, Seat(seat)) == XiDachYou() for seat in range(4))
    assert hand.refused(3, Draw()) == "XD-26"
    hand.bet(2, 30)
    assert hand.view.phase == "cons"
    assert hand.refused(1, Bet(Chips(20))) == "XD-04"
    assert hand.refused(1, SkipBet()) == "XD-Q05"
    assert [hand.seat(seat).stake for seat in (3, 2, 1)] == [10, 30, 20]


@pytest.mark.rule("XD-Q05")
def test_a_stake_may_be_replaced_and_taken_back_while_others_think() -> None:
    hand = betting().bet(3, 10).bet(3, 50)
    assert (hand.seat(3).stake, hand.seat(3).reserved) == (50, 50)
    assert hand.offers(3) == (BetOffer(Chips(10), Chips(100), 1, Chips(50)), SkipBetOffer(Chips(50)))
    hand.act(3, SkipBet())
    assert hand.events[-1] == SatThisOut(Seat(3))
    assert hand.offers(3) == (BetOffer(Chips(10), Chips(100), 1, Chips(0)),)
    assert hand.refused(3, SkipBet()) == "XD-Q05"
    assert hand.seat(3).reserved == 0
    hand.bet(3, 20).bet(2, 10).bet(1, 10)
    assert hand.view.order == (3, 2, 1, 0)


@pytest.mark.rule("XD-Q05")
@pytest.mark.parametrize("amount", [9, 101, 10**9])
def test_stakes_have_bounds(amount: int) -> None:
    assert betting().refused(1, Bet(Chips(amount))) == "XD-Q05"


@pytest.mark.rule("XD-Q05")
@pytest.mark.case("B-XD-36")
@pytest.mark.case("B-XD-37")
def test_a_stake_never_exceeds_the_points_of_its_owner() -> None:
    hand = betting(stacks={1: 60})
    assert most(hand, 1) == 60
    assert hand.refused(1, Bet(Chips(61))) == "XD-Q05"
    assert hand.bet(1, 60).seat(1).stake == 60


@pytest.mark.rule("XD-Q05")
def test_x25_the_largest_multiplier_counts_from_the_start() -> None:
    hand = betting(stacks={1: 100}, mult_xi_ban=4)
    assert hand.offer(1, BetOffer) == BetOffer(Chips(10), Chips(25), 4, Chips(0))
    assert hand.refused(1, Bet(Chips(26))) == "XD-Q05"
    assert hand.bet(1, 25).seat(1).reserved == 100


@pytest.mark.rule("XD-06")
@pytest.mark.rule("XD-Q04")
def test_the_banker_covers_all_stakes_together() -> None:
    hand = betting(stacks={0: 150}).bet(3, 100)
    assert [most(hand, seat) for seat in (3, 2, 1)] == [100, 50, 50]
    assert hand.refused(2, Bet(Chips(51))) == "XD-Q04"
    assert hand.seat(0).reserved == 100
    hand.bet(2, 40)
    assert most(hand, 1) == 10
    assert most(hand, 2) == 50
    assert hand.bet(1, 10).seat(0).reserved == 150


@pytest.mark.rule("XD-Q04")
def test_the_cover_counts_the_largest_multiplier() -> None:
    hand = betting(stacks={0: 300}, mult_ngu_linh=3).bet(3, 60)
    assert most(hand, 2) == 40
    assert hand.refused(2, Bet(Chips(41))) == "XD-Q04"
    assert hand.bet(2, 40).seat(0).reserved == 300


@pytest.mark.rule("XD-Q04")
def test_nobody_waits_for_a_con_whom_the_banker_cannot_cover() -> None:
    hand = betting(stacks={0: 110}).bet(3, 95)
    assert GAME.to_act(hand.state) == {1, 2}
    hand.bet(2, 10)
    assert SatThisOut(Seat(1)) in hand.events
    assert (hand.view.phase, hand.view.order) == ("cons", (3, 2, 0))
    assert hand.refused(1, Bet(Chips(10))) == "XD-04"


@pytest.mark.rule("XD-Q04")
def test_a_smaller_stake_of_one_makes_room_for_another() -> None:
    hand = Hand("Tc 7h", [*CONS, "2c 3c"], stakes=None, stacks={0: 110}).bet(4, 95)
    hand.bet(4, 20)
    assert most(hand, 3) == 90


@pytest.mark.rule("XD-Q05")
@pytest.mark.case("B-XD-48")
def test_who_does_not_stake_is_not_dealt_in() -> None:
    hand = betting().bet(3, 10).act(2, SkipBet()).bet(1, 10)
    assert hand.all(HandsDealt) == [HandsDealt((Seat(3), Seat(1), Seat(0)))]
    assert [place.seat for place in hand.view.seats] == [0, 1, 3]
    assert GAME.you_view(hand.state, Seat(2)) == XiDachYou()
    assert hand.offers(2) == ()
    hand.by_clock()
    assert hand.result.deltas[Seat(2)] == 0
    assert hand.result.played


def test_where_nobody_stakes_nothing_is_dealt() -> None:
    hand = betting()
    for seat in (1, 2, 3):
        hand.act(seat, SkipBet())
    assert hand.result.deltas == {0: 0, 1: 0, 2: 0, 3: 0}
    assert (hand.result.played, hand.result.showdown, hand.result.payouts) == (False, False, ())
    assert (hand.view.phase, hand.view.stock, hand.view.order) == ("result", 52, ())
    assert hand.all(HandsDealt) == []
    assert hand.offers(1) == ()


def test_where_the_banker_can_cover_nobody_the_hand_is_over_at_once() -> None:
    hand = betting(stacks={0: 9})
    assert not hand.result.played
    assert [event.seat for event in hand.all(SatThisOut)] == [3, 2, 1]


@pytest.mark.rule("XD-Q06")
def test_who_leaves_before_the_deal_gets_his_stake_back() -> None:
    hand = betting().bet(3, 50)
    hand.took(GAME.leave(hand.state, Seat(3)))
    assert hand.events[-1] == SatThisOut(Seat(3))
    assert hand.offers(3) == ()
    assert hand.refused(3, Bet(Chips(50))) == "XD-04"
    before = hand.state
    assert GAME.leave(hand.state, Seat(3)).state is before
    hand.bet(2, 10)
    hand.took(GAME.leave(hand.state, Seat(1)))
    assert hand.view.order == (2, 0)
    assert hand.by_clock().result.deltas[Seat(3)] == 0


@pytest.mark.rule("XD-Q05")
def test_the_clock_lays_no_stake() -> None:
    hand = betting().bet(1, 10)
    assert GAME.fallback(hand.state, Seat(2)) == SkipBet()


def test_a_bound_that_another_stake_moves_is_no_new_question() -> None:
    hand = betting(stacks={0: 150})
    before = hand.offer(1, BetOffer)
    after = hand.bet(3, 100).offer(1, BetOffer)
    assert before is not None
    assert after is not None
    assert before != after
    assert before.question() == after.question()
    own = hand.bet(1, 20).offer(1, BetOffer)
    assert own is not None
    assert own.question() != after.question()
