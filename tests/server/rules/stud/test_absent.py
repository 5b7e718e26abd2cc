"""What this game does not have: all-in, doubling, buying, money."""

from typing import get_args

import pytest

from protocol.games.stud import ACTIONS
from protocol.inbound import AnyCommand
from tests.server.rules.stud.hand import Hand
from tests.support.cards import stacked


@pytest.mark.rule("XT28-22")
def test_there_are_four_things_to_do_in_a_hand() -> None:
    """No tố tất among them, no doubling, no buying."""
    assert [action.__struct_config__.tag for action in ACTIONS] == ["theo", "to", "up", "show"]


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
        "rebuy", "say", "react", "log", "move_seat", "host",
    }  # fmt: skip
