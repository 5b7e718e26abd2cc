"""Theo, Tố, Úp: when, for how much, and who speaks next. Seat 3 opens (its ace), so play goes 3, 0, 1, 2."""

import pytest

from protocol.games.stud import Called, Dealt, Folded, Opened, Raised, Show, Theo, TheoOffer, To, ToOffer, Up, UpOffer
from protocol.ids import Chips
from protocol.play import Action, Blocked
from server.rules.game import RuleViolation
from tests.server.rules.stud.hand import Hand
from tests.support.cards import stacked

TOP = "8s 8h 8d 8c Kd Qs Jh Ac"
C0, C1, C2 = Chips(0), Chips(1), Chips(2)


def begun(words: str = "", **options: bool) -> Hand:
    return Hand(stacked(TOP), **options).play(words)


def kinds(hand: Hand) -> list[str]:
    return [type(offer).__name__ for offer in hand.offers()]


def refused(hand: Hand, seat: int, action: Action) -> RuleViolation:
    before = hand.state
    with pytest.raises(RuleViolation) as violation:
        hand.act(seat, action)
    assert hand.state is before
    assert violation.value.seat == seat
    assert violation.value.offers == hand.offers(seat)
    return violation.value


@pytest.mark.rule("XT28-10")
@pytest.mark.rule("XT28-Q06")
def test_each_in_turn_chooses_between_three() -> None:
    hand = begun()
    spoke = []
    for _ in range(4):
        assert kinds(hand) == ["TheoOffer", "ToOffer", "UpOffer"]
        assert [seat for seat in range(4) if hand.offers(seat)] == [hand.turn]
        spoke.append(hand.turn)
        hand.play("theo")
    assert spoke == [3, 0, 1, 2]


@pytest.mark.rule("XT28-10")
@pytest.mark.case("B011")
@pytest.mark.parametrize("action", [Theo(), To(), Up()])
def test_nobody_else_may_speak(action: Action) -> None:
    hand = begun()
    for seat in (0, 1, 2):
        violation = refused(hand, seat, action)
        assert violation.rule_id == "XT28-10"
        assert violation.offers == ()
    assert refused(hand, 7, action).rule_id == "XT28-10"


@pytest.mark.rule("XT28-10")
def test_what_is_no_move_of_this_game_is_refused() -> None:
    class Swap(Action, frozen=True, tag="swap"):
        pass

    assert refused(begun(), 3, Swap()).rule_id == "XT28-10"


@pytest.mark.rule("XT28-11")
@pytest.mark.case("B009")
def test_after_a_raise_those_who_spoke_speak_again() -> None:
    hand = begun("theo theo to")
    assert [hand.turn] + [hand.play("theo").turn for _ in range(2)] == [2, 3, 0]
    assert hand.view.round == 1
    hand.play("theo")
    assert hand.view.round == 2


@pytest.mark.rule("XT28-11")
@pytest.mark.rule("XT28-Q08")
@pytest.mark.case("B009")
def test_who_checked_or_raised_may_raise_when_raised() -> None:
    check_raise = begun("theo to theo theo")
    assert check_raise.turn == 3
    assert "ToOffer" in kinds(check_raise)
    re_raise = begun("to theo theo to")
    assert re_raise.turn == 3
    assert kinds(re_raise) == ["TheoOffer", "UpOffer"]
    assert [raised.seat for raised in re_raise.all(Raised)] == [3, 2]


@pytest.mark.rule("XT28-12")
@pytest.mark.case("B007")
def test_a_third_raise_is_refused() -> None:
    hand = begun("to to")
    assert kinds(hand) == ["TheoOffer", "UpOffer"]
    assert hand.game.blocked(hand.state, hand.turn) == (Blocked("to", "XT28-12"),)
    assert refused(hand, hand.turn, To()).rule_id == "XT28-12"
    for seat in {0, 1, 2, 3} - {hand.turn}:
        assert hand.game.blocked(hand.state, seat) == ()  # type: ignore[arg-type]


@pytest.mark.rule("XT28-12")
def test_the_count_is_the_tables_and_begins_anew_each_round() -> None:
    hand = begun()
    for number in (1, 2, 3, 4):
        assert (hand.view.round, hand.view.raises, hand.view.most_raises) == (number, 0, 2)
        assert hand.game.blocked(hand.state, hand.turn) == ()
        hand.play("to to theo theo theo")
    assert [raise_.count for raise_ in hand.all(Raised)] == [1, 2] * 4


@pytest.mark.rule("XT28-12")
@pytest.mark.rule("XT28-14")
@pytest.mark.case("B-XT-14")
def test_a_raise_is_one_point_up() -> None:
    hand = begun("to")
    assert hand.view.level == 1
    hand.play("to")
    assert hand.view.level == 2
    assert [(raise_.paid, raise_.level) for raise_ in hand.all(Raised)] == [(1, 1), (2, 2)]


@pytest.mark.rule("XT28-14")
@pytest.mark.case("B022")
def test_a_raise_pays_what_was_missing_too() -> None:
    hand = begun("theo to")
    assert hand.offers()[1] == ToOffer(call=C1, step=C1, level=C1, least=1, most=1, left=Chips(99))
    hand.play("to")
    assert hand.all(Raised)[-1] == Raised(hand.all(Raised)[-1].seat, C2, C2, 2)
    hand.play("theo")
    assert hand.turn == 3
    assert hand.offers()[0] == TheoOffer(cost=C2, left=Chips(97))


@pytest.mark.rule("XT28-14")
@pytest.mark.parametrize("steps", [2, 3, 20, 0, -1])
def test_a_raise_by_more_or_less_is_refused(steps: int) -> None:
    assert refused(begun(), 3, To(k=steps)).rule_id == "XT28-14"


@pytest.mark.rule("XT28-13")
def test_theo_is_a_free_check_where_nobody_raised() -> None:
    hand = begun()
    assert hand.offers()[0] == TheoOffer(cost=C0, left=Chips(99))
    hand.play("theo")
    assert hand.all(Called)[-1].paid == 0
    assert hand.view.pot == 4
    assert hand.seat(3).said == "check"


@pytest.mark.rule("XT28-13")
def test_theo_pays_what_is_missing_and_no_more() -> None:
    hand = begun("to theo to")
    assert hand.offers()[0] == TheoOffer(cost=C2, left=Chips(97))
    hand.play("theo")
    assert hand.all(Called)[-1].paid == 2
    hand.play("theo theo")
    assert [call.paid for call in hand.all(Called)] == [1, 2, 1, 1]
    assert [seat.total for seat in hand.view.seats] == [3, 3, 3, 3]
    assert hand.view.pot == 12


@pytest.mark.rule("XT28-15")
def test_up_leaves_the_hand_and_what_was_paid() -> None:
    hand = begun("to to theo theo")
    assert hand.turn == 3
    assert hand.offers()[-1] == UpOffer(lost=C2)
    hand.play("up")
    assert hand.all(Folded)[-1] == Folded(hand.seat(3).seat)
    assert (hand.seat(3).status, hand.seat(3).said, hand.seat(3).total, hand.seat(3).stack) == ("folded", None, 2, 98)
    assert hand.view.pot == 11
    assert hand.view.round == 2
    hand.play("theo " * 9)
    assert hand.result.deltas[hand.seat(3).seat] == -2


@pytest.mark.rule("XT28-04")
@pytest.mark.rule("XT28-15")
def test_the_ante_does_not_come_back_on_a_fold() -> None:
    hand = begun("up")
    assert hand.seat(3).stack == 99
    assert hand.view.pot == 4
    assert hand.play("up up").result.deltas == {0: -1, 1: -1, 2: 3, 3: -1}


@pytest.mark.rule("XT28-15")
@pytest.mark.parametrize("action", [Theo(), To(), Up()])
def test_who_folded_speaks_no_more(action: Action) -> None:
    hand = begun("up theo")
    assert refused(hand, 3, action).rule_id == "XT28-15"


@pytest.mark.rule("XT28-Q09")
def test_folding_is_allowed_where_checking_is_free() -> None:
    hand = begun()
    assert hand.offers()[-1] == UpOffer(lost=C1)
    assert hand.play("up").seat(3).status == "folded"


@pytest.mark.rule("XT28-16")
@pytest.mark.parametrize(
    "words", ["theo theo theo theo", "to theo theo theo", "theo theo theo to theo theo theo", "to to theo theo theo",
              "up theo theo theo", "theo to up theo theo", "to up theo to theo theo", "to theo up to theo up"],
)  # fmt: skip
def test_the_round_ends_when_all_have_spoken_and_paid_the_same(words: str) -> None:
    hand = begun()
    for count, word in enumerate(words.split(), 1):
        assert hand.view.round == 1, count
        hand.play(word)
    assert hand.view.round == 2
    assert (hand.view.level, hand.view.raises) == (0, 0)
    assert {seat.total for seat in hand.view.seats if seat.status == "live"} == {1 + len(hand.all(Raised))}
    assert all(seat.paid == 0 and seat.said is None for seat in hand.view.seats)


@pytest.mark.rule("XT28-16")
@pytest.mark.case("B013")
def test_no_card_comes_while_a_raise_is_unanswered() -> None:
    hand = begun("theo theo theo theo").play("to to theo theo")
    assert [event.round for event in hand.all(Opened)] == [1, 2]
    assert len(hand.all(Dealt)) == 8
    assert refused(hand, 3, Show()).rule_id == "XT28-Q15"
    assert hand.offers()[0] == TheoOffer(cost=C1, left=Chips(97))
    assert hand.view.pot == 4 + 7


@pytest.mark.rule("XT28-10")
def test_a_refusal_names_seat_and_clause_and_nothing_that_is_secret() -> None:
    assert str(refused(begun(), 0, To(k=17))) == "seat 0: refused by XT28-10"
