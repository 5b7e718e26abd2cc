"""What cards make: an exact key for one to five of them, and its name.

A key is ``(category, rank vector)``; the larger one wins (HAND-01, HAND-04). Suits matter to flushes only; a game that
breaks ties by suit (HAND-05) compares ``leading_suit`` after the key. Every multiset of up to five ranks is looked
up in a table by a sum of powers of five: a rank occurs four times at most, so each is one digit.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final, get_args

import msgspec

from protocol.play import Category, HandLabel
from server.cards.card import RANKS, Card

Key = tuple[int, tuple[int, ...]]
"""Category as a number of HAND-01, then the ranks of the groups, leading first."""


class Made(msgspec.Struct, frozen=True, gc=False):
    """What some cards make."""

    key: Key
    label: HandLabel


NOTHING: Final = Made((-1, ()), HandLabel("high_card", ()))
"""What no cards make: weaker than anything."""
CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)
"""Weakest first, numbered as in HAND-01."""
STRAIGHT: Final = CATEGORIES.index("straight")
FLUSH: Final = CATEGORIES.index("flush")
STRAIGHT_FLUSH: Final = CATEGORIES.index("straight_flush")
MOST_CARDS: Final = 5
_BY_GROUPS: Final[dict[tuple[int, ...], int]] = {
    (4,): CATEGORIES.index("quads"),
    (3, 2): CATEGORIES.index("full_house"),
    (3,): CATEGORIES.index("trips"),
    (2, 2): CATEGORIES.index("two_pair"),
    (2,): CATEGORIES.index("pair"),
    (): CATEGORIES.index("high_card"),
}
_LOWEST: Final = RANKS.index("7") + 2
"""No pack of xì tố has a lower rank (XT28-01, XT32-02)."""
_DIGIT: Final = (5 ** (15 - _LOWEST),) * _LOWEST + tuple(5**place for place in range(15 - _LOWEST))
"""By rank. Ranks that no pack has take a digit beyond the table."""


def made(cards: Sequence[Card]) -> Made:
    """What one to five cards of one pack make; with fewer than five only multiplicities count (section 4.1).

    ValueError for no card, more than five, or ranks that no pack of xì tố has.
    """
    total = 0
    for card in cards:
        total += _DIGIT[card.rank]
    table = _BY_RANKS
    if len(cards) == MOST_CARDS:
        a, b, c, d, e = cards
        if a.suit == b.suit == c.suit == d.suit == e.suit:
            table = _SUITED
    found = table.get(total)
    if found is None:
        raise ValueError("not one to five cards of a pack of xì tố")
    return found


def leading_suit(cards: Sequence[Card]) -> int:
    """The best suit inside the leading group: with it two disjoint hands never tie (rules.md 3.3, 3.4)."""
    leading = made(cards).key[1][0]
    return max(card.suit for card in cards if card.rank == leading)


def highest_suit(cards: Sequence[Card]) -> int:
    """The suit of the highest card, of equals the best: another reading of the same tie-break (rules.md 3.4)."""
    return max((card.rank, card.suit) for card in cards)[1]


def _made(category: int, ranks: tuple[int, ...]) -> Made:
    return Made((category, ranks), HandLabel(CATEGORIES[category], tuple(RANKS[rank - 2] for rank in ranks)))


def _without_suits(ranks: tuple[int, ...]) -> Made:
    """What these ranks make in mixed suits. Straights: five ranks in sequence, ace high only (HAND-02)."""
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    vector = tuple(rank for _, rank in groups)
    if len(groups) == MOST_CARDS and vector[0] - vector[-1] == MOST_CARDS - 1:
        return _made(STRAIGHT, vector[:1])
    return _made(_BY_GROUPS[tuple(count for count, _ in groups if count > 1)], vector)


def _with_suit(mixed: Made) -> Made:
    """What the same five ranks make in one suit; a royal one is only the highest (HAND-03)."""
    category, vector = mixed.key
    return _made(STRAIGHT_FLUSH if category == STRAIGHT else FLUSH, vector)


_BY_RANKS: Final[dict[int, Made]] = {
    sum(_DIGIT[rank] for rank in ranks): _without_suits(ranks)
    for size in range(1, MOST_CARDS + 1)
    for ranks in combinations_with_replacement(range(_LOWEST, 15), size)
    if max(Counter(ranks).values()) <= 4
}
_SUITED: Final[dict[int, Made]] = {
    total: _with_suit(found)
    for total, found in _BY_RANKS.items()
    if found.key[0] == STRAIGHT or len(found.key[1]) == MOST_CARDS
}
