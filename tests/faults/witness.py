"""At each frame that leaves the server: is all that it tells in the file, if the process ended just now?"""

import re
from collections import Counter
from pathlib import Path
from typing import Final

from protocol.codec import decode_outbound, encode
from protocol.ids import RoomCode
from protocol.outbound import Beat, Rejected, Saving, View, Welcome
from server.hub.connection import Connection
from server.journal.folder import journal_file
from server.journal.replay import revived
from server.journal.store import Kept, Store
from server.table import views
from server.table.core import TableCore
from server.table.people import Person
from server.table.tokens import digest
from tests.faults.machine import SHARD, Riffled, abandoned
from tests.support.lobby import GAMES

_HUBS_OWN: Final = {"busy", "slow_down", "bad_message"}
"""Said of a frame, not of a table: nothing is recorded."""
_FLEETING: Final = re.compile(rb'"events":\[.*?\],"you":|,"skipped":\d+\}$')


class Witness:
    """Reads the file of one room's server over a connection of its own, as whoever comes after a crash would."""

    def __init__(self, folder: Path, room: RoomCode) -> None:
        self._store = Store(journal_file(folder, SHARD))
        self._room = room
        self._kept: Kept | None = None
        self._core: TableCore
        self.seen: Counter[str] = Counter()
        """Frames by type."""
        self.exact = 0
        """Views that were compared byte for byte; others are of a version before, in the same commit."""

    def close(self) -> None:
        abandoned(self._store)

    def core(self) -> TableCore:
        """The table in the file."""
        # Whoever comes anew knows nothing by heart.
        self._store._found = None
        kept = self._store.read(self._room)
        assert kept is not None
        if kept != self._kept:
            found = revived(kept, GAMES, Riffled())
            assert (found.void, found.error) == (None, None)
            self._kept, self._core = kept, found.core
        return self._core

    def look(self, connection: Connection | None, frame: bytes) -> None:
        """Before this frame leaves."""
        message = decode_outbound(frame)
        self.seen[type(message).__name__] += 1
        if isinstance(message, Beat | Saving):
            return
        if isinstance(message, Rejected) and (message.ref is None or message.code in _HUBS_OWN):
            return
        assert connection is not None
        table = self.core().table
        person = table.people.get(connection.outbox.player)
        assert person is not None, "nobody in the file is told this"
        match message:
            case View():
                self._look_at_view(message, frame, person)
            case Welcome():
                assert person.conn == connection.conn
                assert message.next_ref <= person.last_ref + 1
                assert message.token is None or digest(message.token) == person.token_hash
            case _:
                assert message.ref is not None
                assert message.ref <= person.last_ref
                known = person.answer_to(message.ref)
                assert encode(known or Rejected(message.ref, "ref_too_old")) == frame

    def _look_at_view(self, view: View, frame: bytes, person: Person) -> None:
        core = self.core()
        assert view.v <= core.version, "a view that is not in the file"
        if view.v == core.version:
            self.exact += 1
            kept = views.frame_for(core.table, views.public_bytes(core.table), person, {})
            assert _FLEETING.sub(b"", frame).rstrip(b"}") == _FLEETING.sub(b"", kept).rstrip(b"}")
