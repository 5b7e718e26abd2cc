"""What is seen of a hand, by everybody and by its owner."""

import pytest

from protocol import codec
from protocol.cards import Closed, Open
from protocol.games.stud import StudPot, StudSeat, StudView, StudYou
from protocol.ids import Chips, Seat
from protocol.play import HandLabel
from tests.server.rules.stud.hand import Hand
from tests.support.cards import by_seat, stacked

HANDS = ["As Kd Jc Tc 9d", "9h 9c Qs Jd Th", "8s Kh Qc Js Ts", "Ah Kc Jh Td 9s"]
HOLES = [hand.split()[0] for hand in HANDS]


def begun(words: str = "") -> Hand:
    return Hand(stacked(by_seat(*HANDS))).play(words)


@pytest.mark.rule("XT28-07")
@pytest.mark.parametrize("words", ["", "theo " * 4, "theo " * 15, "to to up theo theo", "up up up"])
def test_a_hole_card_is_in_nothing_that_others_get(words: str) -> None:
    hand = begun(words)
    public = codec.encode(hand.view) + b"".join(map(codec.encode, hand.events)) + repr(hand.state).encode()
    for seat, card in enumerate(HOLES):
        assert card.encode() not in public
        you = codec.encode(hand.game.you_view(hand.state, Seat(seat)))
        assert [hole for hole in HOLES if hole.encode() in you] == [card]


@pytest.mark.rule("XT28-07")
@pytest.mark.rule("XT28-Q15")
def test_after_the_showdown_the_folded_hole_card_is_still_closed() -> None:
    hand = begun("theo " * 12 + "up theo theo theo")
    folded = next(seat for seat in hand.view.seats if seat.status == "folded")
    public = codec.encode(hand.view) + b"".join(map(codec.encode, hand.events))
    assert [card for card in HOLES if card.encode() not in public] == [HOLES[folded.seat]]
    assert folded.hole == Closed(1)
    assert hand.game.you_view(hand.state, folded.seat).hole == Open((HOLES[folded.seat],))  # type: ignore[arg-type]


def test_a_hand_is_named_by_all_that_lies_open() -> None:
    """At the showdown by its five cards, as its owner's label says; a folded one by its up-cards as before."""
    hand = begun("theo " * 12 + "up theo theo theo")
    for seat in hand.view.seats:
        whole = hand.game.you_view(hand.state, seat.seat).label
        assert (seat.label == whole) == (seat.status == "live")


def test_the_table_in_full() -> None:
    hand = begun("theo theo theo theo")
    assert hand.view.opener == hand.turn
    hand.play("to")
    raiser = hand.view.opener
    view = hand.view
    assert raiser is not None
    assert view == StudView(
        phase="bet",
        round=2,
        rounds=4,
        level=Chips(1),
        raises=1,
        most_raises=2,
        pot=Chips(5),
        opener=raiser,
        to_act=hand.turn,
        seats=view.seats,
        pots=(StudPot(Chips(5), view.pots[0].seats),),
    )
    assert view.pots[0].seats == (0, 1, 2, 3)
    assert view.seats[1] == StudSeat(
        seat=Seat(1),
        stack=Chips(99 if raiser != 1 else 98),
        paid=Chips(0 if raiser != 1 else 1),
        total=Chips(1 if raiser != 1 else 2),
        status="live",
        hole=Closed(1),
        up=("9c", "Qs"),  # type: ignore[arg-type]
        label=HandLabel("high_card", ("Q", "9")),
        said=None if raiser != 1 else "to",
    )


def test_ones_own_part_names_what_the_cards_make() -> None:
    hand = begun()
    assert hand.game.you_view(hand.state, Seat(1)) == StudYou(Open(("9h",)), HandLabel("pair", ("9",)))  # type: ignore[arg-type]
    hand.play("theo " * 4)
    assert hand.game.you_view(hand.state, Seat(1)).label == HandLabel("pair", ("9", "Q"))
    assert hand.game.you_view(hand.state, Seat(9)) == StudYou()


def test_what_a_seat_said_is_shown_until_the_round_ends() -> None:
    hand = begun()
    order = []
    for word in ("theo", "to", "theo", "up"):
        order.append(hand.turn)
        hand.play(word)
    assert [hand.seat(seat).said for seat in order] == ["check", "to", "theo", "up"]
    hand.play("theo")
    assert all(seat.said is None for seat in hand.view.seats)
