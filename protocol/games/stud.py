"""The words of xì tố: five-card stud with one card down."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from protocol.cards import Closed, FaceUp, Seen
from protocol.ids import Chips, Seat
from protocol.play import Action, Event, GameView, GameYou, HandLabel, Offer, Payout

MOST_STEPS: Final = 20
"""The most stakes that one tố may add (XT32-11); the table's own bound is in the offer."""


class Theo(Action, frozen=True, tag="theo"):
    """Pay what is missing up to the level; a check where nothing is (XT28-13)."""


class To(Action, frozen=True, tag="to"):
    """Raise the level by ``k`` steps and pay up to it (XT28-14: k is 1 and a step is one point)."""

    k: Annotated[int, Meta(ge=1, le=MOST_STEPS)] = 1


class Up(Action, frozen=True, tag="up"):
    """Fold: leave the hand and what was paid (XT28-15)."""


class Show(Action, frozen=True, tag="show"):
    """After the hand: turn one's own hole card face up for all (XT28-Q15)."""


class TheoOffer(Offer, frozen=True, tag="theo"):
    """``cost`` points now (0: a check), ``left`` in the stack after it."""

    cost: Chips
    left: Chips


class ToOffer(Offer, frozen=True, tag="to"):
    """From ``least`` to ``most`` steps of ``step`` points over ``level``; ``call`` points come before the first."""

    call: Chips
    step: Chips
    level: Chips
    least: int
    most: int
    left: Chips
    """Points in the stack now."""


class UpOffer(Offer, frozen=True, tag="up"):
    """``lost``: points already paid that stay in the pot."""

    lost: Chips


class ShowOffer(Offer, frozen=True, tag="show"):
    """The hand is over and the hole card is still closed."""


class Anted(Event, frozen=True, tag="anted"):
    """Everybody dealt in paid the ante (XT28-04) and got the hole card (XT28-05)."""

    seats: tuple[Seat, ...]
    amount: Chips


class Dealt(Event, frozen=True, tag="dealt"):
    """An up-card of round ``round`` (XT28-06)."""

    seat: Seat
    card: FaceUp
    round: int


class Opened(Event, frozen=True, tag="opened"):
    """A betting round begins; ``seat`` speaks first (XT28-09) for what lies open before it."""

    seat: Seat
    round: int
    label: HandLabel


class Called(Event, frozen=True, tag="called"):
    """Theo: ``paid`` points, 0 for a check."""

    seat: Seat
    paid: Chips


class Raised(Event, frozen=True, tag="raised"):
    """Tố: ``paid`` points, the level is now ``level``, the ``count``-th raise of the round."""

    seat: Seat
    paid: Chips
    level: Chips
    count: int


class Folded(Event, frozen=True, tag="folded"):
    """Úp, or ``left`` the table (XT28-Q16)."""

    seat: Seat
    left: bool = False


class Shown(Event, frozen=True, tag="shown"):
    """A hole card became public: at the showdown (XT28-17), or by its owner's act after the hand."""

    seat: Seat
    card: FaceUp
    label: HandLabel
    own_act: bool = False


class Won(Event, frozen=True, tag="won"):
    """A pot was paid."""

    payout: Payout
    label: HandLabel | None
    """None where nobody had to show (XT28-21)."""


StudStatus = Literal["live", "folded"]
StudPhase = Literal["bet", "showdown", "fold_win"]


class StudSeat(msgspec.Struct, frozen=True):
    """One dealt-in seat as everybody sees it."""

    seat: Seat
    stack: Chips
    paid: Chips
    """In this betting round."""
    total: Chips
    """In this hand, ante included."""
    status: StudStatus
    hole: Seen
    up: tuple[FaceUp, ...]
    label: HandLabel | None
    """Of what lies open; None before the first up-card."""
    said: Literal["theo", "check", "to", "up"] | None = None
    """What it did last in this round."""


class StudView(GameView, frozen=True, tag="stud"):
    """A xì tố hand as everybody sees it."""

    phase: StudPhase
    round: int
    rounds: int
    level: Chips
    raises: int
    most_raises: int
    """0: no limit."""
    pot: Chips
    opener: Seat | None
    to_act: Seat | None
    seats: tuple[StudSeat, ...]
    payouts: tuple[Payout, ...] = ()


class StudYou(GameYou, frozen=True, tag="stud"):
    """One's own cards and what they make."""

    hole: Seen = Closed(0)
    label: HandLabel | None = None

    def __repr__(self) -> str:
        return "<StudYou>"


ACTIONS = (Theo, To, Up, Show)
OFFERS = (TheoOffer, ToOffer, UpOffer, ShowOffer)
EVENTS = (Anted, Dealt, Opened, Called, Raised, Folded, Shown, Won)
VIEWS = (StudView,)
YOUS = (StudYou,)
