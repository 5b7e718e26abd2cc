"""The server from the socket down, real but for socket, time and chance, and the phones of its people."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Final
from unittest.mock import patch

from protocol.inbound import CreateRoom, OptionValue
from server.hub.budgets import Budgets
from server.hub.sessions import Sessions
from server.hub.tally import Tally
from server.journal.sqlite import Done, SqliteJournal, at_once
from server.journal.store import Store
from server.rooms.lobby import Chances, Lobby
from server.table.actor import TableActor
from tests.faults.phone import Phone
from tests.support.journal import WALL_S
from tests.support.lobby import GAMES
from tests.support.loop import VirtualLoop
from tests.support.watched import Shuffled

_CHUNK_MS: Final = 5_000
"""Phones answer beats at least this often."""


class Disk:
    """What a journal is written to. While it is ``stuck`` nothing gets there, and nobody hears why."""

    def __init__(self) -> None:
        self.stuck = False
        self._waiting: list[tuple[Callable[[], None], Done]] = []

    def __call__(self, work: Callable[[], None], done: Done) -> None:
        if self.stuck:
            self._waiting.append((work, done))
        else:
            at_once(work, done)

    def mend(self) -> None:
        """All that waited is written."""
        self.stuck = False
        waiting, self._waiting = self._waiting, []
        for work, done in waiting:
            at_once(work, done)


class House:
    """One room on a virtual loop; see ``house``."""

    def __init__(
        self, loop: VirtualLoop, game: str, options: Mapping[str, OptionValue], seed: int, *, prompt: bool
    ) -> None:
        self.loop = loop
        self._prompt = prompt
        self.disk = Disk()
        self.journal = SqliteJournal(Store(None), loop, self.disk, lambda: WALL_S)
        numbers = count(1)
        self.lobby = Lobby(
            GAMES,
            shard="K7",
            journal=self.journal,
            clock=loop,
            chances=Chances(Shuffled(seed), lambda length: "Q2M9XDT4"[:length], lambda: f"token-{next(numbers):026}"),
            epoch=7,
            most_rooms=10,
            bot_wanted=lambda actor, player: None,
        )
        self.sessions = Sessions(
            self.lobby,
            self.journal,
            loop,
            lambda: f"token-{next(numbers):026}",
            100,
            Budgets("home"),
            Tally(),
        )
        self.made = self.lobby.create(CreateRoom(game, dict(options)))
        self.phones: list[Phone] = []
        self.sessions.start()

    @property
    def table(self) -> TableActor:
        actor = self.lobby.find(self.made.code)
        assert actor is not None
        return actor

    def phone(self, token: str | None = None) -> Phone:
        """Somebody new, or with this token, connected and welcome."""
        soon = self.loop.call_soon if self._prompt else None
        phone = Phone(self.sessions, self.made.code, token, self.loop.now, soon)
        self.phones.append(phone)
        phone.connect()
        self.settle()
        return phone

    def creator(self) -> Phone:
        return self.phone(self.made.token)

    def commit(self) -> None:
        """End the tick: the journal commits, frames are under way."""
        self.loop.settle()

    def settle(self) -> None:
        """Let everything arrive, and what follows from it."""
        for _ in range(100):
            self.loop.settle()
            arrived = [phone.deliver() for phone in self.phones]
            if not any(arrived):
                return
        raise AssertionError("it never comes to rest")

    def wait(self, span_ms: int) -> None:
        """Time goes on, and everything arrives."""
        while span_ms > 0:
            step = min(span_ms, _CHUNK_MS)
            self.loop.advance(step)
            self.settle()
            span_ms -= step


@contextmanager
def house(game: str = "xi-to-28", seed: int = 1, *, prompt: bool = False, **options: OptionValue) -> Iterator[House]:
    """A house of its own for the length of a block. ``prompt``: frames arrive in the tick in which they leave."""
    loop = VirtualLoop()
    with patch.object(asyncio, "get_running_loop", lambda: loop):
        made = House(loop, game, options, seed, prompt=prompt)
        try:
            yield made
        finally:
            made.journal.close()
