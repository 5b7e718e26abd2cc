"""What happened in a run: a digest of it, and how often what."""

import hashlib
from collections import Counter
from typing import Any

from protocol.inbound import Act
from server.journal.store import Batch
from server.table.messages import ConnId, Told
from tests.sim.watch import Checker, Step


class Trace(Checker):
    """A digest of everything that happened: two runs of a seed have the same."""

    def __init__(self, scene: Any) -> None:
        super().__init__(scene)
        self._digest = hashlib.blake2b(digest_size=16)
        self.counts: Counter[str] = Counter()

    def _note(self, kind: str, number: int, data: bytes) -> None:
        self.counts[kind] += 1
        self._digest.update(b"%d %s %d " % (self.scene.loop.now, kind.encode(), number))
        self._digest.update(data)

    def started(self, server: Any) -> None:
        self.counts["processes"] += 1

    def heard(self, conn: ConnId, text: str) -> None:
        self._note("frames in", conn, text.encode(errors="replace"))

    def left(self, conn: ConnId, data: bytes) -> None:
        self._note("frames out", conn, data)

    def written(self, batch: Batch) -> None:
        for room, rows in batch:
            for row in rows:
                self._note("rows", row.at, room.encode() + row.data)

    def told(self, step: Step) -> None:
        message = step.message
        self.counts["messages"] += message is not None
        if isinstance(message, Told) and isinstance(message.command, Act) and step.core.heard:
            self.counts["actions"] += 1
        for effect in step.effects:
            self.counts[type(effect).__name__] += 1

    @property
    def hexdigest(self) -> str:
        return self._digest.hexdigest()
