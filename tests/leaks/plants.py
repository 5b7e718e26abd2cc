"""Leaks of the table, and of xì tố as far as both its games share them; planted in xì tố 28."""

from collections.abc import Callable
from itertools import count
from types import ModuleType
from typing import Any

from msgspec.structs import replace

from protocol.cards import Closed, FaceUp, Open
from protocol.errors import ErrorCode
from protocol.events import Said
from protocol.games.stud import Shown, StudSeat, Theo
from protocol.ids import Millis, Seat, Turn
from protocol.outbound import Rejected, Welcome
from protocol.play import Action, Event, HandLabel
from server.rules.game import RuleViolation
from server.rules.hands import made
from server.rules.stud import betting, moves, rounds, view
from server.rules.stud import game as stud_game
from server.rules.stud.state import Holding
from server.table import chairs, commands, core, pictures, play, views
from server.table.people import Person
from tests.leaks.plant import Patch, planted
from tests.leaks.world import HOST_TOKEN

plant = planted("xi-to-28")


class Chosen(Event, frozen=True, tag="chosen"):
    """An event as it must never be: the action itself."""

    seat: Seat
    action: Action


class Peeked(Event, frozen=True, tag="peeked"):
    """An event with a card that nobody may see."""

    seat: Seat
    card: FaceUp


def face(holding: Holding) -> FaceUp:
    seen = holding.hole.seen_by(holding.seat)
    assert isinstance(seen, Open)
    return seen.cards[0]


def _seat_with(patch: Patch, change: Callable[[Holding, StudSeat], StudSeat]) -> None:
    real = view._seat
    patch.setattr(view, "_seat", lambda holding: change(holding, real(holding)))


@plant("a hidden card in the public part")
def hole_cards_in_the_view_for_all(patch: Patch) -> None:
    _seat_with(patch, lambda holding, seat: replace(seat, hole=holding.hole.seen_by(holding.seat)))


@plant("another deck, another picture")
def a_label_that_counts_the_hole_card(patch: Patch) -> None:
    _seat_with(patch, lambda holding, seat: replace(seat, label=made((*holding.up.cards, *holding.hole.cards)).label))


@plant("another deck, another picture")
def a_label_whose_length_tells_the_suit(patch: Patch) -> None:
    def padded(holding: Holding, seat: StudSeat) -> StudSeat:
        spade = holding.hole.cards[0].suit == 3
        return replace(seat, label=HandLabel("high_card", ("?", "?") if spade else ("?",)))

    _seat_with(patch, padded)


@plant("another deck, another picture")
def closed_cards_of_different_sizes(patch: Patch) -> None:
    _seat_with(patch, lambda holding, seat: replace(seat, hole=Closed(10 if holding.hole.cards[0].rank > 11 else 1)))


@plant("another deck, another picture")
def the_next_card_of_the_deck(patch: Patch) -> None:
    real = stud_game.Stud.table_view
    patch.setattr(
        stud_game.Stud,
        "table_view",
        lambda self, state: replace(real(self, state), most_raises=state.deck.cards[0].rank),
    )


@plant("a card in an answer")
def a_card_in_an_error_text(patch: Patch) -> None:
    def refusal(state: Any, place: int, action: Action) -> str:
        return f"XT28-12, while the next seat holds {face(state.holdings[(place + 1) % 4])}"

    patch.setattr(moves, "_refusal", refusal)


@plant("another deck, another picture")
def a_refusal_that_knows_the_card(patch: Patch) -> None:
    def refusal(state: Any, place: int, action: Action) -> str:
        return "XT28-12" if state.holdings[(place + 1) % 4].hole.cards[0].rank > 11 else "XT28-10"

    patch.setattr(moves, "_refusal", refusal)


@plant("another deck, another picture")
def a_tố_that_is_legal_for_high_cards_only(patch: Patch) -> None:
    real = betting._put_in

    def put_in(state: Any, place: int, amount: Any, *, called: bool = False) -> Any:
        if not called and state.holdings[(place + 1) % 4].hole.cards[0].rank < 12:
            raise RuleViolation("XT28-14", state.holdings[place].seat)
        return real(state, place, amount, called=called)

    patch.setattr(betting, "_put_in", put_in)


def _after_a_call(patch: Patch, event: Callable[[Any, int], Event]) -> None:
    real = betting._put_in

    def put_in(state: Any, place: int, amount: Any, *, called: bool = False) -> Any:
        step = real(state, place, amount, called=called)
        return replace(step, events=(event(state, place), *step.events)) if called else step

    patch.setattr(betting, "_put_in", put_in)


@plant("an event that echoes an action")
def an_event_that_carries_the_action(patch: Patch) -> None:
    _after_a_call(patch, lambda state, place: Chosen(state.holdings[place].seat, Theo()))


@plant("a hidden card in the public part")
def an_event_that_carries_the_card(patch: Patch) -> None:
    _after_a_call(patch, lambda state, place: Peeked(state.holdings[place].seat, face(state.holdings[place])))


@plant("offers in a refusal that are not the sender's")
def the_offers_of_another_seat_in_a_refusal(patch: Patch) -> None:
    def offers_of(t: Any, person: Any) -> Any:
        asked = () if t.hand is None else tuple(t.hand.questions.values())
        return (asked[0].turn, asked[0].offers) if asked else (None, ())

    patch.setattr(views, "offers_of", offers_of)


@plant("a Welcome with more or less than the public record")
def a_private_event_in_the_log(patch: Patch) -> None:
    real = play._ask

    def ask(t: Any, hand: Any, acted: Any) -> None:
        if acted is None:
            holding = hand.state.holdings[0]
            t.log[t.hands].append(Shown(holding.seat, face(holding), HandLabel("high_card", ())))
        real(t, hand, acted)

    patch.setattr(play, "_ask", ask)


def opens(patch: Patch, caller: ModuleType, ending: str, whom: Callable[[Holding], bool]) -> None:
    """Hole cards that lie open when a hand ends this way."""
    real = getattr(caller, ending)

    def ended(state: Any) -> Any:
        after, events = real(state)
        opened = tuple(replace(h, hole=h.hole.opened()) if whom(h) else h for h in after.holdings)
        return replace(after, holdings=opened), events

    patch.setattr(caller, ending, ended)


@plant("a hidden card in the public part")
def the_winners_card_after_a_fold_win(patch: Patch) -> None:
    opens(patch, moves, "fold_win", lambda holding: holding.live)


@plant("a hidden card in the public part")
def a_folded_hand_at_the_showdown(patch: Patch) -> None:
    opens(patch, rounds, "showdown", lambda holding: not holding.live)


@plant("a turn id that tells of others")
def turn_ids_that_all_seats_share(patch: Patch) -> None:
    shared = count(1)
    patch.setattr(play, "Turn", lambda _: Turn(next(shared)))


@plant("another deck, another picture")
def a_clock_that_knows_the_card(patch: Patch) -> None:
    real = play.run_clock

    def run_clock(t: Any, seat: Seat) -> None:
        real(t, seat)
        clock = t.running.clocks[seat]
        clock.due = Millis(clock.due + t.hand.state.holdings[0].hole.cards[0].rank)

    patch.setattr(play, "run_clock", run_clock)


@plant("another deck, another picture")
def seats_in_the_order_of_their_cards(patch: Patch) -> None:
    real = view.table_view

    def table_view(state: Any) -> Any:
        by_card = {h.seat: (h.hole.cards[0].rank, h.hole.cards[0].suit) for h in state.holdings}
        seen = real(state)
        return replace(seen, seats=tuple(sorted(seen.seats, key=lambda seat: by_card[seat.seat])))

    patch.setattr(view, "table_view", table_view)


@plant("a card in the private part that is not one's own")
def the_old_hand_for_a_given_seat(patch: Patch) -> None:
    patch.setattr(chairs, "_keep_old_hand_from", lambda t, owner: None)


@plant("a card in the private part that is not one's own")
def the_old_hand_for_a_new_owner(patch: Patch) -> None:
    real = views.you_view

    def you_view(t: Any, person: Any, _before: Any) -> Any:
        you = real(t, person)
        return you if t.hand is None or you.seat is None else replace(you, play=t.game.you_view(t.hand.state, you.seat))

    patch.setattr(views, "you_view", you_view)


@plant("a secret where none belongs")
def a_moving_code_in_the_chat(patch: Patch) -> None:
    real = commands.carry_out

    def carry_out(t: Any, person: Any, command: Any, fresh: str) -> Any:
        if fresh:
            t.chat.append(Said(person.id, person.name, fresh, t.now))
        return real(t, person, command, fresh)

    patch.setattr(core, "carry_out", carry_out)


@plant("a token to somebody else")
def the_hosts_token_for_everybody(patch: Patch) -> None:
    real = Welcome
    patch.setattr(pictures, "Welcome", lambda **fields: real(**{**fields, "token": HOST_TOKEN}))


@plant("a public part that is not everybody's")
def a_private_field_in_the_public_part(patch: Patch) -> None:
    real = views.frame_for
    patch.setattr(
        views,
        "frame_for",
        lambda t, public, person, kept, hand=None: real(
            t, public.replace(b'"title":"', b'"title":"%d' % person.id), person, kept, hand
        ),
    )


@plant("another answer to the same command")
def a_repeat_that_is_answered_anew(patch: Patch) -> None:
    answers = count()

    def answer_to(self: Any, ref: Any) -> Any:
        return Rejected(ref, ErrorCode.INTERNAL, problem=str(next(answers)))

    patch.setattr(Person, "answer_to", answer_to)
