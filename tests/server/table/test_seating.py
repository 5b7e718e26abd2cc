"""Chairs and the button."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.ids import Millis, PlayerId, Seat
from server.table.seating import Chair, Seating


def shown(chair: Chair) -> tuple[object, ...]:
    return chair.turn, chair.timeouts, chair.next, chair.heir, chair.status, chair.out_since


def test_a_chair_that_is_taken_anew_remembers_nothing_but_its_turn_ids() -> None:
    chair = Seating.empty(4)[Seat(1)]
    chair.take(PlayerId(1), 1)
    chair.turn, chair.timeouts, chair.next, chair.heir = type(chair.turn)(7), 1, True, PlayerId(9)
    chair.allowance.waited(20_000)
    chair.sit_out(Millis(5))
    chair.take(PlayerId(2), 2)
    assert shown(chair) == (7, 0, False, None, "in", None)
    assert chair.allowance.away == 30_000
    chair.free()
    assert chair.player is None


def test_sitting_out_twice_keeps_the_first_instant() -> None:
    chair = Seating.empty(4)[Seat(1)]
    chair.take(PlayerId(1), 1)
    chair.sit_out(Millis(5))
    chair.sit_out(Millis(9))
    assert chair.out_since == 5
    chair.sit_in()
    assert shown(chair)[-2:] == ("in", None)
    chair.status = "leaving"
    chair.sit_in()
    assert chair.status == "leaving"


def test_chairs_by_number() -> None:
    seating = Seating.empty(4)
    seating.take(Seat(2), PlayerId(5))
    assert [chair.seat for chair in seating.taken] == [2]
    assert seating.get(Seat(2)) is seating[Seat(2)]
    assert seating.get(Seat(4)) is None
    assert seating.get(Seat(-1)) is None
    assert len(seating) == len(list(seating)) == 4


@pytest.mark.rule("XT28-Q02")
@given(st.sets(st.integers(0, 9), min_size=1).map(sorted), st.integers(0, 9))
def test_the_button_goes_to_the_next_dealt_seat_clockwise(dealt: list[int], button: int) -> None:
    seating = Seating.empty(10)
    seats = [Seat(seat) for seat in dealt]
    assert seating.next_button(None, seats) == seats[-1]
    moved = seating.next_button(Seat(button), seats)
    assert moved in seats
    between = [(button + step) % 10 for step in range(1, (moved - button - 1) % 10 + 1)]
    assert not set(between) & set(dealt)
