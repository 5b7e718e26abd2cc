"""The directory of a single process: nothing to install."""

from protocol.ids import Millis
from server.clock import Clock
from server.rooms.directory import TTL_MS, Advert, ShardTaken


class MemoryDirectory:
    """Adverts in a dict, each until its time is over."""

    def __init__(self, clock: Clock, ttl_ms: int = TTL_MS) -> None:
        self._clock = clock
        self._ttl_ms = ttl_ms
        self._adverts: dict[str, tuple[Advert, Millis]] = {}

    async def publish(self, advert: Advert) -> None:
        found = await self.find(advert.shard)
        if found is not None and found.older(advert):
            raise ShardTaken(found)
        self._adverts[advert.shard] = (advert, Millis(self._clock.now() + self._ttl_ms))

    async def withdraw(self, advert: Advert) -> None:
        found = await self.find(advert.shard)
        if found is not None and found.process == advert.process:
            del self._adverts[advert.shard]

    async def find(self, shard: str) -> Advert | None:
        advert, until = self._adverts.get(shard, (None, Millis(0)))
        return advert if self._clock.now() < until else None

    async def adverts(self) -> tuple[Advert, ...]:
        found = [await self.find(shard) for shard in sorted(self._adverts)]
        return tuple(advert for advert in found if advert is not None)

    async def close(self) -> None:
        """Nothing is open."""
