"""Offers are the one source of legality; a refusal names the clause and changes nothing."""

import pytest

from protocol import codec
from protocol.games.xi_dach import (
    ACTIONS,
    Bet,
    Draw,
    DrawOffer,
    EndTurn,
    EndTurnOffer,
    Inspect,
    InspectOffer,
    ShowHand,
    ShowHandOffer,
    SkipBet,
    Stand,
    StandOffer,
)  # fmt: skip
from protocol.ids import Chips, Seat
from protocol.play import Action
from tests.server.rules.xi_dach.hand import GAME, Hand

BET = Bet(Chips(10))


def test_what_is_offered_when() -> None:
    hand = Hand("Tc 6h", ["Td 7d", "9c 4c"])
    show = ShowHandOffer(2)
    assert hand.offers(2) == (DrawOffer(penalty=False), StandOffer(needs_confirm=False), show)
    assert hand.offers(1) == (show,)
    assert hand.offers(0) == ()
    hand.play("stand")
    assert hand.offers(1) == (DrawOffer(penalty=False), StandOffer(needs_confirm=True), show)
    assert hand.offers(0) == (InspectOffer((Seat(2),)),)
    hand.play("non")
    assert hand.offers(0) == (
        DrawOffer(penalty=False),
        InspectOffer((Seat(2), Seat(1))),
        EndTurnOffer((Seat(2), Seat(1))),
    )
    hand.play("end")
    assert [hand.offers(seat) for seat in range(3)] == [(), (), ()]


@pytest.mark.rule("XD-26")
@pytest.mark.case("B-XD-25")
@pytest.mark.parametrize(
    ("seat", "action", "rule"),
    [
        (1, Draw(), "XD-26"),
        (1, Stand(), "XD-26"),
        (1, EndTurn(), "XD-26"),
        (2, EndTurn(), "XD-26"),
        (2, Inspect(Seat(1)), "XD-26"),
        (0, Draw(), "XD-26"),
        (0, Stand(), "XD-26"),
        (0, EndTurn(), "XD-26"),
        (0, Inspect(Seat(0)), "XD-29"),
        (0, Inspect(Seat(9)), "XD-29"),
        (0, Inspect(Seat(1)), "XD-Q14"),
        (0, ShowHand(), "XD-Q37"),
        (2, BET, "XD-04"),
        (2, SkipBet(), "XD-Q05"),
        (7, Draw(), "XD-26"),
        (7, BET, "XD-04"),
    ],
)
def test_out_of_place(seat: int, action: Action, rule: str) -> None:
    hand = Hand("Tc 7h", ["Td 8d", "9c 8c"])
    before = codec.encode(hand.view)
    assert hand.refused(seat, action) == rule
    assert codec.encode(hand.view) == before


@pytest.mark.rule("XD-26")
@pytest.mark.case("B-XD-28")
def test_after_the_hand_nothing_is_possible() -> None:
    hand = Hand("Tc 7h", ["Td 8d"]).play("stand end")
    for action in (Draw(), Stand(), EndTurn(), Inspect(Seat(1)), BET, SkipBet(), ShowHand()):
        for seat in (0, 1):
            assert hand.refused(seat, action)


@pytest.mark.rule("XD-08")
def test_no_action_moves_a_card_between_hands() -> None:
    tags = {action.__struct_config__.tag for action in ACTIONS}
    assert tags == {"bet", "skip_bet", "draw", "stand", "inspect", "end_turn", "show_hand"}
    hand = Hand("Tc 7h", ["Td 8d", "9c 8c"])
    before = [con.cards.cards for con in hand.state.cons]
    hand.show(2).show(1).play("stand stand")
    assert [con.cards.cards for con in hand.state.cons] == before


@pytest.mark.rule("XD-Q15")
@pytest.mark.case("B-XD-23")
@pytest.mark.case("B-XD-50")
def test_a_settled_con_is_not_inspected_again() -> None:
    hand = Hand("Tc 7h", ["Td 8d", "As Kd", "9c 4c"]).play("stand").inspect(3)
    assert hand.refused(0, Inspect(Seat(3))) == "XD-Q15"
    assert hand.refused(0, Inspect(Seat(2))) == "XD-Q15"
    assert hand.refused(3, Draw()) == "XD-26"


@pytest.mark.case("B170")
def test_a_second_draw_is_another_decision() -> None:
    """The clock's step and the acting seat's question move on with each card; the table drops the stale tap."""
    hand = Hand("Tc 7h", ["2c 3d"], "2d 3h")
    before = GAME.pace(hand.state, Seat(1))
    hand.play("draw")
    after = GAME.pace(hand.state, Seat(1))
    assert (after.turn, after.step) == (before.turn, before.step + 1)


def test_an_inspection_list_that_grows_is_no_new_question() -> None:
    hand = Hand("Tc 7h", ["Td 8d", "9c 8c", "Kd 8s"]).play("stand")
    before = hand.offer(0, InspectOffer)
    after = hand.play("stand").offer(0, InspectOffer)
    assert before is not None
    assert after is not None
    assert before != after
    assert before.question() == after.question()


@pytest.mark.rule("XD-Q21")
def test_a_confirmation_that_is_not_needed_does_no_harm() -> None:
    assert Hand("Tc 7h", ["Td 8d"]).act(1, Stand(confirm_non=True)).turn == 0


@pytest.mark.rule("XD-37")
def test_what_an_under_aged_banker_is_told() -> None:
    two = Hand("Tc 5h", ["Td 8d"]).play("stand")
    three = Hand("2c 3h", ["Td 8d"], "Th").play("stand draw")
    assert [blocked.rule for blocked in GAME.blocked(two.state, Seat(0))] == ["XD-Q13b", "XD-Q16b"]
    assert [blocked.rule for blocked in GAME.blocked(three.state, Seat(0))] == ["XD-37", "XD-Q16b"]
    assert GAME.blocked(two.state, Seat(1)) == ()
    assert GAME.blocked(Hand().state, Seat(0)) == ()
