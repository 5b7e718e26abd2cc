"""The directory in Redis when things go wrong: against a real one."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from server.rooms.directory import Advert, DirectoryAway
from server.rooms.redis import CONNECTIONS, INDEX, KEY, RedisDirectory
from tests.support.redis import RedisServer, redis_server

SHARDS = [f"{first}{second}" for first in "ABCD" for second in "01234"]


def advert(shard: str, process: str = "p1", **fields: int) -> Advert:
    return Advert(shard=shard, address=f"https://{shard}.example", process=process, epoch=1, **fields)  # type: ignore[arg-type]


@pytest.fixture
async def directory(redis: RedisServer) -> AsyncIterator[RedisDirectory]:
    async with redis.client() as client:
        await client.flushall()
    made = RedisDirectory(redis.url)
    yield made
    await made.close()


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[RedisServer]:
    """A Redis of this test alone."""
    with redis_server(tmp_path) as server:
        yield server


async def connections(server: RedisServer) -> int:
    """How many clients Redis has, the one that asks not counted."""
    async with server.client() as client:
        return len(await client.client_list()) - 1


async def test_cancelled_calls_never_shift_replies_or_leak_connections(
    redis: RedisServer, directory: RedisDirectory
) -> None:
    for shard in SHARDS:
        await directory.publish(advert(shard))
    before = await connections(redis)
    chance = random.Random(7)  # noqa: S311
    cancelled = 0

    async def ask(number: int) -> None:
        nonlocal cancelled
        shard = SHARDS[number % len(SHARDS)]
        call = asyncio.ensure_future(
            directory.find(shard) if number % 3 else directory.publish(advert(shard, beat=number))
        )
        # Up to a few milliseconds: while it waits for a connection, while it writes, while it waits for the answer.
        asyncio.get_running_loop().call_later(chance.random() * 0.004, call.cancel)
        try:
            found = await call
        except asyncio.CancelledError:
            cancelled += 1
        else:
            assert found is None or found.shard == shard

    for start in range(0, 20_000, 20):
        if cancelled >= 1_000:
            break
        await asyncio.gather(*map(ask, range(start, start + 20)))
        shard = chance.choice(SHARDS)
        found = await directory.find(shard)
        assert found is not None
        assert found.shard == shard
    assert cancelled >= 1_000
    assert await connections(redis) - before <= CONNECTIONS


@pytest.mark.case("B204")
async def test_more_calls_than_connections_wait_and_all_get_their_answer(
    redis: RedisServer, directory: RedisDirectory
) -> None:
    for shard in SHARDS:
        await directory.publish(advert(shard))
    begun = time.monotonic()
    found = await asyncio.gather(*(directory.find(SHARDS[number % len(SHARDS)]) for number in range(200)))
    assert time.monotonic() - begun < 2
    assert [one.shard if one else None for one in found] == [SHARDS[number % len(SHARDS)] for number in range(200)]
    assert await connections(redis) <= CONNECTIONS


async def test_nothing_but_adverts_is_kept_and_all_of_it_lapses(redis: RedisServer, directory: RedisDirectory) -> None:
    await directory.publish(advert("K7"))
    await directory.publish(advert("A2"))
    async with redis.client() as client:
        keys = sorted(await client.keys())
        assert keys == [f"{KEY}A2".encode(), f"{KEY}K7".encode(), INDEX.encode()]
        assert all([0 < await client.pttl(key) <= 10_000 for key in keys])
        value = await client.get(f"{KEY}K7")
        assert value is not None
        assert msgspec.json.decode(value, type=Advert) == advert("K7")


@pytest.mark.case("B202")
@pytest.mark.parametrize(
    "garbage",
    [b"\x00\xff", b"{", b"[]", b"null", b"7", b'{"shard":"K7"}', b'{"process":7,"epoch":"x"}', b"[" * 5_000],
)
async def test_garbage_is_nothing_and_is_replaced(
    redis: RedisServer, directory: RedisDirectory, garbage: bytes
) -> None:
    await directory.publish(advert("A2"))
    async with redis.client() as client:
        await client.set(f"{KEY}K7", garbage)
        await client.sadd(INDEX, "K7", b"\xff\xfe", "Z9")
    assert await directory.find("K7") is None
    assert await directory.adverts() == (advert("A2"),)
    await directory.withdraw(advert("K7"))
    await directory.publish(advert("K7"))
    assert await directory.adverts() == (advert("A2"), advert("K7"))


@pytest.mark.case("B202")
async def test_a_newer_node_may_say_more(redis: RedisServer, directory: RedisDirectory) -> None:
    async with redis.client() as client:
        await client.set(f"{KEY}K7", msgspec.json.encode({**msgspec.to_builtins(advert("K7")), "colour": "red"}))
        await client.sadd(INDEX, "K7")
    assert await directory.adverts() == (advert("K7"),)


async def test_an_advert_of_another_shard_in_this_key_is_nothing(redis: RedisServer, directory: RedisDirectory) -> None:
    async with redis.client() as client:
        await client.set(f"{KEY}K7", msgspec.json.encode(advert("A2")))
    assert await directory.find("K7") is None


@pytest.mark.case("B200")
@pytest.mark.case("B212")
async def test_a_redis_that_was_down_from_the_start_and_goes_and_comes_back(own: RedisServer) -> None:
    own.kill()
    directory = RedisDirectory(own.url)
    with pytest.raises(DirectoryAway, match="ConnectionError"):
        await directory.publish(advert("K7"))
    for _ in range(2):
        own.start()
        await directory.publish(advert("K7"))
        assert await directory.find("K7") == advert("K7")
        own.kill()
        with pytest.raises(DirectoryAway):
            await directory.find("K7")
    await directory.close()


async def test_a_frozen_redis_is_away_within_two_seconds_and_back_at_once(own: RedisServer) -> None:
    directory = RedisDirectory(own.url)
    await directory.publish(advert("K7"))
    own.freeze()
    begun = time.monotonic()
    calls = [directory.find(shard) for shard in SHARDS]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(answer, DirectoryAway) for answer in answers)
    assert time.monotonic() - begun < 2.5
    own.thaw()
    # What Redis answers late to calls that were given up is nobody's answer.
    for shard in ("A2", "K7", "A2", "K7"):
        assert await directory.find(shard) == (advert("K7") if shard == "K7" else None)
    assert await connections(own) <= CONNECTIONS
    await directory.close()


async def test_it_tells_the_time_there(directory: RedisDirectory) -> None:
    assert abs(await directory.time_s() - time.time()) < 5


@pytest.mark.case("B134")
async def test_no_error_tells_the_password(tmp_path: Path) -> None:
    directory = RedisDirectory(f"unix://user:hush@{tmp_path}/nowhere.sock")
    with pytest.raises(DirectoryAway) as away:
        await directory.find("K7")
    shown = f"{away.value} {away.value!r} {away.value.__cause__!r} {away.value.__suppress_context__}"
    assert "hush" not in shown
    await directory.close()


@pytest.mark.parametrize("url", ["", "memory", "http://127.0.0.1:6379", "127.0.0.1:6379"])
def test_what_is_no_redis_address_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="redis://"):
        RedisDirectory(url)
