"""Before the betting: ante, first cards, and the choice of the one that is turned up."""

from collections.abc import Mapping

from msgspec.structs import replace

from protocol.games.stud import Anted, Choose, ChooseOffer, Chose, Dealt
from protocol.ids import Chips, Seat
from protocol.play import Event
from server.cards.card import Card
from server.cards.zone import Zone
from server.rules.game import Step
from server.rules.hands import made
from server.rules.stud.rounds import begin, next_round
from server.rules.stud.state import Holding, StudState, Terms, with_holding

_SECOND = 1
"""The ordinary deal turns up the second card (XT32-Q04)."""


def deal(terms: Terms, stacks: Mapping[Seat, Chips], button: Seat, deck: Zone) -> Step[StudState]:
    """Ante and the cards face down; ValueError where a stack is too short (XT28-Q11, XT32-Q17)."""
    least = terms.least
    for seat, stack in stacks.items():
        if stack < least:
            raise ValueError(f"seat {seat} holds {stack} points, needs {least} ({terms.cites.stacks})")
    first = button + 1 if terms.from_button else 0
    order = sorted(stacks, key=lambda seat: (seat < first, seat))
    down, rest = deck.drawn(len(order) * terms.down)
    holdings = tuple(
        Holding(
            seat,
            Chips(stacks[seat] - terms.ante),
            Zone(down[place :: len(order)], frozenset((seat,))),
            terms.ante,
            all_in=terms.all_in and stacks[seat] == terms.ante,
        )
        for place, seat in enumerate(order)
    )
    anted = Anted(tuple(sorted(order)), terms.ante)
    dealt = StudState(terms, holdings, rest)
    if terms.down > 1:
        return Step(replace(dealt, phase="choose"), (anted,))
    state, events = next_round(dealt)
    return Step(state, (anted, *events))


def choosing(state: StudState) -> tuple[Holding, ...]:
    """Whom the table waits for: live seats that have not chosen."""
    return tuple(holding for holding in state.live() if holding.choice is None) if state.phase == "choose" else ()


def choose_offers(state: StudState, place: int) -> tuple[ChooseOffer, ...]:
    """One, until this seat has chosen."""
    return (ChooseOffer(),) if state.holdings[place] in choosing(state) else ()


def choose(state: StudState, place: int, choice: int) -> Step[StudState]:
    """Note what a seat turns up. When the last has chosen all cards are turned together (XT32-Q03)."""
    after = with_holding(state, place, replace(state.holdings[place], choice=choice))
    turned, events = turn_up(after)
    return Step(turned, (Chose(state.holdings[place].seat), *events))


def default_choice(state: StudState, place: int) -> Choose:
    """What the clock turns up: the second card, or the lower by rank, then suit (XT32-Q04)."""
    if not state.terms.lower_by_default:
        return Choose(_SECOND)
    first, second = state.holdings[place].hole.cards
    return Choose(int(_order(second) < _order(first)))


def turn_up(state: StudState) -> tuple[StudState, tuple[Event, ...]]:
    """Turn up what was chosen, and begin to play; nothing while somebody has yet to choose."""
    if choosing(state):
        return state, ()
    holdings = tuple(_turned(h) if h.live else replace(h, said=None, choice=None) for h in state.holdings)
    dealt = tuple(Dealt(holding.seat, holding.up.faces()[0], 1) for holding in holdings if holding.live)
    after, events = begin(replace(state, holdings=holdings, round=1))
    return after, (*dealt, *events)


def _turned(holding: Holding) -> Holding:
    first, second = holding.hole.cards
    shown, kept = (second, first) if holding.choice else (first, second)
    up, hole = Zone((shown,), public=True), Zone((kept,), frozenset((holding.seat,)))
    return replace(holding, hole=hole, up=up, shows=made(up.cards), choice=None)


def _order(card: Card) -> tuple[int, int]:
    return card.rank, card.suit
