"""The page of a table in a real browser: how soon it can be played, what dealing costs it, what 200 hands leave behind.

    python -m tests.bench.page [--rounds 10] [--traced 8] [--hands 200]

Printed, with what is allowed: from opening the link in an empty browser to a table in mid-hand that answers (the
quickest counts: whatever else a machine does only adds); the longest task and every layout that a script forced while
hands are dealt and played with all that moves; heap, nodes and listeners before and after so many hands, each time
after the garbage was collected.
"""

import argparse
import asyncio
import contextlib
import os
import statistics
import sys
from collections.abc import AsyncIterator
from typing import Any, Final, cast

from playwright.async_api import Browser, CDPSession, expect

from protocol.games.stud import Theo, Up
from protocol.inbound import Act, Next
from protocol.outbound import View
from protocol.web import RoomCreated
from tests.bench.target import target
from tests.bench.trace import Trace
from tests.browser.camera import SIZES
from tests.browser.conftest import House, launched
from tests.browser.friends import NAMES, Friend, seated
from tests.browser.person import Person
from tests.support.server import Server

MOST_FIRST_MS: Final = 500
MOST_TASK_MS: Final = 50
MOST_MORE_KB: Final = 500
MOST_MORE: Final = 0.05
"""Of nodes and listeners, as a part of what was there."""
WARM: Final = 40
"""Hands until the log is as long as it gets."""
_WATCH: Final = """() => {
  new MutationObserver((_, watch) => {
    if (document.body?.dataset.link !== "open" || !document.querySelector(".keys .key")) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => (window.played = performance.now())))
  }).observe(document, { subtree: true, childList: true, attributes: true })
}"""
"""When the newest view is drawn, its keys among it, and the browser has time again."""


_PLAY: Final = """(last) => new Promise((done) => {
  const turn = setInterval(() => {
    const over = !document.querySelector("[data-testid=winners]").hidden
    const hand = Number(document.querySelector("[data-testid=subtitle]").textContent.match(/[0-9]+/)[0])
    if (over && hand >= last) {
      clearInterval(turn)
      return done()
    }
    for (const id of ["key-up", "key-next"]) {
      const key = document.querySelector(`[data-testid=${id}]`)
      if (key && !key.hasAttribute("aria-disabled")) key.click()
    }
  }, 20)
})"""
"""Fold and be ready, until so many hands are over."""


class Bot(Friend):
    """Calls whatever it costs, or folds; always ready."""

    async def play_on(self, *, folds: bool = False) -> None:
        played, ready = None, 0
        while True:
            view = self.view
            if view.you.turn is not None and view.you.turn != played:
                played = view.you.turn
                await self.command(Act, view.you.turn, Up() if folds else Theo())
            elif view.table.phase == "result" and view.table.hand != ready:
                ready = view.table.hand
                await self.command(Next)
            while not isinstance(await self.next(), View):
                pass


@contextlib.asynccontextmanager
async def table(house: House, **context: Any) -> AsyncIterator[tuple[Person, RoomCreated]]:
    """A page and three who always call. The page folds at its first chance, and sees the rest."""
    room = house.server.create(turn_timeout_s=120)
    async with contextlib.AsyncExitStack() as stack:
        bots = [await stack.enter_async_context(Bot(house.server, room)) for _ in NAMES[1:4]]
        for seat, bot in enumerate(bots, start=1):
            await bot.sit(seat, NAMES[seat])
        host = await seated(house, room, **context)
        tasks = [asyncio.create_task(bot.play_on()) for bot in bots]
        stack.callback(lambda: [task.cancel() for task in tasks])
        yield host, room


async def hands(host: Person, count: int, first: str = "next") -> None:
    """Play so many."""
    for number in range(count):
        await host.press(first if number == 0 else "next")
        await host.press("up")
        await expect(host.see("winners")).to_be_visible()


async def first_view(house: House, rounds: int) -> list[float]:
    """Milliseconds to a table in mid-hand that can be played, on a desk, each time in a browser that knows nothing."""
    found = []
    async with table(house) as (host, room):
        await host.press("start")
        await host.sees_turn()
        for _ in range(rounds):
            person = await house.person(viewport=SIZES["desk"], reduced_motion="no-preference")
            await person.page.add_init_script(f"({_WATCH})()")
            await person.page.goto(house.link(room))
            handle = await person.page.wait_for_function("() => window.played")
            found.append(float(await handle.json_value()))
            await person.context.close()
            house.people.remove(person)
    return found


async def traced(house: House, count: int, size: str) -> Trace:
    """What the browser notes of its own work while hands are dealt and played."""
    async with table(house, viewport=SIZES[size], reduced_motion="no-preference") as (host, _):
        await hands(host, 1, "start")
        session = await host.context.new_cdp_session(host.page)
        trace = Trace(session)
        await trace.start()
        await hands(host, count)
        await trace.stop()
        return trace


async def held(session: CDPSession) -> dict[str, float]:
    """What the page holds after a collection."""
    for _ in range(3):
        await session.send("HeapProfiler.collectGarbage")
    await session.send("Performance.enable")
    metrics = cast("list[dict[str, Any]]", (await session.send("Performance.getMetrics"))["metrics"])
    names = {"JSHeapUsedSize", "Nodes", "JSEventListeners"}
    return {one["name"]: float(one["value"]) for one in metrics if one["name"] in names}


async def evening(house: House, count: int) -> tuple[dict[str, float], dict[str, float]]:
    """What is held before and after. The page plays by itself, so that an evening takes minutes."""
    async with table(house, viewport=SIZES["desk"], reduced_motion="no-preference") as (host, _):
        session = await host.context.new_cdp_session(host.page)
        await host.press("start")
        found = []
        for last in (WARM, WARM + count):
            await host.page.evaluate(_PLAY, last)
            await expect(host.see("winners")).to_be_visible()
            found.append(await held(session))
        return found[0], found[1]


def say(text: str, *, well: bool) -> bool:
    sys.stdout.write(f"{'ok  ' if well else 'BAD '} {text}\n")
    sys.stdout.flush()
    return well


async def measure(browser: Browser, given: argparse.Namespace) -> bool:
    well = True
    with target("--limits", "home") as on:
        house = House(browser, cast("Server", on))
        if given.rounds:
            times = await first_view(house, given.rounds)
            best, middle, worst = min(times), statistics.median(times), max(times)
            well &= say(
                f"first view to play: {best:.0f} ms, {middle:.0f} in the middle, {worst:.0f} at worst of {len(times)}"
                f" (at most {MOST_FIRST_MS}; {os.getloadavg()[0]:.1f} processes wanted {os.cpu_count()} cores)",
                well=best < MOST_FIRST_MS,
            )
        for size in ("phone", "desk") if given.traced else ():
            trace = await traced(house, given.traced, size)
            tasks, forced = trace.tasks_ms(), trace.forced()
            well &= say(
                f"{given.traced} hands dealt, {size}: {len(tasks)} tasks, the longest {max(tasks):.1f} ms"
                f" (at most {MOST_TASK_MS}; {trace.longest_ms():.1f} by the clock on the wall);"
                f" forced layouts: {forced or 'none'},"
                f" and {trace.focused} as the focus moved on",
                well=max(tasks) <= MOST_TASK_MS and not forced,
            )
        if given.hands:
            before, after = await evening(house, given.hands)
            more = {name: after[name] - before[name] for name in before}
            grown = {name: part / before[name] for name, part in more.items()}
            well &= say(
                f"{given.hands} hands: heap {before['JSHeapUsedSize'] / 1024:.0f} kB"
                f" {more['JSHeapUsedSize'] / 1024:+.0f} (at most {MOST_MORE_KB}), nodes {before['Nodes']:.0f}"
                f" {more['Nodes']:+.0f}, listeners {before['JSEventListeners']:.0f} {more['JSEventListeners']:+.0f}"
                f" (each at most {MOST_MORE:.0%})",
                well=more["JSHeapUsedSize"] / 1024 < MOST_MORE_KB
                and max(grown["Nodes"], grown["JSEventListeners"]) < MOST_MORE,
            )
    return well


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--traced", type=int, default=8)
    parser.add_argument("--hands", type=int, default=200)
    given = parser.parse_args()
    async with launched() as browser:
        return 0 if await measure(browser, given) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
