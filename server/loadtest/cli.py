"""The command ``xiban loadtest``."""

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from server.loadtest.plan import ALL_GAMES, Plan, PlanInvalid
from server.loadtest.problems import Unopened

FAILED: Final = 1
"""Exit code: a threshold does not hold."""
UNABLE: Final = 2
"""Exit code: nothing could be measured."""


def loadtest(
    url: Annotated[str, typer.Argument(help="The server, such as http://localhost:8000.")],
    rooms: Annotated[int, typer.Option(min=1, help="Rooms to open.")] = 10,
    seats: Annotated[int, typer.Option(min=2, max=10, help="Players in each.")] = 4,
    game: Annotated[str, typer.Option(help="A game, several with commas, or all in turn.")] = ALL_GAMES,
    seconds: Annotated[float, typer.Option(min=1, help="How long to measure, once all rooms are open.")] = 30,
    rate: Annotated[
        float | None, typer.Option(min=0.01, help="Actions per second over all tables.", show_default="one a room")
    ] = None,
    closed: Annotated[
        bool, typer.Option("--closed", help="No schedule: the next action follows when all have seen the last.")
    ] = False,
    think: Annotated[float, typer.Option(min=0, help="With --closed: mean seconds between two actions.")] = 0,
    ramp: Annotated[
        float | None,
        typer.Option(min=0, help="Seconds over which rooms are opened.", show_default="50 connections a second"),
    ] = None,
    reconnect_rate: Annotated[
        float, typer.Option(min=0, help="Connections per second that are dropped and come back.")
    ] = 0,
    slow_readers: Annotated[int, typer.Option(min=0, help="Watchers who hardly read, over all rooms.")] = 0,
    seed: Annotated[int, typer.Option(help="The same seed plays the same way, as far as the server lets it.")] = 1,
    metrics: Annotated[str | None, typer.Option(help="URL of the server's metrics, for the report.")] = None,
    max_p99_ms: Annotated[float | None, typer.Option(min=0, help="Fail where p99 is above this.")] = None,
    max_errors: Annotated[int, typer.Option(min=0, help="Fail where there are more errors.")] = 0,
    json: Annotated[Path | None, typer.Option(dir_okay=False, help="Write all figures to this file.")] = None,
    html: Annotated[Path | None, typer.Option(dir_okay=False, help="Write a report with plots to this file.")] = None,
) -> None:
    """Play at a server with scripted clients, check what it sends, and measure it.

    Exit codes: 0 all well; 1 too many errors or too slow; 2 nothing could be measured.
    """
    # Late: a server that starts needs nothing of this.
    from server.loadtest.show import perform

    try:
        plan = Plan(
            url=url,
            rooms=rooms,
            seats=seats,
            game=game,
            seconds=seconds,
            rate=rate,
            closed=closed,
            think=think,
            ramp=ramp,
            reconnect_rate=reconnect_rate,
            slow_readers=slow_readers,
            seed=seed,
            metrics=metrics,
            max_p99_ms=max_p99_ms,
            max_errors=max_errors,
        )
        passed = perform(plan, json, html)
    except (PlanInvalid, Unopened, OSError) as problem:
        Console(stderr=True).print(str(problem), style="red", highlight=False, markup=False, soft_wrap=True)
        raise typer.Exit(UNABLE) from None
    if not passed:
        raise typer.Exit(FAILED)
