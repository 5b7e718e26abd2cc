"""A hand as a value, and the terms it is played under."""

import msgspec
import pytest
from msgspec.structs import replace

from protocol.games.stud import Choose
from protocol.ids import Chips, Seat
from server.rules.stud.state import pot, with_holding
from tests.server.rules.stud.hand import GAME, GAME_32, Hand, Hand32
from tests.support.cards import by_seat, stacked


@pytest.mark.rule("XT28-26")
def test_the_most_that_a_hand_costs() -> None:
    """1 + 4 x 2."""
    now = GAME.terms(GAME.sheet.full({}))
    assert now.least == 9
    assert replace(now, rounds=3).least == 7


@pytest.mark.rule("XT32-Q17")
def test_where_one_may_go_all_in_the_ante_is_enough() -> None:
    assert GAME_32.terms(GAME_32.sheet.full({"stake": 25})).least == 25


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
    assert "<Zone of 20>" in repr(hand.state)
    assert "<Holding of seat 2>" in repr(hand.state)
    assert not any(card in repr(hand.state) for card in ("As", "9h", "8s", "Ah", "Kd"))
    with pytest.raises(TypeError):
        msgspec.json.encode(hand.state)


@pytest.mark.rule("XT32-Q03")
def test_a_state_that_is_printed_tells_no_choice() -> None:
    first, second = (Hand32("7s 7h Ks Kh", choose=False) for _ in range(2))
    first.act(0, Choose(0))
    second.act(0, Choose(1))
    assert repr(first.state) == repr(second.state)
    assert first.state != second.state


def test_places_go_clockwise_round_the_table() -> None:
    state = Hand(stacked()).state
    assert state.clockwise(2) == (2, 3, 0, 1)
