"""The words of xì tố: five-card stud with one card down."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from protocol.cards import Closed, FaceUp, Seen, faces
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


class Choose(Action, frozen=True, tag="choose"):
    """Which of one's two cards is turned up, in the order in which they were dealt (XT32-05)."""

    i: Annotated[int, Meta(ge=0, le=1)]


class ToTat(Action, frozen=True, tag="to_tat"):
    """Put in all one's points (XT32-12): a call where they do not exceed the level, else a raise."""


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


class ChooseOffer(Offer, frozen=True, tag="choose"):
    """Two cards were dealt; one of them is to lie face up (XT32-05)."""


class ToTatOffer(Offer, frozen=True, tag="to_tat"):
    """All ``cost`` points of the stack; the level would be ``level``, lifted by this where ``raises``."""

    cost: Chips
    level: Chips
    raises: bool
    left: Chips = Chips(0)


class Anted(Event, frozen=True, tag="anted"):
    """Everybody dealt in paid the ante (XT28-04, XT32-03) and got what lies face down (XT28-05, XT32-04)."""

    seats: tuple[Seat, ...]
    amount: Chips


class Dealt(Event, frozen=True, tag="dealt"):
    """An up-card of round ``round`` (XT28-06, XT32-06)."""

    seat: Seat
    card: FaceUp
    round: int


class Chose(Event, frozen=True, tag="chose"):
    """A seat has chosen; what, is told when all have (XT32-Q03)."""

    seat: Seat


class Opened(Event, frozen=True, tag="opened"):
    """A betting round begins; ``seat`` speaks first (XT28-09, XT32-Q06). ``label``: what lies open before it."""

    seat: Seat
    round: int
    label: HandLabel


class Called(Event, frozen=True, tag="called"):
    """Theo, or tố tất within the level: ``paid`` points, 0 for a check."""

    seat: Seat
    paid: Chips
    all_in: bool = False
    """These were the last points of the stack."""


class Raised(Event, frozen=True, tag="raised"):
    """Tố, or tố tất above the level: ``paid`` points, the level is now ``level``.

    ``count``: full raises of the round so far; a tố tất by less than a stake is none (XT32-Q14).
    """

    seat: Seat
    paid: Chips
    level: Chips
    count: int
    all_in: bool = False


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


class Refunded(Event, frozen=True, tag="refunded"):
    """What nobody called came back (XT32-Q18)."""

    seat: Seat
    amount: Chips


class Raked(Event, frozen=True, tag="raked"):
    """The house took its part of a pot (XT32-18)."""

    pot: int
    amount: Chips


class Won(Event, frozen=True, tag="won"):
    """A pot was paid, what the house took of it not included."""

    payout: Payout
    label: HandLabel | None
    """None where nobody had to show (XT28-21)."""


StudStatus = Literal["live", "folded", "all_in"]
StudPhase = Literal["choose", "bet", "showdown", "fold_win"]
StudSaid = Literal["theo", "check", "to", "up", "to_tat"]


class StudPot(msgspec.Struct, frozen=True, gc=False):
    """One pot: ``amount`` points, and the live seats that can win it (XT32-Q19)."""

    amount: Chips
    seats: tuple[Seat, ...]


class StudSeat(msgspec.Struct, frozen=True, gc=False):
    """One dealt-in seat as everybody sees it."""

    seat: Seat
    stack: Chips
    paid: Chips
    """In this betting round."""
    total: Chips
    """In this hand, ante included, less what came back."""
    status: StudStatus
    hole: Seen
    up: tuple[FaceUp, ...]
    label: HandLabel | None
    """Of what lies open, the hole card too once it does; None before the first up-card."""
    said: StudSaid | None = None
    """What it did last in this round."""
    chosen: bool = False
    """While cards are chosen: this seat has."""


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
    pots: tuple[StudPot, ...] = ()
    """Main pot first; none when they are paid."""
    rake: Chips = Chips(0)
    """What the house took of this hand."""
    stake: Chips = Chips(1)
    """The table's stake: the ante, and the step of a tố."""

    def faces(self) -> frozenset[FaceUp]:
        return frozenset(card for seat in self.seats for card in (*seat.up, *faces(seat.hole)))

    def points(self) -> int | None:
        return sum(seat.stack for seat in self.seats) + self.pot + self.rake

    def house(self) -> int:
        return self.rake


class StudYou(GameYou, frozen=True, tag="stud"):
    """One's own cards and what they make. Both cards in the order of the deal while one is chosen."""

    hole: Seen = Closed(0)
    label: HandLabel | None = None
    choice: int | None = None
    """Which of them one has chosen; None after they were turned."""

    def own(self) -> Seen:
        return self.hole

    def __repr__(self) -> str:
        return "<StudYou>"


ACTIONS = (Theo, To, Up, Show, Choose, ToTat)
OFFERS = (TheoOffer, ToOffer, UpOffer, ShowOffer, ChooseOffer, ToTatOffer)
EVENTS = (Anted, Dealt, Opened, Called, Raised, Folded, Shown, Won, Chose, Refunded, Raked)
VIEWS = (StudView,)
YOUS = (StudYou,)
