"""Short all-ins and what they re-open (XT32-Q14): R01-R07 of rules.md 5.7, with a stake of 100."""

import pytest

from protocol.games.stud import Called, Raised, TheoOffer, ToOffer, ToTatOffer
from protocol.ids import Chips, Seat
from tests.server.rules.stud.hand import Hand32

DECK = "7s 7h 7d As Kd Qh"
"""P, Q and R are seats 0, 1, 2, in this order."""


def begun(p: int, q: int, r: int, words: str = "") -> Hand32:
    """These points are left after the ante."""
    hand = Hand32(DECK, (p + 100, q + 100, r + 100), stake=100, buy_in=2000)
    hand.play(words)
    return hand


@pytest.mark.rule("XT32-Q14")
def test_r01_a_short_all_in_does_not_let_a_raiser_raise_again() -> None:
    hand = begun(5000, 160, 5000, "to1 tat theo")
    assert hand.turn == 0
    assert hand.view.level == 160
    assert hand.kinds() == "theo up"
    assert hand.offers()[0] == TheoOffer(Chips(60), Chips(4840))
    assert hand.blocked() == {"to": "XT32-Q14", "to_tat": "XT32-Q14"}
    assert hand.refusal(0, "to1") == hand.refusal(0, "tat") == "XT32-Q14"
    hand.play("theo")
    assert hand.view.round == 2


@pytest.mark.rule("XT32-Q14")
def test_r02_several_short_ones_add_up() -> None:
    hand = begun(5000, 160, 230, "to1 tat tat")
    # Nobody is left to answer once both are all-in: a fourth player makes the difference.
    assert hand.blocked()["to"] == "XT32-Q15"
    four = Hand32("7s 7h 7d 8s As Kd Qh Jc", (5100, 260, 330, 5100), stake=100, buy_in=2000)
    four.play("to1 tat tat theo")
    assert (four.turn, four.view.level) == (0, 230)
    assert four.kinds() == "theo to to_tat up"
    offer = four.offers()[1]
    assert isinstance(offer, ToOffer)
    assert (offer.call, offer.level) == (130, 230)
    four.play("to1")
    assert four.view.level == 330
    assert four.kinds() == "theo to to_tat up"


@pytest.mark.rule("XT32-Q14")
def test_r03_who_has_not_acted_may_raise_on_top() -> None:
    hand = begun(5000, 160, 5000, "to1 tat")
    assert hand.turn == 2
    offer = hand.offers()[1]
    assert isinstance(offer, ToOffer)
    assert [offer.level + offer.step * steps for steps in (offer.least, offer.most)] == [260, 2160]
    hand.play("to1")
    assert hand.view.level == 260
    assert hand.kinds() == "theo to to_tat up"


@pytest.mark.rule("XT32-Q14")
def test_r04_nor_one_who_checked() -> None:
    hand = begun(5000, 40, 5000, "theo tat theo")
    assert (hand.turn, hand.kinds()) == (0, "theo up")
    assert hand.offers()[0] == TheoOffer(Chips(40), Chips(4960))


@pytest.mark.rule("XT32-Q14")
def test_exactly_a_stake_more_is_a_full_raise() -> None:
    hand = begun(5000, 200, 5000, "to1 tat theo")
    assert hand.all(Raised)[1] == Raised(Seat(1), Chips(200), Chips(200), 2, all_in=True)
    assert hand.kinds() == "theo to to_tat up"
    short = begun(5000, 199, 5000, "to1 tat theo")
    assert short.all(Raised)[1] == Raised(Seat(1), Chips(199), Chips(199), 1, all_in=True)
    assert short.kinds() == "theo up"


@pytest.mark.rule("XT32-Q10")
def test_r05_after_twenty_stakes_one_more_is_enough() -> None:
    hand = begun(5000, 5000, 5000, "to20 to1")
    assert hand.view.level == 2100


@pytest.mark.rule("XT32-Q13")
def test_r06_with_less_than_the_call_one_folds_or_goes_all_in() -> None:
    hand = begun(5000, 80, 5000, "to1")
    assert hand.kinds() == "to_tat up"
    assert hand.refusal(1, "theo") == "XT32-Q13"
    assert hand.offers()[0] == ToTatOffer(Chips(80), Chips(100), raises=False)


@pytest.mark.rule("XT32-Q15")
def test_r07_who_has_matched_two_all_ins_is_not_asked() -> None:
    hand = begun(500, 700, 5000, "tat tat theo")
    assert hand.view.phase == "showdown"
    assert hand.seat(2).status == "live"


@pytest.mark.rule("XT32-Q15")
def test_who_owes_two_all_ins_may_not_raise() -> None:
    hand = begun(500, 700, 5000, "tat tat")
    assert hand.kinds() == "theo up"
    assert hand.blocked() == {"to": "XT32-Q15", "to_tat": "XT32-Q15"}
    assert hand.refusal(2, "to1") == hand.refusal(2, "tat") == "XT32-Q15"


@pytest.mark.rule("XT32-Q15")
def test_or_goes_all_in_for_less() -> None:
    hand = begun(500, 700, 600, "tat tat")
    assert hand.kinds() == "to_tat up"
    hand.play("tat")
    assert hand.all(Called)[-1] == Called(Seat(2), Chips(600), all_in=True)


@pytest.mark.rule("XT32-Q15")
@pytest.mark.rule("XT32-Q25")
def test_who_is_alone_with_an_all_in_because_another_left_is_not_asked() -> None:
    hand = begun(5000, 300, 5000, "to3 theo theo")
    assert hand.view.round == 2
    turn = hand.turn
    hand.leave(2 if turn == 0 else 0)
    assert hand.view.phase == "showdown"
