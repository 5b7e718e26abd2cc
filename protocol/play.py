"""What every game's words have in common: actions, offers, events and views.

A game adds one module to :mod:`protocol.games` with subclasses of these.
"""

from typing import Literal

import msgspec

from protocol.ids import Chips, Seat


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Something a seat does in a hand, as the client sends it. Its repr says which, never with what."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Offer(msgspec.Struct, frozen=True, tag_field="type"):
    """An action that is legal now, with its price and bounds; its tag is the action's tag.

    Its repr says which, never with what: whether a con has to confirm is as secret as his cards.
    """

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def question(self) -> object:
        """What makes it another question than before: all of it, or without what is a mere bound (rules.md 7.2)."""
        return self


class Blocked(msgspec.Struct, frozen=True):
    """An action that one would look for but that is not legal now, and the clause that says so."""

    action: str
    rule: str


class Event(msgspec.Struct, frozen=True, tag_field="type"):
    """Something that everybody at the table may know happened; never the action echoed (rules.md 7.4)."""


class GameView(msgspec.Struct, frozen=True, tag_field="type"):
    """The public part of a hand, the same for every viewer."""


class GameYou(msgspec.Struct, frozen=True, tag_field="type"):
    """One seat's own part of a hand."""


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


class HandLabel(msgspec.Struct, frozen=True):
    """What a hand is called: its category (HAND-01) and the ranks of its groups, leading first (HAND-04)."""

    category: Category
    ranks: tuple[str, ...]


class Payout(msgspec.Struct, frozen=True):
    """Points that a seat takes out of a pot, and the clause that says why."""

    seat: Seat
    amount: Chips
    pot: int
    rule: str
