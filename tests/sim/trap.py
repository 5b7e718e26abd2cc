"""Faults that wait for a moment: the next time that a certain thing is half done."""

from collections.abc import Callable
from typing import Any, Literal

from server.journal.store import Batch
from server.table.messages import ConnId
from tests.sim.link import Link
from tests.sim.watch import Checker, Step

Moment = Literal["append", "commit", "written", "hear", "send"]
"""A table has appended and nothing has left; a batch is about to be committed, or just is; a frame comes, or goes."""


class Trap(Checker):
    """Not one that checks, but one that sees the same."""

    def __init__(self, scene: Any) -> None:
        super().__init__(scene)
        self._armed: list[tuple[str, Moment, int, Callable[[Link | None], None]]] = []

    def arm(self, kind: str, moment: Moment, passed: int, strike: Callable[[Link | None], None]) -> None:
        """Strike at this moment, after so many of its kind have passed."""
        self._armed.append((kind, moment, passed, strike))

    def disarm(self) -> None:
        """No more."""
        self._armed.clear()

    def reached(self, moment: Moment, link: Link | None = None) -> None:
        """It is there."""
        for number, (kind, wanted, passed, strike) in enumerate(self._armed):
            if wanted == moment:
                if passed:
                    self._armed[number] = (kind, wanted, passed - 1, strike)
                    continue
                del self._armed[number]
                self.scene.injected[kind] += 1
                strike(link)
                return

    def told(self, step: Step) -> None:
        if step.rows:
            self.reached("append")

    def written(self, batch: Batch) -> None:
        self.reached("written")

    def heard(self, conn: ConnId, text: str) -> None:
        self.reached("hear", self._link(conn))

    def left(self, conn: ConnId, data: bytes) -> None:
        self.reached("send", self._link(conn))

    def _link(self, conn: ConnId) -> Link | None:
        server = self.scene.server
        return server.link_of(conn) if self._armed and server is not None else None
