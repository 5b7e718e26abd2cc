"""Whole runs against a real server."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from protocol.errors import ErrorCode
from server.loadtest import machine, run
from server.loadtest.plan import Plan, PlanInvalid
from server.loadtest.problems import Failed, Refused
from server.loadtest.run import Outcome, Run
from tests.support.server import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(most_rooms=12) as running:
        yield running


async def go(server: Server, **given: Any) -> Outcome:
    return await Run(Plan(**{"url": server.base, "rooms": 3, "seconds": 0.7, "ramp": 0.0, **given})).go()


def rooms_of(server: Server) -> int:
    """Rooms that are still open, by the server's own word."""
    return len(server.sessions._lobby)


async def test_every_game_is_played_without_an_error_and_all_rooms_are_closed(server: Server) -> None:
    outcome = await go(server, rate=60.0, seconds=1.0)
    stats = outcome.stats
    assert outcome.games == ("xi-dach", "xi-to-28", "xi-to-32")
    assert stats.errors == {}
    assert (outcome.rooms, outcome.closed) == (3, 3)
    assert rooms_of(server) == 0
    assert stats.opened == 12
    assert stats.refused == stats.failed == {}
    assert stats.all.count > 30
    assert stats.lag.count == stats.all.count
    assert 0.9 < outcome.measured_s < 2.0
    assert 0 < outcome.spent.cpu < 1.5
    assert not outcome.interrupted
    assert [second.rooms for second in stats.series][-1] == 3


async def test_connections_come_and_go_and_hardly_read(server: Server) -> None:
    outcome = await go(server, closed=True, reconnect_rate=30.0, slow_readers=4)
    assert set(outcome.stats.errors) <= {f"refused: {ErrorCode.SLOW_DOWN}"}
    assert outcome.stats.reconnects.count > 5
    assert outcome.stats.opened >= 12 + 4 + outcome.stats.reconnects.count


async def test_the_servers_own_figures_are_read(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "EVERY_S", 0.1)
    outcome = await go(server, metrics=f"{server.base}/healthz")
    assert outcome.metrics == ()
    assert outcome.metrics_problem.endswith("/healthz holds no metrics")


async def test_rooms_that_the_server_does_not_make_are_counted(server: Server) -> None:
    outcome = await go(server, rooms=14, seats=4, game="xi-to-28", seconds=0.3)
    assert outcome.rooms == outcome.closed == 12
    assert outcome.stats.errors == {"room not opened: HTTP 503 rooms_full": 2}


async def test_a_run_that_is_interrupted_ends_in_good_order(server: Server) -> None:
    one = Run(Plan(url=server.base, rooms=2, seconds=600.0, ramp=0.0))
    running = asyncio.ensure_future(one.go())
    for _ in range(2_000):
        if one.stats.all.count:
            break
        await asyncio.sleep(0.01)
    running.cancel()
    outcome = await running
    assert outcome.interrupted
    assert outcome.stats.all.count > 0
    assert (outcome.rooms, outcome.closed) == (2, 2)
    assert rooms_of(server) == 0


async def test_too_few_files_are_told_before_anything_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "allow_files", lambda _: 256)
    with pytest.raises(
        PlanInvalid, match=r"400 connections need 464 .* may have 256: raise the limit \(ulimit -n 464\)"
    ):
        await Run(Plan(url="http://127.0.0.1:1", rooms=100)).go()


async def test_a_game_that_nobody_can_play_so_ends_the_run(server: Server) -> None:
    with pytest.raises(PlanInvalid, match="xi-to-28 is not played by 3"):
        await go(server, seats=3, game="xi-to-28")
    assert rooms_of(server) == 0


async def test_where_no_room_can_be_opened_nothing_is_measured() -> None:
    with serving(most_connections=1) as full, pytest.raises(Failed, match="no room could be opened: room not opened"):
        await go(full)


async def test_nobody_there() -> None:
    with pytest.raises(Refused, match="nobody listens"):
        await Run(Plan(url="http://127.0.0.1:1")).go()
