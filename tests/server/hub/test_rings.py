"""Play leaves nothing to the garbage collector, which a serving process has turned off (server/web/machine.py)."""

import asyncio
import gc
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from protocol.codec import encode
from protocol.ids import Ref
from protocol.inbound import CloseRoom, Host, Leave, Say
from server.rooms.lobby import EMPTY_MS
from tests.bench.generator import GAMES
from tests.bench.inner import ROOM_MS, Fast, Place, Seated

TURNS = 150
"""A few hands of each game."""


class Rooms:
    """One of each game, and what of them only the collector can take away."""

    def __init__(self, data: Path) -> None:
        self.clock = Fast()
        self.place = Place(data, self.clock)
        self.all = [Seated(self.place, game, Random(1)) for game in GAMES]  # noqa: S311

    async def play(self) -> int:
        said = 0
        for turn in range(TURNS):
            self.clock.ms += ROOM_MS
            for room in self.all:
                found = room.next()
                if found is not None:
                    self.place.sessions.text(room.connections[found[0]], found[1])
                    said += 1
            await asyncio.sleep(0 if turn % 10 else 0.001)
        return said

    async def say(self, *frames: bytes) -> None:
        for room in self.all:
            for connection in room.connections:
                for frame in frames:
                    self.place.sessions.text(connection, frame.decode())
        await asyncio.sleep(0.001)

    def lose(self) -> None:
        """All connections."""
        for room in self.all:
            for connection, wire in zip(room.connections, room.wires, strict=True):
                self.place.sessions.lost(connection)
                # As our sockets do when they are gone.
                wire.full = wire.ready = str  # type: ignore[assignment]
        self.all.clear()


def left() -> Counter[str]:
    gc.collect()
    kinds = [f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.garbage]
    gc.garbage.clear()
    return Counter(kind for kind in kinds if kind.startswith(("server.", "protocol.", "tests.bench.")))


@pytest.mark.case("B230")
async def test_hands_refusals_and_rooms_that_end_are_no_rings(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    await asyncio.sleep(0.001)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        assert await rooms.play() > TURNS
        assert not left(), "hands"
        await rooms.say(b'{"nonsense', encode(Say(Ref(900_001), "xin chào")), encode(Leave(Ref(900_002))))
        assert not left(), "refusals, words and leaving"
        await rooms.say(encode(Host(Ref(900_003), CloseRoom())))
        rooms.lose()
        rooms.place.lobby.sweep()
        rooms.clock.ms += 2 * EMPTY_MS
        rooms.place.lobby.sweep()
        await asyncio.sleep(0.001)
        assert not left(), "rooms that are gone"
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
        rooms.place.journal.close()
