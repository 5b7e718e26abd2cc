"""What every directory does, whatever it is made of."""

from collections.abc import AsyncIterator

import pytest

from protocol.web import ListedRoom
from server.rooms.directory import TTL_MS, Advert, RoomDirectory, ShardTaken
from server.rooms.memory import MemoryDirectory
from server.rooms.redis import RedisDirectory
from tests.support.lobby import StillClock
from tests.support.redis import RedisServer

HERE = Advert(shard="K7", address="https://here.example", process="p1", epoch=10)
LATER = Advert(shard="K7", address="https://there.example", process="p2", epoch=11)
SAME_SECOND = Advert(shard="K7", address="https://there.example", process="p0", epoch=10)
OTHER = Advert(
    shard="A2",
    address="https://other.example",
    process="p3",
    epoch=10,
    beat=7,
    open=False,
    rooms=(ListedRoom("A2Q2M9XDT4", "Bàn nhà An", "xi-dach", 5, 2),),
)


class Rig:
    """A directory, and its time as far as adverts go."""

    def __init__(self, directory: RoomDirectory) -> None:
        self.directory = directory

    async def lapse(self) -> None:
        """Let every advert's time run out."""
        raise AssertionError


class MemoryRig(Rig):
    def __init__(self) -> None:
        self._clock = StillClock()
        super().__init__(MemoryDirectory(self._clock))

    async def lapse(self) -> None:
        self._clock.push(TTL_MS)


class RedisRig(Rig):
    def __init__(self, server: RedisServer) -> None:
        self._server = server
        super().__init__(RedisDirectory(server.url))

    async def lapse(self) -> None:
        async with self._server.client() as client:
            for key in await client.keys():
                assert 0 < await client.pttl(key) <= TTL_MS
                await client.pexpireat(key, 1)


@pytest.fixture(params=["memory", "redis"])
async def rig(request: pytest.FixtureRequest) -> AsyncIterator[Rig]:
    made: Rig
    if request.param == "memory":
        made = MemoryRig()
    else:
        server: RedisServer = request.getfixturevalue("redis")
        async with server.client() as client:
            await client.flushall()
        made = RedisRig(server)
    yield made
    await made.directory.close()


@pytest.fixture
def directory(rig: Rig) -> RoomDirectory:
    return rig.directory


async def test_nobody_serves_an_unknown_shard(directory: RoomDirectory) -> None:
    assert await directory.find("K7") is None
    assert await directory.adverts() == ()


async def test_what_is_published_is_found(directory: RoomDirectory) -> None:
    await directory.publish(HERE)
    await directory.publish(OTHER)
    assert await directory.find("K7") == HERE
    assert await directory.adverts() == (OTHER, HERE)


async def test_a_renewal_is_the_newest_word(directory: RoomDirectory) -> None:
    await directory.publish(OTHER)
    renewed = Advert(shard="A2", address="https://other.example", process="p3", epoch=10, beat=8)
    await directory.publish(renewed)
    assert await directory.adverts() == (renewed,)


@pytest.mark.case("B210")
@pytest.mark.parametrize(("first", "second"), [(HERE, LATER), (SAME_SECOND, HERE)])
async def test_of_two_processes_the_one_that_started_earlier_has_the_shard(
    directory: RoomDirectory, first: Advert, second: Advert
) -> None:
    await directory.publish(first)
    with pytest.raises(ShardTaken) as taken:
        await directory.publish(second)
    assert taken.value.advert == first
    assert await directory.find("K7") == first
    await directory.withdraw(first)
    # It was away while the other began, and comes back.
    await directory.publish(second)
    await directory.publish(first)
    assert await directory.find("K7") == first


async def test_one_takes_back_only_ones_own(directory: RoomDirectory) -> None:
    await directory.publish(HERE)
    await directory.withdraw(LATER)
    assert await directory.find("K7") == HERE
    await directory.withdraw(HERE)
    await directory.withdraw(HERE)
    assert await directory.find("K7") is None
    assert await directory.adverts() == ()


@pytest.mark.case("B206")
async def test_an_advert_that_is_not_renewed_lapses(rig: Rig) -> None:
    await rig.directory.publish(HERE)
    await rig.lapse()
    assert await rig.directory.find("K7") is None
    assert await rig.directory.adverts() == ()
    # Whose time is over has no claim any more.
    await rig.directory.publish(LATER)
    assert await rig.directory.find("K7") == LATER


def test_an_advert_shows_no_codes_where_it_is_printed() -> None:
    assert repr(OTHER) == "<Advert of A2 by p3 at https://other.example>"
    assert "K7" in str(ShardTaken(HERE))
