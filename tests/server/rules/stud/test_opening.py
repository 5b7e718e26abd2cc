"""Xì tố 32 lá before the betting: ante, two cards, and the secret choice of the open one."""

from typing import Any

import pytest

from protocol import codec
from protocol.cards import Closed, Open
from protocol.games.stud import Anted, Choose, ChooseOffer, Chose, Dealt, Folded, Opened, StudYou, Won
from protocol.ids import Chips, Seat
from tests.server.rules.stud.hand import Hand32, action

TWO = "7s 9h Kd Qc"
"""Seat 0 gets 7s, then Kd; seat 1 gets 9h, then Qc."""
THREE = "7s 9h Jc Kd Qc 8d"


def begun(deck: str = TWO, stacks: tuple[int, ...] = (1000, 1000), **options: Any) -> Hand32:
    return Hand32(deck, stacks, choose=False, **options)


@pytest.mark.rule("XT32-03")
@pytest.mark.rule("XT32-Q16")
def test_everybody_antes_one_stake_before_the_first_card() -> None:
    hand = begun(THREE, (1000, 500, 300), stake=25)
    assert hand.events == [Anted((Seat(0), Seat(1), Seat(2)), Chips(25))]
    assert hand.stacks == [975, 475, 275]
    assert (hand.view.pot, hand.view.stake, hand.view.level) == (75, 25, 0)
    assert [(seat.paid, seat.total) for seat in hand.view.seats] == [(0, 25)] * 3


@pytest.mark.rule("XT32-04")
def test_everybody_gets_two_cards_that_only_the_owner_sees() -> None:
    hand = begun()
    assert [seat.hole for seat in hand.view.seats] == [Closed(2)] * 2
    assert [seat.up for seat in hand.view.seats] == [(), ()]
    assert hand.game.you_view(hand.state, Seat(0)).hole == Open(("7s", "Kd"))  # type: ignore[arg-type]
    assert hand.game.you_view(hand.state, Seat(1)).hole == Open(("9h", "Qc"))  # type: ignore[arg-type]
    assert len(hand.state.deck) == 28


@pytest.mark.rule("XT32-05")
@pytest.mark.parametrize(("choice", "up", "hole"), [(0, "7s", "Kd"), (1, "Kd", "7s")])
def test_the_chosen_card_lies_open_and_the_other_stays_down(choice: int, up: str, hole: str) -> None:
    hand = begun()
    hand.act(0, Choose(choice))
    hand.act(1, Choose(0))
    assert (hand.view.phase, hand.view.round) == ("bet", 1)
    assert hand.seat(0).up == (up,)
    assert hand.seat(0).hole == Closed(1)
    assert hand.game.you_view(hand.state, Seat(0)).hole == Open((hole,))  # type: ignore[arg-type]
    assert hand.seat(1).up == ("9h",)


@pytest.mark.rule("XT32-05")
def test_everybody_chooses_at_the_same_time_and_once() -> None:
    hand = begun(THREE, (1000,) * 3)
    assert hand.game.to_act(hand.state) == {0, 1, 2}
    assert hand.view.to_act is None
    assert all(hand.offers(seat) == (ChooseOffer(),) for seat in range(3))
    hand.act(2, Choose(0))
    assert hand.game.to_act(hand.state) == {0, 1}
    assert hand.offers(2) == ()
    assert hand.refusal(2, "pick1") == "XT32-05"
    hand.act(0, Choose(1))
    hand.act(1, Choose(1))
    assert hand.seat(2).up == ("Jc",)
    assert hand.refusal(0, "pick0") == "XT32-05"


@pytest.mark.rule("XT32-05")
def test_there_is_no_third_card_to_choose() -> None:
    hand = begun()
    assert hand.refusal(0, "pick2") == "XT32-05"
    with pytest.raises(codec.BadMessage):
        codec.decode_inbound(b'{"type":"act","ref":1,"turn":1,"action":{"type":"choose","i":2}}')


@pytest.mark.rule("XT32-Q03")
def test_a_choice_is_told_only_when_all_have_chosen() -> None:
    hands = [begun(), begun()]
    for choice, hand in enumerate(hands):
        hand.act(0, Choose(choice))
        assert hand.events[1:] == [Chose(Seat(0))]
        assert (hand.seat(0).chosen, hand.seat(1).chosen) == (True, False)
        assert (hand.seat(0).hole, hand.seat(0).up, hand.seat(0).label) == (Closed(2), (), None)
    one, other = hands
    assert codec.encode(one.view) == codec.encode(other.view)
    assert codec.encode_all(tuple(one.events)) == codec.encode_all(tuple(other.events))
    assert one.offers(1) == other.offers(1)
    assert one.game.you_view(one.state, Seat(1)) == other.game.you_view(other.state, Seat(1))


@pytest.mark.rule("XT32-Q03")
def test_who_chose_still_sees_both_cards_and_which_it_was() -> None:
    hand = begun()
    hand.act(0, Choose(0))
    assert hand.game.you_view(hand.state, Seat(0)) == StudYou(
        Open(("7s", "Kd")),  # type: ignore[arg-type]
        hand.game.you_view(hand.state, Seat(0)).label,
        choice=0,
    )
    hand.act(1, Choose(0))
    assert hand.game.you_view(hand.state, Seat(0)).choice is None


@pytest.mark.rule("XT32-Q03")
def test_all_cards_are_turned_up_together_in_seat_order() -> None:
    hand = begun(THREE, (1000,) * 3)
    for seat in (2, 0, 1):
        assert hand.all(Dealt) == []
        hand.act(seat, Choose(1))
    assert [(card.seat, card.card, card.round) for card in hand.all(Dealt)] == [
        (0, "Kd", 1),
        (1, "Qc", 1),
        (2, "8d", 1),
    ]
    assert hand.all(Opened)[0].seat == 0
    assert not any(seat.chosen for seat in hand.view.seats)


@pytest.mark.rule("XT32-Q04")
def test_without_a_choice_the_second_card_is_turned_up() -> None:
    hand = begun()
    assert [hand.game.fallback(hand.state, Seat(seat)) for seat in (0, 1)] == [Choose(1), Choose(1)]


@pytest.mark.rule("XT32-Q04")
@pytest.mark.parametrize(
    ("first", "second", "lower"), [("7s", "Kd", 0), ("Kd", "7s", 1), ("9c", "9s", 0), ("9h", "9d", 1)]
)
def test_or_the_lower_one_by_rank_then_suit(first: str, second: str, lower: int) -> None:
    hand = begun(f"{first} Ah {second} Ac", choice_default="lower")
    assert hand.game.fallback(hand.state, Seat(0)) == Choose(lower)


@pytest.mark.rule("XT32-Q04")
@pytest.mark.case("B-XT-20")
def test_nobody_who_never_chooses_can_hang_the_hand() -> None:
    hand = begun(THREE, (1000,) * 3)
    hand.act(1, Choose(0))
    while hand.game.to_act(hand.state):
        seat = min(hand.game.to_act(hand.state))
        hand.act(seat, hand.game.fallback(hand.state, seat))
    assert hand.view.phase == "showdown"


@pytest.mark.rule("XT32-Q05")
@pytest.mark.parametrize("word", ["up", "theo", "to1", "tat"])
def test_nobody_folds_or_bets_during_the_choice(word: str) -> None:
    hand = begun()
    assert hand.refusal(0, word) == "XT32-Q05"
    assert hand.game.blocked(hand.state, Seat(0)) == ()
    hand.act(0, Choose(0))
    assert hand.refusal(0, word) == "XT32-Q05"


@pytest.mark.rule("XT32-Q05")
@pytest.mark.rule("XT32-20")
def test_leaving_during_the_choice_forfeits_the_ante() -> None:
    hand = begun(THREE, (1000,) * 3)
    hand.act(0, Choose(0))
    hand.leave(0)
    assert hand.events[-1] == Folded(Seat(0), left=True)
    assert (hand.seat(0).status, hand.seat(0).hole, hand.view.pot) == ("folded", Closed(2), 30)
    assert hand.stacks == [990, 990, 990]
    hand.act(1, Choose(1))
    hand.leave(2)
    assert hand.result.deltas == {0: -10, 1: 19, 2: -10}


@pytest.mark.rule("XT32-Q05")
def test_the_others_go_on_when_the_last_to_choose_leaves() -> None:
    hand = begun(THREE, (1000,) * 3)
    hand.act(0, Choose(1))
    hand.act(1, Choose(1))
    hand.leave(2)
    assert (hand.view.phase, hand.view.round, hand.turn) == ("bet", 1, 0)
    assert [card.seat for card in hand.all(Dealt)] == [0, 1]
    assert hand.seat(2).said is None


@pytest.mark.rule("XT32-Q05")
@pytest.mark.rule("XT32-Q28")
def test_a_hand_won_before_the_choice_has_no_hole_card_to_show() -> None:
    hand = begun()
    hand.leave(1)
    assert hand.view.phase == "fold_win"
    assert hand.all(Won)[0].payout.seat == 0
    assert hand.offers(0) == ()
    assert hand.refusal(0, "show") == "XT32-Q28"
    assert [seat.hole for seat in hand.view.seats] == [Closed(2)] * 2


@pytest.mark.rule("XT32-Q17")
@pytest.mark.case("B-XT-19")
def test_nobody_is_dealt_in_for_less_than_the_ante() -> None:
    with pytest.raises(ValueError, match=r"seat 1 holds 9 points, needs 10 \(XT32-Q17\)"):
        begun(stacks=(1000, 9))


@pytest.mark.rule("XT32-Q17")
def test_who_has_just_the_ante_is_all_in_from_the_beginning() -> None:
    hand = begun(THREE, (10, 1000, 1000))
    assert [seat.status for seat in hand.view.seats] == ["all_in", "live", "live"]
    assert hand.game.to_act(hand.state) == {0, 1, 2}
    for seat in range(3):
        hand.act(seat, action("pick1"))
    assert hand.turn == 1
    hand.play("to5 theo")
    assert [(pot.amount, pot.seats) for pot in hand.view.pots] == [(30, (0, 1, 2)), (100, (1, 2))]
