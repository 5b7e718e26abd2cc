"""One hand as the public tells it: where each card of the deck lies, and who may see it from when on.

Nothing here asks Zone or a view: all is counted from the order of the deck, the public events and the commands.
Instants are steps of a script (or milliseconds, where a whole server was run).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec

from protocol.play import Action
from tests.leaks.world import TEXTS, Order

NEVER: Final = 10**15


@dataclass
class Lying:
    """A dealt card: its place in the deck, its holder, and who sees it."""

    place: int
    seat: int
    opened: int = NEVER
    """When everybody saw it."""
    eyes: dict[int, int] = field(default_factory=dict)
    """Since when another seat saw it alone."""

    def seen_from(self, seats: Set[int]) -> int:
        """When whoever has these seats first saw it."""
        return min([self.opened, *(since for seat, since in self.eyes.items() if seat in seats)])


class Deed(msgspec.Struct, frozen=True):
    """What a seat did by a command that was carried out."""

    seat: int
    action: Action


class Elsewhere(msgspec.Struct, frozen=True):
    """A deck which, with these choices of a card, would have told the public the same."""

    order: Order
    choices: Mapping[int, int] = {}


class Hand(ABC):
    """Common to all games. ``trusting``: no commands are known, so the events are taken for what they say."""

    def __init__(self, game: str, number: int, order: Order, begun: int, table: Mapping[str, Any], button: int) -> None:
        self.texts = TEXTS[game]
        self.number = number
        self.order = order
        self.begun = begun
        self.options: Mapping[str, Any] = table["options"]
        self.button = button
        self.owners: dict[int, int] = {seat["seat"]: seat["player"] for seat in table["seats"] if seat["player"]}
        self.seats: tuple[int, ...] = ()
        """In the order of the deal."""
        self.events: list[tuple[int, dict[str, Any]]] = []
        """With the version that told it."""
        self.cards: list[Lying] = []
        self.ended = NEVER
        self.trusting = False

    @abstractmethod
    def learn(self, event: dict[str, Any], step: int, deed: Deed | None) -> None:
        """Something that everybody learns; ``deed`` is what brought it about, if a player did."""

    @abstractmethod
    def elsewhere(self, known: Set[int], until: int, own: Set[int], chance: Random) -> Elsewhere:
        """Another deck that agrees in the places known, and with all that the public learnt before ``until``."""

    def told(self, version: int) -> list[dict[str, Any]]:
        """The events of this hand up to a version, chat left out."""
        return [event for told, event in self.events if told <= version]

    def public(self, step: int) -> set[str]:
        """All cards of this hand that everybody may see at this step."""
        return {self.texts[self.order[card.place]] for card in self.cards if card.opened <= step}

    def seen_by(self, seat: int, step: int) -> set[str]:
        """Cards that this seat may see beyond what everybody sees: its own, and what it was let see."""
        return {
            self.texts[self.order[card.place]]
            for card in self.cards
            if card.seat == seat or card.eyes.get(seat, NEVER) <= step
        }

    def moments(self, own: Set[int]) -> list[int]:
        """When whoever has these seats is let see a card of another; at first, before all others."""
        seen = {card.seen_from(own) for card in self.cards if card.seat not in own}
        return sorted({self.begun - 1, *seen} - {NEVER})

    def known(self, own: Set[int], moment: int) -> tuple[set[int], int]:
        """The places of all cards that one with these seats has seen by then, and when the next is seen."""
        known = {card.place for card in self.cards if card.seat in own or card.seen_from(own) <= moment}
        later = [card.seen_from(own) for card in self.cards if card.place not in known]
        return known, min(later, default=NEVER)

    def _lying(self, seat: int) -> Iterator[Lying]:
        return (card for card in self.cards if card.seat == seat)

    def _hidden(self, known: Set[int]) -> list[int]:
        return [place for place in range(len(self.order)) if place not in known]


def turned(order: Order, places: list[int], chance: Random) -> list[int]:
    """The deck with the cards at these places moved among themselves: each of them becomes another."""
    moved = list(order)
    shuffled = chance.sample(places, len(places))
    for place, source in zip(shuffled, shuffled[1:] + shuffled[:1], strict=True):
        moved[place] = order[source]
    return moved
