"""Where a shard's rooms live, for nodes that do not own it."""

from typing import Protocol

import msgspec


class Advert(msgspec.Struct, frozen=True):
    """Says that a process serves a shard. ``address`` is its public URL; of two processes the later epoch is newer."""

    shard: str
    address: str
    process: str
    epoch: int


class RoomDirectory(Protocol):
    """Adverts only: nothing of play, and nothing that a running table needs."""

    async def publish(self, advert: Advert) -> None:
        """Make known, or renew, who serves a shard."""
        ...

    async def withdraw(self, advert: Advert) -> None:
        """Take back one's own advert; somebody else's stays."""
        ...

    async def find(self, shard: str) -> Advert | None:
        """Who serves a shard; None where nobody says so."""
        ...

    async def adverts(self) -> tuple[Advert, ...]:
        """Everybody, by shard."""
        ...
