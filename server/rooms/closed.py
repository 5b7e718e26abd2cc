"""Rooms that were closed: nobody plays there any more, and their record can still be read."""

from collections.abc import Mapping
from typing import Final

from protocol.ids import RoomCode
from server.cards.deck import Shuffler
from server.journal.replay import revived
from server.journal.store import Store
from server.rules.game import AnyGame
from server.table.core import TableCore

_MOST: Final = 16
"""Closed rooms that are held in memory, because somebody reads on."""


class ClosedRooms:
    """Tables as they were at their end. Whoever gets one only reads it."""

    def __init__(self, games: Mapping[str, AnyGame], store: Store, shuffler: Shuffler) -> None:
        self._games = games
        self._store = store
        self._shuffler = shuffler
        self._held: dict[RoomCode, TableCore] = {}

    def find(self, code: RoomCode) -> TableCore | None:
        """None where no closed room of this code has a record. RoomUnreadable, sqlite3.Error."""
        if not self._store.was_closed(code):
            # Its record may have become too old since.
            self._held.pop(code, None)
            return None
        if code not in self._held:
            kept = self._store.read(code, closed=True)
            if kept is None:
                return None
            if len(self._held) >= _MOST:
                del self._held[next(iter(self._held))]
            self._held[code] = revived(kept, self._games, self._shuffler, records=self._store.records_of(code)).core
        return self._held[code]
