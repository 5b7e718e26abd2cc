"""All clients are cut in one instant and come back as pages do (case B230): does the server keep up?

    python -m tests.bench.storm [--tables 250]

Four at each table. Every connection is reset at once; each comes back with its token after the pause that a page makes
(client_web/js/lib/backoff.js). Printed: how long until each sees its table again, from its first byte, and how late the
server's loop was meanwhile, which must stay under 250 ms.
"""

import argparse
import asyncio
import random
import re
import statistics
import sys
import tempfile
import time
from typing import Final

import httpx

from protocol.inbound import Sit
from protocol.web import RoomCreated
from tests.bench.cores import GENERATOR, SERVER, pin
from tests.bench.target import Target, target
from tests.support.client import Client
from tests.support.redis import free_port

LEAST_S: Final = 0.5
MOST_S: Final = 4.0
"""A page's first pause (Backoff)."""
MOST_LAG_S: Final = 0.25
_AT_ONCE: Final = 20
_LAG: Final = re.compile(r'^xiban_loop_lag_seconds_bucket\{le="([^"]+)"\} (\S+)$', re.MULTILINE)


def lag(port: int) -> dict[float, float]:
    """How often the loop was late by at most so many seconds."""
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    return {float(least): float(count) for least, count in _LAG.findall(text)}


async def come(on: Target, room: RoomCreated, seat: int, turn: asyncio.Semaphore) -> Client:
    """Sit down for the first time."""
    async with turn:
        client = await Client(on, room).__aenter__()
        await client.hello(room.token if seat == 0 else None)
        assert await client.answer(await client.command(Sit, seat, f"Bạn {seat}")) is None
        return client


async def back(on: Target, was: Client, token: str) -> float:
    """Come back as a page does; seconds until the table is there."""
    await asyncio.sleep(random.uniform(LEAST_S, MOST_S))  # noqa: S311
    begun = time.monotonic()
    client = await Client(on, was.room).__aenter__()
    await client.hello(token)
    took = time.monotonic() - begun
    assert client.view.you.seat is not None
    client.ws.transport.abort()
    return took


async def storm(on: Target, port: int, tables: int) -> bool:
    rooms = [on.create() for _ in range(tables)]
    turn = asyncio.Semaphore(_AT_ONCE)
    clients = await asyncio.gather(*(come(on, room, seat, turn) for room in rooms for seat in range(4)))
    tokens = [client.welcome.token or client.room.token for client in clients]
    before = lag(port)
    for client in clients:
        client.ws.transport.abort()
    took = await asyncio.gather(*(back(on, was, token) for was, token in zip(clients, tokens, strict=True)))
    late = {least: count - before[least] for least, count in lag(port).items()}
    worst = min(least for least, count in late.items() if count == late[float("inf")])
    sys.stdout.write(
        f"{len(clients)} cut at once: all are back; table seen after {statistics.median(took) * 1000:.0f} ms, "
        f"p99 {statistics.quantiles(took, n=100)[98] * 1000:.0f}, at most {max(took) * 1000:.0f}; "
        f"the loop was never later than {worst:g} s (at most {MOST_LAG_S})\n"
    )
    return worst <= MOST_LAG_S


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=250)
    given = parser.parse_args()
    pin(0, GENERATOR)
    port = free_port()
    with (
        tempfile.TemporaryDirectory() as data,
        target("--data", data, "--metrics-port", str(port), core=SERVER) as on,
    ):
        held = asyncio.run(storm(on, port, given.tables))
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
