"""What one sees meanwhile and at the end."""

import io

from rich.console import Console, RenderableType

from server.loadtest import progress
from server.loadtest.plan import Plan
from server.loadtest.report import report
from server.loadtest.run import Run
from tests.server.loadtest.test_verdict import measured, outcome


def shown(what: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=120)
    console.print(what)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def running() -> Run:
    run = Run(Plan(url="http://localhost:8000", rooms=5))
    run.stats = measured(latency=0.02)
    run.stats.error("closed: 1006")
    run.stats.refused["HTTP 503"] += 2
    run.stats.opened = 18
    run.phase = "measuring"
    run.stats.began = 1.0
    run.stats.second_over(3, 5, 20)
    return run


async def test_it_tells_how_far_the_run_is_and_how_it_goes() -> None:
    text = shown(progress.live(running()))
    for part in ("measuring", "0 of 5", "18 opened, 2 refused, 0 failed", "100", "p50 20.", "closed: 1006: 1"):
        assert part in text


async def test_before_the_first_second_there_is_little_to_tell() -> None:
    assert "asking" in shown(progress.live(Run(Plan(url="http://localhost:8000"))))


async def test_a_line_for_a_log() -> None:
    assert progress.said(running()).startswith("measuring: 0 rooms, 0 connections, 100 actions, p50 20.")


def test_the_last_word_holds_figures_and_findings() -> None:
    stats = measured(latency=0.02)
    stats.error("unanswered [K7]")
    console = Console(file=io.StringIO(), width=120)
    progress.conclude(console, report(outcome(stats)))
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "all actions" in text
    assert "theo" in text
    assert "reconnects" not in text
    assert "unanswered [K7]: 1" in text
    assert "1 errors, allowed are 0" in text
