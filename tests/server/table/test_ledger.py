"""The book: it sums to zero, and no player's account goes below it."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.ids import PlayerId
from server.table.ledger import HOUSE, Ledger

LAN, TU = PlayerId(1), PlayerId(2)


def test_a_grant_a_result_and_their_totals() -> None:
    ledger = Ledger()
    ledger.post("grant", {HOUSE: -100, LAN: 100})
    ledger.post("grant", {HOUSE: -100, TU: 100})
    ledger.post("result", {LAN: -7, TU: 7})
    assert (ledger.balance(LAN), ledger.balance(TU), ledger.sum) == (93, 107, 0)
    assert (ledger.total(TU, "grant"), ledger.total(TU, "result"), ledger.total(TU, "topup")) == (100, 7, 0)
    assert ledger.total(HOUSE, "grant") == -200


def test_asking_for_a_balance_opens_no_account() -> None:
    """Else who was asked about once would never get the first points."""
    ledger = Ledger()
    assert ledger.balance(LAN) == 0
    assert ledger.total(LAN, "grant") == 0
    assert not ledger.known(LAN)
    ledger.post("grant", {HOUSE: -1, LAN: 1})
    assert ledger.known(LAN)


def test_what_does_not_sum_to_zero_is_refused() -> None:
    ledger = Ledger()
    with pytest.raises(ValueError, match="a grant entry must sum to zero"):
        ledger.post("grant", {LAN: 5})
    assert not ledger.known(LAN)


def test_nobody_goes_below_zero_but_the_house() -> None:
    ledger = Ledger()
    ledger.post("grant", {HOUSE: -5, LAN: 5})
    with pytest.raises(ValueError, match="a result entry would take a balance below zero"):
        ledger.post("result", {LAN: -6, TU: 6})
    assert (ledger.balance(LAN), ledger.balance(TU)) == (5, 0)


@given(st.lists(st.dictionaries(st.integers(0, 4), st.integers(-50, 50), max_size=4), max_size=30))
def test_whatever_is_posted_the_book_is_sound(entries: list[dict[int, int]]) -> None:
    ledger = Ledger()
    for entry in entries:
        with contextlib.suppress(ValueError):
            ledger.post("result", {PlayerId(who): amount for who, amount in entry.items()})
        assert ledger.sum == 0
        assert all(ledger.balance(PlayerId(who)) >= 0 for who in range(1, 5))
