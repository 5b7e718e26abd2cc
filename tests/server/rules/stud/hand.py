"""A hand of xì tố driven by hand: what was played, and what everybody learnt."""

import re
from collections.abc import Mapping, Sequence
from typing import Self, TypeVar

import pytest

from protocol.games.stud import Choose, Show, StudSeat, StudView, Theo, To, ToTat, Up
from protocol.ids import Chips, Seat
from protocol.play import Action, Event, Offer
from server.cards.zone import Zone
from server.rules.game import Result, RuleViolation, Step
from server.rules.sheet import load
from server.rules.stud.game import Stud
from server.rules.stud.state import StudState
from server.rules.stud.variants import XT28, XT32
from tests.support.cards import RANKS_32, stacked
from tests.support.seeds import SEEDS

GAME = Stud(load(SEEDS / "xi-to-28.toml"), XT28)
GAME_32 = Stud(load(SEEDS / "xi-to-32.toml"), XT32)
E = TypeVar("E", bound=Event)
WORDS: Mapping[str, Action] = {"theo": Theo(), "to": To(), "up": Up(), "show": Show(), "tat": ToTat()}


def game() -> Stud:
    """The engine of 28 cards, for its private parts."""
    return GAME


def action(word: str) -> Action:
    """``theo``, ``to``, ``up``, ``tat``; ``to7`` raises by seven stakes, ``pick1`` turns up the second card."""
    known = WORDS.get(word)
    if known is not None:
        return known
    kind, number = re.fullmatch(r"(to|pick)(\d+)", word).groups()  # type: ignore[union-attr]
    return To(int(number)) if kind == "to" else Choose(int(number))


class Hand:
    """One hand of four seats. ``events`` holds everything since the deal."""

    game = GAME

    def __init__(self, deck: Zone, *, stack: int = 100, button: int = 3, **options: bool | int | str) -> None:
        self.begin(deck, [stack] * 4, button, options)

    def begin(self, deck: Zone, stacks: Sequence[int], button: int, options: Mapping[str, bool | int | str]) -> None:
        self.options = self.game.sheet.full(options)
        held = {Seat(seat): Chips(stack) for seat, stack in enumerate(stacks)}
        self.events: list[Event] = []
        self.state: StudState = self.took(self.game.deal(self.options, held, Seat(button), deck))

    def took(self, step: Step[StudState]) -> StudState:
        self.state = step.state
        self.events += step.events
        return step.state

    def play(self, words: str) -> Self:
        """Let whoever is on turn do these things one after another: ``"theo to up"``."""
        for word in words.split():
            self.act(self.turn, action(word))
        return self

    def act(self, seat: int, action: Action) -> None:
        self.took(self.game.apply(self.state, Seat(seat), action))

    def leave(self, seat: int) -> None:
        self.took(self.game.leave(self.state, Seat(seat)))

    def refusal(self, seat: int, word: str) -> str:
        """The clause by which this is refused; nothing has changed, and the offers are those that still stand."""
        before = self.state
        with pytest.raises(RuleViolation) as refused:
            self.act(seat, action(word))
        assert refused.value.seat == seat
        assert refused.value.offers == self.offers(seat)
        assert self.state is before
        return refused.value.rule_id

    @property
    def turn(self) -> Seat:
        (seat,) = self.game.to_act(self.state)
        return seat

    def offers(self, seat: int | None = None) -> tuple[Offer, ...]:
        return self.game.offers(self.state, self.turn if seat is None else Seat(seat))

    def kinds(self, seat: int | None = None) -> str:
        """What is offered, in one line."""
        return " ".join(str(offer.__struct_config__.tag) for offer in self.offers(seat))

    def blocked(self) -> dict[str, str]:
        """What the seat on turn may not do, and why."""
        return {blocked.action: blocked.rule for blocked in self.game.blocked(self.state, self.turn)}

    @property
    def view(self) -> StudView:
        return self.game.table_view(self.state)

    def seat(self, seat: int) -> StudSeat:
        return next(place for place in self.view.seats if place.seat == seat)

    @property
    def stacks(self) -> list[int]:
        return [seat.stack for seat in self.view.seats]

    @property
    def result(self) -> Result:
        result = self.game.result(self.state)
        assert result is not None
        return result

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]


class Hand32(Hand):
    """A hand of xì tố 32 lá; unless ``choose`` is false everybody has turned up the second card."""

    game = GAME_32

    def __init__(
        self, deck: Zone | str, stacks: Sequence[int] = (1000, 1000), *, choose: bool = True, **given: bool | int | str
    ) -> None:
        zone = stacked(deck, ranks=RANKS_32) if isinstance(deck, str) else deck
        self.begin(zone, stacks, 0, given)
        if choose:
            for seat in range(len(stacks)):
                self.act(seat, Choose(1))


def dealt_to(*hands: str) -> str:
    """A deck that gives these hands: hole card, then up-cards as they come, when nobody folds.

    The first two rows go by seat; each later one from the strongest open cards on, clockwise.
    """
    rows = [hand.split() for hand in hands]
    top = [row[place] for place in (0, 1) for row in rows]
    for number in range(2, max(map(len, rows))):
        order = strongest_first([row[1:number] for row in rows])
        top += [rows[seat][number] for seat in order]
    return " ".join(top)


def strongest_first(up: Sequence[Sequence[str]]) -> list[int]:
    """Seats clockwise from the one with the strongest open cards: written apart from the engine."""

    def key(seat: int) -> tuple[list[tuple[int, int]], int]:
        ranks = [RANKS_32.index(card[0]) for card in up[seat]]
        groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
        suits = ["cdhs".index(card[1]) for card in up[seat] if RANKS_32.index(card[0]) == groups[0][1]]
        return groups, max(suits)

    first = max(range(len(up)), key=key)
    return [(first + step) % len(up) for step in range(len(up))]
