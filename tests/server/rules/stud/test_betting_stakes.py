"""Úp, Theo, Tố by stakes and Tố tất in xì tố 32 lá. Seat 0 shows an ace and speaks first; the stake is 10."""

from typing import Any

import pytest

from protocol.games.stud import Called, Folded, Raised, Theo, TheoOffer, ToOffer, ToTatOffer, Up, UpOffer
from protocol.ids import Chips, Seat
from tests.server.rules.stud.hand import Hand32

DECK = "7s 7h 7d As Kd Qh"


def begun(*stacks: int, words: str = "", **options: Any) -> Hand32:
    hand = Hand32(DECK, stacks or (1000, 1000, 1000), **options)
    hand.play(words)
    return hand


@pytest.mark.rule("XT32-06")
def test_each_in_turn_and_nobody_else() -> None:
    hand = begun()
    spoke = []
    for _ in range(3):
        assert [seat for seat in range(3) if hand.offers(seat)] == [hand.turn]
        for seat in {0, 1, 2} - {hand.turn}:
            assert hand.refusal(seat, "theo") == "XT32-06"
            assert hand.game.blocked(hand.state, Seat(seat)) == ()
        spoke.append(hand.turn)
        hand.play("theo")
    assert spoke == [0, 1, 2]


@pytest.mark.rule("XT32-10")
@pytest.mark.rule("XT32-11")
@pytest.mark.rule("XT32-12")
@pytest.mark.rule("XT32-09")
def test_the_four_choices_and_their_prices() -> None:
    hand = begun(1010, 500, 1000)
    assert hand.offers() == (
        TheoOffer(Chips(0), Chips(1000)),
        ToOffer(call=Chips(0), step=Chips(10), level=Chips(0), least=1, most=20, left=Chips(1000)),
        ToTatOffer(cost=Chips(1000), level=Chips(1000), raises=True, left=Chips(0)),
        UpOffer(Chips(10)),
    )
    hand.play("to7")
    assert hand.offers() == (
        TheoOffer(Chips(70), Chips(420)),
        ToOffer(call=Chips(70), step=Chips(10), level=Chips(70), least=1, most=20, left=Chips(490)),
        ToTatOffer(cost=Chips(490), level=Chips(490), raises=True),
        UpOffer(Chips(10)),
    )


@pytest.mark.rule("XT32-10")
def test_theo_puts_in_what_was_raised_and_nothing_where_nobody_did() -> None:
    hand = begun(words="theo to5")
    assert hand.all(Called) == [Called(Seat(0), Chips(0))]
    hand.play("theo theo")
    assert hand.all(Called)[1:] == [Called(Seat(2), Chips(50)), Called(Seat(0), Chips(50))]
    assert (hand.view.pot, hand.view.round) == (180, 2)
    assert hand.stacks == [940, 940, 940]
    hand.play("to2 to3 theo")
    assert hand.offers()[0] == TheoOffer(Chips(30), Chips(890))


@pytest.mark.rule("XT32-09")
def test_up_loses_what_was_bet_before_and_no_more() -> None:
    hand = begun(words="to5 theo up")
    assert hand.all(Folded) == [Folded(Seat(2))]
    assert (hand.seat(2).status, hand.seat(2).stack) == ("folded", 990)
    assert hand.refusal(2, "theo") == "XT32-09"
    while hand.game.to_act(hand.state):
        hand.play("theo")
    assert hand.result.deltas[Seat(2)] == -10


@pytest.mark.rule("XT32-11")
@pytest.mark.rule("XT32-Q09")
@pytest.mark.parametrize("steps", range(1, 21))
def test_a_raise_by_one_to_twenty_stakes(steps: int) -> None:
    hand = begun(words=f"to{steps}")
    assert hand.all(Raised) == [Raised(Seat(0), Chips(10 * steps), Chips(10 * steps), 1)]
    assert (hand.view.level, hand.seat(0).said) == (10 * steps, "to")


@pytest.mark.rule("XT32-11")
@pytest.mark.parametrize("word", ["to0", "to21"])
def test_a_raise_by_more_or_less_is_refused(word: str) -> None:
    assert begun().refusal(0, word) == "XT32-11"


@pytest.mark.rule("XT32-11")
@pytest.mark.case("B022")
def test_a_raise_pays_what_was_missing_first() -> None:
    hand = begun(words="to2 to3")
    assert hand.all(Raised)[1] == Raised(Seat(1), Chips(50), Chips(50), 2)
    hand.play("theo to1")
    assert hand.all(Raised)[2] == Raised(Seat(0), Chips(40), Chips(60), 3)


@pytest.mark.rule("XT32-11")
@pytest.mark.case("B-XT-14")
def test_the_level_only_rises() -> None:
    hand = begun(words="to20 to1")
    assert (hand.view.level, hand.stacks) == (210, [790, 780, 990])
    assert hand.refusal(2, "to0") == "XT32-11"


@pytest.mark.rule("XT32-11")
@pytest.mark.rule("XT32-Q09")
def test_the_stack_bounds_the_raise() -> None:
    hand = begun(1000, 95, 1000, words="to3")
    offer = hand.offers()[1]
    assert isinstance(offer, ToOffer)
    assert (offer.most, offer.left) == (5, 85)
    assert hand.refusal(1, "to6") == "XT32-11"
    hand.play("to5")
    assert (hand.seat(1).stack, hand.seat(1).status) == (5, "live")


@pytest.mark.rule("XT32-12")
def test_a_raise_of_exactly_the_whole_stack_is_to_tat() -> None:
    for words in ("to3 to5", "to3 tat"):
        hand = begun(1000, 90, 1000, words=words)
        assert hand.all(Raised)[-1] == Raised(Seat(1), Chips(80), Chips(80), 2, all_in=True)
        assert (hand.seat(1).status, hand.seat(1).said, hand.seat(1).stack) == ("all_in", "to_tat", 0)


@pytest.mark.rule("XT32-12")
def test_theo_with_the_last_points_is_all_in_too() -> None:
    hand = begun(1000, 90, 1000, words="to8")
    assert hand.kinds() == "theo to_tat up"
    hand.play("theo")
    assert hand.all(Called)[-1] == Called(Seat(1), Chips(80), all_in=True)
    assert (hand.seat(1).status, hand.seat(1).said) == ("all_in", "theo")


@pytest.mark.rule("XT32-Q12")
def test_twenty_stakes_do_not_bind_to_tat() -> None:
    hand = begun(words="tat")
    assert hand.view.level == 990
    assert hand.all(Raised)[0].all_in
    assert hand.kinds() == "theo to_tat up"


@pytest.mark.rule("XT32-12")
def test_who_is_all_in_speaks_no_more() -> None:
    hand = begun(500, 1000, 1000, words="tat theo theo")
    assert hand.view.round == 2
    assert hand.turn in {1, 2}
    assert hand.refusal(0, "theo") == "XT32-06"
    hand.play("theo theo theo theo to1 theo")
    assert hand.view.phase == "showdown"


@pytest.mark.rule("XT32-Q10")
@pytest.mark.case("B005")
@pytest.mark.parametrize("checked", [0, 1, 2, 3])
def test_the_least_raise_is_one_stake_whatever_was_raised_before(checked: int) -> None:
    """R05, in every round."""
    hand = begun(3000, 3000, 3000, words="theo theo theo " * checked + "to20")
    offer = hand.offers()[1]
    assert isinstance(offer, ToOffer)
    assert (offer.least, offer.call, offer.level) == (1, 200, 200)
    hand.play("to1")
    assert hand.view.level == 210


@pytest.mark.rule("XT32-13")
@pytest.mark.parametrize("words", ["theo theo theo", "to1 theo theo", "theo to2 theo theo", "to1 to1 to1 theo theo",
                                   "up theo theo", "to1 up theo", "theo theo to20 up theo"])  # fmt: skip
def test_the_round_ends_when_nobody_raises_any_more(words: str) -> None:
    hand = begun()
    for word in words.split():
        assert hand.view.round == 1
        hand.play(word)
    assert (hand.view.round, hand.view.level, hand.view.raises) == (2, 0, 0)
    assert len({seat.total for seat in hand.view.seats if seat.status == "live"}) == 1
    assert all((seat.paid, seat.said) == (0, None) for seat in hand.view.seats)


@pytest.mark.rule("XT32-Q11")
def test_raises_are_unlimited_by_default() -> None:
    hand = begun(words="to1 " * 60)
    assert (hand.view.level, hand.view.raises, hand.view.most_raises) == (600, 60, 0)


@pytest.mark.rule("XT32-Q11")
def test_a_table_may_limit_them() -> None:
    hand = begun(words="to1 to1", max_raises_per_round=2)
    assert hand.kinds() == "theo up"
    assert hand.blocked() == {"to": "XT32-Q11", "to_tat": "XT32-Q11"}
    assert hand.refusal(2, "to1") == hand.refusal(2, "tat") == "XT32-Q11"
    hand.play("theo theo")
    assert (hand.view.round, hand.view.raises) == (2, 0)
    assert "to" in hand.kinds().split()


@pytest.mark.rule("XT32-Q11")
def test_at_the_limit_to_tat_may_still_call() -> None:
    hand = begun(1000, 1000, 45, words="to3 to1", max_raises_per_round=2)
    assert hand.kinds() == "to_tat up"
    assert hand.offers()[0] == ToTatOffer(cost=Chips(35), level=Chips(40), raises=False)


@pytest.mark.rule("XT32-Q11")
def test_a_short_to_tat_is_not_counted_as_a_raise() -> None:
    hand = begun(1000, 25, 1000, words="to1 tat", max_raises_per_round=2)
    assert (hand.view.level, hand.view.raises) == (15, 1)
    assert "to" in hand.kinds().split()


@pytest.mark.rule("XT32-Q13")
def test_theo_needs_the_points_for_it() -> None:
    """R06."""
    hand = begun(1000, 90, 1000, words="to10")
    assert hand.kinds() == "to_tat up"
    assert hand.blocked() == {"theo": "XT32-Q13", "to": "XT32-11"}
    assert hand.refusal(1, "theo") == "XT32-Q13"
    assert hand.refusal(1, "to1") == "XT32-11"
    assert hand.offers()[0] == ToTatOffer(cost=Chips(80), level=Chips(100), raises=False)
    hand.play("tat")
    assert hand.all(Called)[-1] == Called(Seat(1), Chips(80), all_in=True)
    assert hand.view.level == 100
    assert hand.seat(1).said == "to_tat"


@pytest.mark.rule("XT32-Q16")
def test_the_ante_is_no_part_of_the_level_and_every_round_begins_at_nought() -> None:
    hand = begun(words="to4 theo theo")
    assert (hand.view.level, hand.view.pot) == (0, 150)
    assert hand.offers()[0] == TheoOffer(Chips(0), Chips(950))


@pytest.mark.rule("XT32-Q26")
@pytest.mark.case("B068")
def test_the_clock_checks_where_that_is_free_and_folds_where_it_is_not() -> None:
    hand = begun(1000, 90, 1000)
    assert hand.game.fallback(hand.state, Seat(0)) == Theo()
    hand.play("to10")
    assert hand.game.fallback(hand.state, Seat(1)) == Up()


def test_nothing_to_bet_when_the_hand_is_over() -> None:
    hand = begun(words="up up")
    assert hand.view.phase == "fold_win"
    assert hand.refusal(0, "to1") == "XT32-09"
    assert hand.refusal(2, "tat") == "XT32-06"
