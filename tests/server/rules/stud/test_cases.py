"""Public bug reports of betting and showdown that this game could repeat (rules.md beats them where they differ)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.games.stud import Called, Dealt, Opened, Raised, Shown, Theo, ToOffer, Won
from protocol.play import Action
from server.cards.deck import arranged, pack
from server.rules.game import RuleViolation
from server.rules.hands import made
from server.rules.stud.showdown import complete
from tests.server.rules.stud.hand import Hand
from tests.support.cards import RANKS_28, by_seat, stacked

DECK = stacked("8s 8h 8d 8c Ac Kd Qs Jh")
"""Seat 0 opens."""


@pytest.mark.case("B007")
def test_b007_at_the_cap_no_raise_is_offered_and_a_raw_one_is_refused() -> None:
    hand = Hand(DECK).play("to to")
    assert not any(isinstance(offer, ToOffer) for offer in hand.offers())
    before = hand.state
    with pytest.raises(RuleViolation, match="XT28-12"):
        hand.play("to")
    assert hand.state is before


@pytest.mark.case("B009")
def test_b009_who_spoke_once_may_raise_again() -> None:
    hand = Hand(DECK).play("theo to up up")
    assert (hand.turn, [type(offer).__name__ for offer in hand.offers()]) == (0, ["TheoOffer", "ToOffer", "UpOffer"])


@pytest.mark.case("B011")
def test_b011_after_a_hand_won_by_folds_one_seat_has_the_turn() -> None:
    first = Hand(DECK).play("up up up")
    second = Hand(stacked("8s 8h 8d 8c Jh Kd Qs Ac"), button=0)
    assert first.game.to_act(first.state) == frozenset()
    for _ in range(4):
        turn = second.turn
        for seat in {0, 1, 2, 3} - {turn}:
            with pytest.raises(RuleViolation, match="XT28-10"):
                second.act(seat, Theo())
        second.play("theo")


@pytest.mark.case("B013")
def test_b013_a_raise_is_answered_before_the_next_card() -> None:
    hand = Hand(DECK).play("to to theo theo")
    assert hand.turn == 0
    assert max(card.round for card in hand.all(Dealt)) == 1
    assert hand.seat(0).paid == 1
    assert hand.view.pot == 11


@pytest.mark.case("B017")
def test_b017_the_opener_is_found_anew_each_round_also_for_two() -> None:
    hand = Hand(stacked("8s 9s Ts Js", "Kc 9d 8d 9c", "8h Ad", "8c Qc", "Tc As"))
    hand.play("theo theo up up theo theo theo theo theo theo")
    assert [(opened.round, opened.seat) for opened in hand.all(Opened)] == [(1, 0), (2, 1), (3, 0), (4, 1)]


@pytest.mark.case("B022")
@pytest.mark.case("B026")
def test_b022_paid_and_level_are_told_apart() -> None:
    hand = Hand(DECK).play("to to theo theo theo")
    assert [(event.paid, event.level) for event in hand.all(Raised)] == [(1, 1), (2, 2)]
    assert [event.paid for event in hand.all(Called)] == [2, 2, 1]


@pytest.mark.case("B028")
def test_b028_after_the_settlement_the_pot_is_empty() -> None:
    hand = Hand(DECK).play("to to theo theo theo").play("up up up")
    assert hand.view.pot == 0
    assert sum(seat.stack for seat in hand.view.seats) == 400


@pytest.mark.case("B054")
def test_b054_cards_of_folded_seats_are_never_dealt_again() -> None:
    hand = Hand(DECK).play("theo up up theo").play("theo " * 6)
    dealt = [event.card for event in hand.all(Dealt)]
    assert len(dealt) == len(set(dealt)) == 4 + 3 * 2
    assert not {"8h", "8d"} & set(dealt)


@pytest.mark.case("B052")
@given(st.lists(st.permutations(range(28)), min_size=2, max_size=5))
def test_b052_every_hand_begins_with_a_whole_pack(orders: list[Sequence[int]]) -> None:
    for order in orders:
        hand = Hand(arranged(pack(RANKS_28), order))
        assert len(hand.state.deck) == 20
        hand.play("theo " * 16)
        assert len(hand.state.deck) == 8


@pytest.mark.case("B064")
def test_b064_a_reveal_lists_the_live_hands_only() -> None:
    hand = Hand(DECK).play("theo theo up theo").play("to to theo theo " + "theo " * 6)
    assert [shown.seat for shown in hand.all(Shown)] == [0, 1, 3]
    assert [event.seat for event in hand.all(Dealt) if event.round > 1] == [0, 1, 3] * 3
    assert hand.result.showdown


@pytest.mark.case("B066")
@pytest.mark.rule("XT28-17")
@given(st.permutations(range(28)))
def test_b066_the_winner_is_named_by_the_hand_that_won(order: Sequence[int]) -> None:
    hand = Hand(arranged(pack(RANKS_28), order)).play("theo " * 16)
    best = max(complete(holding).key for holding in hand.state.holdings)
    named = {shown.seat: shown.label for shown in hand.all(Shown)}
    for won in hand.all(Won):
        holding = next(holding for holding in hand.state.holdings if holding.seat == won.payout.seat)
        assert complete(holding).key == best
        assert won.label == named[won.payout.seat] == made((*holding.up.cards, *holding.hole.cards)).label
        assert hand.game.you_view(hand.state, won.payout.seat).label == won.label


@pytest.mark.case("B023")
def test_b023_results_and_stacks_are_nothing_a_client_can_say() -> None:
    class Settle(Action, frozen=True, tag="settle"):
        amount: int

    hand = Hand(DECK)
    with pytest.raises(RuleViolation, match="XT28-10"):
        hand.act(0, Settle(1_000_000))
    assert [seat.stack for seat in hand.view.seats] == [99] * 4


@pytest.mark.case("B050")
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("button", [0, 1, 2, 3])
def test_b050_a_tie_is_split_wherever_the_two_sit(swap: bool, button: int) -> None:
    tied = ["8c Ac Kd Jh 9s", "8d Ad Kc Js 9h"]
    low = ["8s Kh Qd Jc 9c", "8h Ks Qh Jd 9d"]
    seats = [tied[swap], low[0], tied[not swap], low[1]]
    hand = Hand(stacked(by_seat(*seats)), button=button).play("theo " * 16)
    assert {payout.seat: payout.amount for payout in hand.result.payouts} == {0: 2, 2: 2}
