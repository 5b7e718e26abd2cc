"""The deal, naturals, one con after another, and the banker's turn."""

import pytest

from protocol.cards import Closed, Open
from protocol.games.xi_dach import (
    BankerBust,
    Bet,
    Draw,
    DrawOffer,
    Drew,
    EndTurn,
    EndTurnOffer,
    FiveCards,
    HandsDealt,
    Inspect,
    Inspected,
    InspectOffer,
    NaturalShown,
    Revealed,
    Settled,
    Stand,
    Stood,
    TurnTo,
    XiDachLabel,
)  # fmt: skip
from protocol.ids import Chips, Seat
from server.cards.deck import arranged, pack
from server.rules.xi_dach.state import deal_order
from server.rules.xi_dach.turns import zone_of
from tests.server.rules.xi_dach.hand import GAME, RANKS, Hand
from tests.support.cards import cards


@pytest.mark.rule("XD-10")
@pytest.mark.rule("XD-Q08")
@pytest.mark.rule("XD-Q09")
@pytest.mark.parametrize(("banker", "order"), [(0, (5, 3, 2, 0)), (3, (2, 0, 5, 3)), (5, (3, 2, 0, 5))])
def test_cards_go_round_to_the_right_twice_the_banker_last(banker: int, order: tuple[int, ...]) -> None:
    """Seats 1 and 4 are empty. The deck lies as the pack: 2c 2d 2h 2s 3c ..."""
    stacks = {Seat(seat): Chips(100) for seat in (0, 2, 3, 5)}
    state = GAME.deal(GAME.sheet.full({"max_seats": 6}), stacks, Seat(banker), arranged(pack(RANKS), range(52))).state
    assert (*deal_order(stacks, Seat(banker)), banker) == order
    for seat in order[:-1]:
        step = GAME.apply(state, Seat(seat), Bet(Chips(10)))
        state = step.state
    assert HandsDealt(tuple(map(Seat, order))) in step.events
    hands = [zone_of(state, place).cards for place in range(4)]
    assert hands == [cards(two) for two in ("2c 3c", "2d 3d", "2h 3h", "2s 3s")]
    assert state.deck.cards == pack(RANKS)[8:]


@pytest.mark.rule("XD-11")
@pytest.mark.rule("XD-13")
@pytest.mark.case("B-XD-29")
@pytest.mark.case("B-XD-30")
def test_ten_hands_of_five_cards_come_out_of_one_pack() -> None:
    """Everybody draws as long as he may: the stock cannot run out, and no card comes twice."""
    low = ["2c 3c", "2d 3d", "2h 3h", "2s 3s", "4c 5c", "4d 5d", "4h 5h", "4s 5s", "6c 7c"]
    hand = Hand("6d 7d", low, max_seats=10)
    while not hand.over:
        hand.play("draw" if hand.offer(hand.turn, DrawOffer) else "stand")
    held = [card for place in range(10) for card in zone_of(hand.state, place).cards]
    assert {*held, *hand.state.deck.cards} == set(pack(RANKS))
    assert len(held) + len(hand.state.deck) == 52
    assert hand.view.stock == len(hand.state.deck) >= 2


@pytest.mark.rule("XD-21")
@pytest.mark.rule("XD-23")
@pytest.mark.rule("XD-Q30")
@pytest.mark.case("B-XD-52")
def test_naturals_are_shown_paid_and_out() -> None:
    hand = Hand("9c 8h", ["As Kd", "Ah Ad", "Td 8d"])
    assert hand.all(NaturalShown) == [
        NaturalShown(Seat(3), ("As", "Kd"), XiDachLabel("xi_dach", 21)),  # type: ignore[arg-type]
        NaturalShown(Seat(2), ("Ah", "Ad"), XiDachLabel("xi_ban", 21)),  # type: ignore[arg-type]
    ]
    assert hand.all(Settled) == [Settled(Seat(3), "win", 10, "XD-23"), Settled(Seat(2), "win", 10, "XD-23")]
    assert hand.turn == 1
    assert hand.offers(3) == hand.offers(2) == ()
    assert hand.refused(3, Draw()) == "XD-26"


@pytest.mark.rule("XD-22")
@pytest.mark.case("B-XD-12")
def test_a_natural_of_the_banker_ends_the_hand() -> None:
    hand = Hand("Ac Ks", ["Td 8d", "As Ad"])
    assert hand.over
    assert hand.all(Drew) == []
    assert hand.all(TurnTo) == []
    assert [event.seat for event in hand.all(NaturalShown)] == [1, 0]
    assert [event.seat for event in hand.all(Revealed)] == [2]


def test_where_every_con_holds_a_natural_the_banker_does_not_draw() -> None:
    hand = Hand("9c 3h", ["As Kd", "Ah Ad"])
    assert hand.over
    assert hand.all(TurnTo) == []


@pytest.mark.rule("XD-26")
@pytest.mark.case("B-XD-26")
@pytest.mark.case("B-XD-51")
def test_one_con_finishes_before_the_next_begins() -> None:
    hand = Hand("Tc 7h", ["2c 3d", "4d 3h", "Td 8d"], "2d 9h 5s")
    assert hand.turn == 3
    hand.play("draw draw")
    assert hand.turn == 3
    for seat in (0, 1, 2):
        assert hand.refused(seat, Draw()) == "XD-26"
        assert hand.refused(seat, Stand()) == "XD-26"
    hand.play("stand draw non stand")
    assert [event.seat for event in hand.all(TurnTo)] == [3, 2, 1, 0]
    assert hand.view.phase == "banker"


@pytest.mark.rule("XD-25")
@pytest.mark.rule("XD-Q29")
def test_a_con_may_draw_at_21() -> None:
    hand = Hand("Tc 7h", ["2c 9d"], "Th 2h").play("draw")
    assert GAME.you_view(hand.state, Seat(1)).label == XiDachLabel("points", 21)
    assert hand.offer(1, DrawOffer) == DrawOffer(penalty=False)
    hand.play("draw")
    assert hand.refused(1, Draw()) == "XD-Q22"


@pytest.mark.case("B056")
def test_the_turn_does_not_end_by_itself_before_five_cards() -> None:
    hand = Hand("Tc 7h", ["5c Ad"], "5h Ah 9c").play("draw draw")
    assert hand.turn == 1
    assert hand.offer(1, DrawOffer) is not None


@pytest.mark.rule("XD-33")
@pytest.mark.case("B060")
@pytest.mark.case("B-XD-22")
def test_the_fifth_card_shows_the_hand_and_ends_the_turn() -> None:
    hand = Hand("Tc 7h", ["2c 3d", "Td 8d"], "2d 3h 4s").play("draw draw draw")
    assert hand.all(FiveCards) == [
        FiveCards(Seat(2), ("2c", "3d", "2d", "3h", "4s"), XiDachLabel("non", 14)),  # type: ignore[arg-type]
    ]
    assert hand.turn == 1
    assert hand.settled(2) is None
    assert hand.refused(2, Draw()) == "XD-26"
    hand.play("stand").inspect(2)
    assert hand.points(2) == -10


@pytest.mark.rule("XD-33")
@pytest.mark.case("B060")
def test_five_cards_of_the_banker_end_the_hand() -> None:
    hand = Hand("2c 3d", ["Td 8d"], "2d 3h 4s").play("stand draw draw draw")
    assert hand.over
    assert hand.all(FiveCards)[0].label == XiDachLabel("non", 14)
    assert hand.points(1) == 10
    assert hand.all(BankerBust) == []


@pytest.mark.rule("XD-33")
def test_five_cards_over_21_are_shown_too() -> None:
    hand = Hand("Tc 7h", ["2c 3d"], "2d 9h Ks").play("draw draw draw")
    assert hand.all(FiveCards)[0].label.kind == "quac"
    assert hand.seat(1).cards == Open(("2c", "3d", "2d", "9h", "Ks"))  # type: ignore[arg-type]


@pytest.mark.rule("XD-Q22")
def test_over_21_a_con_can_only_stand() -> None:
    hand = Hand("Tc 7h", ["Td 6d"], "9h").play("draw")
    assert [type(offer).__name__ for offer in hand.offers(1)] == ["StandOffer", "ShowHandOffer"]
    assert hand.turn == 1
    assert hand.refused(1, Draw()) == "XD-Q22"
    assert [blocked.rule for blocked in GAME.blocked(hand.state, Seat(1))] == ["XD-Q22"]
    assert GAME.fallback(hand.state, Seat(1)) == Stand()


@pytest.mark.rule("XD-34")
@pytest.mark.rule("XD-Q22")
def test_the_option_lets_a_con_draw_over_21() -> None:
    hand = Hand("Tc 7h", ["Td 6d"], "9h 2c", overdraw="allow_and_penalise").play("draw")
    assert hand.offer(1, DrawOffer) == DrawOffer(penalty=True)
    assert GAME.blocked(hand.state, Seat(1)) == ()
    hand.play("draw")
    assert hand.turn == 1
    assert hand.seat(1).cards == Closed(4)
    assert GAME.fallback(hand.state, Seat(1)) == Stand()


@pytest.mark.rule("XD-Q21")
@pytest.mark.rule("XD-27")
def test_standing_under_age_is_confirmed() -> None:
    hand = Hand("Tc 7h", ["Td 5d"])
    assert hand.refused(1, Stand()) == "XD-Q21"
    hand.play("non")
    assert hand.turn == 0
    never = Hand("Tc 7h", ["Td 5d"], allow_dan_non=False)
    assert never.refused(1, Stand(confirm_non=True)) == "XD-Q21"
    assert [blocked.rule for blocked in GAME.blocked(never.state, Seat(1))] == ["XD-Q21"]


@pytest.mark.rule("XD-Q13")
@pytest.mark.rule("XD-25")
@pytest.mark.parametrize("age", [14, 15, 16])
def test_the_age_of_a_con(age: int) -> None:
    for total, two in ((13, "Td 3d"), (14, "Td 4d"), (15, "Td 5d"), (16, "Td 6d")):
        hand = Hand("Tc 7h", [two], con_min=age)
        assert (GAME.fallback(hand.state, Seat(1)) == Stand()) is (total >= age)
        hand.play("stand" if total >= age else "non").inspect(1)
        assert hand.all(Settled)[0].rule == ("XD-29" if total >= age else "XD-27")


@pytest.mark.rule("XD-28")
@pytest.mark.rule("XD-Q14")
def test_a_banker_of_age_inspects_who_is_finished_while_others_draw() -> None:
    hand = Hand("Tc 7h", ["Td 8d", "Th 2d", "Ts 3d"], "9h").play("stand")
    assert hand.offers(0) == (InspectOffer((Seat(3),)),)
    assert hand.refused(0, Inspect(Seat(2))) == "XD-Q14"
    hand.inspect(3)
    assert hand.turn == 2
    assert hand.points(3) == 10
    assert hand.offers(0) == ()
    hand.play("draw stand non")
    assert [event.seat for event in hand.all(Inspected)] == [3]
    assert hand.offer(0, InspectOffer) == InspectOffer((Seat(2), Seat(1)))


@pytest.mark.rule("XD-Q14")
def test_inspecting_may_be_kept_for_the_bankers_turn() -> None:
    hand = Hand("Tc 7h", ["Td 8d", "Th 2d"], inspect_timing="banker_turn_only").play("stand")
    assert hand.offers(0) == ()
    assert hand.refused(0, Inspect(Seat(2))) == "XD-Q14"
    assert hand.play("non").inspect(2).points(2) == 10


@pytest.mark.rule("XD-Q14")
@pytest.mark.rule("XD-28")
def test_the_literal_reading_inspects_anybody_at_any_moment() -> None:
    hand = Hand("Tc 7h", ["Td 5d", "Th 8s", "Ts 2d"], inspect_timing="any")
    assert hand.offers(0) == (InspectOffer((Seat(3), Seat(2), Seat(1))),)
    hand.inspect(2)
    assert (hand.turn, hand.points(2)) == (3, 10)
    hand.inspect(3)
    assert (hand.points(3), hand.turn) == (-10, 1)
    assert hand.seat(3).finished
    assert hand.refused(3, Draw()) == "XD-26"
    hand.inspect(1)
    assert hand.over
    assert hand.all(TurnTo)[-1] == TurnTo(Seat(1))


@pytest.mark.rule("XD-Q13b")
@pytest.mark.case("B-XD-27")
def test_a_banker_under_age_inspects_nobody() -> None:
    hand = Hand("2c 4h", ["Td 8d", "9d 9s"]).play("stand")
    assert hand.offers(0) == ()
    assert hand.refused(0, Inspect(Seat(2))) == "XD-Q13b"


@pytest.mark.rule("XD-Q16b")
def test_a_banker_under_age_must_draw() -> None:
    hand = Hand("2c 4h", ["Td 8d"], "3c Ts").play("stand")
    assert hand.offers(0) == (DrawOffer(penalty=False),)
    assert hand.refused(0, EndTurn()) == "XD-Q16b"
    assert [blocked.action for blocked in GAME.blocked(hand.state, Seat(0))] == ["inspect", "end_turn"]
    assert hand.play("draw").refused(0, EndTurn()) == "XD-Q16b"
    assert hand.play("draw").offer(0, EndTurnOffer) == EndTurnOffer((Seat(1),))
    assert GAME.blocked(hand.state, Seat(0)) == ()


@pytest.mark.rule("XD-Q15")
@pytest.mark.rule("XD-Q16")
def test_the_banker_inspects_draws_and_settles_the_rest() -> None:
    hand = Hand("Tc 6h", ["Td 7d", "Th 9d", "Ts 8d"], "4c").play("stand stand stand").inspect(3)
    hand.play("draw end")
    assert [hand.points(seat) for seat in (3, 2, 1)] == [10, -10, -10]
    assert hand.all(Stood)[-1] == Stood(Seat(0))


def test_the_hand_is_over_when_the_last_con_is_inspected() -> None:
    hand = Hand("Tc 6h", ["Td 7d", "Th 9d"]).play("stand stand").inspect(2).inspect(1)
    assert hand.over
    early = Hand("Tc 7h", ["As Kd", "Td 8d"]).play("stand").inspect(1)
    assert early.over


@pytest.mark.rule("XD-38")
def test_a_banker_over_21_is_done() -> None:
    hand = Hand("Tc 6h", ["Td 7d"], "9c").play("stand draw")
    assert hand.over
    assert hand.all(BankerBust) == [BankerBust(Seat(0), den=False)]
    assert hand.offers(0) == ()
