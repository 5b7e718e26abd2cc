"""Where the cards of a xì tố hand lie (rules.md 7.4).

Cards face down leave the deck first, in passes over the seats; then the up-cards in the order of their events. Of two
cards face down the chosen one is turned when all have chosen; the other opens at a showdown, if its seat is live, or
when its owner shows it after the hand.
"""

from collections.abc import Mapping, Set
from random import Random
from typing import Any, Final

from protocol.games.stud import Choose, Show
from tests.leaks.hand import NEVER, Deed, Elsewhere, Hand, Lying, turned
from tests.leaks.world import Order

_ATTEMPTS: Final = 40


class StudHand(Hand):
    """Both games; xì tố 32 deals two cards face down."""

    def __init__(self, game: str, number: int, order: Order, begun: int, table: Mapping[str, Any], button: int) -> None:
        super().__init__(game, number, order, begun, table, button)
        self.live: set[int] = set()
        self.chosen: dict[int, int] = {}
        """Which of its two cards a seat turns up."""
        self.by_clock: set[int] = set()
        """For whom the clock chose."""
        self.turned = NEVER
        """When the chosen cards were turned up."""
        self._down = 2 if game == "xi-to-32" else 1
        self._next = 0

    def learn(self, event: dict[str, Any], step: int, deed: Deed | None) -> None:
        kind = event["type"]
        match kind:
            case "anted":
                first = self.button + 1 if self.options.get("seat_order_origin") == "button" else 0
                self.seats = tuple(sorted(event["seats"], key=lambda seat: (seat < first, seat)))
                self.live = set(self.seats)
                self.cards = [Lying(place, seat) for place, seat in enumerate(self.seats * self._down)]
                self._next = len(self.cards)
            case "chose":
                self._chose(event["seat"], deed)
            case "folded":
                self.live.discard(event["seat"])
            case "dealt" if self._down == 2 and event["round"] == 1:
                self._read_choice(event)
            case "dealt":
                self.cards.append(Lying(self._next, event["seat"], opened=step))
                self._next += 1
            case "hand_ended":
                self.ended = step
                for seat in self.live if len(self.live) > 1 else ():
                    self._open(seat, step)
            case "shown" if self._own_act(event, step, deed):
                self._open(event["seat"], step)
            case _:
                pass
        if kind in {"chose", "folded"} and self._down == 2 and self.turned == NEVER and len(self.live) > 1:
            self._turn_up(step)

    def hole(self, seat: int) -> list[Lying]:
        """What lies face down before this seat; both cards until one is turned."""
        down = [card for card in self._lying(seat) if card.place < self._down * len(self.seats)]
        return [down[1 - self.chosen[seat]]] if self.turned < NEVER and seat in self.chosen else down

    def elsewhere(self, known: Set[int], until: int, own: Set[int], chance: Random) -> Elsewhere:
        """Who chose may have chosen the other card, if his cards came in the other order."""
        for _ in range(_ATTEMPTS):
            order = turned(self.order, self._hidden(known), chance)
            if self._defaults_hold(order, until):
                break
        else:
            order = list(self.order)
        choices = {}
        for seat, choice in self.chosen.items():
            if seat in own or seat in self.by_clock or not chance.randrange(2):
                continue
            choices[seat] = 1 - choice
            if self.turned < until:
                first, second = (card.place for card in list(self._lying(seat))[:2])
                order[first], order[second] = order[second], order[first]
        return Elsewhere(tuple(order), choices)

    def _chose(self, seat: int, deed: Deed | None) -> None:
        if deed is not None and deed.seat == seat and isinstance(deed.action, Choose):
            self.chosen[seat] = deed.action.i
            return
        self.by_clock.add(seat)
        self.chosen[seat] = self._lower(self.order, seat) if self.options["choice_default"] == "lower" else 1

    def _turn_up(self, step: int) -> None:
        if all(seat in self.chosen for seat in self.live):
            self.turned = step
            self.chosen = {seat: choice for seat, choice in self.chosen.items() if seat in self.live}
            for seat, choice in self.chosen.items():
                list(self._lying(seat))[choice].opened = step

    def _read_choice(self, event: dict[str, Any]) -> None:
        """Where commands are unknown: by the card that was turned."""
        if self.trusting:
            cards = list(self._lying(event["seat"]))
            choice = [self.texts[self.order[card.place]] for card in cards].index(event["card"])
            if choice != self.chosen[event["seat"]]:
                cards[choice].opened, cards[1 - choice].opened = cards[1 - choice].opened, NEVER
            self.chosen[event["seat"]] = choice
            self.by_clock.add(event["seat"])

    def _open(self, seat: int, step: int) -> None:
        for card in self.hole(seat):
            card.opened = min(card.opened, step)

    def _own_act(self, event: dict[str, Any], step: int, deed: Deed | None) -> bool:
        if self.trusting:
            return True
        shows = deed is not None and deed.seat == event["seat"] and isinstance(deed.action, Show)
        return shows and step > self.ended and event["seat"] in self.live

    def _lower(self, order: Order | list[int], seat: int) -> int:
        """The pack stands in the order of rank, then suit."""
        first, second = (order[card.place] for card in list(self._lying(seat))[:2])
        return int(second < first)

    def _defaults_hold(self, order: list[int], until: int) -> bool:
        """Whether the clock would have turned up the same cards."""
        if self.turned >= until or self.options.get("choice_default") != "lower" or self.trusting:
            return True
        return all(self._lower(order, seat) == self.chosen[seat] for seat in self.by_clock if seat in self.chosen)
