"""Who sees what (rules.md 7.4): to the byte."""

from collections.abc import Iterator

import pytest

from protocol import codec
from protocol.cards import Closed, Open
from protocol.games.xi_dach import (
    Draw,
    HandShown,
    ShowHand,
    ShowHandOffer,
    ShownToCons,
    Stand,
    XiDachLabel,
    XiDachSeat,
    XiDachYou,
)  # fmt: skip
from protocol.ids import Chips, Seat
from tests.server.rules.xi_dach.hand import GAME, RANKS, Hand
from tests.support.cards import cards

CARDS = [rank + suit for rank in RANKS for suit in "cdhs"]


def seen(hand: Hand, seat: int | None) -> bytes:
    """All that this viewer got of a hand: events, table, own part, offers, what is blocked; whose clock runs how."""
    asked = sorted(GAME.to_act(hand.state))
    found = [codec.encode(hand.view), *map(codec.encode, hand.events)]
    found += [codec.encode(GAME.pace(hand.state, one)) for one in asked]
    if seat is not None:
        found.append(codec.encode(GAME.you_view(hand.state, Seat(seat))))
        found += [codec.encode(one) for one in (*hand.offers(seat), *GAME.blocked(hand.state, Seat(seat)))]
    return b"\n".join(found)


def named(data: bytes) -> set[str]:
    return {card for card in CARDS if f'"{card}"'.encode() in data}


def moments(banker: str, cons: list[str], draws: str, words: str) -> Iterator[Hand]:
    for count in range(len(words.split()) + 1):
        yield Hand(banker, cons, draws).play(" ".join(words.split()[:count]))


@pytest.mark.rule("XD-13")
@pytest.mark.rule("XD-11")
@pytest.mark.rule("XD-Q31")
@pytest.mark.case("B-XD-39")
@pytest.mark.case("B-XD-40")
@pytest.mark.case("B-XD-41")
@pytest.mark.case("B-XD-42")
@pytest.mark.case("B-XD-43")
def test_everybody_sees_his_own_cards_only() -> None:
    for hand in moments("Tc 4h", ["Td 8d", "9d 4s"], "5h 3c", "stand draw stand draw"):
        if hand.over:
            break
        assert named(seen(hand, None)) == set()
        for place, seat in enumerate(hand.order):
            own = hand.state.cons[place].cards.seen_by(seat)
            assert isinstance(own, Open)
            assert named(seen(hand, seat)) == set(own.cards)
            assert hand.seat(seat).cards == Closed(len(own.cards))
        banker = hand.state.banker.cards.seen_by(Seat(0))
        assert isinstance(banker, Open)
        assert named(seen(hand, 0)) == set(banker.cards)


WORLDS = {
    "stood": ("Td 4d", "6d", Stand()),
    "quac": ("Td 4d", "9s", Stand()),
    "non": ("2d 4d", "6d", Stand(confirm_non=True)),
}


@pytest.mark.rule("XD-27")
@pytest.mark.rule("XD-Q20b")
@pytest.mark.rule("XD-Q21")
@pytest.mark.parametrize("world", ["quac", "non"])
def test_stood_quac_and_non_look_the_same_to_the_byte(world: str) -> None:
    """One draw, then finished: every other viewer gets the same, at each moment, until the con is opened."""

    def hands(name: str) -> Iterator[Hand]:
        two, card, stand = WORLDS[name]
        story = [(2, Draw()), (2, stand), (1, ShowHand()), (1, Stand()), (0, Draw())]
        for count in range(len(story) + 1):
            hand = Hand("Tc 3h", [two, "9c 8c"], f"{card} 5c", stakes=[10, 20])
            for seat, action in story[:count]:
                hand.act(seat, action)
            yield hand

    own = []
    for one, other in zip(hands("stood"), hands(world), strict=True):
        for viewer in (None, 1, 0):
            assert seen(one, viewer) == seen(other, viewer)
        own.append(seen(one, 2) != seen(other, 2))
        assert GAME.to_act(one.state) == GAME.to_act(other.state)
    assert own[-1]


@pytest.mark.rule("XD-28")
@pytest.mark.rule("XD-Q14")
def test_nobody_learns_that_the_banker_is_of_age() -> None:
    of_age, under = (Hand(banker, ["Td 8d", "9c 8c"]).play("stand") for banker in ("Tc 7h", "Tc 4h"))
    assert of_age.offers(0) != under.offers(0)
    for viewer in (None, 1, 2):
        assert seen(of_age, viewer) == seen(under, viewer)
    of_age.play("stand")
    under.play("stand")
    for viewer in (None, 1, 2):
        assert seen(of_age, viewer) == seen(under, viewer)


@pytest.mark.rule("XD-30")
@pytest.mark.rule("XD-Q31")
def test_an_inspected_con_sees_the_bankers_cards_as_they_were() -> None:
    hand = Hand("Tc 6h", ["Td 7d", "Th 9d", "Ts 4d"], "2c").play("stand stand non").inspect(3)
    then = GAME.you_view(hand.state, Seat(3)).banker
    assert then == Open(("Tc", "6h"))  # type: ignore[arg-type]
    assert hand.seat(3).cards == Open(("Td", "7d"))  # type: ignore[arg-type]
    assert named(seen(hand, None)) == {"Td", "7d"}
    assert named(seen(hand, 2)) == {"Td", "7d", "Th", "9d"}
    hand.play("draw")
    assert GAME.you_view(hand.state, Seat(3)).banker == then
    assert GAME.you_view(hand.state, Seat(2)).banker == Closed(0)
    assert "2c" not in named(seen(hand, 3))
    hand.inspect(2)
    assert GAME.you_view(hand.state, Seat(2)).banker == Open(("Tc", "6h", "2c"))  # type: ignore[arg-type]
    assert "2c" not in named(seen(hand, 3)) | named(seen(hand, 1)) | named(seen(hand, None))
    held = {3: XiDachLabel("points", 16), 2: XiDachLabel("points", 18), 1: None}
    assert {seat: GAME.you_view(hand.state, Seat(seat)).against for seat in held} == held
    assert {hand.seat(seat).against for seat in held} == {None}
    hand.play("end")
    assert {seat: hand.seat(seat).against for seat in held} == held


@pytest.mark.rule("XD-30")
def test_a_later_card_of_the_banker_is_the_same_to_an_inspected_con() -> None:
    """Two decks that differ in it alone."""
    one, other = (
        Hand("Tc 6h", ["Td 7d", "Th 9d"], card).play("stand stand").inspect(2).play("draw") for card in ("2c", "3c")
    )
    assert seen(one, 2) == seen(other, 2)
    assert seen(one, None) == seen(other, None)


@pytest.mark.rule("XD-08")
@pytest.mark.rule("XD-Q37")
def test_a_shown_hand_is_seen_by_cons_only() -> None:
    hand = Hand("Tc 7h", ["Td 8d", "9c 4c", "Kd 2c"], "5h").show(2)
    assert hand.events[-1] == HandShown(Seat(2))
    assert GAME.you_view(hand.state, Seat(3)).shown == (ShownToCons(Seat(2), ("9c", "4c")),)  # type: ignore[arg-type]
    assert GAME.you_view(hand.state, Seat(1)).shown == (ShownToCons(Seat(2), ("9c", "4c")),)  # type: ignore[arg-type]
    assert GAME.you_view(hand.state, Seat(2)).shown == ()
    assert GAME.you_view(hand.state, Seat(0)).shown == ()
    for viewer in (None, 0):
        assert not named(seen(hand, viewer)) & {"9c", "4c"}
    assert hand.offer(2, ShowHandOffer) is None
    assert hand.refused(2, ShowHand()) == "XD-Q37"
    hand.play("stand draw")
    assert hand.offer(2, ShowHandOffer) == ShowHandOffer(1)
    assert "5h" not in named(seen(hand, 3))
    hand.show(2)
    assert "5h" in named(seen(hand, 3))
    assert "5h" not in named(seen(hand, 0)) | named(seen(hand, None))


@pytest.mark.rule("XD-08")
@pytest.mark.rule("XD-Q37")
def test_showing_moves_no_card_and_changes_nothing_for_banker_and_watchers() -> None:
    one, other = (Hand("Tc 7h", [two, "9c 4c"]).show(2) for two in ("Td 8d", "Ts 8s"))
    for viewer in (None, 0):
        assert seen(one, viewer) == seen(other, viewer)
    assert one.state.cons[0].cards.cards == cards("Td 8d")
    assert one.refused(0, ShowHand()) == "XD-Q37"
    assert Hand(allow_show=False).refused(1, ShowHand()) == "XD-Q37"
    assert one.turn == 2


@pytest.mark.rule("XD-33")
def test_the_fifth_card_is_the_first_that_others_see() -> None:
    for hand in moments("Tc 7h", ["2d 3d", "9c 8c"], "4d 5d 6d", "draw draw draw"):
        assert len(named(seen(hand, None))) == (5 if len(hand.state.cons[0].cards) == 5 else 0)


@pytest.mark.rule("XD-06")
def test_the_table_in_full() -> None:
    hand = Hand("Tc 7h", ["As Kd", "9c 4c"], stakes=[10, 40], mult_xi_dach=2)
    assert hand.view.seats == (
        XiDachSeat(Seat(0), Chips(0), Chips(100), True, Closed(2), None, False, None),
        XiDachSeat(Seat(1), Chips(40), Chips(80), True, Closed(2), None, False, None),
        hand.seat(2),
    )
    natural = hand.seat(2)
    assert (natural.label, natural.finished) == (XiDachLabel("xi_dach", 21), True)
    assert natural.settlement is not None
    assert natural.settlement.amount == 20
    assert (hand.view.phase, hand.view.banker, hand.view.to_act, hand.view.order) == ("cons", 0, (1,), (2, 1, 0))
    assert hand.view.stock == 46
    assert [payout.amount for payout in hand.view.payouts] == [20]


def test_ones_own_part() -> None:
    hand = Hand("Tc 5h", ["9c 4c"])
    assert GAME.you_view(hand.state, Seat(1)) == XiDachYou(
        Open(("9c", "4c")),  # type: ignore[arg-type]
        XiDachLabel("non", 13),
    )
    assert GAME.you_view(hand.state, Seat(0)) == XiDachYou(
        Open(("Tc", "5h")),  # type: ignore[arg-type]
        XiDachLabel("non", 15),
    )
    assert GAME.you_view(hand.state, Seat(4)) == XiDachYou()
    of_age = Hand("Tc 5h", ["9c 8c"], banker_min_2cards=15)
    assert GAME.you_view(of_age.state, Seat(0)).of_age
    assert GAME.you_view(of_age.state, Seat(1)).of_age
    assert repr(GAME.you_view(of_age.state, Seat(1))) == "<XiDachYou>"


@pytest.mark.rule("XD-Q31")
def test_reprs_name_no_card_and_tell_nothing() -> None:
    hand = Hand("Tc 7h", ["Td 6d"], "9h 3c", overdraw="allow_and_penalise").play("draw draw")
    text = repr(hand.state) + str(hand.state)
    assert not [card for card in ("Tc", "7h", "Td", "6d", "9h", "3c") if card in text]
    assert "overdrew=" not in text
