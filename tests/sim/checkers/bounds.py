"""Whatever happens, what waits is bounded: frames, bytes, answers, parked frames, messages, timers."""

from typing import Final

from server.hub.connection import UNANSWERED
from server.hub.outbox import HELD_ANSWERS, HELD_BYTES, HELD_VIEWS
from server.hub.transport import HIGH_BYTES, PlainTransport
from tests.sim.watch import Checker

LARGEST: Final = 64 * 1024
"""No frame is larger."""
MOST_NOTICES: Final = 4 * 1024
"""Beats and notices go past what waits; a client that reads nothing gets none."""


class Bounds(Checker):
    """Looks at all connections now and then."""

    def looked(self) -> None:
        server = self.scene.server
        if server is None:
            return
        parked = len(server.sessions._parked)
        if parked > UNANSWERED * max(1, len(server.sessions)):
            self.wrong(f"{parked} frames are parked")
        for conn, connection in server.sessions._open.items():
            outbox = connection.outbox
            transport = outbox._transport
            assert isinstance(transport, PlainTransport)
            if outbox.queued_bytes > HELD_BYTES:
                self.wrong(f"{outbox.queued_bytes} bytes wait for connection {conn}")
            most = HELD_ANSWERS + (1 if transport.paused else HELD_VIEWS)
            if transport.paused and len(outbox._queue) > most:
                self.wrong(f"{len(outbox._queue)} frames wait for connection {conn}, which reads nothing")
            if transport._queued_bytes > HIGH_BYTES + LARGEST + MOST_NOTICES:
                self.wrong(f"{transport._queued_bytes} bytes are queued for connection {conn}")
            if outbox.unanswered > UNANSWERED:
                self.wrong(f"{outbox.unanswered} commands of connection {conn} are under way")
        for code, room in server.lobby._rooms.items():
            if len(room.actor._inbox) > UNANSWERED * max(1, len(server.sessions)):
                self.wrong(f"{len(room.actor._inbox)} messages wait for {code}")
