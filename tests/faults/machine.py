"""A computer with a disk, and the server that runs on it: real but for socket, time and chance."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final
from unittest.mock import patch

from protocol.ids import RoomCode
from protocol.inbound import CreateRoom, OptionValue
from server.bots.house import House, Pace
from server.hub.budgets import Budgets
from server.hub.connection import Connection
from server.hub.sessions import Sessions
from server.hub.tally import Tally
from server.hub.transport import Transport
from server.journal.folder import open_store
from server.journal.sqlite import Runner, SqliteJournal, at_once
from server.journal.store import Durability, Store
from server.rooms.keys import Created
from server.rooms.lobby import Chances, Lobby
from server.table.core import TableCore
from tests.faults.phone import Phone
from tests.faults.tap import Tap
from tests.support.journal import WALL_S
from tests.support.lobby import GAMES
from tests.support.loop import Timer, VirtualLoop

SHARD: Final = "K7"
THINK_MS: Final = 1_550
"""Every thought of a bot takes this long."""

Files = dict[str, bytes]
"""What lies in a data folder, by name."""


def abandoned(store: Store) -> None:
    """Let go of a file as a dead process does. SQLite tidies it up behind us, which nobody needs on the disk."""
    store._db.execute("PRAGMA synchronous=OFF")
    store.abandon()


class Riffled:
    """The same order for every hand at every table, so that no table's hands depend on another's."""

    def order(self, size: int) -> list[int]:
        return sorted(range(size), key=lambda card: (card * 11 + 5) % 53)


def left(folder: Path) -> Files:
    """What the power switch would leave of the journal just now."""
    return {path.name: path.read_bytes() for path in folder.glob(f"{SHARD}.db*")}


def laid(folder: Path, files: Files) -> Path:
    """The same on another disk."""
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


class Machine:
    """One process, from its start on this folder. Its clock goes on from the last instant in the journal."""

    def __init__(self, folder: Path, loop: VirtualLoop, run: Runner, durability: Durability) -> None:
        folder.mkdir(exist_ok=True)
        self.look: Callable[[Connection | None, bytes], None] | None = None
        """Is shown every frame before it leaves; None: while its connection is being made."""
        self.folder = folder
        self.loop = loop
        self.phones: list[Phone] = []
        self.store = open_store(folder, SHARD, durability)
        self.epoch, start = self.store.begin(WALL_S)
        loop.sleep(start)
        self.journal = SqliteJournal(self.store, loop, run, lambda: WALL_S)
        self.thoughts: set[int] = set()
        """When bots have thought."""
        house = House(play=lambda: 0.5, pause=lambda: 0.5, pace=Pace(THINK_MS, THINK_MS), later=self._later)
        numbers = count(1)

        def secret() -> str:
            return f"secret-{self.epoch}-{next(numbers):026}"

        self.lobby = Lobby(
            GAMES,
            shard=SHARD,
            journal=self.journal,
            clock=loop,
            chances=Chances(Riffled(), lambda length: f"{next(numbers):0{length}}", secret),
            epoch=self.epoch,
            most_rooms=1_000,
            bot_wanted=house.play,
        )
        self.sessions = Sessions(self.lobby, self.journal, loop, secret, 1_000, Budgets("home"), Tally())
        self.sessions.start()

    def open(self, transport: Transport) -> Connection:
        """A socket from this very machine."""

        connection: Connection | None = None

        def look(frame: bytes) -> None:
            if self.look is not None:
                self.look(connection, frame)

        connection = self.sessions.open(Tap(transport, look), "127.0.0.1")
        return connection

    def text(self, connection: Connection, frame: str) -> None:
        self.sessions.text(connection, frame)

    def lost(self, connection: Connection) -> None:
        self.sessions.lost(connection)

    def create(self, game: str, **options: OptionValue) -> Created:
        """A room, written down."""
        made = self.lobby.create(CreateRoom(game, options))
        self.settle()
        return made

    def core(self, room: RoomCode) -> TableCore:
        """What a table is inside."""
        actor = self.lobby.find(room)
        assert actor is not None
        return actor.core

    def phone(self, room: RoomCode, token: str | None = None) -> Phone:
        """Somebody new, or with this token, connected."""
        phone = Phone(self, room, token, self.loop.now)
        self.phones.append(phone)
        phone.connect()
        self.settle()
        return phone

    def _later(self, delay_s: float, call: Callable[[], None]) -> Timer:
        timer = self.loop.call_later(delay_s, call)
        self.thoughts.add(round(timer.due))
        return timer

    def settle(self) -> None:
        """Everything is written as far as the disk takes it, arrives, and what follows from it too."""
        for _ in range(1_000):
            self.loop.settle()
            arrived = [phone.deliver() for phone in self.phones]
            if not any(arrived):
                return
        raise AssertionError("it never comes to rest")

    def wait(self, span_ms: int) -> None:
        """Time goes on, and whatever it brings arrives at once."""
        end = self.loop.now() + span_ms
        while (now := self.loop.now()) < end:
            due = self.loop.due
            self.loop.advance(min(end, max(now, end if due is None else due)) - now)
            self.settle()


@contextmanager
def machine(folder: Path, *, run: Runner = at_once, durability: Durability = "process") -> Iterator[Machine]:
    """A process for the length of a block. It is killed at the end: what is not in the file then is lost."""
    loop = VirtualLoop(0)
    with patch.object(asyncio, "get_running_loop", lambda: loop):
        made = Machine(folder, loop, run, durability)
        try:
            yield made
        finally:
            abandoned(made.store)
