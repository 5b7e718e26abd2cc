"""Leaks of xì dách: of who is of age, under it or over 21, and of cards that were shown to somebody else."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from protocol.cards import Closed, Open
from protocol.games.xi_dach import InspectOffer, ShownToCons, Stand, Stood
from protocol.ids import Millis, Seat, Turn
from protocol.play import Blocked, Event
from server.cards.zone import Zone
from server.rules.xi_dach import game, moves, settlement, turns, view
from server.rules.xi_dach.state import Con, XiDachState, banker_label, con_label, of_age, with_con
from server.table import core, play
from tests.leaks.plant import Patch, planted
from tests.leaks.plants import Peeked

plant = planted("xi-dach")
OTHER = "another deck, another picture"
PUBLIC = "a hidden card in the public part"
PRIVATE = "a card in the private part that is not one's own"


class StoodNon(Event, frozen=True, tag="stood_non"):
    """The action echoed."""

    seat: Seat
    confirm_non: bool


def _kind(state: XiDachState, con: Con) -> str:
    return con_label(state, con).kind if len(con.cards) else ""


def _banker_of_age(state: XiDachState) -> bool:
    return state.phase != "betting" and len(state.banker.cards) > 0 and of_age(banker_label(state))


def _con_with(patch: Patch, change: Callable[[XiDachState, Con, Any], Any]) -> None:
    real = view._con
    patch.setattr(view, "_con", lambda state, con: change(state, con, real(state, con)))


def _you_with(patch: Patch, change: Callable[[XiDachState, Seat, Any], Any]) -> None:
    real = view.you_view
    patch.setattr(view, "you_view", lambda state, seat: change(state, seat, real(state, seat)))


def _draws(patch: Patch, then: Callable[[XiDachState, Any], Any]) -> None:
    """What follows when a con who is still on turn has drawn."""
    real = turns.con_draws

    def con_draws(state: XiDachState) -> Any:
        after, events = real(state)
        on_turn = after.phase == "cons" and after.actor == state.actor and not after.cons[after.actor].finished
        return then(after, events) if on_turn else (after, events)

    patch.setattr(turns, "con_draws", con_draws)


@plant(OTHER)
def a_bust_that_ends_the_turn(patch: Patch) -> None:
    def then(state: XiDachState, events: Any) -> Any:
        if _kind(state, state.cons[state.actor]) != "quac":
            return state, events
        after, more = turns.con_stands(state)
        return after, (*events, *more)

    _draws(patch, then)


@plant(OTHER)
def a_con_who_stands_by_himself_with_21(patch: Patch) -> None:
    def then(state: XiDachState, events: Any) -> Any:
        if con_label(state, state.cons[state.actor]).total != 21:
            return state, events
        after, more = turns.con_stands(state)
        return after, (*events, *more)

    _draws(patch, then)


@plant(PUBLIC)
def a_card_drawn_for_all_to_see(patch: Patch) -> None:
    def then(state: XiDachState, events: Any) -> Any:
        con = state.cons[state.actor]
        seen: Any = con.cards.seen_by(con.seat)
        return state, (*events, Peeked(con.seat, seen.cards[-1]))

    _draws(patch, then)


def _applied(patch: Patch, change: Callable[[XiDachState, Seat, Any, Any], Any]) -> None:
    real = moves.apply
    patch.setattr(moves, "apply", lambda state, seat, action: change(state, seat, action, real(state, seat, action)))


@plant("an event that echoes an action")
def confirm_non_in_an_event(patch: Patch) -> None:
    def echoed(state: XiDachState, seat: Seat, action: Any, step: Any) -> Any:
        if not isinstance(action, Stand):
            return step
        return replace(step, events=(StoodNon(seat, action.confirm_non), *step.events[1:]))

    _applied(patch, echoed)


@plant(OTHER)
def one_event_more_for_who_stands_under_age(patch: Patch) -> None:
    def more(state: XiDachState, seat: Seat, action: Any, step: Any) -> Any:
        place = state.place(seat)
        non = isinstance(action, Stand) and place is not None and _kind(state, state.cons[place]) == "non"
        return replace(step, events=(Stood(seat), *step.events)) if non else step

    _applied(patch, more)


@plant("a clock that tells of the banker's age")
def the_banker_to_act_when_of_age(patch: Patch) -> None:
    real = moves.to_act

    def to_act(state: XiDachState) -> Any:
        early = state.phase == "cons" and bool(turns.inspectable(state))
        return real(state) | ({state.banker.seat} if early else set())

    patch.setattr(moves, "to_act", to_act)


@plant("a clock that tells of the banker's age")
def the_banker_with_a_clock_when_of_age(patch: Patch) -> None:
    real = game.XiDach.to_act

    def to_act(self: Any, state: XiDachState) -> Any:
        early = state.phase == "cons" and bool(turns.inspectable(state))
        return real(self, state) | ({state.banker.seat} if early else set())

    patch.setattr(game.XiDach, "to_act", to_act)


@plant(OTHER, first=4)
def a_clock_that_is_shorter_over_21(patch: Patch) -> None:
    real = play.run_clock

    def run_clock(t: Any, seat: Seat) -> None:
        real(t, seat)
        state, clock = t.running.state, t.running.clocks[seat]
        place = state.place(seat)
        if state.phase == "cons" and place is not None and _kind(state, state.cons[place]) == "quac":
            clock.due = Millis(clock.due - 1_000)

    patch.setattr(play, "run_clock", run_clock)


@plant(PRIVATE)
def the_bankers_later_cards_to_an_inspected_con(patch: Patch) -> None:
    def later(state: XiDachState, seat: Seat, you: Any) -> Any:
        if not isinstance(you.banker, Open):
            return you
        return replace(you, banker=Zone(state.banker.cards.cards, frozenset((seat,))).seen_by(seat))

    _you_with(patch, later)


@plant(PRIVATE)
def the_bankers_cards_to_all_cons_when_he_inspects_one(patch: Patch) -> None:
    def also(state: XiDachState, seat: Seat, you: Any) -> Any:
        seen = [con.banker.seen_by(con.seat) for con in state.cons if len(con.banker)]
        return replace(you, banker=seen[0]) if seen and state.place(seat) is not None else you

    _you_with(patch, also)


@plant(PUBLIC)
def a_shown_hand_to_a_watcher(patch: Patch) -> None:
    def opened(state: XiDachState, con: Con, seat: Any) -> Any:
        return replace(seat, cards=con.shown.opened().seen_by(None)) if len(con.shown) else seat

    _con_with(patch, opened)


@plant(PRIVATE)
def a_shown_hand_to_the_banker(patch: Patch) -> None:
    def also(state: XiDachState, seat: Seat, you: Any) -> Any:
        shown = [ShownToCons(con.seat, con.shown.opened().faces()) for con in state.cons if len(con.shown)]
        return replace(you, shown=tuple(shown)) if seat == state.banker.seat else you

    _you_with(patch, also)


@plant(PUBLIC)
def an_event_with_the_cards_that_were_shown(patch: Patch) -> None:
    real = turns.shown

    def shown(state: XiDachState, place: int) -> Any:
        after, events = real(state, place)
        con = after.cons[place]
        return after, (*events, *(Peeked(con.seat, card) for card in con.shown.opened().faces()))

    patch.setattr(turns, "shown", shown)


@plant(PRIVATE)
def cards_drawn_after_a_hand_was_shown(patch: Patch) -> None:
    def later(state: XiDachState, seat: Seat, you: Any) -> Any:
        hands = {con.seat: con.cards.opened().faces() for con in state.cons}
        return replace(you, shown=tuple(replace(shown, cards=hands[shown.seat]) for shown in you.shown))

    _you_with(patch, later)


@plant(OTHER)
def a_warning_that_depends_on_the_bankers_age(patch: Patch) -> None:
    real = moves.blocked

    def blocked(state: XiDachState, seat: Seat) -> Any:
        warned = state.phase == "cons" and seat != state.banker.seat and _banker_of_age(state)
        return (*real(state, seat), Blocked("show_hand", "XD-Q37")) if warned else real(state, seat)

    patch.setattr(moves, "blocked", blocked)


@plant("a turn id that tells of others")
def turn_ids_of_cons_that_follow_the_bankers_offers(patch: Patch) -> None:
    real = play._ask

    def ask(t: Any, hand: Any, acted: Any) -> None:
        banker = hand.state.banker.seat
        before = hand.questions.get(banker)
        real(t, hand, acted)
        if hand.state.phase == "cons" and before != hand.questions.get(banker):
            for seat, question in hand.questions.items():
                if seat != banker:
                    t.seating[seat].turn = Turn(question.turn + 1)
                    hand.questions[seat] = replace(question, turn=t.seating[seat].turn)

    patch.setattr(play, "_ask", ask)


@plant(OTHER, first=14)
def a_refusal_that_knows_the_cons_cards(patch: Patch) -> None:
    def refused(state: XiDachState, target: Seat) -> str:
        place = state.place(target)
        return "XD-29" if place is not None and _kind(state, state.cons[place]) == "points" else "XD-Q14"

    patch.setattr(moves, "_inspect_refusal", refused)


@plant(OTHER, first=5)
def a_refusal_that_everybody_notices(patch: Patch) -> None:
    real = core.TableCore._refuse

    def refuse(self: Any, person: Any, ref: Any, refused: Any) -> None:
        real(self, person, ref, refused)
        if refused.rule == "XD-Q21":
            self._t.touch()

    patch.setattr(core.TableCore, "_refuse", refuse)


@plant(OTHER)
def offers_to_inspect_who_went_over_only(patch: Patch) -> None:
    real = turns.inspectable

    def inspectable(state: XiDachState) -> Any:
        over = {con.seat for con in state.cons if _kind(state, con) != "points"}
        return tuple(seat for seat in real(state) if seat in over)

    patch.setattr(turns, "inspectable", inspectable)


@plant(OTHER, first=18)
def inspect_offers_in_the_order_of_the_totals(patch: Patch) -> None:
    real = moves._banker_offers

    def offers(state: XiDachState) -> Any:
        totals = {con.seat: con_label(state, con).total for con in state.cons if len(con.cards)}
        return tuple(
            InspectOffer(tuple(sorted(offer.seats, key=totals.__getitem__)))
            if isinstance(offer, InspectOffer)
            else offer
            for offer in real(state)
        )

    patch.setattr(moves, "_banker_offers", offers)


@plant(OTHER, first=4)
def closed_cards_of_different_sizes(patch: Patch) -> None:
    def sized(state: XiDachState, con: Con, seat: Any) -> Any:
        hidden = isinstance(seat.cards, Closed) and _kind(state, con) == "quac"
        return replace(seat, cards=Closed(10 + len(con.cards))) if hidden else seat

    _con_with(patch, sized)


@plant(OTHER)
def a_con_who_is_finished_only_if_of_age(patch: Patch) -> None:
    _con_with(
        patch,
        lambda state, con, seat: replace(seat, finished=seat.finished and _kind(state, con) not in {"non", "quac"}),
    )


@plant(OTHER)
def a_label_for_who_went_over(patch: Patch) -> None:
    def labelled(state: XiDachState, con: Con, seat: Any) -> Any:
        over = con.finished and _kind(state, con) == "quac"
        return replace(seat, label=con_label(state, con)) if over else seat

    _con_with(patch, labelled)


@plant(OTHER)
def a_banker_who_is_done_when_of_age(patch: Patch) -> None:
    real = view._banker
    patch.setattr(view, "_banker", lambda state, banker: replace(real(state, banker), finished=_banker_of_age(state)))


@plant(OTHER)
def the_next_card_of_the_stock(patch: Patch) -> None:
    real = view.table_view
    patch.setattr(
        view,
        "table_view",
        lambda state: replace(real(state), stock=state.deck.cards[0].rank if state.deck.cards else 0),
    )


@plant(PUBLIC)
def the_bankers_cards_at_the_end_of_every_hand(patch: Patch) -> None:
    real = settlement._revealed

    def revealed(state: XiDachState, *, den: bool) -> Any:
        after, events = real(state, den=den)
        return replace(after, banker=replace(after.banker, cards=after.banker.cards.opened())), events

    patch.setattr(settlement, "_revealed", revealed)


@plant(PUBLIC)
def a_hand_over_21_that_is_opened_at_once(patch: Patch) -> None:
    def then(state: XiDachState, events: Any) -> Any:
        con = state.cons[state.actor]
        if _kind(state, con) != "quac":
            return state, events
        return with_con(state, state.actor, replace(con, cards=con.cards.opened())), events

    _draws(patch, then)
