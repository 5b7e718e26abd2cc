"""Cao nhất: an ante of one point and one card each; the highest of those who stay wins."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from protocol.ids import Chips, Seat
from protocol.play import Action, Blocked, Offer, Payout
from server.cards.zone import Zone
from server.rules.game import Options, Pace, Result, RuleViolation, Step
from server.rules.sheet import RuleSheet
from tests.support.fourth.words import Drop, DropOffer, HighSeat, HighView, HighYou, Spoke, Stay, StayOffer


class Place(msgspec.Struct, frozen=True):
    seat: Seat
    card: Zone
    stays: bool | None = None


State = tuple[Place, ...]


def over(state: State) -> bool:
    return sum(place.stays is not False for place in state) == 1 or all(place.stays is not None for place in state)


class Highest:
    has_banker = False

    def __init__(self, sheet: RuleSheet) -> None:
        self.sheet = sheet

    def check_options(self, options: Options) -> None: ...

    def needs(self, options: Options) -> tuple[int, int]:
        return 2, self.seats(options)

    def seats(self, options: Options) -> int:
        return self.sheet.number("seats")

    def grant(self, options: Options) -> Chips:
        return Chips(self.sheet.number("grant"))

    def least_stack(self, options: Options) -> Chips:
        return Chips(1)

    def deal(self, options: Options, stacks: Mapping[Seat, Chips], button: Seat, deck: Zone) -> Step[State]:
        dealt = zip(sorted(stacks), deck.cards, strict=False)
        return Step(tuple(Place(seat, Zone((card,), frozenset((seat,)))) for seat, card in dealt), ())

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset() if over(state) else frozenset([next(one.seat for one in state if one.stays is None)])

    def pace(self, state: State, seat: Seat) -> Pace:
        return Pace("turn_timeout_s")

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        return (StayOffer(), DropOffer()) if seat in self.to_act(state) else ()

    def blocked(self, state: State, seat: Seat) -> tuple[Blocked, ...]:
        return ()

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        if seat not in self.to_act(state) or not isinstance(action, Stay | Drop):
            raise RuleViolation("CN-02", seat, self.offers(state, seat))
        return self.said(state, seat, isinstance(action, Stay))

    def said(self, state: State, seat: Seat, stays: bool) -> Step[State]:
        after = tuple(replace(one, stays=stays) if one.seat == seat else one for one in state)
        if all(one.stays is not None for one in after) and sum(one.stays or False for one in after) > 1:
            after = tuple(replace(one, card=one.card.opened()) if one.stays else one for one in after)
        return Step(after, (Spoke(seat, stays),))

    def fallback(self, state: State, seat: Seat) -> Action:
        return Stay()

    def leave(self, state: State, seat: Seat) -> Step[State]:
        return Step(state, ()) if over(state) else self.said(state, seat, False)

    def table_view(self, state: State) -> HighView:
        return HighView(tuple(HighSeat(one.seat, one.card.seen_by(None), one.stays) for one in state))

    def you_view(self, state: State, seat: Seat) -> HighYou:
        return next((HighYou(one.card.seen_by(seat)) for one in state if one.seat == seat), HighYou())

    def result(self, state: State) -> Result | None:
        left = [one for one in state if one.stays is not False]
        best = max(left, key=lambda one: (one.card.cards[0].rank, one.card.cards[0].suit))
        won = Payout(best.seat, Chips(len(state)), 0, "CN-03")
        deltas = {one.seat: won.amount * (one is best) - 1 for one in state}
        return Result(deltas, Chips(0), (won,), best.card.public) if over(state) else None


GAMES = {"cao-nhat": Highest}
