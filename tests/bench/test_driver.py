"""When a lane acts, and what of it is measured."""

import pytest

from server.loadtest.wheel import Wheel
from tests.bench.driver import Driver
from tests.support.loop import VirtualLoop


class Lane:
    """Says something whenever it may."""

    def __init__(self) -> None:
        self.acted = 0
        self.able = True

    def act(self) -> bool:
        self.acted += self.able
        return self.able


class Rig:
    def __init__(self, rate: float) -> None:
        self.loop = VirtualLoop()
        self.driver = Driver(Wheel(self.loop.time, self.loop.call_later), rate)
        self.driver.measuring = True
        self.lane = Lane()
        self.driver.start([self.lane])

    def free(self, after_ms: int) -> None:
        self.loop.advance(after_ms)
        self.driver.free(self.lane, self.loop.time())


def test_without_a_schedule_one_action_follows_the_other() -> None:
    rig = Rig(rate=0)
    for number in range(1, 4):
        assert rig.lane.acted == number
        rig.free(30)
    assert rig.driver.latency.count == 3
    assert rig.driver.latency.most == pytest.approx(0.03)


def test_on_a_schedule_what_is_due_waits_for_the_last_to_be_seen_by_all() -> None:
    rig = Rig(rate=10)
    rig.loop.advance(1_000)
    assert rig.lane.acted == 1
    rig.free(0)
    assert rig.lane.acted == 2
    assert 0.5 < rig.driver.latency.most <= 1.0


def test_an_action_that_was_refused_is_not_measured_and_the_next_is_due() -> None:
    rig = Rig(rate=0)
    rig.driver.void(rig.lane)
    assert rig.driver.acting == 0
    rig.free(500)
    assert (rig.driver.latency.count, rig.lane.acted) == (0, 2)
    rig.free(20)
    assert rig.driver.latency.count == 1
    assert rig.driver.latency.most == pytest.approx(0.02)


def test_of_a_lane_that_has_nothing_to_say_nothing_is_on_its_way() -> None:
    rig = Rig(rate=10)
    rig.lane.able = False
    rig.loop.advance(2_000)
    assert (rig.driver.acting, rig.lane.acted) == (0, 0)


async def test_at_the_end_what_is_answered_in_time_is_well() -> None:
    rig = Rig(rate=0)
    rig.driver.free(rig.lane, rig.loop.time())
    rig.lane.able = False
    rig.driver.free(rig.lane, rig.loop.time())
    await rig.driver.stop(30)
    assert rig.driver.errors == {}


async def test_at_the_end_what_was_never_answered_is_an_error() -> None:
    rig = Rig(rate=0)
    await rig.driver.stop(0)
    assert rig.driver.errors == {"unanswered": 1}
    rig.free(10)
    assert rig.lane.acted == 1, "nothing new"
