"""A machine that slept, and a process that stood still: the shell gives the time back."""

import asyncio

import pytest

from tests.server.table.test_actor import Room
from tests.support.loop import VirtualLoop


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> VirtualLoop:
    virtual = VirtualLoop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: virtual)
    return virtual


def test_a_machine_that_slept_gives_the_time_back(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    loop.sleep(7_200_000)
    loop.advance(0)
    assert room.ears[1].view.table.play.to_act == 0  # type: ignore[union-attr]
    loop.advance(80_499)
    assert room.ears[1].view.table.play.to_act == 0  # type: ignore[union-attr]
    loop.advance(1)
    assert room.ears[1].view.table.play.to_act == 1  # type: ignore[union-attr]


def test_a_process_that_stood_still_gives_the_time_back_once(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    fell_asleep = loop.now()
    loop.sleep(70_000)
    room.actor.stood(fell_asleep)
    room.actor.stood(fell_asleep)
    loop.advance(80_499)
    assert room.ears[1].view.table.play.to_act == 0  # type: ignore[union-attr]
    loop.advance(1)
    assert room.ears[1].view.table.play.to_act == 1  # type: ignore[union-attr]


def test_where_nothing_runs_and_where_all_is_held_standing_still_is_nothing(loop: VirtualLoop) -> None:
    room = Room(loop)
    version = room.actor.core.version
    room.actor.stood(loop.now())
    assert room.actor.core.version == version
    room.begun()
    room.actor.hold()
    version = room.actor.core.version
    room.actor.stood(loop.now())
    assert room.actor.core.version == version


def test_whoever_watches_is_asked_before_anything_is_heard(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    stirred = room.watch.stirred
    room.act(1)
    assert room.watch.stirred == stirred + 1
