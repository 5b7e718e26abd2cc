"""A journal that keeps nothing but the count: for servers without a data folder, and for tests."""

import heapq
from collections.abc import Callable, Sequence
from itertools import count
from typing import Protocol

from protocol.ids import RoomCode
from server.table.effects import Position
from server.table.entries import Entry


class Soon(Protocol):
    """Runs a call at the end of this tick of the loop: ``loop.call_soon``."""

    def __call__(self, call: Callable[[], None], /) -> object: ...


class MemoryJournal:
    """One commit for all that is appended in one tick. Entries would die with the process: none is kept."""

    def __init__(self, soon: Soon) -> None:
        self._soon = soon
        self._committed = Position(0)
        self._appended = Position(0)
        self._planned = False
        self._waiting: list[tuple[Position, int, Callable[[], None]]] = []
        self._order = count()

    @property
    def committed(self) -> Position:
        return self._committed

    def append(self, room: RoomCode, entries: Sequence[Entry]) -> Position:
        self._appended = Position(self._appended + len(entries))
        if not self._planned and self._appended > self._committed:
            self._planned = True
            self._soon(self._commit)
        return self._appended

    def after(self, position: Position, call: Callable[[], None]) -> None:
        if position <= self._committed:
            call()
        else:
            heapq.heappush(self._waiting, (position, next(self._order), call))

    def _commit(self) -> None:
        self._planned = False
        self._committed = self._appended
        while self._waiting and self._waiting[0][0] <= self._committed:
            heapq.heappop(self._waiting)[2]()
