"""Public bug reports of betting, pots and showdown, with the stakes of xì tố 32 lá (rules.md beats them)."""

import pytest

from protocol.games.stud import Called, Dealt, Opened, Raised, Refunded, Shown, TheoOffer, ToOffer, ToTatOffer, Won
from protocol.ids import Chips, Seat
from tests.server.rules.stud.hand import Hand32, dealt_to

KINGS_FIRST = "7s 7h 7d Kd Qh Js"
"""Seat 0 speaks first."""


@pytest.mark.case("B002")
@pytest.mark.rule("XT32-Q14")
def test_b002_an_all_in_by_less_than_a_raise_asks_for_just_that() -> None:
    hand = Hand32("7s 7h Kd Qh", (200, 1000), stake=40, buy_in=800)
    hand.play("to1 to2 tat")
    assert hand.all(Raised)[-1] == Raised(Seat(0), Chips(120), Chips(160), 3, all_in=True)
    short = Hand32("7s 7h Kd Qh", (191, 1000), stake=40, buy_in=800)
    short.play("to1 to2 tat")
    assert short.view.level == 151
    assert short.offers()[0] == TheoOffer(Chips(31), Chips(1000 - 40 - 120 - 31))
    assert short.kinds() == "theo up"
    short.play("theo")
    assert short.all(Called)[-1].paid == 31
    assert sum(seat.total for seat in short.view.seats) == 2 * (151 + 40)


@pytest.mark.case("B004")
@pytest.mark.rule("XT32-12")
def test_b004_more_than_the_call_and_less_than_a_raise_may_go_in_whole() -> None:
    hand = Hand32(KINGS_FIRST, (1040, 100, 1040), stake=40, buy_in=800)
    hand.play("to1")
    assert hand.offers()[1] == ToTatOffer(cost=Chips(60), level=Chips(60), raises=True)
    assert hand.kinds() == "theo to_tat up"
    assert hand.blocked() == {"to": "XT32-11"}
    assert hand.refusal(1, "to1") == "XT32-11"


@pytest.mark.case("B005")
@pytest.mark.parametrize("checked", range(4))
def test_b005_the_first_bet_is_not_doubled_by_the_next(checked: int) -> None:
    hand = Hand32(KINGS_FIRST, (1000,) * 3, stake=2, buy_in=40)
    hand.play("theo theo theo " * checked + "to1")
    offer = hand.offers()[1]
    assert isinstance(offer, ToOffer)
    assert offer.level + offer.step * offer.least == 4
    hand.play("to1")
    offer = hand.offers()[1]
    assert isinstance(offer, ToOffer)
    assert offer.level + offer.step * offer.least == 6


@pytest.mark.case("B009")
def test_b009_who_checked_or_bet_may_raise_when_raised() -> None:
    hand = Hand32(KINGS_FIRST, (1000,) * 3).play("theo to1 up")
    assert hand.kinds() == "theo to to_tat up"
    hand.play("theo")
    first = hand.turn
    hand.play("to1 to1")
    assert (hand.turn, hand.kinds()) == (first, "theo to to_tat up")


@pytest.mark.case("B017")
@pytest.mark.rule("XT32-Q06")
def test_b017_of_two_the_stronger_opens_every_round() -> None:
    hand = Hand32(dealt_to("9s Kc 8h 8s 7c", "9c 9d Ad Qc As")).play("theo " * 8)
    assert [(opened.round, opened.seat) for opened in hand.all(Opened)] == [(1, 0), (2, 1), (3, 0), (4, 1)]


@pytest.mark.case("B020")
@pytest.mark.rule("XT32-Q29")
def test_b020_an_all_in_waits_for_its_answer() -> None:
    hand = Hand32("7s 7h Kd Qh", (210, 410)).play("theo theo")
    first = hand.turn
    other = 1 - first
    before = len(hand.all(Dealt))
    hand.play("tat")
    assert (hand.turn, len(hand.all(Dealt)), hand.all(Shown)) == (other, before, [])
    assert hand.offers()[0] == TheoOffer(Chips(200), Chips(200)) if first == 0 else hand.kinds() == "to_tat up"
    hand.play("up")
    assert (hand.view.phase, hand.all(Shown), len(hand.all(Dealt))) == ("fold_win", [], before)


@pytest.mark.case("B022")
@pytest.mark.case("B026")
def test_b022_what_is_added_and_the_level_are_told_apart() -> None:
    hand = Hand32(KINGS_FIRST, (1000,) * 3).play("to2 to3 theo to4 to4")
    assert [(event.paid, event.level) for event in hand.all(Raised)] == [(20, 20), (50, 50), (70, 90), (80, 130)]
    assert [event.paid for event in hand.all(Called)] == [50]
    assert hand.offers()[0] == TheoOffer(Chips(80), Chips(860))


@pytest.mark.case("B028")
@pytest.mark.rule("XT32-Q18")
def test_b028_each_pot_goes_to_whoever_can_win_it_and_nothing_is_left() -> None:
    """The best cards fold to a bet beside an all-in."""
    deck = dealt_to("9s 9h 7d 8c Jd", "Ks Kh 8d 7c Jc", "As Ad Ac Ah Qd")
    hand = Hand32(deck, (100, 500, 500), rake_bp=0)
    assert hand.turn == 2
    hand.play("theo tat theo theo")
    assert (hand.view.round, hand.turn) == (2, 2)
    hand.play("theo to10 up")
    assert hand.all(Refunded) == [Refunded(Seat(1), Chips(100))]
    assert hand.stacks == [0, 700, 400]
    assert (hand.view.pot, hand.view.pots, sum(hand.stacks)) == (0, (), 1100)


@pytest.mark.case("B030")
@pytest.mark.rule("XT32-Q20")
def test_b030_every_pot_finds_a_winner() -> None:
    hand = Hand32("", (10, 30, 90, 270, 810, 1000)).play("tat tat tat tat tat")
    assert [payout.pot for payout in hand.result.payouts] == [0, 1, 2, 3, 4]
    assert hand.view.pot == 0


@pytest.mark.case("B034")
@pytest.mark.rule("XT32-21")
@pytest.mark.parametrize(
    ("first", "winner", "stacks"), [(0, 0, [196, 4]), (1, 0, [196, 4]), (0, 1, [0, 200]), (1, 1, [0, 200])]
)
def test_b034_98_against_102(first: int, winner: int, stacks: list[int]) -> None:
    weak, strong = ("9s Kh 8d Jc 7h", "9d Ks Kd Ac Qh"), ("9h Ks Kd Ac Qh", "9s Kh 8d Jc 7h")
    hand = Hand32(dealt_to(*(weak if winner else strong)), (98, 102), rake_bp=0)
    if hand.turn != first:
        hand.play("theo")
    hand.play("tat")
    hand.play("tat" if "to_tat" in hand.kinds() else "theo")
    assert hand.stacks == stacks
    assert [won.payout.seat for won in hand.all(Won)] == [winner]
    assert [back.amount for back in hand.all(Refunded)] == ([4] if first else [])


@pytest.mark.case("B036")
@pytest.mark.rule("XT32-Q20")
def test_b036_a_side_pot_goes_to_the_best_of_those_who_paid_for_it() -> None:
    """Equal ranks share in the report; here the suit decides."""
    deck = dealt_to("As Ah Ad 7d 8c", "Ks Kd Jd Tc 8h", "Kh Kc Jc Td 8d", "Qh Jh 9h 9s 7s")
    hand = Hand32(deck, (50, 150, 150, 150), rake_bp=0).play("tat tat theo theo")
    assert hand.stacks == [200, 300, 0, 0]
    assert sum(hand.stacks) == 500


@pytest.mark.case("B038")
@pytest.mark.rule("XT32-Q21")
def test_b038_who_bets_all_and_is_not_called_loses_nothing() -> None:
    hand = Hand32("7s 7h Kd Qh", (500, 500), stake=5, rake_bp=0).play("tat up")
    assert hand.stacks == [505, 495]
    assert hand.all(Shown) == []
    assert hand.all(Refunded) == [Refunded(Seat(0), Chips(495))]
    assert hand.game.least_stack(hand.options) <= hand.stacks[0]


@pytest.mark.case("B040")
@pytest.mark.rule("XT32-Q18")
@pytest.mark.rule("XT32-Q22")
def test_b040_what_nobody_called_is_neither_won_nor_raked() -> None:
    """Four antes of 25, a bet of 400."""
    hand = Hand32("7s 7h 7d 7c Kd Qh Js Tc", (1000,) * 4, stake=25).play("to16 up up up")
    assert hand.all(Refunded) == [Refunded(Seat(0), Chips(400))]
    assert [won.payout.amount for won in hand.all(Won)] == [95]
    assert hand.result.rake == 5
    unraked = Hand32("7s 7h 7d 7c Kd Qh Js Tc", (1000,) * 4, stake=25, rake_on_fold_win=False).play("to16 up up up")
    assert [won.payout.amount for won in unraked.all(Won)] == [100]


@pytest.mark.case("B043")
@pytest.mark.rule("XT32-10")
def test_b043_beside_an_all_in_the_others_check_and_bet() -> None:
    hand = Hand32(KINGS_FIRST, (60, 1050, 1050)).play("tat theo theo")
    for _ in range(2):
        assert hand.kinds() == "theo to to_tat up"
        assert hand.offers()[0] == TheoOffer(Chips(0), Chips(990))
        hand.play("theo")
    assert hand.view.round == 3
    hand.play("theo to1")
    assert hand.kinds() == "theo to to_tat up"


@pytest.mark.case("B054")
def test_b054_cards_of_folded_seats_are_never_dealt_again() -> None:
    hand = Hand32("", (1000,) * 6).play("theo up theo up theo theo")
    hand.play("up theo theo theo " + "theo " * 6)
    dealt = [card.card for card in hand.all(Dealt)] + [shown.card for shown in hand.all(Shown)]
    assert len(dealt) == len(set(dealt))
    holes = {
        seat: hand.game.you_view(hand.state, Seat(seat)).hole for seat in range(6) if hand.seat(seat).status == "folded"
    }
    assert len(holes) == 3
    assert not {card for hole in holes.values() for card in hole.cards} & set(dealt)  # type: ignore[union-attr]


@pytest.mark.case("B064")
@pytest.mark.rule("XT32-Q28")
def test_b064_a_reveal_lists_those_who_are_all_in_and_not_who_folded() -> None:
    hand = Hand32("7s 7h 7d Kd Qh As", (300, 300, 300)).play("up theo theo")
    hand.play("tat theo")
    assert [shown.seat for shown in hand.all(Shown)] == [0, 1]
    assert len(hand.seat(2).up) == 1
    assert [card.seat in {0, 1} for card in hand.all(Dealt) if card.round > 1] == [True] * 6
    assert hand.view.pot == 0


@pytest.mark.case("B-XT-09")
@pytest.mark.case("B-XT-18")
def test_no_point_is_lost_when_somebody_goes_all_in() -> None:
    hand = Hand32("", (35, 77, 1000, 512)).play("to2 tat")
    while hand.game.to_act(hand.state):
        assert sum(hand.stacks) + hand.view.pot == 1624
        hand.play("tat" if "to_tat" in hand.kinds().split() else "theo")
    assert sum(hand.stacks) + hand.view.rake == 1624


@pytest.mark.case("B-XT-28")
def test_the_first_two_cards_go_to_their_owner_alone() -> None:
    hand = Hand32("7s 7h Kd Qh", choose=False)
    own = hand.game.you_view(hand.state, Seat(0)).hole
    assert own != hand.game.you_view(hand.state, Seat(1)).hole
    assert hand.seat(0).hole == hand.seat(1).hole
