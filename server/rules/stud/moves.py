"""All that a seat may do in a hand, and what comes of it. Legality is decided in ``offers`` and nowhere else."""

from msgspec.structs import replace

from protocol.cards import Closed
from protocol.games.stud import Choose, ChooseOffer, Folded, Show, ShowOffer, Up, UpOffer
from protocol.play import Action, Blocked, Event, Offer
from server.rules.game import RuleViolation, Step
from server.rules.stud import betting
from server.rules.stud.opening import choose, choose_offers, turn_up
from server.rules.stud.rounds import go_on
from server.rules.stud.showdown import fold_win, show
from server.rules.stud.state import StudState, with_holding


def offers(state: StudState, place: int) -> tuple[Offer, ...]:
    """What the holding at ``place`` may do now, and what it costs."""
    if state.phase == "choose":
        return choose_offers(state, place)
    if state.phase == "bet":
        return betting.bet_offers(state, place)
    holding = state.holdings[place]
    # A hand that ended before the choice has no hole card yet.
    hidden = holding.hole.seen_by(None) == Closed(1)
    return (ShowOffer(),) if state.terms.show_after and holding.live and hidden else ()


def blocked(state: StudState, place: int) -> tuple[Blocked, ...]:
    """What the seat on turn might look for and may not do."""
    return betting.bet_blocked(state, place)


def apply(state: StudState, place: int, action: Action) -> Step[StudState]:
    """Carry out what ``offers`` allows; RuleViolation for the rest."""
    offered = offers(state, place)
    for offer in offered:
        if (done := betting.bet(state, place, action, offer)) is not None:
            return done
        if isinstance(offer, ChooseOffer) and isinstance(action, Choose) and action.i in (0, 1):
            return choose(state, place, action.i)
        if isinstance(offer, ShowOffer) and isinstance(action, Show):
            return Step(*show(state, place))
        if isinstance(offer, UpOffer) and isinstance(action, Up):
            return _folded(state, place, left=False)
    raise RuleViolation(_refusal(state, place, action), state.holdings[place].seat, offered)


def leave(state: StudState, place: int) -> Step[StudState]:
    """A live seat folds at once, out of turn and all-in too (XT28-Q16, XT32-20, XT32-Q25); others change nothing."""
    if state.phase not in {"choose", "bet"} or not state.holdings[place].live:
        return Step(state, ())
    return _folded(state, place, left=True)


def _refusal(state: StudState, place: int, action: Action) -> str:
    """The clause that an action which is not offered breaks."""
    cites = state.terms.cites
    if isinstance(action, Show):
        return cites.show
    if not state.holdings[place].live:
        return cites.folded
    if isinstance(action, Choose):
        return cites.choice
    if state.phase == "choose":
        return cites.choosing
    return betting.bet_refusal(state, place, action) if betting.on_turn(state, place) else cites.turn


def _folded(state: StudState, place: int, *, left: bool) -> Step[StudState]:
    """What a raiser paid stays: the others still owe what he raised."""
    holding = state.holdings[place]
    after = with_holding(state, place, replace(holding, live=False, said="up"))
    event: Event = Folded(holding.seat, left)
    if len(after.live()) == 1:
        ended, events = fold_win(after)
    elif state.phase == "choose":
        ended, events = turn_up(after)
    else:
        ended, events = go_on(state, after.holdings, state.level, state.raises)
    return Step(ended, (event, *events))
