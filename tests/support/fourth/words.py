"""The words of cao nhất: one card each, face down; the highest wins."""

import msgspec

from protocol.cards import Closed, Seen
from protocol.ids import Chips, Seat
from protocol.play import Action, Event, GameView, GameYou, Offer


class Stay(Action, frozen=True, tag="stay"):
    """Stay in."""


class Drop(Action, frozen=True, tag="drop"):
    """Give up the ante."""


class StayOffer(Offer, frozen=True, tag="stay"):
    cost: Chips = Chips(0)


class DropOffer(Offer, frozen=True, tag="drop"):
    """No price: the ante is lost already."""


class Spoke(Event, frozen=True, tag="spoke"):
    seat: Seat
    stays: bool


class HighSeat(msgspec.Struct, frozen=True):
    seat: Seat
    card: Seen
    stays: bool | None


class HighView(GameView, frozen=True, tag="highest"):
    seats: tuple[HighSeat, ...]


class HighYou(GameYou, frozen=True, tag="highest"):
    card: Seen = Closed(0)


ACTIONS, OFFERS = (Stay, Drop), (StayOffer, DropOffer)
EVENTS, VIEWS, YOUS = (Spoke,), (HighView,), (HighYou,)
