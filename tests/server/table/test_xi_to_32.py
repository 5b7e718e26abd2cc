"""A table of xì tố 32 lá: the secret choice under one deadline, all-ins that end a player, rake in the book."""

from typing import Any

import pytest

from protocol.cards import Closed
from protocol.games.stud import Choose, ChooseOffer, Chose, Dealt, Theo, To, ToTat
from protocol.ids import Seat
from protocol.inbound import Approve, Leave, Rebuy, Start
from server.table import entries
from server.table.ledger import HOUSE
from server.table.messages import ConnId
from tests.server.rules.stud.hand import dealt_to
from tests.support.cards import RANKS_32, stacked_order
from tests.support.table import HOST_TOKEN, Bench

HANDS = ("As Ah Ad Kc 9d", "Ks Kh Qd Jc 8d", "Qs Qh Jd Tc 7d")
"""Seat 0 speaks first and has the best hand, seat 1 the next."""


def begun(seats: int = 3, *, orders: int = 1, choose: bool = True, **options: Any) -> Bench:
    """Connections 1 to ``seats`` sit on seats from 0 on, and the first hand is dealt."""
    order = stacked_order(dealt_to(*HANDS[:seats]), ranks=RANKS_32)
    bench = Bench("xi-to-32", options, orders=[order] * orders)
    bench.hello(1, HOST_TOKEN)
    for conn in range(2, seats + 1):
        bench.hello(conn)
    for conn in range(1, seats + 1):
        bench.sit(conn, conn - 1, f"Bạn {conn}")
    assert bench.do(1, Start()) is None
    if choose:
        chosen(bench, seats)
    return bench


def chosen(bench: Bench, seats: int = 3) -> None:
    for conn in range(1, seats + 1):
        bench.act(conn, Choose(1))


def house(bench: Bench) -> int:
    booked = [entry for entry in bench.entries if isinstance(entry, entries.LedgerEntry)]
    return sum(entry.postings.get(HOUSE, 0) for entry in booked if entry.kind == "result")


@pytest.mark.rule("XT32-05")
@pytest.mark.rule("XT32-Q26")
def test_all_choose_at_once_under_one_deadline() -> None:
    bench = begun(choose=False)
    assert bench.play().phase == "choose"
    assert {clock.seat: clock.due for clock in bench.table().clocks} == dict.fromkeys(range(3), bench.now + 15_000)
    assert all(bench.offers(conn) == (ChooseOffer(),) for conn in (1, 2, 3))
    turns = [bench.turn(conn) for conn in (1, 2, 3)]
    bench.act(2, Choose(0))
    assert bench.you(2).turn is None
    assert [bench.turn(1), bench.turn(3)] == [turns[0], turns[2]]
    assert {clock.seat for clock in bench.table().clocks} == {0, 2}


@pytest.mark.rule("XT32-Q03")
def test_what_was_chosen_is_in_nobody_elses_frames_before_the_reveal() -> None:
    benches = [begun(choose=False) for _ in range(2)]
    for choice, bench in enumerate(benches):
        bench.act(1, Choose(choice))
    for conn in (2, 3):
        assert benches[0].frames[ConnId(conn)] == benches[1].frames[ConnId(conn)]
    assert Chose(Seat(0)) in benches[0].events(2)
    for bench in benches:
        bench.act(2, Choose(1))
        assert not any(isinstance(event, Dealt) for event in bench.events(2))
        bench.act(3, Choose(1))
    assert [bench.play().seats[0].up for bench in benches] == [("As",), ("Ah",)]


@pytest.mark.rule("XT32-Q04")
@pytest.mark.case("B-XT-20")
def test_the_second_card_is_turned_up_where_nobody_chose_in_time() -> None:
    bench = begun(choose=False)
    bench.act(1, Choose(0))
    bench.wait(15_499)
    assert bench.play().phase == "choose"
    bench.wait(1)
    assert bench.play().phase == "bet"
    assert [seat.up for seat in bench.play().seats] == [("As",), ("Kh",), ("Qh",)]


@pytest.mark.rule("XT32-Q05")
@pytest.mark.rule("XT32-20")
def test_who_leaves_during_the_choice_loses_the_ante() -> None:
    bench = begun(choose=False)
    assert bench.code(3, Leave(bench.ref(3))) is None
    assert [seat.status for seat in bench.play().seats] == ["live", "live", "folded"]
    bench.act(1, Choose(1))
    bench.act(2, Choose(1))
    assert bench.play().phase == "bet"
    assert bench.play().seats[2].hole == Closed(2)


@pytest.mark.rule("XT32-18")
@pytest.mark.rule("XT32-Q23")
def test_the_rake_goes_into_the_book_of_the_house() -> None:
    bench = begun()
    bench.act(1, To(19))
    bench.act(2, Theo())
    bench.act(3, Theo())
    bench.finish()
    assert [seat.balance for seat in bench.table().seats[:3]] == [1370, 800, 800]
    assert house(bench) == 30


@pytest.mark.rule("XT32-Q25")
def test_a_lost_line_changes_nothing_for_who_is_all_in() -> None:
    bench = begun()
    bench.act(1, ToTat())
    bench.lose(1)
    bench.act(2, Theo())
    bench.act(3, Theo())
    assert bench.play(2).phase == "showdown"
    assert bench.table(2).seats[0].balance == 3000 - 150


@pytest.mark.rule("XT32-Q25")
@pytest.mark.rule("XT32-20")
def test_leaving_all_in_forfeits_the_pot() -> None:
    bench = begun()
    bench.act(1, ToTat())
    assert bench.code(1, Leave(bench.ref(1))) is None
    bench.act(2, Theo())
    bench.act(3, Theo())
    assert bench.table(2).seats[1].balance == 3000 - 150
    assert bench.table(2).seats[0].player is None


@pytest.mark.case("B042")
@pytest.mark.rule("XT32-Q17")
def test_b042_no_ante_is_taken_for_a_hand_that_cannot_be_played() -> None:
    bench = begun(2, rebuy="off", rake_bp=0)
    bench.act(1, ToTat())
    bench.act(2, Theo())
    bench.wait(60_000)
    assert bench.table().phase == "waiting"
    assert bench.table().waiting == "players"
    assert [seat.balance for seat in bench.table().seats[:2]] == [2000, 0]


@pytest.mark.case("B062")
@pytest.mark.rule("XT32-Q17")
def test_b062_who_won_everything_still_has_it_when_somebody_buys_in_again() -> None:
    bench = begun(3, orders=2, rebuy="host_approves", rake_bp=0)
    bench.act(1, ToTat())
    bench.act(2, Theo())
    bench.act(3, Theo())
    bench.wait(300_000)
    assert [seat.balance for seat in bench.table().seats[:3]] == [3000, 0, 0]
    assert bench.code(2, Rebuy(bench.ref(2))) is None
    (request,) = bench.table().requests
    assert bench.do(1, Approve(request.player, yes=True)) is None
    bench.wait(20_000)
    if bench.table().phase == "waiting":
        bench.do(1, Start())
    assert [(seat.seat, seat.stack) for seat in bench.play().seats] == [(0, 2990), (1, 990)]


@pytest.mark.rule("XT32-04")
def test_everybody_sees_their_own_two_cards_and_nobody_elses() -> None:
    bench = begun(choose=False)
    hands = [bench.you(conn).play.hole for conn in (1, 2, 3)]  # type: ignore[union-attr]
    assert [hand.cards for hand in hands] == [("As", "Ah"), ("Ks", "Kh"), ("Qs", "Qh")]
    for conn in (1, 2, 3):
        frames = b"".join(bench.frames[ConnId(conn)])
        others = {"As", "Ah", "Ks", "Kh", "Qs", "Qh"} - set(hands[conn - 1].cards)
        assert not [card for card in others if f'"{card}"'.encode() in frames]
