"""One of four clients stops reading: what do the other three notice?

    python -m tests.bench.slow_reader [--rounds 10] [--seconds 60]

Rounds with and without it take turns on one server. In each the host renames the table ten times a second, and the
three who read note how long after the intended moment each picture arrives. Printed: their p99 in each round, the
median of the ratios, the server's memory, and what became of the one who did not read. Where this very program was
held up at that moment (a busy machine, a quota), the picture says nothing about the server and is set aside: how many
were is printed too.
"""

import argparse
import asyncio
import bisect
import re
import statistics
import sys
import tempfile
from contextlib import AsyncExitStack, suppress
from typing import Final

from websockets.exceptions import ConnectionClosed

from protocol.codec import encode
from protocol.ids import Ref
from protocol.inbound import Beat, Host, SetTitle, Sit
from tests.bench.target import Target, target
from tests.support.client import Client

PER_S: Final = 10
TICK_S: Final = 0.005
HELD_UP_S: Final = 0.005
"""A tick that comes later than this was held up by the machine."""
NAMES: Final = ("An", "Bình", "Chi", "Dũng")
_TITLE: Final = re.compile(rb'"title":"n(\d+)"')
_BEAT: Final = re.compile(rb'^\{"type":"beat","now":(\d+)')


class Round:
    """Four at a table for so many seconds. ``late_ms``: of all pictures at the three who read."""

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._intended: dict[int, float] = {}
        self._seen: list[tuple[float, float]] = []
        """When a picture was due, and when it came."""
        self._held_up: list[tuple[float, float]] = []
        self.late_ms: list[float] = []
        self.aside = 0
        self.fate = "reads"

    async def play(self, on: Target, *, dead: bool) -> "Round":
        room = on.create()
        async with AsyncExitStack() as stack:
            clients = [Client(on, room, receive_bytes=4096 if number == 3 else None) for number in range(4)]
            for seat, client in enumerate(clients):
                await stack.enter_async_context(client)
                await client.hello(room.token if seat == 0 else None)
                assert await client.answer(await client.command(Sit, seat, NAMES[seat])) is None
            reading = clients[:3] if dead else clients
            tasks = [asyncio.create_task(self._read(client, client in clients[:3])) for client in reading]
            tasks.append(asyncio.create_task(self._tick()))
            if dead:
                clients[3].ws.transport.pause_reading()
            await self._write(clients[0])
            await asyncio.sleep(0.5)
            for task in tasks:
                task.cancel()
            if dead:
                self.fate = await self._fate(clients[3])
        self._sift()
        return self

    async def _tick(self) -> None:
        """Note when nothing ran here that should have."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK_S
            await asyncio.sleep(TICK_S)
            if loop.time() - due > HELD_UP_S:
                self._held_up.append((due, loop.time()))

    def _sift(self) -> None:
        begins = [begin for begin, _ in self._held_up]
        for due, came in self._seen:
            at = bisect.bisect_right(begins, came) - 1
            if at >= 0 and self._held_up[at][1] >= due:
                self.aside += 1
            else:
                self.late_ms.append((came - due) * 1000)

    async def _write(self, host: Client) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        for number in range(self._seconds * PER_S):
            at = began + number / PER_S
            await asyncio.sleep(max(0.0, at - loop.time()))
            self._intended[number] = at
            await host.ws.send(encode(Host(Ref(100 + number), SetTitle(f"n{number}"))).decode())

    async def _read(self, client: Client, counts: bool) -> None:
        loop = asyncio.get_running_loop()
        while True:
            frame = await client.ws.recv(decode=False)
            if (beat := _BEAT.match(frame)) is not None:
                await client.ws.send(encode(Beat(int(beat[1]))).decode())  # type: ignore[arg-type]
            elif counts and (title := _TITLE.search(frame)) is not None:
                self._seen.append((self._intended[int(title[1])], loop.time()))

    async def _fate(self, client: Client) -> str:
        """It reads again: what it finds."""
        client.ws.transport.resume_reading()
        newest = -1
        with suppress(ConnectionClosed, TimeoutError):
            while True:
                frame = await asyncio.wait_for(client.ws.recv(decode=False), 2)
                title = _TITLE.search(frame)
                newest = newest if title is None else int(title[1])
        if newest == self._seconds * PER_S - 1:
            return "caught up"
        return f"closed {client.ws.close_code}" if client.ws.close_code is not None else f"behind at {newest}"


def p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


async def measure(on: Target, rounds: int, seconds: int) -> bool:
    ratios: list[float] = []
    fates: list[str] = []
    await Round(min(seconds, 5)).play(on, dead=True)
    before = on.rss_mib()
    for number in range(rounds):
        found: dict[bool, Round] = {}
        for dead in (True, False) if number % 2 else (False, True):
            found[dead] = await Round(seconds).play(on, dead=dead)
        ratios.append(p99(found[True].late_ms) / p99(found[False].late_ms))
        fates.append(found[True].fate)
        without, with_it = found[False].late_ms, found[True].late_ms
        sys.stdout.write(
            f"round {number + 1:2}: p99 without {p99(without):7.2f} ms, with {p99(with_it):7.2f} ms, "
            f"ratio {ratios[-1]:.2f}; p50 {statistics.median(without):.2f} and {statistics.median(with_it):.2f}; "
            f"{found[False].aside} and {found[True].aside} set aside; {fates[-1]}; {on.rss_mib():.1f} MiB\n"
        )
        sys.stdout.flush()
    grown = on.rss_mib() - before
    ratio = statistics.median(ratios)
    sys.stdout.write(
        f"median ratio {ratio:.2f} (at most 1.25), memory {grown:+.1f} MiB, not reading: {sorted(set(fates))}\n"
    )
    return ratio <= 1.25 and grown < 5 and not any(fate.startswith("behind") for fate in fates)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=60)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, target("--data", data) as on:
        held = asyncio.run(measure(on, given.rounds, given.seconds))
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
