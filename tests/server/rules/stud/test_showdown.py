"""The end of a hand: compared, or won because all others folded."""

from typing import Any

import pytest

from protocol.cards import Closed, Open
from protocol.games.stud import Dealt, Folded, Opened, Show, Shown, ShowOffer, Theo, Won
from protocol.ids import Chips, Seat
from protocol.play import HandLabel, Payout
from server.rules.game import RuleViolation
from tests.server.rules.stud.hand import Hand
from tests.support.cards import by_seat, stacked

CHECKS = "theo " * 16
TWO_BEST = by_seat("As Kd Jc Tc 9d", "9h 9c Qs Jd Th", "8s Kh Qc Js Ts", "Ah Kc Jh Td 9s")
"""Seat 1 has a pair of nines; 0 and 3 the same ace high; 2 less."""
TIE_0_3 = by_seat("As Kd Jc Tc 9d", "8h Kh Qh Js 9h", "8s Ks Qc Jd 9c", "Ah Kc Jh Td 9s")
TIE_ALL = by_seat("As Kd Jc Tc 9d", "Ah Kc Jh Td 9s", "Ad Kh Js Th 9h", "Ac Ks Jd Ts 9c")


def won(hand: Hand) -> dict[int, int]:
    return {payout.seat: payout.amount for payout in hand.result.payouts}


@pytest.mark.rule("XT28-17")
@pytest.mark.rule("XT28-23")
def test_after_the_fourth_round_the_hole_cards_open_and_hands_are_compared() -> None:
    hand = Hand(stacked(TWO_BEST))
    for number in (1, 2, 3, 4):
        assert hand.view.round == number
        assert hand.all(Shown) == []
        hand.play("theo theo theo theo")
    assert hand.view.phase == "showdown"
    assert hand.view.rounds == 4
    assert len(hand.all(Opened)) == 4
    assert [(shown.seat, shown.card) for shown in hand.all(Shown)] == [(0, "As"), (1, "9h"), (2, "8s"), (3, "Ah")]
    assert hand.all(Shown)[1].label == HandLabel("pair", ("9", "Q", "J", "T"))
    assert hand.game.to_act(hand.state) == frozenset()
    assert hand.result.showdown


@pytest.mark.rule("XT28-18")
@pytest.mark.case("B066")
def test_the_strongest_takes_the_whole_pot_and_no_rake() -> None:
    hand = Hand(stacked(TWO_BEST)).play("to to theo theo theo " + "theo " * 12)
    assert hand.all(Won) == [Won(Payout(Seat(1), Chips(12), 0, "XT28-18"), HandLabel("pair", ("9", "Q", "J", "T")))]
    assert hand.result.deltas == {0: -3, 1: 9, 2: -3, 3: -3}
    assert hand.result.rake == 0
    assert sum(hand.result.deltas.values()) == 0
    assert [seat.stack for seat in hand.view.seats] == [97, 109, 97, 97]
    assert hand.view.pot == 0


@pytest.mark.rule("XT28-19")
@pytest.mark.rule("HAND-05")
@pytest.mark.case("B050")
def test_equal_hands_share() -> None:
    """rules.md 5.6: all check, pot 4, two ways."""
    hand = Hand(stacked(TIE_0_3)).play(CHECKS)
    assert won(hand) == {0: 2, 3: 2}
    assert {payout.rule for payout in hand.result.payouts} == {"XT28-19"}
    assert hand.result.deltas == {0: 1, 1: -1, 2: -1, 3: 1}
    assert won(Hand(stacked(TIE_ALL)).play(CHECKS)) == {0: 1, 1: 1, 2: 1, 3: 1}


@pytest.mark.rule("XT28-19")
def test_the_odd_point_goes_to_the_first_in_seat_order() -> None:
    """rules.md 5.6: 2, 2, 2 and 1 paid, pot 7, seats 1 and 2 tie: 4 and 3."""
    hand = Hand(stacked("Ks As Ah 8h", "8c Kd Kc Qd", "9h Jc Jh", "Tc Td Ts", "Qh 9d 9s"))
    hand.play("to theo up theo")
    assert hand.view.pot == 7
    hand.play("theo " * 9)
    assert {seat.seat: seat.total for seat in hand.view.seats} == {0: 2, 1: 2, 2: 2, 3: 1}
    assert won(hand) == {1: 4, 2: 3}


@pytest.mark.rule("XT28-19")
@pytest.mark.rule("XT28-Q13")
@pytest.mark.rule("XT28-Q02")
@pytest.mark.parametrize(
    ("options", "button", "paid"),
    [
        ({}, 3, {0: 5, 1: 3, 2: 3}),
        ({"odd_points": "one_each"}, 3, {0: 4, 1: 4, 2: 3}),
        ({"seat_order_origin": "button"}, 0, {1: 5, 2: 3, 0: 3}),
        ({"seat_order_origin": "button", "odd_points": "one_each"}, 1, {2: 4, 0: 4, 1: 3}),
    ],
)
def test_two_odd_points_of_three_winners(options: dict[str, Any], button: int, paid: dict[int, int]) -> None:
    """rules.md 5.6: 3, 3, 3 and 2 paid, pot 11. The deck is stacked for the seats, whatever the order of dealing."""
    order = list(range(4)) if "seat_order_origin" not in options else [(button + 1 + place) % 4 for place in range(4)]
    seats = ["As Kd Jc Tc 9d", "Ah Kc Jh Td 9s", "Ad Kh Js Th 9h", "8s Ks Qc Jd 9c"]
    hand = Hand(stacked(by_seat(*(seats[seat] for seat in order))), button=button, **options)
    hand.play("theo " * 12 + "to to theo theo up")
    assert [seat.total for seat in hand.view.seats] == [3, 3, 3, 2]
    assert won(hand) == paid


@pytest.mark.rule("XT28-Q14")
@pytest.mark.rule("HAND-04")
def test_the_last_kicker_decides() -> None:
    deck = by_seat("As Kd Jc Tc 8d", "Ah Kc Jh Td 9s", "Kh Qh Jd Ts 8h", "Qc Ks Js Th 8s")
    assert won(Hand(stacked(deck)).play(CHECKS)) == {1: 4}


@pytest.mark.rule("XT28-17")
@pytest.mark.rule("XT28-Q15")
@pytest.mark.case("B064")
def test_only_live_hands_are_opened_all_at_the_same_moment() -> None:
    hand = Hand(stacked("8s 8h 8d 8c Kd As Qh Ac")).play("up theo theo theo" + " theo" * 9)
    assert [shown.seat for shown in hand.all(Shown)] == [0, 2, 3]
    assert [event.own_act for event in hand.all(Shown)] == [False] * 3
    assert hand.seat(1).hole == Closed(1)


@pytest.mark.rule("XT28-21")
@pytest.mark.case("B-XT-11")
@pytest.mark.case("B-XT-12")
def test_the_last_one_in_takes_the_pot_at_once_and_shows_nothing() -> None:
    hand = Hand(stacked("8s 8h 8d 8c Kd Qs Jh Ac")).play("to up up")
    assert hand.game.result(hand.state) is None
    hand.play("up")
    assert hand.events[-2:] == [Folded(Seat(2)), Won(Payout(Seat(3), Chips(5), 0, "XT28-21"), None)]
    assert hand.view.phase == "fold_win"
    assert hand.view.to_act is None
    assert len(hand.all(Dealt)) == 4
    assert all(seat.hole == Closed(1) for seat in hand.view.seats)
    assert hand.result.deltas == {0: -1, 1: -1, 2: -1, 3: 3}
    assert not hand.result.showdown


@pytest.mark.rule("XT28-21")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_it_may_end_so_in_any_round(number: int) -> None:
    hand = Hand(stacked(TWO_BEST)).play("theo theo theo theo " * (number - 1) + "up up up")
    assert (hand.view.round, hand.view.phase) == (number, "fold_win")
    assert len(hand.all(Dealt)) == 4 * number
    assert sum(hand.result.deltas.values()) == 0


@pytest.mark.rule("XT28-Q15")
def test_the_winner_by_folds_may_show_by_his_own_act_and_once() -> None:
    hand = Hand(stacked("8s 8h 8d 9c Kd Qs Jh Ac")).play("up " * 3)
    winner = hand.all(Won)[0].payout.seat
    assert [seat for seat in range(4) if hand.offers(seat)] == [winner]
    assert hand.offers(winner) == (ShowOffer(),)
    stacks = [seat.stack for seat in hand.view.seats]
    hand.act(winner, Show())
    card = hand.all(Shown)[0].card
    assert hand.all(Shown) == [Shown(winner, card, hand.all(Shown)[0].label, own_act=True)]
    assert hand.seat(winner).hole == Open((card,))
    assert [seat.stack for seat in hand.view.seats] == stacks
    with pytest.raises(RuleViolation, match="XT28-Q15"):
        hand.act(winner, Show())


@pytest.mark.rule("XT28-Q15")
@pytest.mark.rule("XT28-07")
def test_nobody_else_may_show_and_nobody_before_the_end() -> None:
    hand = Hand(stacked(TWO_BEST))
    with pytest.raises(RuleViolation, match="XT28-Q15"):
        hand.act(hand.turn, Show())
    hand.play("up up up")
    for seat in set(range(4)) - {hand.all(Won)[0].payout.seat}:
        assert hand.offers(seat) == ()
        with pytest.raises(RuleViolation, match="XT28-Q15"):
            hand.act(seat, Show())
    shown = Hand(stacked(TWO_BEST)).play("up " + "theo " * 3 + "theo " * 9)
    assert all(shown.offers(seat) == () for seat in range(4))


@pytest.mark.rule("XT28-Q15")
def test_a_table_may_forbid_showing() -> None:
    hand = Hand(stacked(TWO_BEST), show_after=False).play("up up up")
    assert all(hand.offers(seat) == () for seat in range(4))


@pytest.mark.rule("XT28-10")
def test_when_the_hand_is_over_nobody_plays() -> None:
    hand = Hand(stacked(TWO_BEST)).play(CHECKS)
    for seat in range(4):
        with pytest.raises(RuleViolation, match="XT28-10"):
            hand.act(seat, Theo())
        assert hand.game.blocked(hand.state, Seat(seat)) == ()
