"""A directory for several nodes, in Redis: one key a shard and one set of the shards, which lapse by themselves.

Every call runs in a task of its own, which ends by its own timeouts: a caller that is cancelled leaves it alone. So no
connection goes back to the pool with half an answer in it.
"""

import asyncio
from collections.abc import Awaitable
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from protocol.codec import encode
from server.rooms.directory import TTL_MS, Advert, DirectoryAway, ShardTaken

KEY: Final = "xiban:shard:"
INDEX: Final = "xiban:shards"
CONNECTIONS: Final = 4
"""Of one process; a call that finds all busy waits for one, at most WAIT_S."""
WAIT_S: Final = 1.0
"""For a connection, and again for the answer."""
SCHEMES: Final = frozenset({"redis", "rediss", "unix"})

_ADVERT: Final = msgspec.json.Decoder(Advert)

_PUBLISH: Final = """
local held = redis.call('GET', KEYS[1])
if held then
  local read, other = pcall(cjson.decode, held)
  if read and type(other) == 'table' and type(other.process) == 'string' and type(other.epoch) == 'number'
      and other.process ~= ARGV[2] then
    local mine = tonumber(ARGV[3])
    if other.epoch < mine or (other.epoch == mine and other.process < ARGV[2]) then return held end
  end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[4])
redis.call('SADD', KEYS[2], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return false
"""
"""Compare and set in one step; sent whole each time, so that a Redis that forgot everything still knows it."""

_WITHDRAW: Final = """
local held = redis.call('GET', KEYS[1])
if not held then return end
local read, other = pcall(cjson.decode, held)
if read and type(other) == 'table' and other.process == ARGV[1] then
  redis.call('DEL', KEYS[1])
  redis.call('SREM', KEYS[2], ARGV[2])
end
"""


class RedisDirectory:
    """``url``: ``redis://[:password@]host[:port][/database]``, ``rediss://`` or ``unix://``; ValueError for others.

    Nothing is connected before the first call. Belongs to the event loop of its first call.
    """

    def __init__(self, url: str, ttl_ms: int = TTL_MS) -> None:
        if urlsplit(url).scheme not in SCHEMES:
            raise ValueError("a Redis address begins with redis://, rediss:// or unix://")
        self._ttl_ms = ttl_ms
        self._redis = Redis(
            connection_pool=BlockingConnectionPool.from_url(
                url,
                max_connections=CONNECTIONS,
                timeout=WAIT_S,
                socket_timeout=WAIT_S,
                socket_connect_timeout=WAIT_S,
                # Who beats every two seconds has no need to try again in between.
                retry=Retry(NoBackoff(), 0),
            )
        )
        self._calls: set[asyncio.Task[Any]] = set()

    async def publish(self, advert: Advert) -> None:
        held = await self._call(
            self._redis.eval(
                _PUBLISH, 2, KEY + advert.shard, INDEX,
                encode(advert), advert.process, advert.epoch, self._ttl_ms, advert.shard,
            )
        )  # fmt: skip
        if held is not None:
            raise ShardTaken(_ADVERT.decode(held))

    async def withdraw(self, advert: Advert) -> None:
        await self._call(self._redis.eval(_WITHDRAW, 2, KEY + advert.shard, INDEX, advert.process, advert.shard))

    async def find(self, shard: str) -> Advert | None:
        return _read(shard, await self._call(self._redis.get(KEY + shard)))

    async def adverts(self) -> tuple[Advert, ...]:
        members: set[bytes] = await self._call(self._redis.smembers(INDEX))
        shards = sorted(member.decode("ascii", "replace") for member in members)
        if not shards:
            return ()
        values: list[bytes | None] = await self._call(self._redis.mget([KEY + shard for shard in shards]))
        found = map(_read, shards, values)
        return tuple(advert for advert in found if advert is not None)

    async def time_s(self) -> float:
        """What time of day it is there, in seconds since 1970."""
        seconds, micros = await self._call(self._redis.time())
        return float(seconds) + float(micros) / 1_000_000

    async def close(self) -> None:
        await asyncio.gather(*self._calls, return_exceptions=True)
        await self._redis.aclose()
        await self._redis.connection_pool.disconnect()

    async def _call(self, call: Awaitable[Any]) -> Any:
        task = asyncio.ensure_future(call)
        self._calls.add(task)
        task.add_done_callback(self._ended)
        try:
            return await asyncio.shield(task)
        except (RedisError, OSError) as error:
            raise DirectoryAway(type(error).__name__) from None

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._calls.discard(task)
        if not task.cancelled():
            # Seen, so that it is not reported: whoever waited for it has it, or does not wait any more.
            task.exception()


def _read(shard: str, value: bytes | None) -> Advert | None:
    """What stands in a key; whatever is no advert of this shard is as good as nothing."""
    if value is None:
        return None
    try:
        advert = _ADVERT.decode(value)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return advert if advert.shard == shard else None
