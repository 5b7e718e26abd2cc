"""What every game's words have in common: actions, offers, events and views.

A game adds one module to :mod:`protocol.games` with subclasses of these. No ``gc``: a frozen tree of such values has no
ring, and made without the collector's part they take 16 bytes less and 1.7 % of an action.
"""

from typing import Literal

import msgspec

from protocol.cards import Closed, FaceUp, Seen
from protocol.ids import Chips, Seat


class Action(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type"):
    """Something a seat does in a hand, as the client sends it. Its repr says which, never with what."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Offer(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """An action that is legal now, with its price and bounds; its tag is the action's tag.

    Its repr says which, never with what: whether a con has to confirm is as secret as his cards.
    """

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def question(self) -> object:
        """What makes it another question than before: all of it, or without what is a mere bound (rules.md 7.2)."""
        return self


class Blocked(msgspec.Struct, frozen=True, gc=False):
    """An action that one would look for but that is not legal now, and the clause that says so."""

    action: str
    rule: str


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """Something that everybody at the table may know happened; never the action echoed (rules.md 7.4)."""


class GameView(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """The public part of a hand, the same for every viewer."""

    def faces(self) -> frozenset[FaceUp]:
        """Every card that everybody sees."""
        return frozenset()

    def points(self) -> int | None:
        """What the seats of this hand hold and what lies on the table, together: never changes while a hand lasts.

        None where the view does not tell.
        """
        return None

    def house(self) -> int:
        """What the house took of this hand."""
        return 0


class GameYou(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """One seat's own part of a hand."""

    def own(self) -> Seen:
        """The seat's own cards."""
        return Closed(0)

    def lent(self) -> frozenset[FaceUp]:
        """Cards of others that this seat alone, or not everybody, has been let see."""
        return frozenset()


Category = Literal[
    "high_card",
    "pair",
    "two_pair",
    "trips",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
]


class HandLabel(msgspec.Struct, frozen=True, gc=False):
    """What a hand is called: its category (HAND-01) and the ranks of its groups, leading first (HAND-04)."""

    category: Category
    ranks: tuple[str, ...]


class Payout(msgspec.Struct, frozen=True, gc=False):
    """Points that a seat takes out of a pot, and the clause that says why."""

    seat: Seat
    amount: Chips
    pot: int
    rule: str
