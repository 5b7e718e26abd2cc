"""A run with what one sees of it, on a terminal and in a log."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from server.loadtest import show
from server.loadtest.plan import Plan
from server.loadtest.report import Report
from tests.support.server import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.mark.parametrize("terminal", [True, False])
def test_it_is_shown_and_reported(
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    terminal: bool,
) -> None:
    monkeypatch.setattr(show, "_LOOK_S", 0.05)
    monkeypatch.setattr(show, "_SAY_S", 0.05)
    monkeypatch.setattr(Console, "is_terminal", property(lambda _: terminal))
    plan = Plan(url=server.base, rooms=2, seconds=0.4, ramp=0.0, rate=50.0, max_p99_ms=0.0)
    json, html = tmp_path / "run.json", tmp_path / "run.html"
    assert not show.perform(plan, json, html)
    report = msgspec.json.decode(json.read_bytes(), type=Report)
    assert report.rooms == 2
    assert not report.passed
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    shown = capsys.readouterr()
    assert "all actions" in shown.out
    assert "measuring" in shown.err


async def test_ctrl_c_lets_the_run_come_to_its_own_end() -> None:
    ended = asyncio.Event()

    async def work() -> str:
        try:
            await ended.wait()
        except asyncio.CancelledError:
            return "in good order"
        return "never"

    shown = asyncio.ensure_future(show._beside(work(), lambda: None, 10.0))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    shown.cancel()
    assert await shown == "in good order"
