"""Leaving in a hand, and what the clock plays. Seat 3 opens, so play goes 3, 0, 1, 2."""

import pytest

from protocol.games.stud import Folded, Shown, Theo, Up, Won
from protocol.ids import Seat
from tests.server.rules.stud.hand import Hand
from tests.support.cards import stacked

DECK = ("8s 8h 8d 8c", "Kd Qs Jh Ac")


def begun(words: str = "") -> Hand:
    return Hand(stacked(*DECK)).play(words)


@pytest.mark.rule("XT28-Q16")
def test_who_leaves_folds_at_once_and_loses_what_was_paid() -> None:
    hand = begun("to")
    hand.leave(3)
    assert hand.events[-1] == Folded(Seat(3), left=True)
    assert hand.turn == 0
    assert (hand.seat(3).status, hand.seat(3).total, hand.view.pot) == ("folded", 2, 5)
    hand.play("theo theo theo")
    assert hand.view.round == 2


@pytest.mark.rule("XT28-Q16")
def test_leaving_out_of_turn_leaves_the_turn_where_it_is() -> None:
    hand = begun("theo")
    hand.leave(2)
    assert hand.turn == 0
    hand.play("theo theo")
    assert hand.view.round == 2
    assert [seat.status for seat in hand.view.seats] == ["live", "live", "folded", "live"]


@pytest.mark.rule("XT28-Q16")
@pytest.mark.rule("XT28-16")
def test_a_round_may_end_because_the_last_to_speak_leaves() -> None:
    hand = begun("theo theo theo")
    assert hand.turn == 2
    hand.leave(2)
    assert hand.view.round == 2
    assert hand.view.to_act is not None


@pytest.mark.rule("XT28-Q16")
def test_when_a_raiser_leaves_the_others_still_answer_the_raise() -> None:
    hand = begun("theo to")
    hand.leave(0)
    assert hand.turn == 1
    hand.play("theo theo")
    assert (hand.turn, hand.view.round) == (3, 1)
    hand.play("theo")
    assert hand.view.round == 2


@pytest.mark.rule("XT28-Q16")
@pytest.mark.rule("XT28-21")
def test_the_last_one_left_wins() -> None:
    hand = begun()
    for seat in (1, 3, 0):
        hand.leave(seat)
    assert hand.view.phase == "fold_win"
    assert hand.all(Won)[0].payout.seat == 2
    assert hand.all(Shown) == []
    assert hand.result.deltas == {0: -1, 1: -1, 2: 3, 3: -1}


@pytest.mark.rule("XT28-Q16")
def test_leaving_twice_folded_or_after_the_hand_changes_nothing() -> None:
    hand = begun("up")
    before = hand.state
    hand.leave(3)
    hand.leave(7)
    assert hand.state is before
    hand.play("up up")
    ended, events = hand.state, len(hand.events)
    for seat in range(4):
        hand.leave(seat)
    assert hand.state is ended
    assert len(hand.events) == events


@pytest.mark.rule("XT28-Q17")
@pytest.mark.case("B068")
def test_the_clock_checks_where_that_is_free_and_folds_where_it_is_not() -> None:
    hand = begun()
    assert hand.game.fallback(hand.state, hand.turn) == Theo()
    hand.play("theo to")
    assert hand.game.fallback(hand.state, hand.turn) == Up()
    hand.play("theo theo")
    assert hand.game.fallback(hand.state, hand.turn) == Up()
    assert hand.game.sheet.full({})["turn_timeout_s"] == 20
