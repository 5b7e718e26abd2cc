"""The tables of a world and the people who come to them."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

from protocol.ids import RoomCode
from protocol.inbound import CreateRoom
from server.rooms.keys import Created
from tests.sim.luck import luck
from tests.sim.people import NAMES, Person
from tests.sim.tricks import trick
from tests.sim.world import World
from tests.support.lobby import GAMES
from tests.support.pairwise import Options, Pairwise

AGAIN_MS: Final = 2_000
"""Until a request for a room that got no answer is sent again."""
COME_MS: Final = 6_000
"""Within this all friends have opened the link."""


@cache
def rows(game: str) -> list[Options]:
    """Options in which every two values meet."""
    return Pairwise(GAMES[game]).rows


@cache
def _shortest(game: str) -> Options:
    """The times to think, as short as they may be."""
    sheet = GAMES[game].sheet
    return {one.name: one.least for one in sheet.options if one.name.endswith("_timeout_s") and one.least is not None}


class Party:
    """One table: somebody makes it, friends come."""

    def __init__(self, world: World, chance: Random, game: str, names: Iterator[str]) -> None:
        self.people: list[Person] = []
        self._world = world
        self._chance = chance
        self._names = names
        options = dict(chance.choice(rows(game))) if chance.random() < 0.8 else {}
        # A clock that nobody ever sees the end of tells little.
        options |= {name: least for name, least in _shortest(game).items() if chance.random() < 0.5}
        self._request = CreateRoom(game, options, "Bàn thử", f"{game}-{chance.randrange(10**12):012d}")
        self._made = False
        self._ask()

    def _ask(self) -> None:
        """Until there is an answer: the same key, so that there is one room."""
        if self._made:
            return
        world, server = self._world, self._world.server
        world.loop.outside(AGAIN_MS, self._ask)
        if server is not None:
            server.incoming(self._chance.randint(1, 100), server.create, self._request, self._answered)

    def _answered(self, created: Created | None) -> None:
        """Over HTTP, which may lose it."""
        if created is not None and self._chance.random() < 0.9:
            self._world.loop.outside(self._chance.randint(1, 100), self._friends_come, created.code, created.token)

    def _friends_come(self, room: RoomCode, token: str) -> None:
        if self._made:
            return
        self._made = True
        for number in range(self._chance.randint(2, 5)):
            person = Person(
                self._world.loop,
                luck(self._chance.random()),
                self._world.open_device,
                next(self._names),
                trick,
            )
            self.people.append(person)
            self._world.people.append(person)
            delay = 0 if number == 0 else self._chance.randint(0, COME_MS)
            self._world.loop.outside(delay, person.come, room, token if number == 0 else None)


class Town:
    """All parties of a world."""

    def __init__(self, world: World, seed: str) -> None:
        chance = luck(seed, "town")
        games = [world.options.game] if world.options.game else sorted(GAMES)
        first = chance.randrange(len(games))
        names = _names()
        self._world = world
        self.parties = [
            Party(world, luck(chance.random()), games[(first + number) % len(games)], names)
            for number in range(world.options.tables)
        ]

    def calm(self) -> None:
        """From now on people only play."""
        for person in self._world.people:
            person.calm = True

    def go_home(self) -> list[tuple[Person, str | None]]:
        """Everybody leaves; who they are, to come back."""
        left = [
            (one, one.device.token if one.device is not None else None) for one in self._world.people if not one.gone
        ]
        for person, _ in left:
            person.go_home()
        return left


def _names() -> Iterator[str]:
    number = 0
    while True:
        yield NAMES[number % len(NAMES)]
        number += 1
