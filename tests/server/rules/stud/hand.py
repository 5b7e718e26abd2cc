"""A hand of xì tố 28 lá driven by hand: what was played, and what everybody learnt."""

from collections.abc import Mapping
from typing import TypeVar

from protocol.games.stud import Show, StudSeat, StudView, Theo, To, Up
from protocol.ids import Chips, Seat
from protocol.play import Action, Event, Offer
from server.cards.zone import Zone
from server.rules.game import Result, Step
from server.rules.registry import games
from server.rules.stud.game import Stud
from server.rules.stud.state import StudState
from tests.support.seeds import SEEDS

GAME = games(SEEDS)["xi-to-28"]
E = TypeVar("E", bound=Event)
WORDS: Mapping[str, Action] = {"theo": Theo(), "to": To(), "up": Up(), "show": Show()}


def game() -> Stud:
    """The engine as itself, for its private parts."""
    assert isinstance(GAME, Stud)
    return GAME


class Hand:
    """One hand of four seats. ``events`` holds everything since the deal."""

    def __init__(self, deck: Zone, *, stack: int = 100, button: int = 3, **options: bool | int | str) -> None:
        self.game = game()
        self.options = self.game.sheet.full(options)
        stacks = {Seat(seat): Chips(stack) for seat in range(4)}
        self.events: list[Event] = []
        self.state: StudState = self.took(self.game.deal(self.options, stacks, Seat(button), deck))

    def took(self, step: Step[StudState]) -> StudState:
        self.state = step.state
        self.events += step.events
        return step.state

    def play(self, words: str) -> "Hand":
        """Let whoever is on turn do these things one after another: ``"theo to up"``."""
        for word in words.split():
            self.act(self.turn, WORDS[word])
        return self

    def act(self, seat: int, action: Action) -> None:
        self.took(self.game.apply(self.state, Seat(seat), action))

    def leave(self, seat: int) -> None:
        self.took(self.game.leave(self.state, Seat(seat)))

    @property
    def turn(self) -> Seat:
        (seat,) = self.game.to_act(self.state)
        return seat

    def offers(self, seat: int | None = None) -> tuple[Offer, ...]:
        return self.game.offers(self.state, self.turn if seat is None else Seat(seat))

    @property
    def view(self) -> StudView:
        return self.game.table_view(self.state)

    def seat(self, seat: int) -> StudSeat:
        return next(place for place in self.view.seats if place.seat == seat)

    @property
    def result(self) -> Result:
        result = self.game.result(self.state)
        assert result is not None
        return result

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]
