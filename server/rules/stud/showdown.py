"""How a hand ends: one seat is left, or the live hands are compared; what comes back, rake, and payment of the pots."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from protocol.cards import FaceUp
from protocol.games.stud import Raked, Refunded, Shown, Won
from protocol.ids import Chips, Seat
from protocol.play import Event, HandLabel, Payout
from server.cards.card import Card
from server.cards.zone import Zone
from server.rules.chips import shares
from server.rules.hands import Key, Made, highest_suit, leading_suit, made
from server.rules.stud.pots import layers, uncalled
from server.rules.stud.state import Holding, StudState, Terms, with_holding

Ended = tuple[StudState, tuple[Event, ...]]
Strength = tuple[Key, int]
"""What a hand makes, then the suit that breaks a tie (rules.md 3.3); always 0 where suits have no order (HAND-05)."""


def fold_win(state: StudState) -> Ended:
    """The only live seat takes the pot and shows nothing (XT28-21, XT32-08)."""
    back, refunds = _refunded(state)
    rake_bp = state.terms.rake_bp if state.terms.rake_on_fold_win else 0
    (winner,) = back.live()
    pots = layers(_paid(back), {winner.seat: winner.total})
    cites = state.terms.cites
    taken = [_Taken(pot.amount, (winner,), cites.fold_win) for pot in pots]
    ended, events = _pay(replace(back, phase="fold_win"), taken, rake_bp, {})
    return ended, (*refunds, *events)


def showdown(state: StudState) -> Ended:
    """All live hole cards open at once (XT28-Q15, XT32-Q27); the best hand that can win a pot takes it."""
    back, refunds = _refunded(state)
    opened = replace(
        back,
        phase="showdown",
        holdings=tuple([replace(h, hole=h.hole.opened()) if h.live else h for h in back.holdings]),
    )
    live = opened.live()
    labels, strengths, shown = {}, {}, []
    for holding in live:
        whole = complete(holding)
        labels[holding.seat] = whole.label
        strengths[holding.seat] = whole.key, _tie_suit(state.terms, holding)
        shown.append(Shown(holding.seat, face(holding.hole), whole.label))
    cites = state.terms.cites
    taken = []
    for number, pot in enumerate(layers(_paid(opened), {holding.seat: holding.total for holding in live})):
        best = max([strengths[seat] for seat in pot.seats])
        winners = tuple([h for h in live if h.seat in pot.seats and strengths[h.seat] == best])
        rule = cites.split if len(winners) > 1 else cites.side if number else cites.best
        taken.append(_Taken(pot.amount, winners, rule))
    ended, events = _pay(opened, taken, state.terms.rake_bp, labels)
    return ended, (*refunds, *shown, *events)


def show(state: StudState, place: int) -> Ended:
    """A seat turns its own hole card face up after the hand (XT28-Q15, XT32-Q28)."""
    holding = state.holdings[place]
    shown = replace(holding, hole=holding.hole.opened())
    event = Shown(shown.seat, face(shown.hole), complete(shown).label, own_act=True)
    return with_holding(state, place, shown), (event,)


def complete(holding: Holding) -> Made:
    """What up-cards and hole card make together."""
    return made(_cards(holding))


def strength(terms: Terms, holding: Holding) -> Strength:
    """By what a whole hand is compared."""
    return complete(holding).key, _tie_suit(terms, holding)


def face(zone: Zone) -> FaceUp:
    """The last card of a public zone as text."""
    return zone.faces()[-1]


class _Taken(msgspec.Struct, frozen=True):
    """A pot, who takes it, and the clause that says why."""

    amount: Chips
    winners: tuple[Holding, ...]
    rule: str


def _tie_suit(terms: Terms, holding: Holding) -> int:
    match terms.suit_rule:
        case "leading_group":
            return leading_suit(_cards(holding))
        case "highest_card":
            return highest_suit(_cards(holding))
        case "none":
            return 0


def _cards(holding: Holding) -> tuple[Card, ...]:
    return (*holding.up.cards, *holding.hole.cards)


def _paid(state: StudState) -> dict[Seat, Chips]:
    return {holding.seat: holding.total for holding in state.holdings}


def _refunded(state: StudState) -> Ended:
    """What nobody called goes back before pots are made, and no rake is taken of it (XT32-21)."""
    back = uncalled(_paid(state), frozenset([h.seat for h in state.live()])) if state.terms.refunds else None
    if back is None:
        return state, ()
    seat, amount = back
    holdings = tuple(
        replace(h, stack=Chips(h.stack + amount), total=Chips(h.total - amount)) if h.seat == seat else h
        for h in state.holdings
    )
    return replace(state, holdings=holdings), (Refunded(seat, amount),)


def _pay(state: StudState, taken: Sequence[_Taken], rake_bp: int, labels: Mapping[Seat, HandLabel]) -> Ended:
    """Rake by pot, whole points rounded down (XT32-Q23); the rest to the winners."""
    events: list[Event] = []
    payouts: list[Payout] = []
    rakes = [Chips(pot.amount * rake_bp // 10_000) for pot in taken]
    for number, (pot, rake) in enumerate(zip(taken, rakes, strict=True)):
        if rake:
            events.append(Raked(number, rake))
        amounts = shares(Chips(pot.amount - rake), len(pot.winners), one_each=state.terms.odd_one_each)
        paid = [Payout(w.seat, amount, number, pot.rule) for w, amount in zip(pot.winners, amounts, strict=True)]
        payouts += paid
        events += [Won(payout, labels.get(payout.seat)) for payout in paid]
    gains: dict[Seat, int] = {}
    for payout in payouts:
        gains[payout.seat] = gains.get(payout.seat, 0) + payout.amount
    holdings = tuple(
        [replace(h, stack=Chips(h.stack + gains[h.seat])) if h.seat in gains else h for h in state.holdings]
    )
    return replace(state, holdings=holdings, payouts=tuple(payouts), rake=Chips(sum(rakes))), tuple(events)
