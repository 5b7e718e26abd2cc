"""What xì dách cards count. Suits never matter (XD-17); the holder's best total is the engine's choice (XD-Q11)."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, Literal

import msgspec

from protocol.games.xi_dach import HandKind, XiDachLabel
from server.cards.card import Card

AceMode = Literal["free", "by_count", "one_or_ten", "western"]
ACE: Final = 14
_TEN: Final = 10
_NATURAL: Final = 2
"""Cards of a natural; a third card ends the phase of naturals (XD-36)."""
_ACES: Final = 4
_MOST_CARDS: Final = 5
_VALUES: Final[Mapping[AceMode, Callable[[int], tuple[int, ...]]]] = {
    "free": lambda _: (1, 10, 11),
    "by_count": lambda cards: {2: (10, 11), 3: (1, 10, 11)}.get(cards, (1,)),
    "one_or_ten": lambda _: (1, 10),
    "western": lambda _: (1, 11),
}
"""What one ace may count in a hand of so many cards (XD-16, XD-Q10)."""
_ACE_SUMS: Final = {
    (mode, cards, aces): tuple(sorted({sum(values) for values in combinations_with_replacement(counts(cards), aces)}))
    for mode, counts in _VALUES.items()
    for cards in range(1, _MOST_CARDS + 1)
    for aces in range(min(cards, _ACES) + 1)
}


class Counting(msgspec.Struct, frozen=True):
    """How a table counts: ``limit`` is 21, the most that is no quắc."""

    ace_mode: AceMode
    ten_makes_xidach: bool
    ngu_linh_min: int
    limit: int
    most_cards: int


def totals(cards: Sequence[Card], mode: AceMode) -> tuple[int, ...]:
    """Every total that one to five cards can make, smallest first (XD-14 to XD-16, XD-18); KeyError for other sizes."""
    aces = pips = 0
    for card in cards:
        if card.rank == ACE:
            aces += 1
        else:
            pips += min(card.rank, _TEN)
    return tuple([pips + sum_ for sum_ in _ACE_SUMS[mode, len(cards), aces]])


def natural(cards: Sequence[Card], counting: Counting) -> HandKind | None:
    """Xì bàn (XD-19), xì dách (XD-20, XD-Q12), or neither."""
    if len(cards) != _NATURAL:
        return None
    low, high = sorted(card.rank for card in cards)
    if high != ACE:
        return None
    if low == ACE:
        return "xi_ban"
    least = _TEN if counting.ten_makes_xidach else _TEN + 1
    return "xi_dach" if low >= least else None


def label(cards: Sequence[Card], age: int, counting: Counting) -> XiDachLabel:
    """What a hand is called where ``age`` is the least that its holder may stop on.

    The largest total that is not over the limit, else the smallest (XD-Q11). Of five cards that make a ngũ linh it is
    the smallest that does (XD-Q17).
    """
    # Every view names what it shows, and most of it has been named before.
    return _label(tuple([card.rank for card in cards]), age, counting)


@lru_cache(maxsize=8_192)
def _label(ranks: tuple[int, ...], age: int, counting: Counting) -> XiDachLabel:
    cards = [Card(rank, 0) for rank in ranks]
    possible = totals(cards, counting.ace_mode)
    under = [total for total in possible if total <= counting.limit]
    if (kind := natural(cards, counting)) is not None:
        return XiDachLabel(kind, under[-1])
    if not under:
        return XiDachLabel("quac", possible[0])
    if len(cards) == counting.most_cards and under[-1] >= counting.ngu_linh_min:
        return XiDachLabel("ngu_linh", next(total for total in under if total >= counting.ngu_linh_min))
    return XiDachLabel("points" if under[-1] >= age else "non", under[-1])
