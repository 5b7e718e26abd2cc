"""Cards as people write them, and decks that lie as a test wants."""

from collections.abc import Sequence

from server.cards.card import Card, card
from server.cards.deck import arranged, pack
from server.cards.zone import Zone

RANKS_28 = "89TJQKA"
RANKS_32 = "789TJQKA"


def cards(text: str) -> tuple[Card, ...]:
    """``"As Kh 9d"``."""
    return tuple(card(word) for word in text.split())


def stacked(*texts: str, ranks: str = RANKS_28) -> Zone:
    """A deck with these cards on top, in this order, and the rest of the pack below."""
    return arranged(pack(ranks), stacked_order(*texts, ranks=ranks))


def stacked_order(*texts: str, ranks: str = RANKS_28) -> Sequence[int]:
    """The same deck as a permutation of the pack."""
    whole = pack(ranks)
    top = [whole.index(card(word)) for text in texts for word in text.split()]
    return [*top, *(index for index in range(len(whole)) if index not in top)]


def by_seat(*hands: str) -> str:
    """One hand a seat, hole card first, in the order in which they are dealt when nobody folds."""
    return " ".join(word for row in zip(*(hand.split() for hand in hands), strict=True) for word in row)
