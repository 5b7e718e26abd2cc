"""A hand as its viewers see it, built from what they see; nothing is deleted from a copy."""

from typing import Final

from msgspec.structs import replace

from protocol.cards import Open
from protocol.games.xi_dach import ShownToCons, XiDachSeat, XiDachView, XiDachYou
from protocol.ids import Chips, Seat
from server.rules.xi_dach import moves
from server.rules.xi_dach.state import Banker, Con, XiDachState, banker_label, con_label, label_of_bank, of_age, payouts


def table_view(state: XiDachState) -> XiDachView:
    """The part that is the same for all."""
    banker = state.banker
    # The banker is last in the order of the deal.
    seats = {con.seat: con.__dict__.get("_seat") or _kept_con(state, con) for con in state.cons}
    seats[banker.seat] = _banker(state, banker)
    return XiDachView(
        state.phase,
        banker.seat,
        tuple(sorted(moves.to_act(state))),
        tuple(seats) if banker.cards.cards else (),
        tuple([seats[seat] for seat in sorted(seats)]),
        len(state.deck),
        payouts(state),
    )


def you_view(state: XiDachState, seat: Seat) -> XiDachYou:
    """What this seat sees alone; nothing, if it has no part in the hand."""
    if seat == state.banker.seat:
        return state.banker.__dict__.get("_you") or _kept_banker_you(state, state.banker)
    own = _NOTHING
    shows = False
    for con in state.cons:
        if con.seat == seat:
            own = con.__dict__.get("_you") or _kept_con_you(state, con)
        if con.shown.cards:
            shows = True
    return replace(own, shown=_shown(state, seat)) if shows and own is not _NOTHING else own


_NOTHING: Final = XiDachYou()


def _shown(state: XiDachState, seat: Seat) -> tuple[ShownToCons, ...]:
    """What other cons have let this one see."""
    seen = [(other.seat, other.shown.seen_by(seat)) for other in state.cons]
    return tuple([ShownToCons(other, cards.cards) for other, cards in seen if isinstance(cards, Open)])


def _kept_con_you(state: XiDachState, con: Con) -> XiDachYou:
    """What a con sees of his own and of the banker's: nothing that changes without the con. 1 us for four, not 6."""
    you = con.__dict__["_you"] = _con_you(state, con, con.seat) if len(con.cards) else _NOTHING
    return you


def _con_you(state: XiDachState, con: Con, seat: Seat) -> XiDachYou:
    label = con_label(state, con)
    against = label_of_bank(state, con.banker) if len(con.banker) else None
    return XiDachYou(con.cards.seen_by(seat), label, of_age(label), con.banker.seen_by(seat), (), against)


def _kept_banker_you(state: XiDachState, banker: Banker) -> XiDachYou:
    you = banker.__dict__["_you"] = _banker_you(state, banker) if len(banker.cards) else _NOTHING
    return you


def _banker_you(state: XiDachState, banker: Banker) -> XiDachYou:
    label = banker_label(state)
    return XiDachYou(banker.cards.seen_by(banker.seat), label, of_age(label))


def _kept_con(state: XiDachState, con: Con) -> XiDachSeat:
    """A view shows two or three cons that the view before has shown."""
    seat = _con(state, con)
    if not con.banker.cards:
        # Else it tells, in time, what the banker held.
        con.__dict__["_seat"] = seat
    return seat


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
