"""Who wins what: hands compared (XD-Q19), results booked for good (XD-Q15), cards opened at the end."""

from typing import Final

import msgspec
from msgspec.structs import replace

from protocol.games.xi_dach import HandKind, Outcome, Penalised, Revealed, Settled, Settlement, XiDachLabel
from protocol.ids import Chips
from protocol.play import Event, Payout
from server.rules.xi_dach.state import Con, Terms, XiDachState, banker_label, con_label, with_con
from server.rules.xi_dach.totals import natural

Moved = tuple[XiDachState, tuple[Event, ...]]


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """A con's outcome: so many ``times`` his stake, by this clause."""

    outcome: Outcome
    times: int
    rule: str


_NATURALS: Final[tuple[HandKind | None, ...]] = (None, "xi_dach", "xi_ban")
"""Weakest first (XD-24)."""


def naturals(con: HandKind | None, banker: HandKind | None, terms: Terms) -> Verdict | None:
    """What two-card hands decide; None where both go on to draw (XD-22, XD-23, XD-Q27)."""
    if con is banker is None:
        return None
    rule = "XD-22" if banker is not None else "XD-23"
    ahead = _NATURALS.index(con) - _NATURALS.index(banker)
    if ahead == 0:
        return Verdict("push", 0, "XD-Q27")
    times = terms.mult_xi_ban if "xi_ban" in (con, banker) else terms.mult_xi_dach
    return Verdict("win" if ahead > 0 else "lose", times, rule)


def compared(con: XiDachLabel, banker: XiDachLabel, terms: Terms) -> Verdict:
    """Hands of the drawing phase: ngũ linh, then points by total, then non, then quắc (XD-Q19).

    The multiplier of the winning hand counts in both directions (XD-Q26).
    """
    match con.kind, banker.kind:
        case "ngu_linh", "ngu_linh":
            return _by(banker.total - con.total, terms.mult_ngu_linh, "XD-32", push="XD-Q18")
        case "ngu_linh", _:
            return Verdict("win", terms.mult_ngu_linh, "XD-31")
        case _, "ngu_linh":
            return Verdict("lose", terms.mult_ngu_linh, "XD-31")
        case "quac", "quac":
            return Verdict("lose" if terms.banker_wins_both_bust else "push", 1, "XD-Q20")
        case "quac", "non":
            return Verdict("lose", 1, "XD-35")
        case "quac", _:
            return Verdict("lose", 1, "XD-Q20b")
        case "non", "quac":
            return Verdict(terms.non_vs_banker_quac, 1, "XD-Q21")
        case "non", "non":
            return Verdict("push", 0, "XD-Q19")
        case "non", _:
            return Verdict("lose", 1, "XD-27")
        case _, "points":
            return _by(con.total - banker.total, 1, "XD-29", push="XD-29")
        case _:
            return Verdict("win", 1, "XD-Q19")


def at_once(state: XiDachState, place: int) -> Moved:
    """Settle one con against the banker's cards as they are now."""
    con, hand = state.cons[place], banker_label(state)
    verdict = compared(con_label(state, con), hand, state.terms)
    if con.overdrew:
        # Worse than quắc alone: he loses to a banker who is quắc too (XD-Q25).
        verdict = Verdict("lose", verdict.times if hand.kind == "ngu_linh" else 1, "XD-34")
    return _booked(state, place, verdict)


def by_naturals(state: XiDachState) -> Moved:
    """Settle whatever the two dealt cards decide."""
    counting = state.terms.counting
    banker = natural(state.banker.cards.cards, counting)
    events: tuple[Event, ...] = ()
    for place, con in enumerate(state.cons):
        verdict = naturals(natural(con.cards.cards, counting), banker, state.terms)
        if verdict is not None:
            state, more = _booked(state, place, verdict)
            events = (*events, *more)
    return state, events


def the_rest(state: XiDachState, *, den: bool = False) -> Moved:
    """The hand is over: cards open, and every con without a result is settled (XD-Q16).

    ``den``: the banker reached 28 and pays each of them, quắc or not (XD-Q24), but for one who is to be penalised.
    """
    state, events = _revealed(state, den=den)
    for place, con in enumerate(state.cons):
        if con.settlement is not None:
            continue
        paid = den and not con.overdrew
        state, more = _booked(state, place, Verdict("win", 1, "XD-38")) if paid else at_once(state, place)
        events = (*events, *more)
    return replace(state, phase="result"), events


def _by(ahead: int, times: int, rule: str, *, push: str) -> Verdict:
    if ahead == 0:
        return Verdict("push", 0, push)
    return Verdict("win" if ahead > 0 else "lose", times, rule)


_SIGN: Final = {"win": 1, "push": 0, "lose": -1}


def _booked(state: XiDachState, place: int, verdict: Verdict) -> Moved:
    con = state.cons[place]
    amount = _SIGN[verdict.outcome] * verdict.times * con.stake
    settled = Settlement(verdict.outcome, amount, verdict.rule)
    after = with_con(state, place, replace(con, settlement=settled, finished=True))
    event = Settled(con.seat, verdict.outcome, amount, verdict.rule)
    if not con.overdrew:
        return after, (event,)
    paid = _penalty(after, after.cons[place], Chips(con.stack + amount))
    return replace(after, penalties=(*after.penalties, *paid)), (event, Penalised(con.seat, paid))


def _penalty(state: XiDachState, offender: Con, left: Chips) -> tuple[Payout, ...]:
    """His own stake to each other con, in deal order, while he has it (XD-Q25)."""
    paid = []
    for con in state.cons:
        amount = Chips(min(offender.stake, left))
        if con.seat != offender.seat and amount:
            paid.append(Payout(con.seat, amount, offender.seat, "XD-34"))
            left = Chips(left - amount)
    return tuple(paid)


def _revealed(state: XiDachState, *, den: bool) -> Moved:
    """The cards of all cons (XD-Q28), and the banker's where the table wants it (XD-Q31) or he must show them."""
    banker, events = state.banker, []
    if (state.terms.reveal_banker_at_end or den) and not banker.cards.public:
        banker = replace(banker, cards=banker.cards.opened())
        events.append(Revealed(banker.seat, banker.cards.faces(), banker_label(state)))
    cons = []
    for con in state.cons:
        if not con.cards.public:
            con = replace(con, cards=con.cards.opened())
            events.append(Revealed(con.seat, con.cards.faces(), con_label(state, con)))
        cons.append(con)
    return replace(state, banker=banker, cons=tuple(cons)), tuple(events)
