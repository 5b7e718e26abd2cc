"""A run as one sees it: how it goes, its reports, and its last word."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, TypeVar

from rich.console import Console
from rich.live import Live

from server.loadtest import progress
from server.loadtest.page import page
from server.loadtest.plan import Plan
from server.loadtest.report import as_json, report
from server.loadtest.run import Outcome, Run

if sys.platform == "win32":
    run_loop = asyncio.run
else:
    from uvloop import run as run_loop

_LOOK_S: Final = 0.5
_SAY_S: Final = 5.0
T = TypeVar("T")


def perform(plan: Plan, json: Path | None, html: Path | None) -> bool:
    """Do what is planned, show it, and write the reports; whether it passed. PlanInvalid, Unopened or OSError."""
    whole = report(run_loop(_shown(plan, Console(stderr=True))))
    if json is not None:
        json.write_bytes(as_json(whole))
    if html is not None:
        html.write_text(page(whole), encoding="utf-8")
    progress.conclude(Console(), whole)
    return whole.passed


async def _shown(plan: Plan, console: Console) -> Outcome:
    """A run, and how it goes: live on a terminal, else a line now and then."""
    run = Run(plan)
    if not console.is_terminal:
        return await _beside(run.go(), lambda: console.print(progress.said(run), highlight=False), _SAY_S)
    with Live(console=console, auto_refresh=False, transient=True) as view:
        return await _beside(run.go(), lambda: view.update(progress.live(run), refresh=True), _LOOK_S)


async def _beside(work: Coroutine[Any, Any, T], call: Callable[[], None], span: float) -> T:
    """Do the work, and call now and then while it lasts."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=span))[0]:
            call()
        return task.result()
    except asyncio.CancelledError:
        # Ctrl+C: the run comes to its own end.
        task.cancel()
        return await task
