"""What a game is to the table."""

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from protocol.ids import Chips, Seat
from protocol.play import Action, Blocked, Event, GameView, GameYou, Offer, Payout
from server.cards.zone import Zone
from server.rules.sheet import RuleSheet

S = TypeVar("S")

OptionValue = bool | int | str
Options = Mapping[str, OptionValue]
"""Every option of the sheet with its value in force."""


class Step(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """The state after something happened, and what everybody may know of it, in order."""

    state: S
    events: tuple[Event, ...]


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a hand ended: what each dealt-in seat won or lost, and what the house took."""

    deltas: dict[Seat, int]
    rake: Chips
    payouts: tuple[Payout, ...]
    showdown: bool
    """Whether hands were compared: the pause after the hand is longer then (rules.md 7.3)."""
    played: bool = True
    """False where nobody staked, so that nothing was dealt (rules.md 7.1)."""


class Pace(msgspec.Struct, frozen=True, gc=False):
    """How long a seat that is to act may think."""

    option: str
    """The table option that holds the seconds, such as ``turn_timeout_s``."""
    personal: bool = True
    """Whether time bank and away allowance follow; not where all decide at the same time and one deadline binds all."""
    turn: int = 0
    """Decisions of one seat under one number are one turn: after a timeout the rest of it is played at once."""
    step: int = 0
    """Counts the decisions of a turn: a clock runs on while turn and step are the same."""


class RuleViolation(Exception):
    """An action that the rules refuse; the state is unchanged.

    ``rule_id`` is the clause, ``offers`` what this seat may do instead. The sentence names neither payload nor offers.
    """

    def __init__(self, rule_id: str, seat: Seat, offers: tuple[Offer, ...] = ()) -> None:
        super().__init__(rule_id, seat)
        self.rule_id = rule_id
        self.seat = seat
        self.offers = offers

    def __str__(self) -> str:
        return f"seat {self.seat}: refused by {self.rule_id}"


class Game(Protocol[S]):
    """A game, stateless: all it knows of a hand is in the state, a frozen struct.

    ``apply`` and ``leave`` return a new state or raise and change nothing. Legality never depends on a card that the
    actor cannot see. Seats are the table's seat numbers; only those dealt in appear.
    """

    @property
    def sheet(self) -> RuleSheet:
        """Clauses, parameters and options."""
        ...

    @property
    def has_banker(self) -> bool:
        """Whether one seat is the banker: then ``deal`` gets it as the button, and the table passes the bank on."""
        ...

    def check_options(self, options: Options) -> None:
        """OptionsInvalid where single values are allowed but do not go together."""
        ...

    def needs(self, options: Options) -> tuple[int, int]:
        """Fewest and most seats that a hand is dealt to."""
        ...

    def seats(self, options: Options) -> int:
        """How many seats the table has."""
        ...

    def grant(self, options: Options) -> Chips:
        """Points that a new player gets."""
        ...

    def least_stack(self, options: Options) -> Chips:
        """Points without which nobody is dealt in (XT28-26: 9)."""
        ...

    def deal(self, options: Options, stacks: Mapping[Seat, Chips], button: Seat, deck: Zone) -> Step[S]:
        """Begin a hand for these seats with these stacks."""
        ...

    def to_act(self, state: S) -> frozenset[Seat]:
        """Whose clock runs: a function of public state only."""
        ...

    def pace(self, state: S, seat: Seat) -> Pace:
        """How long this seat, being to act, may think: a function of public state only."""
        ...

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """All that this seat may do now, also after the hand; the single source of legality."""
        ...

    def blocked(self, state: S, seat: Seat) -> tuple[Blocked, ...]:
        """What this seat, being asked, might look for and may not do, with the clause."""
        ...

    def apply(self, state: S, seat: Seat, action: Action) -> Step[S]:
        """Carry an action out; RuleViolation for all that ``offers`` does not allow."""
        ...

    def fallback(self, state: S, seat: Seat) -> Action:
        """What the clock plays for a seat that is to act (rules.md 7.3)."""
        ...

    def leave(self, state: S, seat: Seat) -> Step[S]:
        """The seat leaves the table in the hand (rules.md 7.2)."""
        ...

    def table_view(self, state: S) -> GameView:
        """What everybody sees."""
        ...

    def you_view(self, state: S, seat: Seat) -> GameYou:
        """What this seat alone sees."""
        ...

    def result(self, state: S) -> Result | None:
        """None while the hand runs."""
        ...


AnyGame = Game[Any]
