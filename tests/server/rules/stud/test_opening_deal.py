"""Before the betting: who is dealt in, what it costs, which card goes where."""

from math import comb

import pytest

from protocol.cards import Closed, Open
from protocol.games.stud import Anted, Dealt, Opened
from protocol.ids import Chips, Seat
from server.cards.deck import pack
from tests.server.rules.stud.hand import GAME, Hand
from tests.support.cards import RANKS_28, by_seat, stacked

FOUR = by_seat("8s Ks Qs Js Ts", "8h 9h Th Jh Qh", "8d Kd Qd Jd Td", "8c Ac Kc Jc Tc")


@pytest.mark.rule("XT28-01")
def test_the_pack_has_28_cards_from_eight_up() -> None:
    ranks = GAME.sheet.text("ranks")
    cards = pack(ranks)
    assert len(set(cards)) == len(cards) == 28
    assert min(card.rank for card in cards) == 8
    assert max(card.rank for card in cards) == 14
    assert ranks == RANKS_28
    assert comb(len(cards), 5) == 98_280


@pytest.mark.rule("XT28-04")
@pytest.mark.rule("XT28-Q07")
def test_everybody_antes_one_point_before_the_first_card() -> None:
    hand = Hand(stacked())
    assert hand.events[0] == Anted(tuple(map(Seat, range(4))), Chips(1))
    assert hand.view.pot == 4
    assert [(seat.stack, seat.total) for seat in hand.view.seats] == [(99, 1)] * 4
    assert hand.view.level == 0
    assert [seat.paid for seat in hand.view.seats] == [0] * 4


@pytest.mark.rule("XT28-05")
def test_the_first_card_of_everybody_lies_face_down() -> None:
    hand = Hand(stacked(FOUR))
    for seat, card in enumerate(("8s", "8h", "8d", "8c")):
        assert hand.game.you_view(hand.state, Seat(seat)).hole == Open((card,))  # type: ignore[arg-type]
        assert hand.seat(seat).hole == Closed(1)


@pytest.mark.rule("XT28-06")
@pytest.mark.rule("XT28-Q19")
def test_then_one_card_a_round_face_up_in_seat_order() -> None:
    hand = Hand(stacked(FOUR)).play("theo " * 16)
    assert [(card.round, card.seat, card.card) for card in hand.all(Dealt)] == [
        (1, 0, "Ks"), (1, 1, "9h"), (1, 2, "Kd"), (1, 3, "Ac"),
        (2, 0, "Qs"), (2, 1, "Th"), (2, 2, "Qd"), (2, 3, "Kc"),
        (3, 0, "Js"), (3, 1, "Jh"), (3, 2, "Jd"), (3, 3, "Jc"),
        (4, 0, "Ts"), (4, 1, "Qh"), (4, 2, "Td"), (4, 3, "Tc"),
    ]  # fmt: skip
    assert all(len(seat.up) == 4 for seat in hand.view.seats)


@pytest.mark.rule("XT28-06")
@pytest.mark.rule("XT28-Q10")
def test_a_folded_seat_gets_no_more_cards_and_keeps_those_everybody_saw() -> None:
    hand = Hand(stacked("8s 8h 8d 8c", "Kd As Qh Ac", "9c 9d 9h")).play("up theo theo theo")
    assert [card.seat for card in hand.all(Dealt) if card.round == 2] == [0, 2, 3]
    assert hand.seat(1).up == ("As",)
    assert hand.seat(1).status == "folded"
    assert hand.seat(3).up == ("Ac", "9h")


@pytest.mark.rule("XT28-08")
def test_a_round_of_betting_begins_after_its_cards() -> None:
    hand = Hand(stacked(FOUR)).play("theo " * 16)
    kinds = [(type(event), event.round) for event in hand.events if isinstance(event, Dealt | Opened)]
    assert kinds == [(kind, number) for number in (1, 2, 3, 4) for kind in (Dealt, Dealt, Dealt, Dealt, Opened)]


@pytest.mark.rule("XT28-Q02")
@pytest.mark.parametrize(("button", "order"), [(0, [1, 2, 3, 0]), (1, [2, 3, 0, 1]), (3, [0, 1, 2, 3])])
def test_the_order_begins_at_seat_0_or_left_of_the_button(button: int, order: list[int]) -> None:
    from_button = Hand(stacked(), button=button, seat_order_origin="button")
    assert [card.seat for card in from_button.all(Dealt)] == order
    assert [card.seat for card in Hand(stacked(), button=button).all(Dealt)] == [0, 1, 2, 3]
    assert [seat.seat for seat in from_button.view.seats] == [0, 1, 2, 3]


@pytest.mark.rule("XT28-Q11")
@pytest.mark.rule("XT28-26")
def test_nobody_is_dealt_in_who_might_not_be_able_to_call() -> None:
    assert Hand(stacked(), stack=9).seat(0).stack == 8
    with pytest.raises(ValueError, match=r"seat 0 holds 8 points, needs 9 \(XT28-Q11\)"):
        Hand(stacked(), stack=8)
