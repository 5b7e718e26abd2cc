"""What waits to leave over one connection: the barrier between a table and the network.

A frame leaves when the journal has committed the position it depends on, and when the transport keeps up. A client gets
what the table said in the table's order, with views left out only where a newer view follows: a view that is replaced
vanishes, and the newer one stands at the end, behind the answers given in between. So no answer shows before a view
that it followed, unless that view is never shown at all.

A transport that keeps up loses nothing: up to HELD_VIEWS may wait for the journal. One that does not gets the newest
view only, with the number of those left out.
"""

from typing import Final

import msgspec

from protocol.codec import with_skipped
from protocol.errors import CloseCode
from protocol.ids import Millis, PlayerId
from server.clock import Clock, stopwatch
from server.hub.tally import Tally
from server.hub.transport import Transport
from server.table.effects import Journal, Kind, Position

HELD_VIEWS: Final = 8
HELD_ANSWERS: Final = 16
HELD_BYTES: Final = 256 * 1024
"""Most that one connection may keep waiting; beyond it the connection is closed as too slow."""
STALL_MS: Final = 30_000
"""A client that takes nothing for this long is closed."""
_ANYTIME: Final = Position(0)
_VIEW: Final = Kind.VIEW
_ANSWER: Final = Kind.ANSWER
"""By these names: to ask an enum takes 70 ns each time."""


class _Waiting(msgspec.Struct, eq=False, gc=False):
    kind: Kind
    data: bytes
    position: Position
    skipped: int = 0
    asked: tuple[float, ...] = ()
    """When the commands came that it answers."""

    def __repr__(self) -> str:
        return f"<Waiting for {self.position}>"


class _Refusal(msgspec.Struct):
    """As much of a Rejected as tells why."""

    code: str


_REJECTED: Final = b'{"type":"rejected"'
_REFUSAL: Final = msgspec.json.Decoder(_Refusal)


class Outbox:
    """A table's Sink over one transport."""

    __slots__ = (
        "_clock", "_code", "_code_position", "_journal", "_queue", "_tally", "_transport", "_waits", "closing",
        "player", "stalls_at",
    )  # fmt: skip

    def __init__(self, transport: Transport, journal: Journal, clock: Clock, tally: Tally | None = None) -> None:
        self.player: PlayerId | None = None
        """Who this connection is at the table; None before it is attached."""
        self.closing = False
        """The table or the hub has ended this connection: what still comes in is void."""
        self.stalls_at: Millis | None = None
        """When the other side will have taken nothing for STALL_MS; None while it takes what it gets."""
        self._transport = transport
        self._clock = clock
        self._journal = journal
        self._tally = Tally() if tally is None else tally
        # A list, as short as it is: a deque is 0.6 kB a connection, and has left the caches each time.
        self._queue: list[_Waiting] = []
        self._waits = False
        self._code: CloseCode | None = None
        self._code_position = _ANYTIME
        transport.full = self._paused
        transport.ready = self._resume

    def attached(self, player: PlayerId) -> None:
        self.player = player

    def frame(self, kind: Kind, data: bytes, position: Position) -> None:
        if self.closing:
            return
        if kind is _ANSWER and data.startswith(_REJECTED):
            self._tally.rejected[_REFUSAL.decode(data).code] += 1
        waiting = _Waiting(kind, data, position)
        queue = self._queue
        if not queue and position > self._journal.committed and len(data) <= HELD_BYTES:
            # The common case: alone, and not written yet.
            queue.append(waiting)
            if not self._waits:
                self._waits = True
                self._journal.after(position, self._committed)
            return
        if queue and kind is _VIEW:
            self._make_room_for(waiting)
        queue.append(waiting)
        self._release()
        if self._over_bounds():
            self.cut(CloseCode.TOO_SLOW)

    @property
    def unanswered(self) -> int:
        """Commands whose answers have not left yet."""
        return sum(len(waiting.asked) for waiting in self._queue) if self._queue else 0

    @property
    def queued_bytes(self) -> int:
        """What waits here."""
        return sum(len(waiting.data) for waiting in self._queue)

    def asked(self, begun_s: float) -> None:
        """What was put in last answers what came at this instant of the stopwatch."""
        if self._queue:
            self._queue[-1].asked += (begun_s,)
        else:
            self._tally.answered.add(stopwatch() - begun_s)

    def drop(self, code: CloseCode, position: Position) -> None:
        if self._code is None:
            self._tally.closed[int(code)] += 1
            self._code = code
            self.closing = True
            self._code_position = position
            self._release()

    def answer(self, data: bytes) -> None:
        """An answer of the hub itself, which depends on nothing that is recorded."""
        self.frame(_ANSWER, data, _ANYTIME)

    def notice(self, data: bytes) -> None:
        """A beat, or that the journal is late: overtakes what waits for it; a client that reads nothing gets none."""
        if not self.closing and not self._transport.paused:
            self._transport.write(data)

    def end(self, code: CloseCode) -> None:
        """Close for a reason of the hub, after what is waiting."""
        self.drop(code, _ANYTIME)

    def cut(self, code: CloseCode) -> None:
        """Close now, without what is waiting."""
        if self._code is None:
            self._tally.closed[int(code)] += 1
        self._code = code
        self.closing = True
        self._queue.clear()
        self._transport.cut(code)

    def stalled(self, now: Millis) -> bool:
        """Whether the other side has taken nothing for STALL_MS."""
        return self.stalls_at is not None and now >= self.stalls_at and self._transport.paused

    def slept(self, now: Millis) -> None:
        """We did not look for a while: what the other side did in it nobody knows."""
        if self.stalls_at is not None:
            self.stalls_at = Millis(now + STALL_MS)

    def _make_room_for(self, view: _Waiting) -> None:
        views = [waiting for waiting in self._queue if waiting.kind is _VIEW]
        most = 1 if self._transport.paused else HELD_VIEWS
        gone = max(0, len(views) + 1 - most)
        self._tally.views_skipped += gone
        for old, newer in zip(views[:gone], [*views[1:], view], strict=False):
            newer.skipped += old.skipped + 1
            place = self._queue.index(old)
            follows = self._queue[place + 1] if place + 1 < len(self._queue) else view
            follows.asked = old.asked + follows.asked
            del self._queue[place]

    def _release(self) -> None:
        queue = self._queue
        transport = self._transport
        committed = self._journal.committed
        while queue and (waiting := queue[0]).position <= committed and not transport.paused:
            del queue[0]
            data = waiting.data
            transport.write(with_skipped(data, waiting.skipped) if waiting.skipped else data)
            for begun_s in waiting.asked:
                self._tally.answered.add(stopwatch() - begun_s)
        if queue:
            self._wait_for(queue[0].position)
        elif self._code is not None:
            if self._code_position <= committed:
                transport.close(self._code)
            else:
                self._wait_for(self._code_position)

    def _wait_for(self, position: Position) -> None:
        if not self._waits and position > self._journal.committed:
            self._waits = True
            self._journal.after(position, self._committed)

    def _committed(self) -> None:
        self._waits = False
        self._release()

    def _paused(self) -> None:
        self.stalls_at = Millis(self._clock.now() + STALL_MS)

    def _resume(self) -> None:
        self.stalls_at = None
        self._release()

    def _over_bounds(self) -> bool:
        if not self._queue:
            return False
        if self.queued_bytes > HELD_BYTES:
            return True
        # Who reads what he gets is not to blame for a journal that takes a moment.
        return self._transport.paused and sum(one.kind is _ANSWER for one in self._queue) > HELD_ANSWERS
