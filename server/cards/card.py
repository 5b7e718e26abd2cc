"""A playing card, which shows itself to nobody."""

from typing import Final, final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
"""Lowest first: nhép, rô, cơ, bích (XT32-16)."""


@final
class Card:
    """One card of a pack.

    Neither struct, dataclass, tuple nor enum, so the wire encoder refuses it; its repr shows nothing. Only
    :meth:`server.cards.zone.Zone.seen_by` turns cards into text.
    ``rank`` is 2..14 (ace 14, HAND-02), ``suit`` 0..3 in the order of SUITS.
    """

    __slots__ = ("rank", "suit")

    rank: int
    suit: int

    def __init__(self, rank: int, suit: int) -> None:
        if not (2 <= rank <= 14 and 0 <= suit <= 3):
            raise ValueError("no such card")
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "suit", suit)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a card never changes")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a card never changes")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.rank == other.rank and self.suit == other.suit

    def __hash__(self) -> int:
        return self.rank * 4 + self.suit

    def __repr__(self) -> str:
        return "<Card>"

    def __reduce__(self) -> str:
        raise TypeError("a card is never pickled")


def card(text: str) -> Card:
    """The card that ``text`` names, such as ``As``; ValueError, without the text, if it names none."""
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise ValueError("no such card")
    return Card(RANKS.index(text[0]) + 2, SUITS.index(text[1]))
