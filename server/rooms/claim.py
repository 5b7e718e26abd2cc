"""Before a node serves: whether its shard is free."""

from collections.abc import Awaitable, Callable
from typing import Final

from server.rooms.directory import RoomDirectory, ShardTaken

POLL_S: Final = 1.0


async def claim(
    directory: RoomDirectory, shard: str, pause: Callable[[float], Awaitable[object]], waits: Callable[[], None]
) -> None:
    """Return once nobody says that they serve this shard.

    An advert that is renewed belongs to somebody alive: ShardTaken. One that is not is what a crash left, this node's
    own for instance: it lapses within TTL_MS, and ``waits`` is called once before waiting for that. DirectoryAway where
    nobody can be asked.
    """
    first = await directory.find(shard)
    if first is None:
        return
    waits()
    while (found := await directory.find(shard)) is not None:
        if (found.process, found.beat) != (first.process, first.beat):
            raise ShardTaken(found)
        await pause(POLL_S)
