"""From round to round in xì tố 32 lá: cards, who speaks first, and when nobody bets."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.games.stud import Dealt, Opened, Shown
from protocol.play import HandLabel
from server.rules.stud.rounds import go_on, strongest
from server.rules.stud.state import StudState
from tests.server.rules.stud.hand import Hand32, dealt_to

FOUR = dealt_to("7s 9h Kd 8c Qs", "7h Ks 9d 8d Qh", "7d 8s Kh Js Qd", "7c As Ac Jd Qc")


def played(deck: str, seats: int = 4, words: str = "", **options: Any) -> Hand32:
    hand = Hand32(deck, [1000] * seats, **options)
    hand.play(words)
    return hand


@pytest.mark.rule("XT32-06")
@pytest.mark.rule("XT32-Q02")
def test_three_more_cards_a_round_each_face_up() -> None:
    hand = played(FOUR, 4, "theo " * 16)
    assert [card.round for card in hand.all(Dealt)] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    assert [seat.up for seat in hand.view.seats] == [
        ("9h", "Kd", "8c", "Qs"), ("Ks", "9d", "8d", "Qh"), ("8s", "Kh", "Js", "Qd"), ("As", "Ac", "Jd", "Qc"),
    ]  # fmt: skip
    assert [(shown.seat, shown.card) for shown in hand.all(Shown)] == [(0, "7s"), (1, "7h"), (2, "7d"), (3, "7c")]


@pytest.mark.rule("XT32-06")
def test_who_gave_up_gets_no_more_cards() -> None:
    hand = played("7s 7h 7d 9h Ks 8s Kd 9d Kh", 3, "up theo theo")
    assert hand.seat(1).up == ("Ks",)
    assert [card.seat for card in hand.all(Dealt) if card.round == 2] == [0, 2]


@pytest.mark.rule("XT32-Q06")
@pytest.mark.rule("XT32-06")
def test_cards_are_dealt_from_the_strongest_before_and_the_strongest_after_speaks() -> None:
    """The ace deals first; then the king that gets a second one speaks first."""
    hand = played("7s 7h 7d 9h As Ks Jc Kd Qd", 3, "theo theo theo")
    assert [(card.seat, card.card) for card in hand.all(Dealt) if card.round == 2] == [(1, "Jc"), (2, "Kd"), (0, "Qd")]
    assert [opened.seat for opened in hand.all(Opened)] == [1, 2]
    assert hand.all(Opened)[1].label == HandLabel("pair", ("K",))
    hand.play("theo theo theo")
    assert [card.seat for card in hand.all(Dealt) if card.round == 3] == [2, 0, 1]


@pytest.mark.rule("XT32-Q06")
def test_a_folded_seat_is_passed_over_by_the_deal() -> None:
    hand = played("7s 7h 7d 9h As Ks Jc Kd Qd", 3, "up theo theo")
    assert [card.seat for card in hand.all(Dealt) if card.round == 2] == [2, 0]


@pytest.mark.rule("XT32-Q07")
@pytest.mark.case("B-XT-27")
def test_equal_open_cards_speak_by_suit() -> None:
    assert played("7s 7h 7d Ac Ah Ad", 3).turn == 1
    assert played("7s 7h 7d Ac Ad As", 3).turn == 2


@pytest.mark.rule("XT32-Q07")
def test_ranks_come_before_suits() -> None:
    """Ah Kd speaks before As 8c."""
    hand = played("7s 7h As Ah 8c Kd", 2, "theo theo")
    assert hand.turn == 1


@pytest.mark.rule("XT32-Q01")
def test_four_rounds_of_betting_begin_with_one_open_card() -> None:
    hand = played(FOUR, 4, "theo " * 16)
    assert [(opened.round, opened.seat) for opened in hand.all(Opened)] == [(1, 3), (2, 3), (3, 3), (4, 3)]
    assert hand.view.phase == "showdown"


@pytest.mark.rule("XT32-Q01")
@pytest.mark.rule("XT32-07")
def test_three_rounds_begin_with_the_second() -> None:
    hand = played(FOUR, 4, betting_rounds=3)
    assert (hand.view.phase, hand.view.round) == ("bet", 2)
    assert [card.round for card in hand.all(Dealt)] == [1] * 4 + [2] * 4
    hand.play("theo " * 12)
    assert [opened.round for opened in hand.all(Opened)] == [2, 3, 4]
    assert hand.view.phase == "showdown"


@pytest.mark.rule("XT32-22")
@pytest.mark.rule("XT32-Q30")
def test_six_hands_take_thirty_cards_and_two_stay() -> None:
    hand = played("", 6, "theo " * 24)
    assert len(hand.all(Dealt)) == 24
    assert len(hand.state.deck) == 2
    dealt = {card.card for card in hand.all(Dealt)} | {shown.card for shown in hand.all(Shown)}
    assert len(dealt) == 30


@pytest.mark.rule("XT32-Q29")
@pytest.mark.rule("XT32-13")
def test_when_nobody_can_bet_the_other_cards_come_at_once() -> None:
    hand = played(FOUR, 4, "tat theo theo theo")
    assert [opened.round for opened in hand.all(Opened)] == [1]
    assert [card.round for card in hand.all(Dealt)] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    assert hand.view.phase == "showdown"
    assert len(hand.all(Shown)) == 4


@pytest.mark.rule("XT32-Q29")
@pytest.mark.rule("XT32-Q15")
def test_one_who_could_still_bet_alone_is_not_asked() -> None:
    """R07, and the same at the beginning of a hand."""
    hand = Hand32(dealt_to("7s 9h Kd 8c Qs", "7h Ks 9d 8d Qh", "7d 8s Kh Js Qd"), [300, 300, 1000])
    hand.play("tat theo theo")
    assert hand.view.phase == "showdown"
    assert hand.seat(2).status == "live"
    antes = Hand32(dealt_to("7s 9h Kd 8c Qs", "7h Ks 9d 8d Qh"), [10, 1000])
    assert antes.view.phase == "showdown"
    assert antes.all(Opened) == []
    assert antes.view.opener is None


@pytest.mark.rule("XT32-Q08")
def test_an_all_in_seat_is_never_first_to_speak() -> None:
    """Seat 1 has the ace, and no more points."""
    hand = Hand32("7s 7h 7d 9h As 8s Kd 9d Kh", [1000, 50, 1000])
    hand.play("tat theo theo")
    assert hand.view.round == 2
    assert strongest(hand.state) == 1
    assert hand.turn == hand.view.opener == 2
    assert hand.all(Opened)[-1].label == HandLabel("high_card", ("9", "8"))


def who_is_asked(state: StudState) -> set[int]:
    """Everybody at whom the turn can stop, wherever it is."""
    turns = [replace(state, actor=place) for place in range(len(state.holdings))]
    return {go_on(turn, state.holdings, state.level, state.raises)[0].actor for turn in turns}


def test_who_is_asked() -> None:
    hand = played(FOUR, 4, "theo to3")
    assert who_is_asked(hand.state) == {1, 2, 3}
    hand.play("theo up")
    assert who_is_asked(hand.state) == {3}
