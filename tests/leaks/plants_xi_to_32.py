"""Leaks of xì tố 32: of the choice, of what was not chosen, of hands that nobody had to show."""

from typing import Any

from msgspec.structs import replace

from protocol.games.stud import Choose, Chose, Shown
from protocol.ids import Seat
from protocol.play import Blocked, Event, HandLabel
from server.rules.stud import game, moves, opening, rounds, view
from server.rules.stud.state import Holding
from server.table import play
from tests.leaks.plant import Patch, planted
from tests.leaks.plants import face, opens

plant = planted("xi-to-32")
OTHER = "another deck, another picture"
PUBLIC = "a hidden card in the public part"


class ChoseCard(Event, frozen=True, tag="chose_card"):
    """The action echoed."""

    seat: Seat
    i: int


def _after_a_choice(patch: Patch, events: Any) -> None:
    real = opening.choose

    def choose(state: Any, place: int, choice: int) -> Any:
        step = real(state, place, choice)
        return replace(step, events=(*events(state.holdings[place], choice), *step.events))

    patch.setattr(moves, "choose", choose)


@plant("an event that echoes an action")
def an_event_with_the_choice(patch: Patch) -> None:
    _after_a_choice(patch, lambda holding, choice: (ChoseCard(holding.seat, choice),))


@plant(OTHER)
def one_event_more_for_the_first_card(patch: Patch) -> None:
    _after_a_choice(patch, lambda holding, choice: () if choice else (Chose(holding.seat),))


@plant(OTHER)
def a_seat_that_says_what_it_chose(patch: Patch) -> None:
    real = view._seat
    patch.setattr(view, "_seat", lambda holding: replace(real(holding), said="check" if holding.choice else None))


@plant(OTHER)
def who_chose_the_first_card_is_still_waited_for(patch: Patch) -> None:
    real = game.Stud.to_act

    def to_act(self: Any, state: Any) -> Any:
        first = {holding.seat for holding in state.holdings if holding.choice == 0}
        return real(self, state) | (first if state.phase == "choose" else set())

    patch.setattr(game.Stud, "to_act", to_act)


@plant(PUBLIC)
def cards_that_are_turned_one_by_one(patch: Patch) -> None:
    real = view._seat

    def seat(holding: Holding) -> Any:
        chosen = holding.choice is not None and len(holding.hole) > 1
        return replace(real(holding), up=(_faces(holding)[holding.choice],)) if chosen else real(holding)

    patch.setattr(view, "_seat", seat)


def _faces(holding: Holding) -> Any:
    seen: Any = holding.hole.seen_by(holding.seat)
    return seen.cards


@plant(PUBLIC)
def both_cards_when_the_choices_are_turned(patch: Patch) -> None:
    real = opening._turned

    def turned(holding: Holding) -> Holding:
        after = real(holding)
        return replace(after, hole=after.hole.opened())

    patch.setattr(opening, "_turned", turned)


@plant(PUBLIC, first=9)
def a_clock_that_turns_the_lower_card_unasked(patch: Patch) -> None:
    def default_choice(state: Any, place: int) -> Choose:
        first, second = state.holdings[place].hole.cards
        return Choose(int((second.rank, second.suit) < (first.rank, first.suit)))

    patch.setattr(opening, "default_choice", default_choice)


@plant(OTHER)
def a_warning_that_depends_on_what_others_chose(patch: Patch) -> None:
    def blocked(state: Any, place: int) -> Any:
        chose = any(holding.choice == 1 for at, holding in enumerate(state.holdings) if at != place)
        return (Blocked("choose", "XT32-05"),) if state.phase == "choose" and chose else ()

    patch.setattr(moves, "blocked", blocked)


@plant(OTHER)
def an_opener_by_his_whole_hand(patch: Patch) -> None:
    def strongest(state: Any) -> int:
        live = [place for place, holding in enumerate(state.holdings) if holding.live]
        return max(live, key=lambda place: [card.rank for card in state.holdings[place].hole.cards])

    patch.setattr(rounds, "strongest", strongest)


@plant("a Welcome with more or less than the public record")
def the_winners_card_of_a_fold_win_in_the_log(patch: Patch) -> None:
    real = play._finish

    def finish(t: Any, hand: Any, result: Any) -> None:
        for holding in hand.state.holdings if not result.showdown else ():
            if holding.live and len(holding.hole) == 1:
                t.log[t.hands].append(Shown(holding.seat, face(holding), HandLabel("high_card", ())))
        real(t, hand, result)

    patch.setattr(play, "_finish", finish)


@plant(PUBLIC)
def the_winners_card_after_a_fold_win(patch: Patch) -> None:
    opens(patch, moves, "fold_win", lambda holding: holding.live)


@plant(PUBLIC)
def a_folded_hand_at_the_showdown(patch: Patch) -> None:
    opens(patch, rounds, "showdown", lambda holding: not holding.live)


@plant(PUBLIC)
def the_card_of_whoever_goes_all_in(patch: Patch) -> None:
    real = view._seat

    def seat(holding: Holding) -> Any:
        return replace(real(holding), hole=holding.hole.seen_by(holding.seat if holding.all_in else None))

    patch.setattr(view, "_seat", seat)
