"""How a hand ends: one seat is left, or the live hands are compared."""

from msgspec.structs import replace

from protocol.cards import FaceUp
from protocol.games.stud import Shown, Won
from protocol.ids import Chips
from protocol.play import Event, Payout
from server.cards.zone import Zone
from server.rules.chips import shares
from server.rules.hands import Made, made
from server.rules.stud.state import Holding, StudState, pot, with_holding

Ended = tuple[StudState, tuple[Event, ...]]


def fold_win(state: StudState) -> Ended:
    """The only live seat takes the pot and shows nothing (XT28-21)."""
    (winner,) = state.live()
    paid = _pay(state, (winner,), state.terms.cites.fold_win)
    ended = replace(paid, phase="fold_win")
    return ended, (Won(paid.payouts[0], None),)


def showdown(state: StudState) -> Ended:
    """All live hole cards open at once (XT28-Q15); the best hands share the pot."""
    opened = tuple(replace(h, hole=h.hole.opened()) if h.live else h for h in state.holdings)
    live = [(holding, complete(holding)) for holding in opened if holding.live]
    best = max(hand.key for _, hand in live)
    winners = tuple(holding for holding, hand in live if hand.key == best)
    cites = state.terms.cites
    paid = _pay(replace(state, holdings=opened), winners, cites.best if len(winners) == 1 else cites.split)
    labels = {holding.seat: hand.label for holding, hand in live}
    shown = tuple(Shown(holding.seat, face(holding.hole), labels[holding.seat]) for holding, _ in live)
    won = tuple(Won(payout, labels[payout.seat]) for payout in paid.payouts)
    return replace(paid, phase="showdown"), (*shown, *won)


def show(state: StudState, place: int) -> Ended:
    """A seat turns its own hole card face up after the hand (XT28-Q15)."""
    holding = state.holdings[place]
    shown = replace(holding, hole=holding.hole.opened())
    event = Shown(shown.seat, face(shown.hole), complete(shown).label, own_act=True)
    return with_holding(state, place, shown), (event,)


def complete(holding: Holding) -> Made:
    """What up-cards and hole card make together."""
    return made((*holding.up.cards, *holding.hole.cards))


def face(zone: Zone) -> FaceUp:
    """The last card of a public zone as text."""
    return zone.faces()[-1]


def _pay(state: StudState, winners: tuple[Holding, ...], rule: str) -> StudState:
    whole = pot(state)
    rake = Chips(whole * state.terms.rake_bp // 10_000)
    amounts = shares(Chips(whole - rake), len(winners), one_each=state.terms.odd_one_each)
    payouts = tuple(Payout(w.seat, amount, 0, rule) for w, amount in zip(winners, amounts, strict=True))
    gains = {payout.seat: payout.amount for payout in payouts}
    holdings = tuple(replace(h, stack=Chips(h.stack + gains[h.seat])) if h.seat in gains else h for h in state.holdings)
    return replace(state, holdings=holdings, payouts=payouts, rake=rake)
