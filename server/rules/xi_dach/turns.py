"""Two cards each, the cons' turns one by one, then the banker's (XD-10, XD-22 to XD-30)."""

from msgspec.structs import replace

from protocol.games.xi_dach import (
    BankerBust,
    Drew,
    FiveCards,
    HandsDealt,
    HandShown,
    Inspected,
    NaturalShown,
    Stood,
    TurnTo,
    XiDachLabel,
)  # fmt: skip
from protocol.ids import Seat
from protocol.play import Event
from server.cards.zone import Zone
from server.rules.xi_dach.settlement import Moved, at_once, by_naturals, the_rest
from server.rules.xi_dach.state import Con, XiDachState, banker_label, con_label, of_age, with_con
from server.rules.xi_dach.totals import natural


def dealt(state: XiDachState) -> Moved:
    """Two passes of one card, the banker last in each (XD-Q08); then whoever holds a natural shows it (XD-21)."""
    hands = len(state.cons) + 1
    cards, rest = state.deck.drawn(state.terms.first_cards * hands)
    dealt_to = [zone_of(state, place) for place in range(hands)]
    for number, card in enumerate(cards):
        dealt_to[number % hands] = dealt_to[number % hands].with_card(card)
    *to_cons, to_banker = dealt_to
    cons = tuple(replace(con, cards=zone) for con, zone in zip(state.cons, to_cons, strict=True))
    state = replace(state, cons=cons, banker=replace(state.banker, cards=to_banker), deck=rest, phase="cons")
    event = HandsDealt((*(con.seat for con in cons), state.banker.seat))
    state, shown = _naturals_shown(state)
    state, settled = by_naturals(state)
    state, events = _next_turn(state, 0)
    return state, (event, *shown, *settled, *events)


def zone_of(state: XiDachState, place: int) -> Zone:
    """The cards of the con at this place; beyond the last con, the banker's."""
    return state.cons[place].cards if place < len(state.cons) else state.banker.cards


def inspectable(state: XiDachState) -> tuple[Seat, ...]:
    """Whom the banker, being of age, may inspect now (XD-Q13b, XD-Q14)."""
    timing = state.terms.inspect_timing
    if (state.phase == "cons" and timing == "banker_turn_only") or not of_age(banker_label(state)):
        return ()
    return tuple(con.seat for con in state.unsettled() if con.finished or timing == "any")


def con_draws(state: XiDachState) -> Moved:
    """One card to the con on turn; five are shown and end his turn (XD-33)."""
    place = state.actor
    (card,), rest = state.deck.drawn()
    con = state.cons[place]
    overdrew = con.overdrew or con_label(state, con).kind == "quac"
    con = replace(con, cards=con.cards.with_card(card), overdrew=overdrew)
    state, event = replace(state, deck=rest), Drew(con.seat)
    if len(con.cards) < state.terms.counting.most_cards:
        return with_con(state, place, con), (event,)
    con = replace(con, cards=con.cards.opened(), finished=True)
    five = FiveCards(con.seat, con.cards.faces(), con_label(state, con))
    after, events = _next_turn(with_con(state, place, con), place)
    return after, (event, five, *events)


def con_stands(state: XiDachState) -> Moved:
    """The con on turn is finished. What he holds changes nothing that others see (rules.md 7.4)."""
    con = replace(state.cons[state.actor], finished=True)
    after, events = _next_turn(with_con(state, state.actor, con), state.actor)
    return after, (Stood(con.seat), *events)


def banker_draws(state: XiDachState) -> Moved:
    """One card to the banker; five cards end his turn, and so does going over 21 (XD-Q16, XD-38)."""
    (card,), rest = state.deck.drawn()
    cards = state.banker.cards.with_card(card)
    full = len(cards) == state.terms.counting.most_cards
    banker = replace(state.banker, cards=cards.opened() if full else cards)
    state = replace(state, deck=rest, banker=banker)
    label = banker_label(state)
    events: tuple[Event, ...] = (Drew(banker.seat),)
    if full:
        events = (*events, FiveCards(banker.seat, banker.cards.faces(), label))
    if label.kind == "quac":
        den = state.terms.den_28 and label.total >= state.terms.den_from
        after, more = the_rest(_finished(state), den=den)
        return after, (*events, BankerBust(banker.seat, den), *more)
    if full:
        after, more = the_rest(_finished(state))
        return after, (*events, *more)
    return state, events


def banker_ends(state: XiDachState) -> Moved:
    """Everybody left is settled against the banker's hand as it is (XD-Q16)."""
    after, events = the_rest(_finished(state))
    return after, (Stood(state.banker.seat), *events)


def inspected(state: XiDachState, place: int) -> Moved:
    """One con is turned over, sees the banker's cards as they are now (XD-30), and is settled for good (XD-Q15)."""
    con = state.cons[place]
    con = replace(con, cards=con.cards.opened(), banker=Zone(state.banker.cards.cards, frozenset((con.seat,))))
    event = Inspected(con.seat, con.cards.faces(), con_label(state, con))
    state, settled = at_once(with_con(state, place, con), place)
    on_turn = state.phase == "cons" and place == state.actor
    after, events = _next_turn(state, place) if on_turn or not state.unsettled() else (state, ())
    return after, (event, *settled, *events)


def shown(state: XiDachState, place: int) -> Moved:
    """All that this con holds now is seen by the other cons, not by the banker (XD-Q37)."""
    con = state.cons[place]
    others = frozenset(other.seat for other in state.cons if other.seat != con.seat)
    after = with_con(state, place, replace(con, shown=Zone(con.cards.cards, others)))
    return after, (HandShown(con.seat),)


def _naturals_shown(state: XiDachState) -> Moved:
    counting = state.terms.counting
    events: list[Event] = []

    def opened(seat: Seat, zone: Zone, label: XiDachLabel) -> Zone:
        if natural(zone.cards, counting) is None:
            return zone
        zone = zone.opened()
        events.append(NaturalShown(seat, zone.faces(), label))
        return zone

    cons = tuple(replace(con, cards=opened(con.seat, con.cards, con_label(state, con))) for con in state.cons)
    banker = replace(state.banker, cards=opened(state.banker.seat, state.banker.cards, banker_label(state)))
    return replace(state, cons=cons, banker=banker), tuple(events)


def _next_turn(state: XiDachState, place: int) -> Moved:
    """The next con who is not finished, from this place on; then the banker; over where all are settled (XD-26)."""
    if not state.unsettled():
        return the_rest(_finished(state))
    waiting = _first_unfinished(state.cons[place:])
    if waiting is not None:
        return replace(state, actor=place + waiting), (TurnTo(state.cons[place + waiting].seat),)
    return replace(state, phase="banker"), (TurnTo(state.banker.seat),)


def _first_unfinished(cons: tuple[Con, ...]) -> int | None:
    return next((place for place, con in enumerate(cons) if not con.finished), None)


def _finished(state: XiDachState) -> XiDachState:
    return replace(state, banker=replace(state.banker, finished=True))
