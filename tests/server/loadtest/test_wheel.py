"""Calls in time, on one timer."""

import asyncio

import pytest

from server.loadtest.wheel import GRAIN_S, Wheel, served
from tests.support.loop import VirtualLoop


class Turned:
    """A wheel in virtual time, and when it called whom."""

    def __init__(self) -> None:
        self.time = VirtualLoop(0)
        self.calls: list[tuple[str, float, int]] = []
        self.wheel = Wheel(lambda: self.time.now() / 1000, self.time.call_later)

    def at(self, due: float, name: str) -> None:
        self.wheel.at(due, lambda at: self.calls.append((name, at, self.time.now())))


def test_calls_come_in_the_order_in_which_they_are_due() -> None:
    turned = Turned()
    turned.at(0.3, "late")
    turned.at(0.1, "soon")
    turned.at(0.2, "then")
    turned.at(0.2, "then too")
    assert turned.time.waiting == 1
    turned.time.advance(1_000)
    assert turned.calls == [("soon", 0.1, 100), ("then", 0.2, 200), ("then too", 0.2, 200), ("late", 0.3, 300)]


def test_what_the_loop_missed_is_called_with_when_it_was_due() -> None:
    turned = Turned()
    turned.at(0.1, "missed")
    turned.time.sleep(5_000)
    turned.time.advance(0)
    assert turned.calls == [("missed", 0.1, 5_000)]


def test_a_stopped_wheel_calls_nobody() -> None:
    turned = Turned()
    turned.at(0.1, "never")
    turned.wheel.stop()
    turned.at(0.2, "never")
    turned.time.advance(1_000)
    assert turned.calls == []
    assert turned.time.waiting == 0


async def test_one_can_wait_for_an_instant() -> None:
    turned = Turned()
    waiting = asyncio.ensure_future(turned.wheel.until(0.5))
    await asyncio.sleep(0)
    turned.time.advance(400)
    await asyncio.sleep(0)
    assert not waiting.done()
    turned.time.advance(100)
    await waiting


@pytest.mark.parametrize(
    ("late", "due"), [(0.0, 10.0), (GRAIN_S / 2, 10.0 + GRAIN_S / 2), (GRAIN_S * 2, 10.0), (5.0, 10.0)]
)
def test_a_grain_is_nobodys_lag_and_all_else_is_the_generators(late: float, due: float) -> None:
    assert served(10.0, 10.0 + late) == due
