"""Packs of cards, and how one is brought into an order."""

from collections.abc import Sequence
from functools import cache
from typing import Protocol

from server.cards.card import RANKS, Card
from server.cards.zone import Zone


class Shuffler(Protocol):
    """Where the order of a deck comes from; production draws it from the system's secure source."""

    def order(self, size: int) -> Sequence[int]:
        """A permutation of ``range(size)``."""
        ...


@cache
def pack(ranks: str) -> tuple[Card, ...]:
    """All cards of these ranks (characters such as ``T``), four suits each, in a fixed order. Cards never change."""
    return tuple(Card(RANKS.index(rank) + 2, suit) for rank in ranks for suit in range(4))


def arranged(cards: Sequence[Card], order: Sequence[int]) -> Zone:
    """The pack in this order, seen by nobody; ValueError unless ``order`` is a permutation."""
    if sorted(order) != list(range(len(cards))):
        raise ValueError("not a permutation of the pack")
    return Zone([cards[index] for index in order])
