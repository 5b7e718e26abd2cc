"""The players of these tests themselves: nothing that happens to a line leaves them silent for ever."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
from websockets.asyncio.server import ServerConnection, serve

from protocol.web import RoomCreated
from tests.faults import wires
from tests.faults.wires import Player, patiently, until

ROOM: Final = RoomCreated("K7ABCDEF", "", "secret", "/s/K7/ws")


class Silent:
    """A server that takes every call and says ``words``, mostly nothing."""

    def __init__(self) -> None:
        self.calls = 0
        self.words = ""

    async def answer(self, call: ServerConnection) -> None:
        self.calls += 1
        await call.recv()
        if self.words:
            await call.send(self.words)
        await call.wait_closed()


@asynccontextmanager
async def called_by_somebody(words: str = "") -> AsyncIterator[tuple[Silent, Player, asyncio.Task[None]]]:
    """He has got through, and waits for what he is told."""
    silent = Silent()
    silent.words = words
    async with serve(silent.answer, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        player = Player(f"ws://127.0.0.1:{port}{ROOM.ws}", ROOM, 0, "Lan", ROOM.token)
        playing = asyncio.get_running_loop().create_task(player.play())
        try:
            await until(lambda: silent.calls == 1, player)
            yield silent, player, playing
        finally:
            playing.cancel()
            player.phone.cut()


async def test_who_is_cut_off_while_he_waits_calls_again() -> None:
    async with called_by_somebody() as (silent, player, _):
        assert player.does == "waits"
        player.phone.cut()
        await until(lambda: silent.calls == 2, player)


async def test_what_nobody_can_read_is_told() -> None:
    async with called_by_somebody("{") as (_, _, playing):
        with pytest.raises(ValueError, match="truncated"):
            await patiently(playing)


async def test_who_waits_in_vain_tells_how_everybody_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    async with called_by_somebody() as (_, player, _):
        monkeypatch.setattr(wires, "PATIENCE_S", 0.05)
        with pytest.raises(AssertionError) as told:
            await until(lambda: player.seen > 0, player)
        assert "not within 0.05 s" in str(told.value)
        assert "Lan waits; saw the end of 0, sees nothing; <Phone open, 0 welcomes" in str(told.value)
        assert ROOM.token not in str(told.value)
