"""``python -m tests.sim --seeds N``: runs out of seeds; a failure prints the command that repeats it."""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, NoReturn

import pytest
import typer
from rich.console import Console
from rich.table import Table

from tests.sim import faults
from tests.sim.driver import run
from tests.sim.planted import PLANTS
from tests.sim.world import Options

MOST_SHOWN = 5
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    seeds: Annotated[int, typer.Option(help="How many.")] = 50,
    first: Annotated[int, typer.Option(help="The first of them.")] = 0,
    minutes: Annotated[float, typer.Option(help="Of play under faults, on the virtual clock.")] = Options().minutes,
    tables: Annotated[int, typer.Option(help="Tables at once.")] = Options().tables,
    fault: Annotated[
        str, typer.Option("--faults", help=f"all, none, or some of: {', '.join(faults.KINDS)}.")
    ] = Options().faults,
    game: Annotated[str, typer.Option(help="Only this game.")] = Options().game,
    keep_going: Annotated[bool, typer.Option(help="Go on after a failure.")] = False,
    planted: Annotated[str, typer.Option(help=f"Search for a bug that is put in first: {', '.join(PLANTS)}.")] = "",
) -> None:
    """Simulate whole evenings and check them."""
    console = Console(width=None if sys.stdout.isatty() else 120, highlight=False)
    if planted:
        _search(console, planted, range(first, first + seeds))
    options = Options(minutes, tables, fault, game)
    counts: Counter[str] = Counter()
    injected: Counter[str] = Counter()
    began, failed, done = time.process_time(), 0, 0
    for seed in range(first, first + seeds):
        outcome = run(seed, options)
        counts.update(outcome.counts)
        injected.update(outcome.injected)
        done += 1
        if outcome.problems:
            failed += 1
            console.print(f"seed {seed}, {options}, trace {outcome.trace}:", soft_wrap=True)
            for problem in outcome.problems[:MOST_SHOWN]:
                console.print(f"  {problem}", markup=False, soft_wrap=True)
            console.print(f"again: {outcome.command}", soft_wrap=True)
            if not keep_going:
                break
    table = Table("what happened", "times", "faults injected", "times")
    left, right = sorted(counts.items()), sorted(injected.items())
    for row in range(max(len(left), len(right))):
        one = left[row] if row < len(left) else ("", "")
        other = right[row] if row < len(right) else ("", "")
        table.add_row(one[0], str(one[1]), other[0], str(other[1]))
    console.print(table)
    spent = f"{time.process_time() - began:.0f} s of processor time"
    console.print(f"{done} seeds from {first} on, {failed} failed, {injected.total()} faults, {spent}")
    raise typer.Exit(1 if failed else 0)


def _search(console: Console, name: str, seeds: Sequence[int]) -> NoReturn:
    """Exit 0: one of these seeds tells of the bug."""
    plant = PLANTS[name]
    with pytest.MonkeyPatch.context() as patch:
        plant.put_in(patch)
        for seed in seeds:
            outcome = run(seed, plant.options)
            found = [problem for problem in outcome.problems if plant.found_as in problem]
            if found:
                console.print(f"{name}: seed {seed} of {plant.options} tells of it:\n  {found[0]}", soft_wrap=True)
                raise typer.Exit(0)
    console.print(f"{name}: not found by {len(seeds)} seeds")
    raise typer.Exit(1)


if __name__ == "__main__":
    app()
