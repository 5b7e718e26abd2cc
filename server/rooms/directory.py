"""Where a shard's rooms live, for nodes that do not own it."""

from typing import Final, Protocol

import msgspec

from protocol.web import ListedRoom

TTL_MS: Final = 10_000
"""An advert that is not renewed for this long is gone."""


class Advert(msgspec.Struct, frozen=True, kw_only=True):
    """Says that a process serves a shard."""

    shard: str
    address: str
    """The owner's public URL, without a slash at its end."""
    process: str
    """Drawn at each start."""
    epoch: int
    """Of two processes the one with the lower epoch started earlier."""
    beat: int = 0
    """Counts the renewals: it stands still where the process does."""
    open: bool = True
    """Takes new rooms."""
    rooms: tuple[ListedRoom, ...] = ()
    """Those that their hosts show to everybody."""

    def __repr__(self) -> str:
        # A room's code opens it, and reprs end up in logs.
        return f"<Advert of {self.shard} by {self.process} at {self.address}>"

    def older(self, other: "Advert") -> bool:
        """Whether this one's process is another, and started earlier."""
        return self.process != other.process and (self.epoch, self.process) < (other.epoch, other.process)


class DirectoryAway(Exception):
    """The directory cannot be reached, or does not answer in time. ``why`` names the kind of trouble."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return f"the directory does not answer ({self.why})"


class ShardTaken(Exception):
    """Another process serves the shard. ``advert`` is its own."""

    def __init__(self, advert: Advert) -> None:
        super().__init__(advert.shard)
        self.advert = advert

    def __str__(self) -> str:
        return (
            f"shard {self.advert.shard} is served by another process, at {self.advert.address}. "
            "Is this a copy of its data folder? Stop the other one first, or serve another folder."
        )


class RoomDirectory(Protocol):
    """Adverts only: nothing of play, and nothing that a running table needs.

    Each call may raise DirectoryAway, within a second or two; cancelling one leaves the directory as usable as before.
    """

    async def publish(self, advert: Advert) -> None:
        """Make known, or renew for TTL_MS, who serves a shard.

        ShardTaken where a process that started earlier says that it does; a later one's advert is replaced.
        """
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

    async def close(self) -> None:
        """Let go of whatever is open."""
        ...
