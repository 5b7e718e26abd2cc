"""Attacks on a server with a table in play: how much longer do its actions take?

    python -m tests.bench.siege [--rounds 3] [--only NAME]

Each round plays at one table for a while without and then with each attack. The server has a core of its own; the
attacker is a process of its own and gives way to the players, as it would on another machine.
Printed: p99 of an action without and with it, their ratio, and what the attacker met. The bound: within twice that of
the quiet part of the same round, and 250 ms.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

from tests.fleet.player import Table
from tests.hostile.attacker import ATTACKS
from tests.hostile.siege import LONGEST_S, Besieged, attacked, p99

QUIET_ACTIONS: Final = 400
LOUD_ACTIONS: Final = 200
MOST_TIMES: Final = 2.0


def apart(server: int) -> None:
    """The server gets the first core, everything else the others."""
    first, *others = sorted(os.sched_getaffinity(0))
    if others:
        os.sched_setaffinity(server, {first})
        os.sched_setaffinity(0, others)


async def siege(besieged: Besieged, rounds: int, names: list[str]) -> bool:
    held = True
    async with Table(besieged, besieged.create()) as table:
        await table.start()
        await table.play(50)
        for name in names:
            ratios, worst = [], 0.0
            for _ in range(rounds):
                quiet = p99(await table.play(QUIET_ACTIONS))
                met, took = Counter[str](), list[float]()
                while len(took) < LOUD_ACTIONS:
                    more, _, felt = await attacked(name, besieged, table, "nice", "-n19")
                    met, took = met + more, took + felt
                loud = p99(took)
                ratios.append(loud / quiet)
                worst = max(worst, loud)
                sys.stdout.write(
                    f"{name:10}: p99 without {quiet * 1000:6.2f} ms, with {loud * 1000:6.2f} ms ({len(took)} actions), "
                    f"ratio {ratios[-1]:.2f}; met {dict(met.most_common(4))}\n"
                )
                sys.stdout.flush()
            ratio = statistics.median(ratios)
            sys.stdout.write(f"{name:10}: median ratio {ratio:.2f} (at most {MOST_TIMES})\n")
            held = held and ratio <= MOST_TIMES and worst <= LONGEST_S
    return held


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=ATTACKS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        besieged = Besieged(Path(folder))
        besieged.node.start()
        apart(besieged.node.process.pid)
        try:
            held = asyncio.run(siege(besieged, given.rounds, [given.only] if given.only else list(ATTACKS)))
        finally:
            besieged.node.stop()
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
