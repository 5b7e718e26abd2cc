"""The engine as the table knows it: seats, points, options; and what this game does not have."""

from typing import get_args

import pytest

from protocol.games.stud import ACTIONS, StudYou
from protocol.ids import Chips, Seat
from protocol.inbound import AnyCommand
from server.rules.game import AnyGame
from server.rules.sheet import OptionsInvalid
from server.rules.stud.game import Stud
from server.rules.stud.variants import XT28
from tests.server.rules.stud.hand import GAME, Hand
from tests.support.cards import stacked


@pytest.mark.rule("XT28-03")
@pytest.mark.rule("XT28-Q01")
def test_a_hand_needs_exactly_four() -> None:
    options = GAME.sheet.full({})
    assert GAME.needs(options) == (4, 4)
    assert GAME.seats(options) == 4
    for seats in (0, 1, 2, 3, 5):
        with pytest.raises(ValueError, match=f"{seats} seats, needs 4 to 4"):
            GAME.deal(options, {Seat(seat): Chips(100) for seat in range(seats)}, Seat(0), stacked())


@pytest.mark.rule("XT28-25")
@pytest.mark.rule("XT28-Q12")
def test_the_top_up_goes_to_the_starting_points_from_below_nine() -> None:
    options = GAME.sheet.full({})
    assert (GAME.grant(options), GAME.least_stack(options)) == (100, 9)
    options = GAME.sheet.full({"start_points": 60, "topup_below": 30})
    assert (GAME.grant(options), GAME.least_stack(options)) == (60, 30)


@pytest.mark.rule("XT28-25")
def test_a_top_up_must_reach_its_own_mark() -> None:
    GAME.check_options(GAME.sheet.full({"start_points": 30, "topup_below": 30}))
    with pytest.raises(ValueError, match="start_points: must be at least topup_below"):
        GAME.check_options(GAME.sheet.full({"start_points": 29, "topup_below": 30}))


@pytest.mark.rule("XT28-Q12")
@pytest.mark.rule("XT28-26")
def test_a_top_up_mark_below_the_cost_of_a_hand_is_refused() -> None:
    with pytest.raises(OptionsInvalid, match="topup_below: must be at least 9"):
        GAME.check_options({**GAME.sheet.full({}), "topup_below": 8})


def test_a_running_hand_has_no_result_and_a_stranger_no_part_in_it() -> None:
    hand = Hand(stacked())
    stranger = Seat(9)
    assert hand.game.result(hand.state) is None
    assert hand.game.offers(hand.state, stranger) == ()
    assert hand.game.blocked(hand.state, stranger) == ()
    assert hand.game.you_view(hand.state, stranger) == StudYou()
    assert hand.game.leave(hand.state, stranger).state is hand.state


def test_every_game_of_the_package_is_made_from_its_sheet() -> None:
    made: AnyGame = Stud(GAME.sheet, XT28)
    assert made.sheet is GAME.sheet


@pytest.mark.rule("XT28-22")
def test_there_are_four_things_to_do_in_a_hand() -> None:
    """No doubling and no buying are known at all; tố tất and a choice are words of the other game only."""
    tags = [action.__struct_config__.tag for action in ACTIONS]
    assert tags == ["theo", "to", "up", "show", "choose", "to_tat"]
    hand = Hand(stacked(), stack=9)
    for _ in range(4):
        assert hand.refusal(hand.turn, "tat") == "XT28-22"
        assert hand.refusal(hand.turn, "pick0") == "XT28-10"
        assert hand.kinds() == "theo to up"
        hand.play("to to theo theo theo")
    assert {seat.status for seat in hand.view.seats} == {"live"}


@pytest.mark.rule("XT28-22")
def test_points_of_a_running_hand_come_from_the_stacks_alone() -> None:
    hand = Hand(stacked(), stack=9)
    for _ in range(4):
        hand.play("to to theo theo theo")
        assert sum(seat.stack for seat in hand.view.seats) + hand.view.pot == 36
    assert sum(seat.stack for seat in hand.view.seats) == 36


@pytest.mark.rule("XT28-24")
@pytest.mark.case("B023")
def test_no_command_pays_points_in_or_out() -> None:
    """The closed list of what a client may say once it is in; ``rebuy`` asks for play points up to the start."""
    assert {command.__struct_config__.tag for command in get_args(AnyCommand)} == {
        "sit", "claim", "leave", "sit_out", "sit_in", "next", "act",
        "bank", "rebuy", "say", "react", "log", "move_seat", "host",
    }  # fmt: skip
