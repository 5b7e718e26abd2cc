"""This node among the others: what it tells them, and what it knows of them.

One task beats and is all that ever talks to the directory. Whoever asks is answered from what the last beats brought:
a directory that is slow, frozen or gone costs no request and no table anything.
"""

import asyncio
from collections.abc import Callable
from typing import Final, Literal

import msgspec
import structlog

from server.logs import told
from server.rooms.directory import Advert, DirectoryAway, RoomDirectory, ShardTaken

BEAT_S: Final = 2.0
"""Between two renewals, and between two tries while the directory is away."""
MOST_MISSED: Final = 4
"""A node whose advert stood still at so many looks in a row is away. With the first look: 10 s after its last sign."""

State = Literal["starting", "reached", "away"]


class _Heard(msgspec.Struct):
    advert: Advert
    missed: int = 0


class Presence:
    """``own`` gives this process's adverts for a beat. ``lost`` is called once if its shard turns out to be taken."""

    def __init__(
        self,
        directory: RoomDirectory,
        own: Callable[[int], tuple[Advert, ...]],
        lost: Callable[[ShardTaken], None],
    ) -> None:
        self.state: State = "starting"
        """Whether the last beat reached the directory."""
        self.failures = 0
        """Beats that did not."""
        self._directory = directory
        self._own = own
        self._lost = lost
        self._beats = 0
        self._others: dict[str, _Heard] = {}
        self._taken: ShardTaken | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._log = structlog.get_logger("directory")

    @property
    def others(self) -> tuple[Advert, ...]:
        """The other nodes that are there, by shard."""
        return tuple(heard.advert for heard in self._others.values() if heard.missed < MOST_MISSED)

    def find(self, shard: str) -> Advert | None:
        """The node that serves this shard; None where it is away, or nobody ever said so."""
        heard = self._others.get(shard)
        return heard.advert if heard is not None and heard.missed < MOST_MISSED else None

    def may_return(self, shard: str) -> bool:
        """Whether somebody served this shard before, or this cannot be known now: its links are not dead."""
        return shard in self._others or self.state != "reached"

    def start(self) -> None:
        """Begin to beat. Called in the running loop."""
        self._tick()

    async def close(self) -> None:
        """Stop, and say that this node goes."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])
        if self._taken is None and self.state == "reached":
            try:
                for advert in self._own(self._beats):
                    await self._directory.withdraw(advert)
            except DirectoryAway as error:
                self._log.warning("not withdrawn", why=error.why)
        await self._directory.close()

    async def beat(self) -> None:
        """Renew what we say, and look what the others say. Never raises."""
        self._beats += 1
        own = self._own(self._beats)
        try:
            for advert in own:
                await self._directory.publish(advert)
            self._hear({advert.process for advert in own}, await self._directory.adverts())
        except DirectoryAway as error:
            self.failures += 1
            self._now("away", error.why)
        except ShardTaken as error:
            if self._taken is None:
                self._taken = error
                self._log.error("shard taken", shard=error.advert.shard, by=error.advert.process)
                self._lost(error)
        except Exception as error:
            # Our own bug must not end the beat.
            self.failures += 1
            self._log.error("beat failed", **told(error))
        else:
            self._now("reached", "")

    def _hear(self, own: set[str], adverts: tuple[Advert, ...]) -> None:
        heard = {advert.shard: advert for advert in adverts if advert.process not in own}
        for shard, known in self._others.items():
            now = heard.pop(shard, None)
            if now is None or (now.process, now.beat) == (known.advert.process, known.advert.beat):
                known.missed += 1
            else:
                known.advert, known.missed = now, 0
        # Shards have two characters, so there are never more than 1,024.
        self._others.update({shard: _Heard(advert) for shard, advert in sorted(heard.items())})

    def _now(self, state: State, why: str) -> None:
        if state != self.state:
            if state == "away":
                self._log.warning("directory away", why=why)
            elif self.state == "away":
                self._log.info("directory back")
            self.state = state

    def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(BEAT_S, self._tick)
        if self._taken is None and (self._task is None or self._task.done()):
            self._task = loop.create_task(self.beat())
