"""Whether a shard is free, before serving it."""

import msgspec
import pytest

from server.rooms.claim import claim
from server.rooms.directory import TTL_MS, Advert, ShardTaken
from server.rooms.memory import MemoryDirectory
from tests.support.lobby import StillClock

LEFT = Advert(shard="K7", address="https://here.example", process="p1", epoch=10, beat=3)


class Rig:
    def __init__(self) -> None:
        self.clock = StillClock()
        self.directory = MemoryDirectory(self.clock)
        self.waited: list[float] = []
        self.warned = 0
        self.renewed = 0

    async def pause(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.clock.push(int(seconds * 1000))
        if self.renewed:
            self.renewed += 1
            await self.directory.publish(msgspec.structs.replace(LEFT, beat=LEFT.beat + self.renewed))

    def waits(self) -> None:
        self.warned += 1

    async def claim(self) -> None:
        await claim(self.directory, "K7", self.pause, self.waits)


async def test_a_free_shard_is_had_at_once() -> None:
    rig = Rig()
    await rig.directory.publish(msgspec.structs.replace(LEFT, shard="A2"))
    await rig.claim()
    assert (rig.waited, rig.warned) == ([], 0)


@pytest.mark.case("B219")
async def test_what_a_crash_left_is_waited_for() -> None:
    rig = Rig()
    await rig.directory.publish(LEFT)
    await rig.claim()
    assert sum(rig.waited) * 1000 == TTL_MS
    assert rig.warned == 1


async def test_a_living_owner_is_found_out_within_a_beat() -> None:
    rig = Rig()
    rig.renewed = 1
    await rig.directory.publish(LEFT)
    with pytest.raises(ShardTaken) as taken:
        await rig.claim()
    assert taken.value.advert.process == "p1"
    assert len(rig.waited) == 1
