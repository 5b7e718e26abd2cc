"""Places where cards lie, and the one door through which a card becomes visible."""

from collections.abc import Sequence
from typing import Final, final

from protocol.cards import Closed, FaceUp, Open, Seen
from protocol.ids import Seat
from server.cards.card import RANKS, SUITS, Card

_NOBODY: Final[frozenset[Seat]] = frozenset()
_TEXT: Final = {(rank + 2) * 4 + suit: FaceUp(RANKS[rank] + SUITS[suit]) for rank in range(13) for suit in range(4)}
"""Made once: a view of a full table shows twenty cards."""
_CLOSED: Final = tuple(Closed(count) for count in range(len(_TEXT) + 1))


@final
class Zone:
    """Some cards in order, and who may see them: nobody, some seats, or everybody.

    Frozen: every method that changes something returns a new zone. ``cards`` is for the rules alone; what leaves the
    rules goes through :meth:`seen_by`.
    """

    __slots__ = ("_eyes", "_open", "_public", "cards")

    cards: tuple[Card, ...]

    def __new__(cls, cards: Sequence[Card] = (), eyes: frozenset[Seat] = _NOBODY, *, public: bool = False) -> "Zone":
        return _laid(tuple(cards), eyes, public, None)

    _eyes: frozenset[Seat]
    _open: Open | None
    """The cards as text, once somebody has seen them: a zone lives for many views."""
    _public: bool

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a zone never changes")

    def __len__(self) -> int:
        return len(self.cards)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Zone)
            and self.cards == other.cards
            and self._eyes == other._eyes
            and self._public == other._public
        )

    def __hash__(self) -> int:
        return hash((self.cards, self._eyes, self._public))

    def __repr__(self) -> str:
        return f"<Zone of {len(self.cards)}>"

    def __reduce__(self) -> str:
        raise TypeError("a zone is never pickled")

    @property
    def public(self) -> bool:
        """Whether everybody sees these cards."""
        return self._public

    def seen_by(self, viewer: Seat | None) -> Seen:
        """What ``viewer`` sees here; None is somebody without a seat, who sees what everybody sees."""
        if self._public or (viewer is not None and viewer in self._eyes):
            if self._open is None:
                seen = Open(tuple([_TEXT[card.rank * 4 + card.suit] for card in self.cards]))
                _set_open(self, seen)
                return seen
            return self._open
        return _CLOSED[len(self.cards)]

    def faces(self) -> tuple[FaceUp, ...]:
        """The cards of a zone that everybody sees; PermissionError where it is not one."""
        seen = self.seen_by(None)
        if isinstance(seen, Closed):
            raise PermissionError("these cards are not public")
        return seen.cards

    def opened(self) -> "Zone":
        """The same cards, seen by everybody from now on."""
        return _laid(self.cards, _NOBODY, True, None)

    def with_card(self, card: Card) -> "Zone":
        """One card more, for the same eyes."""
        seen = self._open
        if seen is not None:
            # The same eyes: only the new card is put into words.
            seen = Open((*seen.cards, _TEXT[card.rank * 4 + card.suit]))
        return _laid((*self.cards, card), self._eyes, self._public, seen)

    def drawn(self, count: int = 1) -> tuple[tuple[Card, ...], "Zone"]:
        """The first ``count`` cards, and the zone without them; IndexError where there are fewer."""
        if count > len(self.cards):
            raise IndexError("not enough cards")
        return self.cards[:count], _laid(self.cards[count:], self._eyes, self._public, None)


def _laid(cards: tuple[Card, ...], eyes: frozenset[Seat], public: bool, seen: Open | None) -> Zone:
    """A zone: 0.25 us instead of 0.45 by a constructor that finds its slots by name, and a hand has thirty."""
    zone = _new(Zone)
    _set_cards(zone, cards)
    _set_eyes(zone, eyes)
    _set_public(zone, public)
    _set_open(zone, seen)
    return zone


_new: Final = object.__new__
_set_cards, _set_eyes, _set_public, _set_open = (
    Zone.__dict__[name].__set__ for name in ("cards", "_eyes", "_public", "_open")
)
