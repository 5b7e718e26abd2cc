"""Redis is killed, and then frozen, under play: does a table feel it, and are rooms found again?

    python -m tests.bench.redis_away [--seconds 60]

Three nodes behind nginx. A table plays all the while; each trouble lasts so long. Printed: the slowest action before
and
during, and how long until every node has found Redis again.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import httpx

from tests.fleet.player import Table, created
from tests.support.fleet import Fleet, fleet, until

MOST_LONGER_S: Final = 0.25
EVERY_S: Final = 0.05


async def play(table: Table, seconds: float) -> list[float]:
    """Action after action, so long."""
    took: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        took += await table.play(10, every_s=EVERY_S)
    return took


async def measure(ships: Fleet, seconds: float) -> bool:
    with ships.proxy.client() as host:
        room = created(host.post("/api/rooms", json={"game": "xi-to-28"}))
    wrong = next(node for node in ships.nodes if node is not ships.owner(room.code))

    def leads() -> bool:
        return wrong.get(f"/r/{room.code}").status_code == httpx.codes.TEMPORARY_REDIRECT

    def ready(word: str) -> bool:
        return all(node.get("/readyz").text == word for node in ships.nodes)

    held = True
    async with Table(ships.proxy, room) as table:
        await table.start()
        usual = max(await play(table, min(seconds, 10)))
        for name, away, back in (
            ("killed", ships.redis.kill, ships.redis.start),
            ("frozen", ships.redis.freeze, ships.redis.thaw),
        ):
            away()
            took = await play(table, seconds)
            found, degraded = leads(), ready("degraded: directory away")
            back()
            again = await asyncio.to_thread(until, lambda: ready("ready"))
            held = held and max(took) <= usual + MOST_LONGER_S and found and leads()
            sys.stdout.write(
                f"Redis {name} for {seconds:g} s: {len(took)} actions, none failed, slowest {max(took) * 1000:.0f} ms "
                f"(before {usual * 1000:.0f}); nodes say degraded: {degraded}; links lead on: {found}; "
                f"found again after {again:.1f} s\n"
            )
            sys.stdout.flush()
    return held


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, fleet(Path(folder)) as ships:
        held = asyncio.run(measure(ships, given.seconds))
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
