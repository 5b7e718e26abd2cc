"""From one betting round to the next: whose turn it is, the next up-cards, and who speaks first."""

from collections.abc import Sequence

from msgspec.structs import replace

from protocol.games.stud import Dealt, Opened
from protocol.ids import Chips
from protocol.play import Event
from server.rules.hands import leading_suit, made
from server.rules.stud.showdown import showdown
from server.rules.stud.state import Holding, StudState

Moved = tuple[StudState, tuple[Event, ...]]


def answerable(holdings: Sequence[Holding], holding: Holding) -> bool:
    """Whether another seat could answer a raise of this one."""
    # Nearly always the first that is looked at: a third of what all() or a list of all would take.
    for other in holdings:  # noqa: SIM110
        if other.live and not other.all_in and other.seat != holding.seat:
            return True
    return False


def go_on(state: StudState, holdings: tuple[Holding, ...], level: Chips, raises: int) -> Moved:
    """With these, pass the turn clockwise to whoever has yet to speak (XT28-16, XT32-13); else the round is over.

    That is who owes something, or has not spoken in this round while somebody else can still answer it (XT32-Q15).
    """
    for place in state.clockwise(state.actor):
        holding = holdings[place]
        if not holding.live or holding.all_in:
            continue
        if holding.paid < level or (holding.acted is None and answerable(holdings, holding)):
            # Who is asked already, because another left out of turn, is not asked anew.
            questions = state.questions + (place != state.actor)
            return replace(state, holdings=holdings, level=level, raises=raises, actor=place, questions=questions), ()
    return next_round(replace(state, holdings=holdings, level=level, raises=raises))


def next_round(state: StudState) -> Moved:
    """An up-card to each live seat (XT28-06, XT32-06), then betting; after the last the hands are compared."""
    if state.round == state.terms.rounds:
        return showdown(state)
    number = state.round + 1
    holdings = [
        holding if holding.live else replace(holding, paid=Chips(0), acted=None, said=None)
        for holding in state.holdings
    ]
    order = [place for place in _dealing(state) if holdings[place].live]
    cards, rest = state.deck.drawn(len(order))
    events: list[Event] = []
    for place, card in zip(order, cards, strict=True):
        holding = holdings[place]
        up = holding.up.with_card(card)
        holdings[place] = replace(holding, paid=Chips(0), acted=None, said=None, up=up, shows=made(up.cards))
        events.append(Dealt(holding.seat, up.faces()[-1], number))
    dealt = replace(state, holdings=tuple(holdings), deck=rest, round=number, level=0, raises=0)
    after, more = begin(dealt)
    return after, (*events, *more)


def begin(state: StudState) -> Moved:
    """The strongest open cards speak first (XT28-09); from an all-in seat the word passes clockwise (XT32-Q08).

    Where at most one seat could bet there is no betting: the other cards follow at once (XT32-Q29).
    """
    holdings = state.holdings
    free = [place for place in state.clockwise(strongest(state)) if holdings[place].live and not holdings[place].all_in]
    if state.round < state.terms.first_bet or len(free) < 2:
        return next_round(state)
    first = free[0]
    holding = holdings[first]
    opened = Opened(holding.seat, state.round, holding.shows.label)
    betting = replace(state, phase="bet", opener=first, actor=first, questions=state.questions + 1)
    return betting, (opened,)


def strongest(state: StudState) -> int:
    """The place of the strongest open cards: equals by suit, or first in seat order (XT28-Q03, XT32-Q07)."""
    by_suit = state.terms.opener_by_suit
    live = [(holding.shows.key, place) for place, holding in enumerate(state.holdings) if holding.live]
    best = max(live)[0]
    # Suits are looked at where that leaves more than one: seldom.
    equals = [place for key, place in live if key == best]
    if len(equals) == 1:
        return equals[0]
    shown = [(leading_suit(state.holdings[place].up.cards) if by_suit else 0, -place) for place in equals]
    return -max(shown)[1]


def _dealing(state: StudState) -> tuple[int, ...]:
    """In which order cards are dealt: seat order (XT28-Q19), or from the strongest before the new card (XT32-Q06)."""
    return state.clockwise(strongest(state) if state.terms.deal_from_strongest else 0)
