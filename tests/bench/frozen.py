"""A server that is stopped (SIGSTOP) for a minute in mid-hand, past the instant at which a clock would have played.

    python -m tests.bench.frozen [--seconds 60]

Four pages give their sockets up after 25 s and try again every 5 s, as pages do. Exit code 1 where anybody's time ran.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.faults.daemon import Daemon
from tests.faults.freeze import FrozenTable

TURN_S: Final = 5
LOST_MS: Final = 2_000
"""What nobody would call lost: the moments beside the stop, and half a second in which the hub looks."""


async def run(seconds: float) -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Daemon(Path(folder) / "data")
        server.start()
        try:
            table = FrozenTable(server, TURN_S)
            await table.begin()
            # The clock would play in the middle of the stop.
            await asyncio.sleep(max(0.0, table.left_ms() / 1_000 - seconds / 2))
            found = await table.freeze(seconds)
            table.end()
        finally:
            server.kill()
    say(f"stopped for {seconds:.0f} s, {found.left_ms / 1_000:.1f} s before the clock would have played")
    say(f"sockets opened meanwhile: {found.tries}")
    say(f"left afterwards: {found.left_after_ms / 1_000:.1f} s")
    say(f"the clock played for somebody: {found.played}; who was asked could act: {found.acted}")
    lost = found.left_ms - found.left_after_ms > LOST_MS
    return int(found.played or lost or not found.acted)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    return asyncio.run(run(parser.parse_args().seconds))


if __name__ == "__main__":
    sys.exit(main())
