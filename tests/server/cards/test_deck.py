"""Packs, and the orders they are brought into."""

import pytest

from server.cards.card import card
from server.cards.deck import arranged, pack
from server.randomness import SecureShuffler


@pytest.mark.rule("XT28-Q18")
def test_a_shuffle_is_a_permutation_and_not_always_the_same() -> None:
    orders = [tuple(SecureShuffler().order(28)) for _ in range(20)]
    assert all(sorted(order) == list(range(28)) for order in orders)
    assert len(set(orders)) == 20


@pytest.mark.rule("XT28-Q18")
def test_every_card_comes_first_about_equally_often() -> None:
    """4,000 draws of 4: a fair shuffle leaves 1,000 by more than 150 once in 10^7 runs."""
    counts = [0, 0, 0, 0]
    shuffler = SecureShuffler()
    for _ in range(4000):
        counts[shuffler.order(4)[0]] += 1
    assert all(abs(count - 1000) < 150 for count in counts)


def test_an_arranged_deck_holds_the_pack_in_that_order_and_is_seen_by_nobody() -> None:
    cards = pack("89")
    deck = arranged(cards, [7, 6, 5, 4, 3, 2, 1, 0])
    assert deck.cards == tuple(reversed(cards))
    assert deck.cards[-1] == card("8c")
    with pytest.raises(PermissionError):
        deck.faces()


@pytest.mark.parametrize("order", [[], [0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 6, 6], [1, 2, 3, 4, 5, 6, 7, 8]])
def test_a_deck_is_never_short_and_never_holds_a_card_twice(order: list[int]) -> None:
    with pytest.raises(ValueError, match="permutation"):
        arranged(pack("89"), order)
