"""Pauses: all clocks stand with what they had, and a pause never lasts."""

import pytest

from protocol.events import PauseBegan, PauseEnded
from protocol.games.stud import Theo, Up
from protocol.ids import Millis, PlayerId
from protocol.inbound import Act, Kick, Leave, PauseTable, ResumeTable, Say, Start
from server.table.messages import ConnId
from tests.support.table import HOST_TOKEN, Bench


@pytest.mark.case("B072")
def test_a_pause_stops_the_turn_with_what_was_left_and_everybody_sees_it() -> None:
    bench = Bench.begun()
    bench.wait(8_000)
    assert bench.do(1, PauseTable()) is None
    assert PauseBegan(PlayerId(1)) in bench.events(3)
    bench.wait(30_000)
    bench.lose(3)
    for conn, token in ((3, bench.tokens[ConnId(3)]), (9, None)):
        bench.hello(conn, token)
        assert bench.table(conn).pause is not None
        assert bench.table(conn).pause.by == 1  # type: ignore[union-attr]
        assert bench.clock(conn).left == 12_000
    assert bench.do(1, ResumeTable()) is None
    assert (bench.clock().left, bench.clock().due) == (None, bench.now + 12_000)
    assert PauseEnded("resumed") in bench.events(9)


def test_in_a_pause_nobody_acts_and_nothing_times_out() -> None:
    bench = Bench.begun()
    bench.do(1, PauseTable())
    assert bench.do(1, PauseTable()) == "paused"
    bench.wait(500_000)
    assert bench.code(1, Act(bench.ref(1), bench.turn(1), Theo())) == "paused"
    assert bench.code(1, Say(bench.ref(1), "trà xong rồi")) is None
    assert bench.play().to_act == 0
    assert bench.you(1).bank == 60_000
    bench.do(1, ResumeTable())
    assert bench.do(1, ResumeTable()) == "not_paused"
    assert bench.code(1, Act(bench.ref(1), bench.turn(1), Theo())) is None


def test_the_bank_stops_too() -> None:
    bench = Bench.begun()
    bench.wait(35_000)
    bench.do(1, PauseTable())
    bench.wait(300_000)
    bench.do(1, ResumeTable())
    assert bench.core.next_deadline == bench.now + 45_500


def test_a_pause_ends_by_itself_after_ten_minutes() -> None:
    bench = Bench.begun()
    bench.do(1, PauseTable())
    assert bench.table().pause.until == bench.now + 600_000  # type: ignore[union-attr]
    bench.wait(599_999)
    assert bench.table().pause is not None
    bench.wait(1)
    assert bench.table().pause is None
    assert PauseEnded("too_long") in bench.events()
    assert bench.clock().due == bench.now + 20_000


@pytest.mark.parametrize("others", [True, False])
def test_a_pause_ends_when_the_host_is_gone_for_a_minute(others: bool) -> None:
    bench = Bench.begun()
    bench.hello(9)
    bench.do(1, PauseTable())
    if not others:
        for conn in (2, 3, 4):
            bench.lose(conn)
    bench.lose(1)
    bench.wait(59_999)
    assert bench.table(9).pause is not None
    bench.wait(1)
    assert bench.table(9).pause is None
    assert PauseEnded("host_gone") in bench.events(9)
    assert bench.table(9).host == (2 if others else 1)


def test_a_pause_of_the_countdown_and_of_the_result() -> None:
    bench = Bench()
    bench.four()
    bench.wait(4_000)
    bench.do(1, PauseTable())
    assert bench.do(1, Start()) == "paused"
    bench.wait(100_000)
    assert bench.table().hand == 0
    bench.do(1, ResumeTable())
    assert bench.table().starts == bench.now + 6_000
    bench.wait(6_000)
    bench.finish()
    bench.wait(3_000)
    bench.do(1, PauseTable())
    bench.wait(50_000)
    bench.do(1, ResumeTable())
    assert bench.table().starts == bench.now + 5_000


def test_a_hand_that_ends_within_a_pause_shows_its_result_for_the_usual_time() -> None:
    bench = Bench.begun()
    for _ in range(2):
        bench.act(bench.actor(), Up())
    bench.do(1, PauseTable())
    bench.wait(60_000)
    bench.code(3, Leave(bench.ref(3)))
    assert bench.table().phase == "result"
    bench.wait(60_000)
    bench.do(1, ResumeTable())
    assert bench.table().starts == bench.now + 5_000


def test_absence_in_a_pause_costs_nothing_and_is_waited_for_afterwards() -> None:
    bench = Bench.begun()
    bench.wait(5_000)
    bench.lose(1)
    bench.wait(10_000)
    bench.hello(1, HOST_TOKEN)
    bench.do(1, PauseTable())
    bench.lose(1)
    bench.wait(40_000)
    bench.hello(1, HOST_TOKEN)
    bench.do(1, ResumeTable())
    assert bench.clock().due == bench.now + 15_000
    bench.do(1, PauseTable())
    bench.lose(1)
    bench.wait(60_000)
    assert bench.table(2).pause is None
    assert bench.clock(2).due == bench.now + 15_000 + 30_000


def test_a_seat_kicked_in_a_pause_plays_on_after_it() -> None:
    bench = Bench.begun()
    bench.act(1, Theo())
    bench.do(1, PauseTable())
    bench.do(1, Kick(PlayerId(2)))
    bench.wait(30_000)
    assert bench.play().to_act == 1
    bench.do(1, ResumeTable())
    bench.wait(1_000)
    assert bench.play().to_act == 2


def test_a_leaver_passes_the_turn_to_a_clock_that_stands() -> None:
    bench = Bench.begun()
    bench.wait(10_000)
    bench.do(1, PauseTable())
    bench.code(1, Leave(bench.ref(1)))
    assert (bench.clock(2).seat, bench.clock(2).left) == (1, 20_000)
    bench.wait(30_000)
    bench.do(2, ResumeTable())
    assert bench.clock(2).due == Millis(bench.now + 20_000)
