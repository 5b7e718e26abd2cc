"""The load, in a process of its own: so many rooms of four at one server, and what that cost the server.

Started by ``python -m tests.bench``; says what it found in one line of JSON.
"""

import argparse
import asyncio
import gc
import sys
from random import Random
from typing import Final

import msgspec
import uvloop

from server.loadtest import machine
from server.loadtest.api import Api
from server.loadtest.wheel import Wheel
from server.loadtest.wire import Address
from tests.bench.cores import GENERATOR, Cpu, cpu_of, pin, rss_mib
from tests.bench.driver import Driver
from tests.bench.lanes import SEATS, StockLane, XibanLane

GAMES: Final = ("xi-to-28", "xi-to-32", "xi-dach")
_AT_ONCE: Final = 8
_SETTLE_S: Final = 0.5
_UNANSWERED_S: Final = 30
"""After the last second: an action without an answer for so long is an error."""


class Load(msgspec.Struct, frozen=True):
    """What one run found. CPU in seconds of the server, latencies in ms, shares of a core."""

    rooms: int
    seconds: float
    actions: int
    user: float
    system: float
    p50: float
    p99: float
    generator: float
    frame_bytes: float
    """Mean size of a view; 0 where the server is no Xiban."""
    errors: dict[str, int]
    crossed: int = 0
    """Commands that a table's own clock made void while they were on their way."""

    @property
    def rate(self) -> float:
        return self.actions / self.seconds

    @property
    def busy(self) -> float:
        """The server's share of a core."""
        return (self.user + self.system) / self.seconds


class Memory(msgspec.Struct, frozen=True):
    """Of an idle server, in MiB: without rooms, with one connection in each of ``rooms``, and with four."""

    rooms: int
    empty: float
    one: float
    four: float


async def lanes_of(kind: str, base: str, rooms: int, driver: Driver, seats: int) -> list[XibanLane | StockLane]:
    """Rooms with so many connections in each."""
    address, api, chance = Address(base), Api(base), Random(1)  # noqa: S311
    await address.look_up()
    at_once = asyncio.Semaphore(_AT_ONCE)

    async def one(number: int) -> XibanLane | StockLane:
        async with at_once:
            lane: XibanLane | StockLane
            if kind == "stock":
                lane = StockLane(address, driver, number)
            else:
                lane = XibanLane(address, driver, await api.create(GAMES[number % len(GAMES)]), chance.random)
            await lane.join(seats)
            return lane

    return list(await asyncio.gather(*map(one, range(rooms))))


async def load(given: argparse.Namespace) -> Load:
    """Open, warm up, measure."""
    wheel = Wheel()
    driver = Driver(wheel, given.rate)
    lanes = await lanes_of(given.kind, given.base, given.rooms, driver, SEATS)
    gc.collect()
    gc.freeze()
    for lane in lanes:
        if isinstance(lane, XibanLane):
            lane.play()
    driver.start(lanes)
    await wheel.until(wheel.now() + given.warm)
    before, own, began = cpu_of(given.pid), machine.usage(), wheel.now()
    frames, received = _views(lanes)
    driver.measuring = True
    await wheel.until(began + given.seconds)
    driver.measuring = False
    after, span = cpu_of(given.pid), wheel.now() - began
    spent = Cpu(after.user - before.user, after.system - before.system)
    more, bytes_more = (one - other for one, other in zip(_views(lanes), (frames, received), strict=True))
    generator = machine.spent(own).cpu
    await driver.stop(_UNANSWERED_S)
    line = driver.latency.line()
    return Load(
        rooms=given.rooms,
        seconds=span,
        actions=line.count,
        user=spent.user,
        system=spent.system,
        p50=line.p50,
        p99=line.p99,
        generator=generator,
        frame_bytes=bytes_more / more if more else 0.0,
        errors=driver.errors,
        crossed=driver.crossed,
    )


def _views(lanes: list[XibanLane | StockLane]) -> tuple[int, int]:
    players = [lane for lane in lanes if isinstance(lane, XibanLane)]
    return sum(lane.frames for lane in players), sum(lane.received for lane in players)


async def memory(given: argparse.Namespace) -> Memory:
    """Open one connection a room, then all four, and look at the server's memory."""
    driver = Driver(Wheel(), 0)
    warm = await lanes_of(given.kind, given.base, 1, driver, SEATS)
    await asyncio.sleep(_SETTLE_S)
    empty = rss_mib(given.pid)
    lanes = await lanes_of(given.kind, given.base, given.rooms, driver, 1)
    await asyncio.sleep(_SETTLE_S)
    one = rss_mib(given.pid)
    for lane in lanes:
        await lane.join()
    await asyncio.sleep(_SETTLE_S)
    return Memory(given.rooms, empty, one, rss_mib(given.pid)) if warm else Memory(0, 0, 0, 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["load", "memory"])
    parser.add_argument("kind", choices=["xiban", "stock"])
    parser.add_argument("base")
    parser.add_argument("--pid", type=int, required=True)
    parser.add_argument("--rooms", type=int, required=True)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--warm", type=float, default=2)
    parser.add_argument("--rate", type=float, default=0)
    given = parser.parse_args()
    pin(0, GENERATOR)
    machine.allow_files(given.rooms * SEATS + 200)
    found = uvloop.run(load(given) if given.what == "load" else memory(given))
    sys.stdout.write(msgspec.json.encode(found).decode() + "\n")


if __name__ == "__main__":
    main()
