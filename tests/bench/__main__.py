"""``make bench``: figures of docs/performance.md, measured in one run.

    python -m tests.bench [--only saturation,idle] [--rounds 5] [--seconds 5]

The server has one core and the generator another. Compared are figures of one round only; a machine that does other
things moves all of them. All figures go to test-results/bench-DATE, as JSON and as a page with a plot. The exit code is
1 where a bound does not hold.
"""

import argparse
import sys
from collections.abc import Callable
from typing import Final

from tests.bench import against, engines, parts, rooms, start
from tests.bench.figures import Figure

PARTS: Final = ("micro", "engines", "saturation", "idle", "scale", "start", "many")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def measured(part: str, rounds: int, seconds: float, tables: int) -> list[Figure]:
    """The figures of one part."""
    calls: dict[str, Callable[[], list[Figure]]] = {
        "micro": lambda: parts.measure(say),
        "engines": lambda: engines.compare(rounds, say),
        "start": lambda: start.measure(rounds),
        "saturation": lambda: against.measure(rounds, seconds, say),
        "idle": lambda: rooms.idle(rounds, say),
        "scale": lambda: rooms.scale(rounds, seconds, say),
        "many": lambda: rooms.many(tables, max(seconds, 20), say),
    }
    return calls[part]()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(PARTS), help=f"of {', '.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5, help="of each measurement")
    parser.add_argument("--tables", type=int, default=rooms.MANY, help="for the part many")
    given = parser.parse_args()
    figures = [
        figure for part in given.only.split(",") for figure in measured(part, given.rounds, given.seconds, given.tables)
    ]
    for figure in figures:
        say(figure.line())
    sys.exit(not all(figure.held for figure in figures))


if __name__ == "__main__":
    main()
