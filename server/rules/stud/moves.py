"""Dealing and betting. Legality is decided in ``offers`` and nowhere else."""

from collections.abc import Mapping

from msgspec.structs import replace

from protocol.cards import Closed
from protocol.games.stud import (
    Anted,
    Called,
    Dealt,
    Folded,
    Opened,
    Raised,
    Show,
    ShowOffer,
    Theo,
    TheoOffer,
    To,
    ToOffer,
    Up,
    UpOffer,
)  # fmt: skip
from protocol.ids import Chips, Seat
from protocol.play import Action, Event, Offer
from server.cards.zone import Zone
from server.rules.game import RuleViolation, Step
from server.rules.hands import leading_suit, made
from server.rules.stud.showdown import face, fold_win, show, showdown
from server.rules.stud.state import Holding, StudState, Terms, with_holding

Moved = tuple[StudState, tuple[Event, ...]]


def deal(terms: Terms, stacks: Mapping[Seat, Chips], button: Seat, deck: Zone) -> Step[StudState]:
    """Ante, one card down, one card up; ValueError where a stack is too short to last the hand (XT28-Q11)."""
    for seat, stack in stacks.items():
        if stack < terms.exposure:
            raise ValueError(f"seat {seat} holds {stack} points, needs {terms.exposure} ({terms.cites.stacks})")
    first = button + 1 if terms.from_button else 0
    order = sorted(stacks, key=lambda seat: (seat < first, seat))
    holes, rest = deck.drawn(len(order))
    holdings = tuple(
        Holding(seat, Chips(stacks[seat] - terms.ante), Zone((hole,), frozenset((seat,))), terms.ante)
        for seat, hole in zip(order, holes, strict=True)
    )
    state, events = _next_round(StudState(terms, holdings, rest))
    return Step(state, (Anted(tuple(sorted(order)), terms.ante), *events))


def offers(state: StudState, place: int) -> tuple[Offer, ...]:
    """What the holding at ``place`` may do now, and what it costs."""
    holding, terms = state.holdings[place], state.terms
    if state.phase != "bet":
        hidden = isinstance(holding.hole.seen_by(None), Closed)
        return (ShowOffer(),) if terms.show_after and holding.live and hidden else ()
    if place != state.actor:
        return ()
    call = Chips(state.level - holding.paid)
    theo, up = TheoOffer(call, Chips(holding.stack - call)), UpOffer(holding.total)
    if state.raises >= terms.most_raises:
        return (theo, up)
    return (theo, ToOffer(call, terms.step, state.level, 1, terms.most_steps, holding.stack), up)


def apply(state: StudState, place: int, action: Action) -> Step[StudState]:
    """Carry out what ``offers`` allows; RuleViolation for the rest."""
    offered = offers(state, place)
    for offer in offered:
        if isinstance(offer, TheoOffer) and isinstance(action, Theo):
            return _called(state, place, offer.cost)
        if isinstance(offer, ToOffer) and isinstance(action, To) and offer.least <= action.k <= offer.most:
            return _raised(state, place, action.k)
        if isinstance(offer, UpOffer) and isinstance(action, Up):
            return _folded(state, place, left=False)
        if isinstance(offer, ShowOffer) and isinstance(action, Show):
            return Step(*show(state, place))
    raise RuleViolation(_refusal(state, place, action), state.holdings[place].seat, offered)


def leave(state: StudState, place: int) -> Step[StudState]:
    """A live seat folds at once, out of turn too (XT28-Q16); for any other nothing changes."""
    if state.phase != "bet" or not state.holdings[place].live:
        return Step(state, ())
    return _folded(state, place, left=True)


def _refusal(state: StudState, place: int, action: Action) -> str:
    """The clause that an action which is not offered breaks."""
    cites = state.terms.cites
    if isinstance(action, Show):
        return cites.show
    if not state.holdings[place].live:
        return cites.folded
    if state.phase != "bet" or place != state.actor or not isinstance(action, To):
        return cites.turn
    return cites.cap if state.raises >= state.terms.most_raises else cites.bounds


def _called(state: StudState, place: int, cost: Chips) -> Step[StudState]:
    caller = state.holdings[place]
    said = "theo" if cost else "check"
    after = replace(caller, stack=caller.stack - cost, paid=state.level, total=caller.total + cost, said=said)
    return Step(*_moved_on(with_holding(state, place, after), Called(caller.seat, cost)))


def _raised(state: StudState, place: int, steps: int) -> Step[StudState]:
    raiser = state.holdings[place]
    level = Chips(state.level + steps * state.terms.step)
    cost = Chips(level - raiser.paid)
    after = replace(raiser, stack=raiser.stack - cost, paid=level, total=raiser.total + cost, said="to")
    raised = replace(with_holding(state, place, after), level=level, raises=state.raises + 1, closer=place)
    return Step(*_moved_on(raised, Raised(raiser.seat, cost, level, raised.raises)))


def _folded(state: StudState, place: int, *, left: bool) -> Step[StudState]:
    """A raiser's place stays the closer when he leaves: the others still owe what he raised."""
    holding = state.holdings[place]
    after = with_holding(state, place, replace(holding, live=False, said="up"))
    event = Folded(holding.seat, left)
    if len(after.live()) == 1:
        ended, events = fold_win(after)
        return Step(ended, (event, *events))
    return Step(*_moved_on(after, event)) if place == state.actor else Step(after, (event,))


def _moved_on(state: StudState, event: Event) -> Moved:
    """Pass the turn to the next live seat; the round ends where it comes round to the closer (XT28-16)."""
    seats = len(state.holdings)
    place = (state.actor + 1) % seats
    while place != state.closer:
        if state.holdings[place].live:
            return replace(state, actor=place), (event,)
        place = (place + 1) % seats
    after, events = _next_round(state) if state.round < state.terms.rounds else showdown(state)
    return after, (event, *events)


def _next_round(state: StudState) -> Moved:
    """An up-card to each live seat in seat order (XT28-06, XT28-Q19); then the strongest up-cards speak first.

    Equals speak in seat order, or by suit where the table says so (XT28-09, XT28-Q03).
    """
    number = state.round + 1
    cards, rest = state.deck.drawn(len(state.live()))
    coming = iter(cards)
    holdings: list[Holding] = []
    events: list[Event] = []
    speakers = []
    for place, holding in enumerate(state.holdings):
        if not holding.live:
            holdings.append(replace(holding, paid=0, said=None))
            continue
        up = holding.up.with_card(next(coming))
        shows = made(up.cards)
        holdings.append(replace(holding, paid=0, said=None, up=up, label=shows.label))
        events.append(Dealt(holding.seat, face(up), number))
        speakers.append((shows.key, leading_suit(up.cards) if state.terms.opener_by_suit else 0, -place, shows.label))
    *_, last, label = max(speakers)
    opener = -last
    events.append(Opened(holdings[opener].seat, number, label))
    betting = replace(
        state, holdings=tuple(holdings), deck=rest, round=number, level=0, raises=0,
        opener=opener, actor=opener, closer=opener,
    )  # fmt: skip
    return betting, tuple(events)
