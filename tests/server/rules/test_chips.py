"""How a pot is shared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.ids import Chips
from server.rules.chips import shares


@pytest.mark.rule("XT28-19")
@pytest.mark.rule("XT28-Q13")
@pytest.mark.parametrize(
    ("pot", "winners", "first", "each"),
    [
        (4, 2, (2, 2), (2, 2)),
        (7, 2, (4, 3), (4, 3)),
        (11, 3, (5, 3, 3), (4, 4, 3)),
        (36, 1, (36,), (36,)),
        (36, 4, (9, 9, 9, 9), (9, 9, 9, 9)),
    ],
)
def test_worked_pots(pot: int, winners: int, first: tuple[int, ...], each: tuple[int, ...]) -> None:
    """rules.md 5.6."""
    assert shares(Chips(pot), winners, one_each=False) == first
    assert shares(Chips(pot), winners, one_each=True) == each


@pytest.mark.case("B032")
@pytest.mark.parametrize(
    ("pot", "winners", "first", "each"),
    [(100, 3, (34, 33, 33), (34, 33, 33)), (1, 2, (1, 0), (1, 0)), (2, 3, (2, 0, 0), (1, 1, 0))],
)
def test_no_remainder_is_lost(pot: int, winners: int, first: tuple[int, ...], each: tuple[int, ...]) -> None:
    assert shares(Chips(pot), winners, one_each=False) == first
    assert shares(Chips(pot), winners, one_each=True) == each


@pytest.mark.rule("XT28-19")
@given(st.integers(0, 10**9), st.integers(1, 10), st.booleans())
def test_shares_sum_to_the_pot_and_never_rise_with_the_order(pot: int, winners: int, one_each: bool) -> None:
    parts = shares(Chips(pot), winners, one_each=one_each)
    assert sum(parts) == pot
    assert len(parts) == winners
    assert list(parts) == sorted(parts, reverse=True)
    assert parts[0] - parts[-1] < winners
