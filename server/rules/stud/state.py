"""A hand of xì tố as one frozen value.

Holdings stand in seat order (XT28-Q02): from seat 0, or from the button's left. That one order deals, breaks ties of
openers and gives odd points away; play goes round it, which is clockwise (XT28-Q06).
"""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from protocol.games.stud import StudPhase
from protocol.ids import Chips, Seat
from protocol.play import HandLabel, Payout
from server.cards.zone import Zone
from server.rules.sheet import RuleSheet


class Cites(msgspec.Struct, frozen=True):
    """The clauses that a game names where the engine refuses or pays something."""

    turn: str
    cap: str
    bounds: str
    folded: str
    show: str
    stacks: str
    seats: str
    best: str
    split: str
    fold_win: str


class Terms(msgspec.Struct, frozen=True):
    """What holds in one hand: the sheet's parameters and the table's options. Chips, but for the counts."""

    cites: Cites
    ante: Chips
    rounds: int
    step: Chips
    most_steps: int
    most_raises: int
    """In one round, of the whole table."""
    rake_bp: int
    from_button: bool
    opener_by_suit: bool
    odd_one_each: bool
    show_after: bool

    @property
    def exposure(self) -> Chips:
        """The most that one seat can pay in a hand (XT28-26)."""
        return Chips(self.ante + self.rounds * self.most_raises * self.most_steps * self.step)


def terms(sheet: RuleSheet, options: Mapping[str, bool | int | str], cites: Cites) -> Terms:
    """The terms of a hand under these options; KeyError or TypeError where the sheet lacks a parameter."""
    return Terms(
        cites=cites,
        ante=Chips(sheet.number("ante")),
        rounds=sheet.number("rounds"),
        step=Chips(sheet.number("raise_step")),
        most_steps=sheet.number("most_steps"),
        most_raises=sheet.number("raises_per_round"),
        rake_bp=sheet.number("rake_bp"),
        from_button=options["seat_order_origin"] == "button",
        opener_by_suit=options["opener_tie"] == "suit",
        odd_one_each=options["odd_points"] == "one_each",
        show_after=bool(options["show_after"]),
    )


class Holding(msgspec.Struct, frozen=True):
    """What one dealt-in seat has: points, cards, and what it did."""

    seat: Seat
    stack: Chips
    hole: Zone
    total: Chips
    """Paid in this hand, ante included."""
    paid: Chips = Chips(0)
    """Paid in this betting round."""
    live: bool = True
    up: Zone = Zone(public=True)
    label: HandLabel | None = None
    """What its up-cards make; None before the first."""
    said: Literal["theo", "check", "to", "up"] | None = None
    """What it did last in this round."""


class StudState(msgspec.Struct, frozen=True):
    """One hand. ``actor``, ``opener`` and ``closer`` are places in ``holdings``, not seat numbers."""

    terms: Terms
    holdings: tuple[Holding, ...]
    deck: Zone
    round: int = 0
    level: Chips = Chips(0)
    """Of this round, from 0 (XT28-Q07)."""
    raises: int = 0
    opener: int = 0
    actor: int = 0
    """Whose turn it is while ``phase`` is ``bet``."""
    closer: int = 0
    """The round is over when the turn comes here: the last raiser, or the opener (XT28-16)."""
    phase: StudPhase = "bet"
    payouts: tuple[Payout, ...] = ()
    rake: Chips = Chips(0)

    def place(self, seat: Seat) -> int | None:
        """Where this seat stands in the order; None if it was not dealt in."""
        for place, holding in enumerate(self.holdings):
            if holding.seat == seat:
                return place
        return None

    def live(self) -> tuple[Holding, ...]:
        """Those who have not folded, in seat order."""
        return tuple(holding for holding in self.holdings if holding.live)


def pot(state: StudState) -> Chips:
    """What lies on the table: everything paid in, less what was taken out."""
    paid_in = sum(holding.total for holding in state.holdings)
    return Chips(paid_in - state.rake - sum(payout.amount for payout in state.payouts))


def with_holding(state: StudState, place: int, holding: Holding) -> StudState:
    """The state with another holding at this place."""
    return replace(state, holdings=(*state.holdings[:place], holding, *state.holdings[place + 1 :]))
