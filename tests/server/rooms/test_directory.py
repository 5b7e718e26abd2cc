"""What every directory does, whatever it is made of."""

from collections.abc import Callable

import pytest

from server.rooms.directory import Advert, RoomDirectory
from server.rooms.memory import MemoryDirectory

DIRECTORIES: list[Callable[[], RoomDirectory]] = [MemoryDirectory]


@pytest.fixture(params=DIRECTORIES)
def directory(request: pytest.FixtureRequest) -> RoomDirectory:
    made: RoomDirectory = request.param()
    return made


HERE = Advert("K7", "https://here.example", "p1", 10)
LATER = Advert("K7", "https://there.example", "p2", 11)
OTHER = Advert("A2", "https://other.example", "p3", 10)


async def test_nobody_serves_an_unknown_shard(directory: RoomDirectory) -> None:
    assert await directory.find("K7") is None
    assert await directory.adverts() == ()


async def test_what_is_published_is_found(directory: RoomDirectory) -> None:
    await directory.publish(HERE)
    await directory.publish(OTHER)
    assert await directory.find("K7") == HERE
    assert await directory.adverts() == (OTHER, HERE)


async def test_the_newest_word_counts(directory: RoomDirectory) -> None:
    await directory.publish(HERE)
    await directory.publish(LATER)
    assert await directory.find("K7") == LATER


async def test_one_takes_back_only_ones_own(directory: RoomDirectory) -> None:
    await directory.publish(HERE)
    await directory.publish(LATER)
    await directory.withdraw(HERE)
    assert await directory.find("K7") == LATER
    await directory.withdraw(LATER)
    await directory.withdraw(LATER)
    assert await directory.find("K7") is None
