"""A hand of xì tố as one frozen value.

Holdings stand in seat order (XT28-Q02): from seat 0, or from the button's left. That one order deals first, breaks ties
of openers and gives odd points away; play goes round it, which is clockwise (XT28-Q06).
"""

from functools import cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from protocol.games.stud import StudPhase, StudSaid
from protocol.ids import Chips, Seat
from protocol.play import HandLabel, Payout
from server.cards.zone import Zone
from server.rules.hands import NOTHING, Made


class Cites(msgspec.Struct, frozen=True):
    """The clauses that a game names where the engine refuses or pays something."""

    turn: str
    choice: str
    """Choosing a card twice, or when nothing is to be chosen."""
    choosing: str
    """Anything else while cards are chosen."""
    short: str
    """Theo without the points for it."""
    bounds: str
    """Tố by more or less than is allowed, or than the stack covers."""
    cap: str
    """One more tố in the round."""
    reopen: str
    """Tố after no more than a short tố tất."""
    unanswered: str
    """Tố where nobody is left to answer."""
    all_in: str
    folded: str
    show: str
    stacks: str
    seats: str
    best: str
    side: str
    """A pot that not all live seats can win."""
    split: str
    fold_win: str


class Terms(msgspec.Struct, frozen=True):
    """What holds in one hand: the sheet's parameters and the table's options. Chips, but for the counts."""

    cites: Cites
    ante: Chips
    step: Chips
    """One tố is by so much, or by whole multiples of it."""
    most_steps: int
    most_raises: int
    """In one round, of the whole table. 0: no limit."""
    all_in: bool
    """Whether a seat may put in all it has, and stay in with less than the level."""
    rounds: int
    """As many up-cards are dealt."""
    first_bet: int
    """The first round with betting."""
    down: int
    """Cards dealt face down at first. 2: each seat turns one of them up, all at once."""
    lower_by_default: bool
    """Which of two the clock turns up: the lower, or the second."""
    from_button: bool
    deal_from_strongest: bool
    """Up-cards are dealt from the strongest open cards on, clockwise; else in seat order."""
    opener_by_suit: bool
    suit_rule: Literal["none", "leading_group", "highest_card"]
    """Whose suit breaks a tie at the showdown (rules.md 3.3)."""
    odd_one_each: bool
    refunds: bool
    """Whether what nobody called comes back before pots are made (XT32-Q18)."""
    rake_bp: int
    rake_on_fold_win: bool
    show_after: bool

    @property
    def least(self) -> Chips:
        """What a seat needs to be dealt in: the ante; where nobody goes all-in, all that a hand can cost (XT28-26)."""
        rounds = 0 if self.all_in else self.rounds
        return Chips(self.ante + rounds * self.most_raises * self.most_steps * self.step)


class Holding(msgspec.Struct, frozen=True, dict=True):
    """What one dealt-in seat has: points, cards, and what it did.

    Its ``__dict__`` keeps what was made of it alone (view.py): most actions leave all holdings but one as they are.
    """

    seat: Seat
    stack: Chips
    hole: Zone
    total: Chips
    """Paid in this hand, ante included, less what came back."""
    paid: Chips = Chips(0)
    """Paid in this betting round."""
    acted: Chips | None = None
    """The level that it last left behind in this round; None before it acted."""
    live: bool = True
    all_in: bool = False
    choice: int | None = None
    """Which of its two cards it turns up, until all are turned."""
    up: Zone = Zone(public=True)
    shows: Made = NOTHING
    """What its up-cards make."""
    said: StudSaid | None = None
    """What it did last in this round."""

    @property
    def label(self) -> HandLabel | None:
        """The name of what its up-cards make; None before the first."""
        return None if self.shows is NOTHING else self.shows.label

    @property
    def free(self) -> bool:
        """Whether it can still put anything in."""
        return self.live and not self.all_in

    def __repr__(self) -> str:
        # A choice is as secret as a card.
        return f"<Holding of seat {self.seat}>"


class StudState(msgspec.Struct, frozen=True, dict=True):
    """One hand. ``actor`` and ``opener`` are places in ``holdings``, not seat numbers.

    Its ``__dict__`` keeps what the seat on turn is offered (betting.py).
    """

    terms: Terms
    holdings: tuple[Holding, ...]
    deck: Zone
    phase: StudPhase = "bet"
    round: int = 0
    level: Chips = Chips(0)
    """Of this round, from 0 (XT28-Q07, XT32-Q16)."""
    raises: int = 0
    opener: int | None = None
    """Of the last round with betting."""
    actor: int = 0
    """Whose turn it is while ``phase`` is ``bet``."""
    questions: int = 0
    """Numbers the turns: how often somebody was asked to speak."""
    payouts: tuple[Payout, ...] = ()
    rake: Chips = Chips(0)

    def place(self, seat: Seat) -> int | None:
        """Where this seat stands in the order; None if it was not dealt in."""
        if self.holdings[self.actor].seat == seat:
            # Whose turn it is, is asked about most.
            return self.actor
        for place, holding in enumerate(self.holdings):
            if holding.seat == seat:
                return place
        return None

    def live(self) -> tuple[Holding, ...]:
        """Those who have not folded, in seat order."""
        return tuple([holding for holding in self.holdings if holding.live])

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All places, this one first."""
        return _clockwise(len(self.holdings), first)


@cache
def _clockwise(count: int, first: int) -> tuple[int, ...]:
    return tuple((first + step) % count for step in range(count))


def pot(state: StudState) -> Chips:
    """What lies on the table: everything paid in, less what was taken out."""
    paid_in = sum([holding.total for holding in state.holdings])
    return Chips(paid_in - state.rake - sum([payout.amount for payout in state.payouts]))


def with_holding(state: StudState, place: int, holding: Holding) -> StudState:
    """The state with another holding at this place."""
    holdings = list(state.holdings)
    holdings[place] = holding
    return replace(state, holdings=tuple(holdings))
