"""What goes wrong in a run, and when: drawn from the seed before anything happens."""

import math
from collections.abc import Callable
from random import Random
from typing import Final

import msgspec

from tests.sim.link import Link
from tests.sim.luck import luck
from tests.sim.trap import Moment
from tests.sim.world import World

Strike = Callable[[World, Random], bool]
"""Does it; False: there was nothing to do it to, or it waits for its moment."""


class Planned(msgspec.Struct, frozen=True):
    """A fault of this kind at this instant; ``seed`` draws its particulars."""

    at_ms: int
    kind: str
    seed: int


def _span(chance: Random, least: int, most: int) -> int:
    """Short ones as often as long ones."""
    return round(least * math.pow(most / least, chance.random()))


def _kill(world: World, chance: Random) -> bool:
    up = world.server is not None
    world.kill(_span(chance, 50, 20_000), told=chance.random() < 0.8)
    return up


def _kill_at(when: Moment) -> Strike:
    """At a place where much is half done, the next time somebody gets there."""

    def strike(world: World, chance: Random) -> bool:
        down, told = _span(chance, 50, 5_000), chance.random() < 0.8
        world.trap.arm(f"kill_at_{when}", when, chance.randint(0, 3), lambda _: world.kill(down, told=told))
        return False

    return strike


def _restart(world: World, chance: Random) -> bool:
    if world.server is None or world.server.stopping:
        return False
    world.restart(_span(chance, 50, 5_000))
    return True


def _stop_cont(world: World, chance: Random) -> bool:
    if world.server is None or world.server.machine.frozen:
        return False
    world.freeze(_span(chance, 100, 60_000), io_first=chance.random() < 0.5)
    return True


def _lid(world: World, chance: Random) -> bool:
    if world.server is None or world.server.machine.frozen:
        return False
    world.freeze(_span(chance, 1_000, 120_000), clock_stands=True, io_first=chance.random() < 0.5)
    return True


def _disk_slow(world: World, chance: Random) -> bool:
    world.disk.slow_ms = chance.choice(((1, 20), (10, 120), (100, 600)))
    world.loop.outside(_span(chance, 1_000, 20_000), setattr, world.disk, "slow_ms", (0, 0))
    return True


def _disk_stuck(world: World, chance: Random) -> bool:
    world.disk.stick(_span(chance, 100, 20_000))
    return True


def _disk_full(world: World, chance: Random) -> bool:
    world.disk.refuses = True
    world.loop.outside(_span(chance, 10, 20_000), setattr, world.disk, "refuses", False)
    return True


def _cut(told_here: bool, told_there: bool) -> Strike:
    def strike(world: World, chance: Random) -> bool:
        links = world.open_links
        if links:
            chance.choice(links).cut(told_here=told_here, told_there=told_there)
        return bool(links)

    return strike


def _cut_at(when: Moment) -> Strike:
    """Some line, right when a frame of it is under way."""

    def strike(world: World, chance: Random) -> bool:
        told_here, told_there = chance.choice(((True, True), (True, False), (False, True)))

        def cut(link: Link | None) -> None:
            if link is not None:
                link.cut(told_here=told_here, told_there=told_there)

        world.trap.arm(f"cut_at_{when}", when, chance.randint(0, 5), cut)
        return False

    return strike


def _all_cut(world: World, chance: Random) -> bool:
    """The router is switched off and on."""
    links = world.open_links
    for link in links:
        link.cut(told_here=chance.random() < 0.5, told_there=chance.random() < 0.5)
    return bool(links)


def _slow_line(world: World, chance: Random) -> bool:
    links = world.open_links
    if not links:
        return False
    link = chance.choice(links)
    link.slow_ms = _span(chance, 100, 4_000)
    world.loop.outside(_span(chance, 1_000, 30_000), setattr, link, "slow_ms", 0)
    return True


def _packet_lost(world: World, chance: Random) -> bool:
    """TCP sends it again: what follows waits for it."""
    links = world.open_links
    if links:
        chance.choice(links).hold_up(chance.choice((200, 400, 800, 1_600, 3_200)))
    return bool(links)


def _reads_nothing(world: World, chance: Random) -> bool:
    links = [link for link in world.open_links if link.reading]
    if not links:
        return False
    link = chance.choice(links)
    link.reading = False
    link.window = min(link.window, 8_000)
    world.loop.outside(_span(chance, 1_000, 60_000), link.read_again)
    return True


def _offline(world: World, chance: Random) -> bool:
    devices = [one.device for one in world.people if one.device is not None and one.device.welcomed]
    if devices:
        chance.choice(devices).go_offline(_span(chance, 200, 90_000))
    return bool(devices)


KINDS: Final[dict[str, tuple[Strike, float]]] = {
    "kill": (_kill, 0.5),
    "kill_at_append": (_kill_at("append"), 0.4),
    "kill_at_commit": (_kill_at("commit"), 0.4),
    "kill_at_written": (_kill_at("written"), 0.6),
    "kill_at_send": (_kill_at("send"), 0.4),
    "sigterm": (_restart, 0.3),
    "sigstop": (_stop_cont, 0.7),
    "lid": (_lid, 0.4),
    "disk_slow": (_disk_slow, 0.8),
    "disk_stuck": (_disk_stuck, 0.7),
    "disk_full": (_disk_full, 0.7),
    "cut": (_cut(told_here=True, told_there=True), 3),
    "cut_at_hear": (_cut_at("hear"), 2),
    "cut_at_send": (_cut_at("send"), 2),
    "half_open_client_gone": (_cut(told_here=True, told_there=False), 2),
    "half_open_server_gone": (_cut(told_here=False, told_there=True), 1),
    "half_open_both": (_cut(told_here=False, told_there=False), 1),
    "all_cut": (_all_cut, 0.3),
    "slow_line": (_slow_line, 2),
    "packet_lost": (_packet_lost, 5),
    "reads_nothing": (_reads_nothing, 2),
    "offline": (_offline, 2),
}
"""How often each strikes, on average, in a run of two minutes."""


def plan(seed: str, minutes: float, kinds: str) -> list[Planned]:
    """The faults of a run."""
    chance = luck(seed, "faults")
    calm = chance.choice((0.3, 1.0, 1.0, 2.0))
    chosen = set() if kinds == "none" else set(KINDS) if kinds == "all" else set(kinds.split(","))
    if unknown := chosen - set(KINDS):
        raise ValueError(f"no such fault: {', '.join(sorted(unknown))}")
    found = []
    for kind, (_, often) in KINDS.items():
        count = _poisson(chance, often * calm * minutes / 2)
        times = [(chance.randint(2_000, round(minutes * 60_000)), chance.randrange(10**9)) for _ in range(count)]
        found += [Planned(at, kind, number) for at, number in times if kind in chosen]
    return sorted(found, key=lambda fault: (fault.at_ms, fault.kind, fault.seed))


def strike(world: World, fault: Planned) -> None:
    """Now."""
    if KINDS[fault.kind][0](world, luck(fault.seed)):
        world.injected[fault.kind] += 1


def _poisson(chance: Random, mean: float) -> int:
    count, left = 0, chance.expovariate(1.0)
    while left < mean:
        count += 1
        left += chance.expovariate(1.0)
    return count
