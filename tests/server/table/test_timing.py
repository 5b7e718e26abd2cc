"""Clocks: turn time, bank, grace, absence, sleep (rules.md 7.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.events import TimedOut
from protocol.games.stud import Called, Folded, Theo, To
from protocol.ids import Chips, Millis, Seat
from protocol.inbound import Act, Leave, SitIn, Start
from server.rules.game import Pace
from server.table.messages import ConnId
from server.table.timing import Allowance, Countdown, SeatClock
from tests.support.table import HOST_TOKEN, Bench

TURN = 20_000
BANK = 60_000
GRACE = 500
WHOLE = TURN + BANK + GRACE


@pytest.mark.case("B074")
def test_a_clock_is_the_turn_time_then_the_bank_then_the_grace() -> None:
    bench = Bench.begun()
    assert bench.clock().due == bench.now + TURN
    assert bench.clock().bank == BANK
    assert bench.core.next_deadline == bench.now + WHOLE


@pytest.mark.rule("XT28-Q17")
@pytest.mark.case("B068")
def test_the_fallback_calls_where_that_is_free_and_folds_where_it_is_not() -> None:
    bench = Bench.begun()
    bench.wait(WHOLE)
    assert Called(Seat(0), Chips(0)) in bench.events()
    bench.act(2, To())
    bench.wait(WHOLE)
    assert Folded(Seat(2)) in bench.events()
    assert [event for event in bench.events() if isinstance(event, TimedOut)] == [TimedOut(Seat(0)), TimedOut(Seat(2))]


def test_an_action_within_the_grace_wins_and_the_fallback_comes_at_its_end() -> None:
    bench = Bench.begun()
    bench.wait(WHOLE - 1)
    assert bench.code(1, Act(bench.ref(1), bench.turn(1), To())) is None
    assert bench.play().level == 1
    bench.wait(WHOLE - 1)
    assert bench.actor() == 2
    bench.wait(1)
    assert bench.actor() == 3


def test_receive_never_applies_a_fallback() -> None:
    """An action that was read first counts, however late the loop is."""
    bench = Bench.begun()
    bench.now = Millis(bench.now + WHOLE + 900)
    assert bench.code(3, Leave(bench.ref(3))) is None
    assert bench.play().to_act == 0
    assert bench.code(1, Act(bench.ref(1), bench.turn(1), To())) is None


@pytest.mark.case("B078")
def test_the_bank_runs_by_itself_and_what_is_used_is_gone() -> None:
    bench = Bench.begun()
    bench.wait(TURN + 15_000)
    bench.act(1, Theo())
    assert bench.you(1).bank == BANK - 15_000
    bench.theo(3)
    assert bench.clock().bank == BANK - 15_000
    bench.wait(TURN)
    bench.act(1, Theo())
    assert bench.you(1).bank == BANK - 15_000


def test_a_hand_brings_five_seconds_of_bank_up_to_sixty() -> None:
    bench = Bench.begun()
    bench.wait(TURN + 15_000)
    bench.finish()
    assert bench.you(1).bank == BANK - 15_000
    bench.wait(8_000)
    assert bench.you(1).bank == BANK - 10_000
    assert bench.you(2).bank == BANK


def test_after_a_timeout_the_bank_is_empty() -> None:
    bench = Bench.begun()
    bench.wait(WHOLE)
    assert bench.you(1).bank == 0
    bench.theo(3)
    assert bench.core.next_deadline == bench.now + TURN + GRACE


def test_a_clock_waits_thirty_seconds_for_an_owner_who_drops() -> None:
    bench = Bench.begun()
    bench.wait(5_000)
    bench.lose(1)
    assert bench.table(2).seats[0].away_since == bench.now
    assert bench.clock(2).due == bench.now + 15_000 + 30_000
    bench.wait(10_000)
    bench.hello(1, HOST_TOKEN)
    assert bench.clock(2).due == bench.now + 15_000
    assert bench.seat(0).away_left == 20_000


def test_absence_is_waited_for_thirty_seconds_a_drop_and_sixty_a_hand() -> None:
    bench = Bench.begun()
    for waited in (30_000, 30_000, 0):
        due = bench.clock(2).due
        bench.lose(1)
        assert bench.clock(2).due == due + waited
        bench.wait(waited + 1_000)
        bench.hello(1, HOST_TOKEN)
        assert bench.clock(2).due == due + waited
    bench.finish()
    bench.wait(8_000)
    bench.lose(1)
    assert bench.clock(2).due == bench.now + TURN + 30_000


def test_who_is_away_when_the_turn_comes_is_waited_for_too() -> None:
    bench = Bench.begun()
    bench.lose(2)
    bench.act(1, Theo())
    assert bench.clock().due == bench.now + TURN + 30_000
    bench.wait(30_000 + WHOLE)
    assert bench.actor() == 3
    bench.theo(3)
    assert bench.actor() == 2
    assert bench.clock().due == bench.now + TURN, "one drop is waited for once"


@pytest.mark.case("B070")
def test_no_other_clock_moves_when_somebody_drops_and_returns() -> None:
    bench = Bench.begun()
    due = bench.clock().due
    for _ in range(2):
        bench.wait(1_000)
        bench.lose(2)
        assert bench.clock().due == due
        bench.wait(1_000)
        bench.hello(2, bench.tokens[ConnId(2)])
        assert bench.clock().due == due


@pytest.mark.case("B082")
def test_two_timeouts_in_a_row_sit_a_seat_out_and_one_tap_brings_it_back() -> None:
    bench = Bench.begun()
    bench.wait(WHOLE)
    bench.theo(3)
    assert bench.seat(0).status == "in"
    bench.wait(TURN + GRACE)
    assert bench.seat(0).status == "out"
    assert bench.code(1, SitIn(bench.ref(1))) is None
    assert bench.code(1, SitIn(bench.ref(1))) is None
    bench.finish()
    bench.wait(8_000)
    assert bench.table().hand == 2


def test_an_action_between_two_timeouts_keeps_the_seat_in() -> None:
    bench = Bench.begun()
    bench.wait(WHOLE)
    bench.theo(4)
    bench.theo(3)
    bench.wait(TURN + GRACE)
    assert bench.play().round == 3
    assert bench.seat(0).status == "in"


@pytest.mark.parametrize("late", [1_001, 5_000, 3_600_000])
def test_a_machine_that_slept_plays_for_nobody(late: int) -> None:
    """Promise 8: the seat on turn has what it had when the table last stirred."""
    bench = Bench.begun()
    assert bench.core.next_deadline is not None
    bench.now = Millis(bench.core.next_deadline + late)
    bench.take(bench.core.wake(bench.now))
    assert bench.play().to_act == 0
    assert bench.core.next_deadline == bench.now + WHOLE


def test_a_second_of_lag_is_no_sleep() -> None:
    bench = Bench.begun()
    assert bench.core.next_deadline is not None
    bench.now = Millis(bench.core.next_deadline + 1_000)
    bench.take(bench.core.wake(bench.now))
    assert bench.play().to_act == 1


def test_sleep_moves_every_open_deadline() -> None:
    """Countdown, result, pause and absences alike."""
    bench = Bench()
    bench.four()
    bench.now = Millis(bench.now + 60_000)
    bench.take(bench.core.wake(bench.now))
    assert bench.table().phase == "starting"
    assert bench.core.next_deadline == bench.now + 10_000
    bench.do(1, Start())
    bench.finish()
    bench.lose(1)
    away = bench.table(2).seats[0].away_since
    bench.now = Millis(bench.now + 60_000)
    bench.take(bench.core.wake(bench.now))
    bench.hello(9)
    assert bench.table(2).seats[0].away_since == (away or 0) + 60_000
    assert bench.table(2).phase == "result"
    assert bench.core.next_deadline == bench.now + 8_000


def test_a_deadline_that_was_past_when_it_came_up_is_no_sleep() -> None:
    """The absent host's minute is over when an heir appears: nobody's clock moves for it."""
    bench = Bench.begun()
    for conn in (2, 3, 4, 1):
        bench.lose(conn)
    bench.wait(70_000)
    bench.hello(2, bench.tokens[ConnId(2)])
    due = bench.clock(2).due
    bench.now = Millis(bench.now + 900)
    bench.take(bench.core.wake(bench.now))
    assert bench.you(2).host
    assert bench.clock(2).due == due


@pytest.mark.case("B080")
def test_a_deadline_is_met_once() -> None:
    bench = Bench.begun()
    bench.wait(WHOLE)
    version = bench.view(1).v
    for _ in range(3):
        bench.take(bench.core.wake(bench.now))
    assert bench.view(1).v == version
    assert len([event for event in bench.events() if isinstance(event, TimedOut)]) == 1


@given(
    spans=st.lists(st.tuples(st.integers(0, 40_000), st.integers(0, 40_000)), max_size=6),
    pauses=st.lists(st.integers(0, 100_000), max_size=3),
)
def test_absence_and_pauses_never_cost_a_seat_its_own_time(spans: list[tuple[int, int]], pauses: list[int]) -> None:
    """``due`` is the turn time actually spent here, plus what was waited, plus the pauses; never less."""
    allowance = Allowance()
    now, here, waited, paused = 0, 0, 0, 0
    clock = SeatClock(Seat(0), Millis(TURN), Millis(0))
    for number, (present, absent) in enumerate(spans):
        now, here = now + present, here + present
        allowance.new_drop()
        clock.owner_left(Millis(now), allowance)
        held = clock.held
        assert clock.due == TURN + waited + paused + held
        now += absent
        clock.owner_back(Millis(now), allowance)
        waited += min(held, absent)
        if number < len(pauses):
            clock.pause(Millis(now), allowance)
            now += pauses[number]
            paused += pauses[number]
            clock.resume(Millis(now))
        assert clock.due == TURN + waited + paused
        assert waited <= 60_000
        assert 0 <= allowance.drop <= 30_000
        assert 0 <= allowance.hand <= 60_000


def test_an_automatic_clock_waits_for_nobody() -> None:
    clock = SeatClock(Seat(0), Millis(500), Millis(0), automatic=True)
    clock.owner_left(Millis(0), Allowance())
    assert (clock.due, clock.away_from) == (500, None)


@pytest.mark.case("B161")
def test_a_countdown_begins_anew_twice_and_then_only_goes_on() -> None:
    countdown = Countdown()
    dues = []
    for now in (0, 1_000, 2_000, 3_000, 4_000):
        countdown.begin(Millis(now), 10_000)
        dues.append(countdown.due)
        countdown.stop()
    assert dues == [10_000, 11_000, 12_000, 12_000, 12_000]
    countdown.clear()
    countdown.begin(Millis(50_000), 5_000)
    assert countdown.due == 55_000


def test_bank_time_is_spent_once_however_often_one_acts_on_a_running_clock() -> None:
    clock = SeatClock(Seat(0), Millis(TURN), Millis(60_000))
    fires = clock.fires
    assert clock.spend(Millis(TURN - 1)) == 0
    assert clock.spend(Millis(TURN + 10_000)) == 10_000
    assert clock.spend(Millis(TURN + 10_000)) == 0
    assert clock.spend(Millis(TURN + 25_000)) == 15_000
    assert (clock.bank, clock.fires) == (35_000, fires)
    assert clock.spend(Millis(fires)) == 35_000
    assert (clock.bank, clock.fires) == (0, fires)


def test_where_all_decide_at_the_same_time_nobody_is_waited_for() -> None:
    clock = SeatClock(Seat(0), Millis(TURN), Millis(0), Pace("bet_timeout_s", personal=False))
    clock.owner_left(Millis(0), Allowance())
    assert (clock.due, clock.away_from) == (TURN, None)
