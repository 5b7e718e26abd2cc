"""After a restart nobody has lost anything by it: not time, not his turn, not the result on the table."""

import pytest

from protocol.games.stud import StudView, Theo
from protocol.ids import Millis
from protocol.inbound import Say, Start
from server.table.messages import ConnId, Restarted
from server.table.returning import RETURN_MS
from server.table.timing import GRACE_MS
from tests.support.table import HOST_TOKEN, Bench

OUTAGE_MS = 3_600_000


def restart(bench: Bench) -> None:
    """The journal knows what time it was when somebody last said something: what came after is given back too."""
    bench.code(2, Say(bench.ref(2), "một hai ba"))
    bench.now = Millis(bench.now + OUTAGE_MS)
    bench.tell(Restarted(8))


def back(bench: Bench, *conns: int) -> None:
    for conn in conns:
        bench.hello(conn + 20, bench.tokens[ConnId(conn)])


def test_a_clock_waits_for_its_player_and_goes_on_with_what_it_had() -> None:
    bench = Bench.begun()
    bench.wait(12_000)
    left = bench.clock().due - bench.now
    restart(bench)
    bench.wait(20_000)
    back(bench, 1)
    assert bench.clock(21).due - bench.now == left
    assert bench.you(21).turn is not None


def test_who_does_not_come_back_is_waited_for_half_a_minute_and_no_more() -> None:
    bench = Bench.begun()
    left = bench.clock(3).due + bench.clock(3).bank - bench.now
    restart(bench)
    back(bench, 2, 3, 4)
    bench.wait(RETURN_MS + left + GRACE_MS - 1)
    play = bench.table(23).play
    assert isinstance(play, StudView)
    assert play.to_act == 0
    bench.wait(1)
    play = bench.table(23).play
    assert isinstance(play, StudView)
    assert play.to_act == 1


def test_the_wait_costs_nobody_of_what_he_may_be_away() -> None:
    bench = Bench.begun()
    before = bench.seat(0).away_left
    restart(bench)
    bench.wait(25_000)
    back(bench, 1)
    assert bench.table(21).seats[0].away_left == before


def test_a_result_stays_until_all_who_saw_it_are_back() -> None:
    bench = Bench.begun()
    bench.finish()
    bench.wait(1_000)
    restart(bench)
    back(bench, 1, 2, 3)
    bench.wait(20_000)
    assert bench.table(21).phase == "result"
    back(bench, 4)
    bench.wait(6_999)
    assert (bench.table(21).phase, bench.table(21).hand) == ("result", 1)
    bench.wait(1)
    assert (bench.table(21).phase, bench.table(21).hand) == ("playing", 2)


def test_nobody_is_waited_for_for_ever() -> None:
    bench = Bench.begun()
    bench.finish()
    restart(bench)
    back(bench, 1, 2)
    bench.wait(RETURN_MS + 8_000)
    assert (bench.table(21).phase, bench.table(21).hand) == ("playing", 2)


@pytest.mark.case("B219")
def test_bots_are_asked_for_again() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.hello(2)
    bench.sit(1, 0, "Lan")
    bench.bots_in(1)
    asked = list(bench.bots)
    bench.bots.clear()
    restart(bench)
    assert bench.bots == asked


def test_a_command_of_before_gets_its_answer_again() -> None:
    bench = Bench.begun()
    bench.act(1, Theo())
    ref = bench.refs[ConnId(1)]
    restart(bench)
    welcome = bench.hello(21, HOST_TOKEN)
    assert welcome is not None
    assert (welcome.epoch, welcome.next_ref) == (8, ref + 1)
    answered = bench.you(21).answered
    assert answered is not None
    assert (answered.ref, answered.code) == (ref, None)


def test_an_empty_table_waits_for_nobody() -> None:
    bench = Bench()
    bench.four()
    for conn in (1, 2, 3, 4):
        bench.lose(conn)
    bench.tell(Restarted(8))
    assert bench.core.table.returning is None


def test_a_hand_that_the_host_begins_ends_the_wait() -> None:
    bench = Bench.begun()
    bench.finish()
    restart(bench)
    back(bench, 1, 2)
    assert bench.do(21, Start()) is None
    assert bench.core.table.returning is None
    assert bench.table(21).phase == "playing"
    due = bench.core.next_deadline
    assert due is not None
    assert due <= min(clock.due + clock.bank for clock in bench.table(21).clocks) + GRACE_MS
