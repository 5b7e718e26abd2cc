"""What a real server sends is never found at fault, and what no server should send always is."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from protocol.cards import Closed, FaceUp, Open
from protocol.codec import encode
from protocol.events import HandEnded, StoodUp
from protocol.games.stud import StudView, StudYou
from protocol.games.xi_dach import ShownToCons, XiDachYou
from protocol.ids import Chips, PlayerId, Seat
from protocol.outbound import View
from protocol.views import TableView, YouView
from server.loadtest.checks import NO_CARDS, PictureCheck, foreign_cards, held_twice, own_cards
from tests.support.load import Play
from tests.support.table import Bench


def views(bench: Bench, conn: int = 1) -> list[View]:
    return [message for message in bench.messages(conn) if isinstance(message, View)]


@pytest.mark.parametrize("game", ["xi-to-28", "xi-to-32", "xi-dach"])
async def test_many_hands_of_every_game_are_without_fault(game: str) -> None:
    play = Play(game=game)
    await play.begin(rate=20.0)
    await play.toy.pass_(20_000)
    assert play.stats.hands > 5
    assert play.stats.errors == {}


def whole_hand() -> list[View]:
    bench = Bench.begun()
    bench.finish()
    return views(bench)


def points_out_of_nothing(table: TableView) -> TableView:
    assert isinstance(table.play, StudView)
    return replace(table, play=replace(table.play, pot=Chips(table.play.pot + 1)))


def richer(table: TableView) -> TableView:
    first, *others = table.seats
    return replace(table, seats=(replace(first, balance=Chips(first.balance + 1)), *others))


@pytest.mark.parametrize(
    ("tampered", "fault"), [(points_out_of_nothing, "points not conserved"), (richer, "balance changed by itself")]
)
def test_a_picture_with_other_points_is_found(tampered: Callable[[TableView], TableView], fault: str) -> None:
    seen = whole_hand()
    check = PictureCheck()
    playing = next(place for place, view in enumerate(seen) if view.table.phase == "playing") + 2
    for view in seen[:playing]:
        assert check.faults(view.v, view.table, view.events) == []
    view = seen[playing]
    assert check.faults(view.v, tampered(view.table), view.events) == [fault]


def test_a_result_that_does_not_add_up_is_found() -> None:
    *before, last = whole_hand()
    check = PictureCheck()
    for view in before:
        check.faults(view.v, view.table, view.events)
    events = tuple(
        HandEnded(event.hand, {**event.results, Seat(0): event.results[Seat(0)] + 5})
        if isinstance(event, HandEnded)
        else event
        for event in last.events
    )
    assert "result does not add up" in check.faults(last.v, last.table, events)


def test_after_a_gap_nothing_is_compared() -> None:
    first, second, third, *_ = [view for view in whole_hand() if view.table.phase == "playing"]
    check = PictureCheck()
    check.faults(first.v, first.table, first.events)
    assert check.faults(third.v, richer(points_out_of_nothing(third.table)), third.events) == []
    assert second.v + 1 == third.v


def test_who_stands_up_takes_his_points_along() -> None:
    bench = Bench.begun()
    before = bench.view(1)
    check = PictureCheck()
    check.faults(before.v, before.table, before.events)
    free = replace(before.table.seats[0], player=None, balance=Chips(0))
    gone = replace(before.table, seats=(free, *before.table.seats[1:]))
    event = StoodUp(PlayerId(1), Seat(0), "Lan", "left")
    assert check.faults(before.v + 1, gone, (event,)) == []


def test_ones_own_cards_are_the_ones_that_one_sees() -> None:
    you = Bench.begun().you(1)
    assert len(own_cards(you)) == 1
    assert own_cards(replace(you, play=StudYou(Closed(1)))) == NO_CARDS
    assert own_cards(replace(you, play=None)) == NO_CARDS


CARD, OTHER = FaceUp("As"), FaceUp("Kh")


def private(play: StudYou | XiDachYou | None) -> YouView:
    return replace(Bench.begun().you(1), play=play)


@pytest.mark.parametrize(
    "play",
    [
        StudYou(Open((CARD,))),
        XiDachYou(Open((CARD,)), banker=Open((OTHER,))),
        XiDachYou(Open((CARD,)), shown=(ShownToCons(Seat(2), (OTHER,)),)),
        None,
    ],
)
def test_own_and_lent_cards_are_no_leak(play: StudYou | XiDachYou | None) -> None:
    you = private(play)
    assert not foreign_cards(encode(you), you, own_cards(you), NO_CARDS)


@pytest.mark.parametrize("play", [StudYou(Open((CARD,))), XiDachYou(Open((CARD,))), None])
def test_any_other_card_in_the_private_part_is_a_leak(play: StudYou | XiDachYou | None) -> None:
    you = private(play)
    raw = encode(you)[:-1] + b',"hint":["Kh"]}'
    assert foreign_cards(raw, you, own_cards(you), NO_CARDS)
    assert not foreign_cards(raw, you, own_cards(you), frozenset((OTHER,)))


def test_a_card_is_in_one_hand() -> None:
    assert not held_twice([frozenset((CARD,)), NO_CARDS, frozenset((OTHER,))])
    assert held_twice([frozenset((CARD,)), frozenset((OTHER, CARD))])
