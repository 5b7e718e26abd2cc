"""Told again from what is written, a table is the same to the byte; after a crash nothing of it is missing."""

from typing import Any, Final

from protocol.ids import RoomCode
from server.journal.replay import revived
from server.table.core import TableCore
from server.table.effects import RowKind
from tests.sim.watch import Checker, Step
from tests.support.lobby import GAMES
from tests.support.pictures import pictures

SHARE: Final = 0.02
"""Of all steps, after so many a table is told again: it takes as long as all its steps before."""


class Replay(Checker):
    """Replay equals live."""

    def __init__(self, scene: Any) -> None:
        super().__init__(scene)
        self._left: dict[RoomCode, dict[str, Any]] = {}
        """The last pictures of tables that went, where all that they did was written."""

    def told(self, step: Step) -> None:
        server = self.scene.server
        kinds = {row.kind for row in step.rows}
        if RowKind.LIVE in kinds:
            left = self._left.pop(step.room, None)
            if left is not None and pictures(step.core) != left:
                self.wrong(f"{step.room} comes back as something else")
        elif RowKind.PARKED in kinds:
            self._left[step.room] = pictures(step.core)
        elif server is not None and step.rows and self.scene.chance.random() < SHARE:
            server.journal.after(step.position, lambda: self._retell(step.room, step.core))

    def ended(self, server: Any) -> None:
        for room, core in server.tables.items():
            self._left.pop(room, None)
            if not server.journal.pending(room):
                self._left[room] = pictures(core)

    def rested(self) -> None:
        server = self.scene.server
        for room, core in ({} if server is None else server.tables).items():
            self._retell(room, core)

    def _retell(self, room: RoomCode, core: TableCore) -> None:
        server = self.scene.server
        if server is None or server.tables.get(room) is not core or server.journal.pending(room):
            return
        kept = server.store.read(room)
        again = None if kept is None else revived(kept, GAMES, core.table.shuffler)
        if again is None or again.void is not None:
            self.wrong(f"{room} cannot be told again: {again and again.error!r}")
        elif pictures(again.core) != pictures(core):
            self.wrong(f"{room} told again is another")
