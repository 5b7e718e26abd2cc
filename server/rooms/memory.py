"""The directory of a single process: nothing to install."""

from server.rooms.directory import Advert


class MemoryDirectory:
    """Adverts in a dict."""

    def __init__(self) -> None:
        self._adverts: dict[str, Advert] = {}

    async def publish(self, advert: Advert) -> None:
        self._adverts[advert.shard] = advert

    async def withdraw(self, advert: Advert) -> None:
        found = self._adverts.get(advert.shard)
        if found is not None and found.process == advert.process:
            del self._adverts[advert.shard]

    async def find(self, shard: str) -> Advert | None:
        return self._adverts.get(shard)

    async def adverts(self) -> tuple[Advert, ...]:
        return tuple(self._adverts[shard] for shard in sorted(self._adverts))
