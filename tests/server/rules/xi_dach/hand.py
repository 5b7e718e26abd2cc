"""A hand of xì dách driven by hand: what was played, and what everybody learnt."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from protocol.games.xi_dach import Bet, Draw, EndTurn, Inspect, Settlement, ShowHand, Stand, XiDachSeat, XiDachView
from protocol.ids import Chips, Seat
from protocol.play import Action, Event, Offer
from server.cards.zone import Zone
from server.rules.game import Result, RuleViolation, Step
from server.rules.sheet import load
from server.rules.xi_dach.game import XiDach
from server.rules.xi_dach.state import Terms, XiDachState, terms
from server.rules.xi_dach.totals import Counting
from tests.support.cards import by_seat, stacked
from tests.support.seeds import SEEDS

SHEET = load(SEEDS / "xi-dach.toml")
GAME = XiDach(SHEET)
RANKS = "23456789TJQKA"
BANKER = Seat(0)
E = TypeVar("E", bound=Event)
O = TypeVar("O", bound=Offer)  # noqa: E741


def rules(**options: bool | int | str) -> Terms:
    """The terms of a table with these options."""
    return terms(SHEET, SHEET.full(options))


def counting(**options: bool | int | str) -> Counting:
    """How such a table counts."""
    return rules(**options).counting


def deck(banker: str, cons: Sequence[str], draws: str = "") -> Zone:
    """Two cards for each con in deal order and for the banker, then these from the stock."""
    return stacked(by_seat(*cons, banker), draws, ranks=RANKS)


class Hand:
    """One hand; seat 0 is the banker and the cons sit so that ``cons[0]`` is dealt to first.

    ``events`` holds everything since the deal. All cons have staked unless ``stakes`` is None.
    """

    def __init__(
        self,
        banker: str = "Tc 7h",
        cons: Sequence[str] = ("Td 8d",),
        draws: str = "",
        *,
        stakes: Sequence[int] | None = (),
        stack: int = 1000,
        stacks: dict[int, int] | None = None,
        zone: Zone | None = None,
        **options: bool | int | str,
    ) -> None:
        self.options = SHEET.full(options)
        self.order = tuple(Seat(len(cons) - place) for place in range(len(cons)))
        self.events: list[Event] = []
        held = {seat: Chips((stacks or {}).get(seat, stack)) for seat in (*self.order, BANKER)}
        cards = deck(banker, cons, draws) if zone is None else zone
        self.state: XiDachState = self.took(GAME.deal(self.options, held, BANKER, cards))
        if stakes is not None:
            for place, seat in enumerate(self.order):
                self.bet(seat, stakes[place] if stakes else 10)

    def took(self, step: Step[XiDachState]) -> XiDachState:
        self.state = step.state
        self.events += step.events
        return step.state

    def act(self, seat: int, action: Action) -> "Hand":
        self.took(GAME.apply(self.state, Seat(seat), action))
        return self

    def bet(self, seat: int, amount: int) -> "Hand":
        return self.act(seat, Bet(Chips(amount)))

    def play(self, words: str) -> "Hand":
        """Whoever is on turn draws, stands, stands under age (``non``), or ends his turn."""
        actions = {"draw": Draw(), "stand": Stand(), "non": Stand(confirm_non=True), "end": EndTurn()}
        for word in words.split():
            self.act(self.turn, actions[word])
        return self

    def inspect(self, seat: int) -> "Hand":
        return self.act(BANKER, Inspect(Seat(seat)))

    def show(self, seat: int) -> "Hand":
        return self.act(seat, ShowHand())

    def by_clock(self) -> "Hand":
        """Nobody answers any more."""
        for _ in range(100):
            asked = sorted(GAME.to_act(self.state))
            if not asked:
                return self
            self.act(asked[0], GAME.fallback(self.state, asked[0]))
        raise AssertionError("the hand does not end")

    def refused(self, seat: int, action: Action) -> str:
        """The clause that refuses this; nothing has changed, and the sender gets his offers."""
        before = self.state
        with pytest.raises(RuleViolation) as refusal:
            GAME.apply(self.state, Seat(seat), action)
        assert refusal.value.offers == self.offers(seat)
        assert self.state is before
        return refusal.value.rule_id

    @property
    def turn(self) -> Seat:
        (seat,) = GAME.to_act(self.state)
        return seat

    def offers(self, seat: int) -> tuple[Offer, ...]:
        return GAME.offers(self.state, Seat(seat))

    def offer(self, seat: int, kind: type[O]) -> O | None:
        return next((offer for offer in self.offers(seat) if isinstance(offer, kind)), None)

    @property
    def view(self) -> XiDachView:
        return GAME.table_view(self.state)

    def seat(self, seat: int) -> XiDachSeat:
        return next(place for place in self.view.seats if place.seat == seat)

    def settled(self, seat: int) -> Settlement | None:
        return self.seat(seat).settlement

    def points(self, seat: int) -> int:
        settlement = self.settled(seat)
        assert settlement is not None
        return settlement.amount

    @property
    def over(self) -> bool:
        return GAME.result(self.state) is not None

    @property
    def result(self) -> Result:
        result = GAME.result(self.state)
        assert result is not None
        return result

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]
