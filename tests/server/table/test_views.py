"""Pictures of a table: what is public, what is one seat's own."""

import pytest

from protocol.cards import Closed, Open
from protocol.codec import decode_outbound, encode
from protocol.games.stud import StudYou, To, Up
from protocol.ids import PlayerId, Seat
from protocol.inbound import Ask, Leave, Rebuy, Sit
from protocol.outbound import View
from protocol.views import Outcome, Person, Request
from server.table import views
from server.table.messages import ConnId
from tests.support.table import HOST_TOKEN, Bench


def test_a_frame_is_the_encoded_view() -> None:
    bench = Bench.begun()
    for conn in (1, 2):
        frame = bench.frames[ConnId(conn)][-1]
        view = decode_outbound(frame)
        assert isinstance(view, View)
        assert encode(view) == b'%b,"skipped":0}' % frame[:-1]


@pytest.mark.rule("XT28-07")
def test_a_seat_sees_its_own_hole_card_and_nobody_elses() -> None:
    bench = Bench.begun()
    bench.hello(9)
    for conn, card in ((1, "8c"), (2, "8d"), (3, "8h"), (4, "8s")):
        you = bench.you(conn).play
        assert isinstance(you, StudYou)
        assert you.hole == Open((card,))  # type: ignore[arg-type]
    assert bench.you(9).play is None
    assert [seat.hole for seat in bench.play(9).seats] == [Closed(1)] * 4
    assert not any(card in bench.frames[ConnId(9)][-1] for card in (b"8c", b"8d", b"8h", b"8s"))


def test_a_watchers_you_is_empty_of_play() -> None:
    bench = Bench.begun()
    bench.hello(9)
    you = bench.you(9)
    assert (you.seat, you.turn, you.offers, you.blocked, you.play, you.bank) == (None, None, (), (), None, 0)
    assert bench.table(9).watchers == 1


def test_only_the_seat_on_turn_has_offers_and_a_turn() -> None:
    bench = Bench.begun()
    assert [conn for conn in (1, 2, 3, 4) if bench.you(conn).turn is not None] == [1]
    assert [conn for conn in (1, 2, 3, 4) if bench.you(conn).offers] == [1]


def test_what_the_table_waits_for() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    assert bench.table().waiting == "players"
    bench.four()
    assert (bench.table().phase, bench.table().waiting) == ("starting", None)


def test_an_answer_in_a_view_is_the_viewers_own_last() -> None:
    bench = Bench.begun()
    bench.act(1, To())
    assert bench.you(1).answered == Outcome(bench.refs[ConnId(1)])  # type: ignore[arg-type]
    assert bench.code(2, Rebuy(bench.ref(2))) == "rebuy_refused"
    bench.act(2, To())
    assert bench.you(1).answered == Outcome(bench.refs[ConnId(1)])  # type: ignore[arg-type]
    bench.hello(9)
    assert bench.you(9).answered is None


@pytest.mark.by_hand
def test_requests_and_bars_are_public() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.do(1, Ask(True))
    bench.hello(2)
    bench.code(2, Sit(bench.ref(2), Seat(1), "Tú"))
    assert bench.table(1).requests == (Request(PlayerId(2), "Tú", "sit", Seat(1)),)
    bench.core._t.people[PlayerId(2)].barred = True
    assert views.table_view(bench.core._t).barred == (Person(PlayerId(2), ""),)


def test_a_leaver_sees_his_cards_until_the_seat_is_free_and_nothing_after() -> None:
    bench = Bench.begun()
    bench.code(2, Leave(bench.ref(2)))
    assert bench.you(2).play is not None
    for _ in range(2):
        bench.act(bench.actor(), Up())
    assert (bench.you(2).play, bench.you(2).seat, bench.you(2).bank) == (None, None, 0)


def test_an_empty_seat_shows_nothing_of_who_sat_there() -> None:
    bench = Bench()
    bench.four()
    bench.code(2, Leave(bench.ref(2)))
    assert bench.seat(1) == type(bench.seat(1))(Seat(1))


def test_clocks_end_with_the_hand() -> None:
    bench = Bench.begun()
    assert [clock.seat for clock in bench.table().clocks] == [0]
    bench.finish()
    assert bench.table().clocks == ()
