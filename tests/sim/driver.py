"""One run: people play under faults, then the faults end, and everything must be as it should."""

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from protocol.ids import RoomCode
from server.rooms.lobby import EMPTY_MS, SWEEP_MS
from tests.sim import checkers, faults
from tests.sim.device import Device
from tests.sim.luck import luck
from tests.sim.people import Person
from tests.sim.town import Town
from tests.sim.watch import Checker
from tests.sim.world import Options, World

REST_MS: Final = 70_000
"""After the last fault: half-open lines are found, everybody is back and answered."""
ANSWERED_MS: Final = 6_000
SETTLED_MS: Final = 2_000
"""No line takes this long any more: what is there now is known everywhere then."""
HOME_SHARE: Final = 0.15
"""Of all runs so many end with everybody at home, until the rooms are unloaded, and coming back."""
FILE_SHARE: Final = 0.1
"""So many use a real file."""


class Outcome(msgspec.Struct, frozen=True):
    """What became of a run. ``trace``: a digest of all that happened."""

    seed: int
    options: Options
    problems: list[str]
    trace: str
    counts: dict[str, int]
    injected: dict[str, int]

    @property
    def command(self) -> str:
        """Repeats this run."""
        o = self.options
        game = f" --game {o.game}" if o.game else ""
        return (
            f"python -m tests.sim --first {self.seed} --seeds 1 --minutes {o.minutes:g} --tables {o.tables} "
            f"--faults {o.faults}{game}"
        )


def run(seed: int, options: Options, watchers: Sequence[type[Checker]] = checkers.ALL) -> Outcome:
    """The run of this seed."""
    name = f"{seed} {options}"
    chance = luck(name, "run")
    with ExitStack() as stack:
        folder = None
        if chance.random() < FILE_SHARE:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        world = World(name, options, watchers, folder)
        world.while_logged(lambda: _live(world, name, chance))
        if world.server is not None:
            world.server.kill(told=True)
    return Outcome(
        seed, options, world.problems, world.trace.hexdigest, dict(world.trace.counts), dict(Counter(world.injected))
    )


def _live(world: World, name: str, chance: Random) -> None:
    world.loop.outside(0, world.start)
    town = Town(world, name)
    for fault in faults.plan(name, world.options.minutes, world.options.faults):
        world.loop.outside(fault.at_ms, faults.strike, world, fault)
    _go_on(world, round(world.options.minutes * 60_000))
    world.mend()
    town.calm()
    _go_on(world, REST_MS)
    _at_rest(world)
    if chance.random() < HOME_SHARE and not world.problems:
        left = town.go_home()
        _go_on(world, EMPTY_MS + 3 * SWEEP_MS)
        for person, token in left:
            person.return_home(token)
        _go_on(world, 20_000)
        _at_rest(world)


def _go_on(world: World, span_ms: int) -> None:
    if not world.problems:
        world.loop.run(world.loop.now + span_ms)


def _at_rest(world: World) -> None:
    """People stop for a moment, so that nothing is under way; then all is looked at."""
    if world.problems:
        return
    server = world.server
    if server is None:
        world.wrong("the server is not up")
        return
    for person in world.people:
        person.pause = True
    _go_on(world, ANSWERED_MS)
    there = [(one, one.device, _version(world, one)) for one in world.people]
    _go_on(world, SETTLED_MS)
    for person, device, version in there:
        if device is not None and device is person.device and not device.over and not person.gone:
            _check(world, partial(_is_there, world, person, device, version))
    for checker in world.watchers.all:
        _check(world, checker.rested)
    for person in world.people:
        person.pause = False
        person.look_again()


def _check(world: World, look: Callable[[], None]) -> None:
    if not world.problems:
        look()


def _version(world: World, person: Person) -> int:
    """Of the person's table, now."""
    core = None if world.server is None else world.server.tables.get(RoomCode(person.room))
    return 0 if core is None else core.version


def _is_there(world: World, person: Person, device: Device, least: int) -> None:
    """This window, which is not new, shows at least this version, and has all its answers."""
    if not device.welcomed:
        world.wrong(f"{person.name} is not back")
    elif device.pending:
        world.wrong(f"{person.name} waits for {len(device.pending)} answers")
    elif not least <= device.version <= _version(world, person):
        world.wrong(f"{person.name} sees {device.version}, it was {least}, it is {_version(world, person)}")
