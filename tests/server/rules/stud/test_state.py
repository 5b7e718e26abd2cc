"""A hand as a value, and the terms it is played under."""

import msgspec
import pytest
from msgspec.structs import replace

from protocol.ids import Chips, Seat
from server.rules.stud.game import XT28
from server.rules.stud.state import pot, terms, with_holding
from tests.server.rules.stud.hand import GAME, Hand
from tests.support.cards import by_seat, stacked


@pytest.mark.rule("XT28-26")
def test_the_most_that_a_hand_costs() -> None:
    """1 + 4 x 2."""
    now = terms(GAME.sheet, GAME.sheet.full({}), XT28)
    assert now.exposure == 9
    assert replace(now, rounds=3).exposure == 7


def test_terms_follow_the_options() -> None:
    given: dict[str, bool | int | str] = {
        "seat_order_origin": "button",
        "opener_tie": "suit",
        "odd_points": "one_each",
        "show_after": False,
    }
    plain, other = (terms(GAME.sheet, GAME.sheet.full(options), XT28) for options in ({}, given))
    assert not (plain.from_button)
    assert not (plain.opener_by_suit)
    assert not (plain.odd_one_each)
    assert plain.show_after
    assert other.from_button
    assert other.opener_by_suit
    assert other.odd_one_each
    assert not other.show_after


def test_a_sheet_without_a_number_makes_no_terms() -> None:
    sheet = replace(GAME.sheet, parameters={"ante": 1})
    with pytest.raises(KeyError):
        terms(sheet, sheet.full({}), XT28)


def test_seats_are_found_by_their_number_and_places_by_the_order() -> None:
    state = Hand(stacked(), button=1, seat_order_origin="button").state
    assert [state.place(Seat(seat)) for seat in (2, 3, 0, 1, 4)] == [0, 1, 2, 3, None]


def test_a_change_is_a_new_state() -> None:
    state = Hand(stacked()).state
    changed = with_holding(state, 2, replace(state.holdings[2], live=False))
    assert [holding.live for holding in state.holdings] == [True] * 4
    assert [holding.seat for holding in changed.live()] == [0, 1, 3]
    with pytest.raises(AttributeError):
        state.level = Chips(1)  # type: ignore[misc]


def test_the_pot_is_what_was_paid_in_and_not_yet_out() -> None:
    hand = Hand(stacked()).play("to to")
    assert pot(hand.state) == 4 + 3
    assert pot(hand.play("up up up").state) == 0


@pytest.mark.rule("XT28-07")
def test_a_state_can_neither_be_printed_with_its_cards_nor_encoded() -> None:
    hand = Hand(stacked(by_seat("As Kd", "9h 9c", "8s Kh", "Ah Kc")))
    assert "<Zone of 1>" in repr(hand.state)
    assert not any(card in repr(hand.state) for card in ("As", "9h", "8s", "Ah", "Kd"))
    with pytest.raises(TypeError):
        msgspec.json.encode(hand.state)
