"""One room in a world of its own: the same commands at the same times, over decks that may differ."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from protocol.codec import encode
from protocol.ids import Millis, PlayerId, RoomCode
from server.rules.registry import games
from server.table.core import TableCore, open_table
from server.table.effects import BotWanted, Drop, Effect, Fault, Frame, Record
from server.table.entries import AnyEntry
from server.table.messages import ConnId, TableMessage
from server.table.tokens import digest

GAMES: Final = games(Path(__file__).resolve().parents[2] / "seeds")
TEXTS: Final = {
    game: tuple(rank + suit for rank in ranks for suit in "cdhs")
    for game, ranks in {"xi-to-28": "89TJQKA", "xi-to-32": "789TJQKA", "xi-dach": "23456789TJQKA"}.items()
}
"""The packs in the order that deck orders index, written down here so that no code of the server is asked."""
HOST_TOKEN: Final = "host-token-host-token-host-token"
OPENED: Final = Millis(1_000_000)
HTTP: Final = ConnId(0)
"""Stands for a stranger who only asks the HTTP API."""

Order = tuple[int, ...]


class Script(msgspec.Struct, frozen=True):
    """Everything that comes from outside: options, and messages (None: time only) at their instants."""

    game: str
    options: dict[str, bool | int | str]
    steps: tuple[tuple[Millis, TableMessage | None], ...]


class Got(msgspec.Struct, frozen=True):
    """What one connection got: when, within which step of the script, and the bytes (or the close code)."""

    step: int
    at: Millis
    data: bytes


def views(frames: Sequence[Got]) -> Iterator[tuple[Got, dict[str, Any]]]:
    """The views among these frames, as plain JSON."""
    for got in frames:
        if got.data.startswith(b'{"type":"view"'):
            yield got, msgspec.json.decode(got.data)


class Decks:
    """Deck orders by hand; beyond those given, more from the seed. A Shuffler."""

    def __init__(self, game: str, seed: int, changed: dict[int, Order] | None = None) -> None:
        self.game = game
        self._seed = seed
        self._random = Random(seed)  # noqa: S311
        self._drawn: list[Order] = []
        self._changed = changed or {}
        self._dealt = 0

    def fresh(self, changed: dict[int, Order] | None = None) -> "Decks":
        """The same decks from the first hand on, but for those that are changed."""
        return Decks(self.game, self._seed, changed)

    def of_hand(self, hand: int) -> Order:
        """Hands count from 1."""
        size = len(TEXTS[self.game])
        while len(self._drawn) < hand:
            self._drawn.append(tuple(self._random.sample(range(size), size)))
        return self._changed.get(hand, self._drawn[hand - 1])

    def order(self, size: int) -> Sequence[int]:
        assert size == len(TEXTS[self.game])
        self._dealt += 1
        return self.of_hand(self._dealt)


class World:
    """A core on a virtual clock, and everything that left it, by connection."""

    def __init__(self, options: dict[str, bool | int | str], decks: Decks) -> None:
        self.now = OPENED
        self.step = 0
        self.got: defaultdict[ConnId, list[Got]] = defaultdict(list)
        self.drops: dict[ConnId, int] = {}
        self.bots: list[PlayerId] = []
        self.faults: list[Fault] = []
        self.entries: list[AnyEntry] = []
        self.core: TableCore
        game = GAMES[decks.game]
        self.core = open_table(
            room=RoomCode("K7Q2M9XDT4"),
            game=game,
            options=game.sheet.full(options),
            title="Bàn thử",
            epoch=7,
            creator=digest(HOST_TOKEN),
            shuffler=decks,
            now=self.now,
        )

    def run(self, at: Millis, message: TableMessage | None) -> None:
        """One step of a script: let time go on to ``at``, waking the core as its shell would, then hand it over."""
        while (due := self.core.next_deadline) is not None and due <= at:
            self.now = max(self.now, due)
            self._take(self.core.wake(self.now))
        self.now = at
        if message is not None:
            self._take(self.core.receive(at, message))
        self.got[HTTP].append(Got(self.step, at, encode(self.core.summary)))
        self.step += 1

    def latest(self, conn: ConnId, kind: str) -> dict[str, Any] | None:
        """The newest message of this type, as plain JSON."""
        head = b'{"type":"%b"' % kind.encode()
        found = next((got.data for got in reversed(self.got[conn]) if got.data.startswith(head)), None)
        return None if found is None else msgspec.json.decode(found)

    def _take(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Frame():
                    self.got[effect.to].append(Got(self.step, self.now, effect.data))
                case Drop():
                    self.drops[effect.to] = self.step
                    self.got[effect.to].append(Got(self.step, self.now, b"closed %d" % effect.code))
                case BotWanted():
                    self.bots.append(effect.player)
                case Fault():
                    self.faults.append(effect)
                case Record():
                    self.entries.append(effect.entry)
                case _:
                    pass


Adapt = Callable[[World, int, TableMessage], TableMessage | None]
"""What is said instead at this step of a script."""


def played(script: Script, decks: Decks, until: int | None = None, adapt: Adapt | None = None) -> World:
    """The world in which this script is played with these decks, up to a step."""
    world = World(script.options, decks)
    for step, (at, message) in enumerate(script.steps[:until]):
        world.run(at, message if message is None or adapt is None else adapt(world, step, message))
    return world
