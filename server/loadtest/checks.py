"""What must hold of every picture that a server sends, without knowing its game.

A run that is fast and wrong is worthless, so each view is checked: versions grow, all seats get one picture, points are
conserved as far as they are public, and a seat is shown no card but its own, the public ones and those it was let see.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from protocol.cards import FaceUp, faces
from protocol.events import HandEnded, SatDown, StoodUp, ToppedUp
from protocol.ids import PlayerId
from protocol.play import Event
from protocol.views import TableView, YouView

_CARD: Final = re.compile(rb'"([2-9TJQKA][cdhs])"')
NO_CARDS: Final[frozenset[FaceUp]] = frozenset()


class PictureCheck:
    """Follows one table's public pictures in the order of their versions."""

    def __init__(self) -> None:
        self._v = 0
        self._table: TableView | None = None
        self._points: int | None = None

    def faults(self, v: int, table: TableView, events: Sequence[Event]) -> list[str]:
        """What is wrong with this picture after the last one; after a gap of versions it is the first again."""
        before = self._table if v == self._v + 1 else None
        found = [] if before is None else list(_balance_faults(before, table, events))
        if table.play is None:
            self._points = None
        else:
            points = table.play.points()
            same_hand = before is not None and before.hand == table.hand
            if same_hand and self._points is not None and points != self._points:
                found.append("points not conserved")
            self._points = points
            for event in events:
                if isinstance(event, HandEnded) and sum(event.results.values()) + table.play.house() != 0:
                    found.append("result does not add up")
        self._v, self._table = v, table
        return found


def _balance_faults(before: TableView, table: TableView, events: Sequence[Event]) -> Iterator[str]:
    """Points change by results and top-ups and by nothing else. Who comes or goes is looked at from then on."""
    players = {seat.seat: seat.player for seat in before.seats}
    expected: dict[PlayerId, int] = {seat.player: seat.balance for seat in before.seats if seat.player is not None}
    for event in events:
        match event:
            case HandEnded():
                for seat, won in event.results.items():
                    player = players.get(seat)
                    if player is not None and player in expected:
                        expected[player] += won
            case ToppedUp(player=player, amount=amount):
                if player in expected:
                    expected[player] += amount
            case SatDown(player=player) | StoodUp(player=player):
                expected.pop(player, None)
            case _:
                pass
    if any(seat.player in expected and expected[seat.player] != seat.balance for seat in table.seats):
        yield "balance changed by itself"


def own_cards(you: YouView) -> frozenset[FaceUp]:
    """What the viewer holds and sees."""
    return NO_CARDS if you.play is None else frozenset(faces(you.play.own()))


def foreign_cards(raw: bytes, you: YouView, own: frozenset[FaceUp], public: frozenset[FaceUp]) -> bool:
    """Whether the private part ``you``, as it came (``raw``), shows a card that this seat may not see."""
    # Texts on the wire: what is compared is made by nobody here.
    shown = {card.decode() for card in _CARD.findall(raw)} - own - public
    return bool(shown if you.play is None else shown - you.play.lent())


def held_twice(hands: Iterable[frozenset[FaceUp]]) -> bool:
    """Whether a card is in two hands."""
    seen: set[FaceUp] = set()
    for hand in hands:
        if not seen.isdisjoint(hand):
            return True
        seen |= hand
    return False
