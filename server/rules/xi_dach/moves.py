"""What a seat may do. Legality is decided in ``offers`` and nowhere else."""

from protocol.games.xi_dach import (
    Bet,
    BetOffer,
    Draw,
    DrawOffer,
    EndTurn,
    EndTurnOffer,
    Inspect,
    InspectOffer,
    ShowHand,
    ShowHandOffer,
    SkipBet,
    SkipBetOffer,
    Stand,
    StandOffer,
)  # fmt: skip
from protocol.ids import Seat
from protocol.play import Action, Blocked, Offer
from server.rules.game import RuleViolation, Step
from server.rules.xi_dach import stakes, turns
from server.rules.xi_dach.settlement import Moved
from server.rules.xi_dach.state import XiDachState, banker_label, con_label, of_age


def to_act(state: XiDachState) -> frozenset[Seat]:
    """Whose clock runs. During the cons' turns never the banker's, whatever he may do (rules.md 7.2)."""
    match state.phase:
        case "betting":
            return stakes.asked(state)
        case "cons":
            return frozenset((state.cons[state.actor].seat,))
        case "banker":
            return frozenset((state.banker.seat,))
        case _:
            return frozenset()


def offers(state: XiDachState, seat: Seat) -> tuple[Offer, ...]:
    """All that this seat may do now."""
    if state.phase == "result":
        return ()
    if seat == state.banker.seat:
        return _banker_offers(state)
    place = state.place(seat)
    if place is None:
        return ()
    return stakes.offers(state, place) if state.phase == "betting" else _con_offers(state, place)


def apply(state: XiDachState, seat: Seat, action: Action) -> Step[XiDachState]:
    """Carry out what ``offers`` allows; RuleViolation for the rest."""
    offered = offers(state, seat)
    for offer in offered:
        moved = _moved(state, seat, offer, action)
        if moved is not None:
            return Step(*moved)
    raise RuleViolation(_refusal(state, seat, action), seat, offered)


def blocked(state: XiDachState, seat: Seat) -> tuple[Blocked, ...]:
    """What the seat on turn might look for: standing or inspecting under age, drawing over 21."""
    if state.phase == "banker" and seat == state.banker.seat and not of_age(banker_label(state)):
        return Blocked("inspect", _under_age(state)), Blocked("end_turn", "XD-Q16b")
    if state.phase != "cons" or state.cons[state.actor].seat != seat:
        return ()
    kind = con_label(state, state.cons[state.actor]).kind
    if kind == "quac" and not state.terms.overdraw:
        return (Blocked("draw", "XD-Q22"),)
    return (Blocked("stand", "XD-Q21"),) if kind == "non" and not state.terms.allow_dan_non else ()


def _banker_offers(state: XiDachState) -> tuple[Offer, ...]:
    if state.phase == "betting":
        return ()
    seats = turns.inspectable(state)
    inspect = (InspectOffer(seats),) if seats else ()
    if state.phase == "cons":
        return inspect
    left = tuple(con.seat for con in state.unsettled())
    return (DrawOffer(penalty=False), *inspect, *((EndTurnOffer(left),) if of_age(banker_label(state)) else ()))


def _con_offers(state: XiDachState, place: int) -> tuple[Offer, ...]:
    con, terms = state.cons[place], state.terms
    found: tuple[Offer, ...] = ()
    if state.phase == "cons" and place == state.actor:
        kind = con_label(state, con).kind
        if kind != "quac" or terms.overdraw:
            found = (DrawOffer(penalty=kind == "quac"),)
        if kind != "non" or terms.allow_dan_non:
            found = (*found, StandOffer(needs_confirm=kind == "non"))
    hidden = len(con.cards) - len(con.shown)
    if terms.allow_show and hidden and not con.cards.public:
        found = (*found, ShowHandOffer(hidden))
    return found


def _moved(state: XiDachState, seat: Seat, offer: Offer, action: Action) -> Moved | None:
    """What this action does if this offer allows it; None if not."""
    place = state.place(seat)
    match offer, action:
        case BetOffer(), Bet() if place is not None and offer.least <= action.amount <= offer.most:
            return stakes.bet(state, place, action.amount)
        case SkipBetOffer(), SkipBet() if place is not None:
            return stakes.skip(state, place)
        case DrawOffer(), Draw():
            return turns.banker_draws(state) if place is None else turns.con_draws(state)
        case StandOffer(), Stand() if action.confirm_non or not offer.needs_confirm:
            return turns.con_stands(state)
        case InspectOffer(), Inspect() if action.seat in offer.seats:
            target = state.place(action.seat)
            return None if target is None else turns.inspected(state, target)
        case EndTurnOffer(), EndTurn():
            return turns.banker_ends(state)
        case ShowHandOffer(), ShowHand() if place is not None:
            return turns.shown(state, place)
        case _:
            return None


def _under_age(state: XiDachState) -> str:
    """15 made of three cards has a clause of its own."""
    return "XD-37" if len(state.banker.cards) > state.terms.first_cards else "XD-Q13b"


def _refusal(state: XiDachState, seat: Seat, action: Action) -> str:
    """The clause that an action which is not offered breaks."""
    place = state.place(seat)
    match action:
        case Bet():
            betting = place is not None and state.phase == "betting" and not state.cons[place].gone
            return stakes.refusal(state, place, action.amount) if betting and place is not None else "XD-04"
        case SkipBet():
            return "XD-Q05"
        case ShowHand():
            return "XD-Q37"
        case Inspect() if seat == state.banker.seat and state.phase in {"cons", "banker"}:
            return _inspect_refusal(state, action.seat)
        case EndTurn() if seat == state.banker.seat and state.phase == "banker":
            return "XD-Q16b"
        case Draw() | Stand() if state.phase == "cons" and place == state.actor:
            return "XD-Q22" if isinstance(action, Draw) else "XD-Q21"
        case _:
            return "XD-26"


def _inspect_refusal(state: XiDachState, target: Seat) -> str:
    place = state.place(target)
    if place is None:
        return "XD-29"
    if state.cons[place].settlement is not None:
        return "XD-Q15"
    if state.phase == "cons" and state.terms.inspect_timing == "banker_turn_only":
        return "XD-Q14"
    return "XD-Q14" if of_age(banker_label(state)) else _under_age(state)
