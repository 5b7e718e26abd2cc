"""People at tables of the fleet, without a browser."""

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

import httpx
import msgspec

from protocol.games.stud import StudView, Theo
from protocol.inbound import Act, Host, Next, Sit, Start
from protocol.outbound import View
from protocol.web import RoomCreated, RoomInfo
from tests.support.client import Client, Reached

EVERY_S = 0.025


def created(answer: httpx.Response) -> RoomCreated:
    """What ``POST /api/rooms`` answered."""
    assert answer.status_code == 201, answer.text
    return msgspec.json.decode(answer.content, type=RoomCreated)


def found(answer: httpx.Response) -> RoomCreated:
    """The room that ``GET /api/rooms/{code}`` led to, as somebody with the link knows it."""
    assert answer.status_code == 200, answer.text
    info = msgspec.json.decode(answer.content, type=RoomInfo)
    return RoomCreated(info.code, info.link, "", info.ws)


class Table:
    """Four people over sockets at one table of xì tố 28 lá."""

    def __init__(self, door: Reached, room: RoomCreated) -> None:
        self._stack = AsyncExitStack()
        self.people = [Client(door, room) for _ in range(4)]
        self.room = room

    async def __aenter__(self) -> Self:
        for seat, person in enumerate(self.people):
            await self._stack.enter_async_context(person)
            await person.hello(self.room.token if seat == 0 and self.room.token else None)
            assert await person.answer(await person.command(Sit, seat, f"Bạn {seat}")) is None
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def start(self) -> None:
        """The first hand. All four sit, so it may have begun by itself."""
        await self.people[0].command(Host, Start())
        await self._asked()

    async def play(self, actions: int, *, every_s: float = EVERY_S) -> list[float]:
        """So many actions, hand after hand: how many seconds each took until its answer came.

        ``every_s``: at least so far apart, so that all four stay within what one person may send.
        """
        took: list[float] = []
        while len(took) < actions:
            asked = await self._asked()
            begun = time.monotonic()
            refused = await asked.answer(await asked.command(Act, asked.view.you.turn, Theo()))
            took.append(time.monotonic() - begun)
            assert refused is None
            await asyncio.sleep(max(0, every_s - took[-1]))
        return took

    async def _asked(self) -> Client:
        """Whose turn it is, once everybody has seen the newest view; finished hands are waved on."""
        newest = max(person.view.v for person in self.people)
        for person in self.people:
            if person.view.v < newest:
                await person.until(View, _at_least(newest))
        view = self.people[0].view
        if isinstance(view.table.play, StudView) and view.table.phase == "playing":
            turn = view.table.play.to_act
            for person in self.people:
                if person.view.you.seat == turn and person.view.you.turn is not None:
                    return person
        elif view.table.phase == "result":
            for person in self.people:
                await person.command(Next)
        await self.people[0].until(View, _newer(newest))
        return await self._asked()


def _at_least(version: int) -> Callable[[View], bool]:
    return lambda view: view.v >= version


def _newer(version: int) -> Callable[[View], bool]:
    return lambda view: view.v > version
