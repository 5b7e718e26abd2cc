"""A hand as its viewers see it, built from what they see; nothing is deleted from a copy."""

from protocol.cards import Open
from protocol.games.xi_dach import ShownToCons, XiDachSeat, XiDachView, XiDachYou
from protocol.ids import Chips, Seat
from server.rules.xi_dach import moves
from server.rules.xi_dach.state import Banker, Con, XiDachState, banker_label, con_label, label_of_bank, of_age, payouts


def table_view(state: XiDachState) -> XiDachView:
    """The part that is the same for all."""
    asked = moves.to_act(state)
    seats = (*(_con(state, con) for con in state.cons), _banker(state, state.banker))
    return XiDachView(
        phase=state.phase,
        banker=state.banker.seat,
        to_act=tuple(sorted(asked)),
        order=tuple(place.seat for place in seats) if len(state.banker.cards) else (),
        seats=tuple(sorted(seats, key=lambda place: place.seat)),
        stock=len(state.deck),
        payouts=payouts(state),
    )


def you_view(state: XiDachState, seat: Seat) -> XiDachYou:
    """What this seat sees alone; nothing, if it has no part in the hand."""
    if seat == state.banker.seat:
        if not len(state.banker.cards):
            return XiDachYou()
        label = banker_label(state)
        return XiDachYou(state.banker.cards.seen_by(seat), label, of_age(label))
    place = state.place(seat)
    if place is None or not len(state.cons[place].cards):
        return XiDachYou()
    con = state.cons[place]
    label = con_label(state, con)
    shown = []
    for other in state.cons:
        seen = other.shown.seen_by(seat)
        if isinstance(seen, Open):
            shown.append(ShownToCons(other.seat, seen.cards))
    against = label_of_bank(state, con.banker) if len(con.banker) else None
    return XiDachYou(con.cards.seen_by(seat), label, of_age(label), con.banker.seen_by(seat), tuple(shown), against)


def _con(state: XiDachState, con: Con) -> XiDachSeat:
    return XiDachSeat(
        seat=con.seat,
        stake=con.stake,
        reserved=Chips(state.terms.reserve * con.stake),
        decided=con.decided,
        cards=con.cards.seen_by(None),
        label=con_label(state, con) if con.cards.public else None,
        finished=con.finished,
        settlement=con.settlement,
        against=label_of_bank(state, con.banker) if len(con.banker) and state.banker.cards.public else None,
    )


def _banker(state: XiDachState, banker: Banker) -> XiDachSeat:
    return XiDachSeat(
        seat=banker.seat,
        stake=Chips(0),
        reserved=state.reserved(),
        decided=True,
        cards=banker.cards.seen_by(None),
        label=banker_label(state) if banker.cards.public else None,
        finished=banker.finished,
        settlement=None,
    )
