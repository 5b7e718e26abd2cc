"""The words of xì dách: one banker (nhà cái) against the others (nhà con), to 21."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from protocol.cards import Closed, FaceUp, Seen, faces
from protocol.ids import Chips, Seat, SeatIn
from protocol.play import Action, Event, GameView, GameYou, Offer, Payout

HandKind = Literal["xi_ban", "xi_dach", "ngu_linh", "points", "non", "quac"]
"""Two aces; an ace and a ten-card; five cards of age and not over 21; of age; under age; over 21 (XD-Q19)."""
Outcome = Literal["win", "push", "lose"]
"""Of a con against the banker."""


class XiDachLabel(msgspec.Struct, frozen=True, gc=False):
    """What a hand counts: its kind, and the total that its holder has of it (XD-Q11, XD-Q17)."""

    kind: HandKind
    total: int


class Bet(Action, frozen=True, tag="bet"):
    """Lay ``amount`` points as the stake of this hand, or put it in the place of the last one (XD-04)."""

    amount: Annotated[Chips, Meta(ge=1, le=10**9)]


class SkipBet(Action, frozen=True, tag="skip_bet"):
    """Sit this hand out; a stake already laid comes back (XD-Q05)."""


class Draw(Action, frozen=True, tag="draw"):
    """Bốc: one card more (XD-25)."""


class Stand(Action, frozen=True, tag="stand"):
    """Dằn: draw no more (XD-25). Under age only with ``confirm_non`` (XD-Q21)."""

    confirm_non: bool = False


class Inspect(Action, frozen=True, tag="inspect"):
    """Xét: the banker turns over one con and settles with him (XD-28, XD-29)."""

    seat: SeatIn


class EndTurn(Action, frozen=True, tag="end_turn"):
    """The banker draws no more; everybody left is settled (XD-Q16)."""


class ShowHand(Action, frozen=True, tag="show_hand"):
    """Let the other cons see all one's cards (XD-08)."""


class BetOffer(Offer, frozen=True, tag="bet"):
    """A stake from ``least`` to ``most`` points; each point of it reserves ``reserve``. ``now``: laid so far."""

    least: Chips
    most: Chips
    reserve: int
    now: Chips

    def question(self) -> object:
        """``most`` is a bound that other stakes move."""
        return type(self), self.least, self.reserve, self.now


class SkipBetOffer(Offer, frozen=True, tag="skip_bet"):
    """Sitting out; ``back`` points of a stake return."""

    back: Chips


class DrawOffer(Offer, frozen=True, tag="draw"):
    """One card more. ``penalty``: the hand is over 21, drawing again is đền (XD-34)."""

    penalty: bool


class StandOffer(Offer, frozen=True, tag="stand"):
    """Standing. ``needs_confirm``: the hand is under age and would be dằn non (XD-27)."""

    needs_confirm: bool


class InspectOffer(Offer, frozen=True, tag="inspect"):
    """The cons whom the banker may inspect now, in deal order."""

    seats: tuple[Seat, ...]

    def question(self) -> object:
        """Others finish while he thinks."""
        return type(self)


class EndTurnOffer(Offer, frozen=True, tag="end_turn"):
    """Ending the banker's turn settles ``seats``, in deal order."""

    seats: tuple[Seat, ...]


class ShowHandOffer(Offer, frozen=True, tag="show_hand"):
    """``cards`` of one's own that the other cons have not seen."""

    cards: int


class StakesOpened(Event, frozen=True, tag="stakes_opened"):
    """A hand begins: each of ``seats`` may stake from ``least`` to ``most`` points against ``banker`` (XD-04)."""

    banker: Seat
    seats: tuple[Seat, ...]
    least: Chips
    most: Chips


class Staked(Event, frozen=True, tag="staked"):
    """A stake lies on the table, or another in its place; stakes are open (XD-04)."""

    seat: Seat
    amount: Chips


class SatThisOut(Event, frozen=True, tag="sat_this_out"):
    """No stake, or it was taken back (XD-Q05, XD-Q06)."""

    seat: Seat


class HandsDealt(Event, frozen=True, tag="hands_dealt"):
    """Two cards each, one a pass, in the order of ``seats``: the banker last (XD-10, XD-Q08)."""

    seats: tuple[Seat, ...]


class NaturalShown(Event, frozen=True, tag="natural_shown"):
    """Xì bàn or xì dách, shown at once (XD-21)."""

    seat: Seat
    cards: tuple[FaceUp, ...]
    label: XiDachLabel


class TurnTo(Event, frozen=True, tag="turn_to"):
    """It is this seat's turn to draw (XD-26)."""

    seat: Seat


class Drew(Event, frozen=True, tag="drew"):
    """One card more."""

    seat: Seat


class Stood(Event, frozen=True, tag="stood"):
    """Draws no more: of age, dằn non and quắc alike (rules.md 7.4)."""

    seat: Seat


class FiveCards(Event, frozen=True, tag="five_cards"):
    """The fifth card came, so all five are shown (XD-33)."""

    seat: Seat
    cards: tuple[FaceUp, ...]
    label: XiDachLabel


class HandShown(Event, frozen=True, tag="hand_shown"):
    """A con let the other cons see his cards (XD-08)."""

    seat: Seat


class Inspected(Event, frozen=True, tag="inspected"):
    """The banker turned this con over (XD-30); the settlement follows."""

    seat: Seat
    cards: tuple[FaceUp, ...]
    label: XiDachLabel


class BankerBust(Event, frozen=True, tag="banker_bust"):
    """The banker is over 21. ``den``: he reached 28 and pays all who are not settled (XD-38)."""

    seat: Seat
    den: bool


class Revealed(Event, frozen=True, tag="revealed"):
    """The hand is over and these cards are public (XD-Q28, XD-Q31)."""

    seat: Seat
    cards: tuple[FaceUp, ...]
    label: XiDachLabel


class Settled(Event, frozen=True, tag="settled"):
    """A con's result against the banker, for good (XD-Q15): ``amount`` points, below 0 where he loses."""

    seat: Seat
    outcome: Outcome
    amount: int
    rule: str


class Penalised(Event, frozen=True, tag="penalised"):
    """A con drew while over 21 and pays the other cons (XD-Q25)."""

    seat: Seat
    payouts: tuple[Payout, ...]


XiDachPhase = Literal["betting", "cons", "banker", "result"]


class Settlement(msgspec.Struct, frozen=True, gc=False):
    """What a con won (or lost, below 0) against the banker, and the clause that says so."""

    outcome: Outcome
    amount: int
    rule: str


class XiDachSeat(msgspec.Struct, frozen=True, gc=False):
    """One seat of the hand as everybody sees it."""

    seat: Seat
    stake: Chips
    """0: the banker, or nothing laid yet."""
    reserved: Chips
    """What it might have to pay; for the banker of all stakes together (XD-06)."""
    decided: bool
    """While stakes are laid: has staked, or sits out."""
    cards: Seen
    label: XiDachLabel | None
    """Of cards that everybody sees."""
    finished: bool
    settlement: Settlement | None
    against: XiDachLabel | None = None
    """What the banker held when he inspected this con; told once his cards are public."""


class XiDachView(GameView, frozen=True, tag="xi_dach"):
    """An xì dách hand as everybody sees it."""

    phase: XiDachPhase
    banker: Seat
    to_act: tuple[Seat, ...]
    """Whose clock runs: many while stakes are laid, then one."""
    order: tuple[Seat, ...]
    """Who was dealt in, in the order of the deal; the banker last. Empty while stakes are laid."""
    seats: tuple[XiDachSeat, ...]
    stock: int
    """Cards that nobody has."""
    payouts: tuple[Payout, ...] = ()
    """So far. ``pot`` is the seat whose stake, or whose penalty, is paid."""

    def faces(self) -> frozenset[FaceUp]:
        return frozenset(card for seat in self.seats for card in faces(seat.cards))


class ShownToCons(msgspec.Struct, frozen=True, gc=False):
    """Cards that another con has shown to the cons."""

    seat: Seat
    cards: tuple[FaceUp, ...]


class XiDachYou(GameYou, frozen=True, tag="xi_dach"):
    """One's own cards, what they count, and what others have let this seat see."""

    cards: Seen = Closed(0)
    label: XiDachLabel | None = None
    of_age: bool = False
    """Enough to stand on; for the banker, to inspect (XD-Q13, XD-Q13b)."""
    banker: Seen = Closed(0)
    """The banker's cards as they were when he inspected this con."""
    shown: tuple[ShownToCons, ...] = ()
    against: XiDachLabel | None = None
    """What those cards of the banker's make."""

    def own(self) -> Seen:
        return self.cards

    def lent(self) -> frozenset[FaceUp]:
        return frozenset((*faces(self.banker), *(card for shown in self.shown for card in shown.cards)))

    def __repr__(self) -> str:
        return "<XiDachYou>"


ACTIONS = (Bet, SkipBet, Draw, Stand, Inspect, EndTurn, ShowHand)
OFFERS = (BetOffer, SkipBetOffer, DrawOffer, StandOffer, InspectOffer, EndTurnOffer, ShowHandOffer)
EVENTS = (
    StakesOpened, Staked, SatThisOut, HandsDealt, NaturalShown, TurnTo, Drew, Stood, FiveCards, HandShown, Inspected,
    BankerBust, Revealed, Settled, Penalised,
)  # fmt: skip
VIEWS = (XiDachView,)
YOUS = (XiDachYou,)
