"""All connections of this process: how many there may be, the beat, and an orderly end."""

import asyncio
import heapq
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Final

from protocol.codec import encode
from protocol.codes import shard_of
from protocol.errors import CloseCode
from protocol.ids import Millis, RoomCode
from protocol.outbound import Beat, Saving
from server.clock import Clock
from server.hub.admission import Admission
from server.hub.budgets import Budgets
from server.hub.connection import Connection
from server.hub.outbox import Outbox
from server.hub.tally import Tally
from server.hub.transport import Transport
from server.journal.sqlite import SqliteJournal
from server.rooms.lobby import SWEEP_MS, Lobby
from server.table.actor import TableActor
from server.table.messages import ConnId

LOOK_MS: Final = 500
"""Deadlines of the hub are met within this."""
LOOKED_AT: Final = 250
"""Connections that are looked at in one go, beats included: a millisecond, where a full house takes 25."""
SLEPT_MS: Final = 2_000
"""Looking later than this, we slept: what nobody said meanwhile is nobody's fault."""
HEADROOM: Final = 8
"""One place in so many is added for people who were here before: a full house does not lock out its guests."""
WAKE_AT_ONCE: Final = 4
CLOSING_S: Final = 2.0
"""How long a shutdown waits for sockets to be closed in good order."""


class Sessions:
    """Opens, watches and closes connections. One timer for all of them, and for the lobby."""

    def __init__(
        self,
        lobby: Lobby,
        journal: SqliteJournal,
        clock: Clock,
        new_token: Callable[[], str],
        most: int,
        budgets: Budgets,
        tally: Tally,
    ) -> None:
        self._lobby = lobby
        self._journal = journal
        self._clock = clock
        self._most = most
        self._budgets = budgets
        self._tally = tally
        self.new_token = new_token
        self.saving = journal.saving
        """The journal is late: nothing is heard until it is not. Asked for each frame, so not of the journal."""
        self._numbers = count(1)
        self._open: dict[ConnId, Connection] = {}
        self._rota: list[tuple[Millis, ConnId]] = []
        """A heap: when each is looked at next, and as many at most that are gone. To look at everybody twice a second
        took 4 % of a busy server, and nearly nobody had anything due."""
        self._strangers: OrderedDict[ConnId, None] = OrderedDict()
        """Oldest first. Who has said Hello since is passed over."""
        self._sweep_due = Millis(clock.now() + SWEEP_MS)
        self._closing = False
        self._parked: deque[tuple[Connection, str]] = deque()
        journal.on_saving = self._saving
        journal.on_blocked = self._blocked
        lobby.on_stir = self._look_whether_we_slept
        self._emptied: asyncio.Event | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._due_s = 0.0
        self._time_s: Callable[[], float] = float

    def __len__(self) -> int:
        return len(self._open)

    @property
    def crowded(self) -> bool:
        """Only people who were here before may come in."""
        return len(self._open) > self._most

    @property
    def full(self) -> bool:
        """Nobody may come in: the house is full, or it closes."""
        return self._closing or len(self._open) >= self._capacity

    @property
    def _capacity(self) -> int:
        return self._most + max(1, self._most // HEADROOM)

    def park(self, connection: Connection, frame: str) -> None:
        """Keep a frame until then, in the order in which all came."""
        self._parked.append((connection, frame))

    def find(self, code: RoomCode) -> TableActor | None:
        return self._lobby.find(code)

    def owns(self, shard: str) -> bool:
        """Whether rooms of this shard live here."""
        return shard == self._lobby.shard

    def make_room(self) -> bool:
        """Whether one more may come. In a full house the one goes who has been silent for longest, not having said who
        he is: sockets that say nothing keep no player out.
        """
        if self._closing:
            return False
        while len(self._open) >= self._capacity and self._strangers:
            conn, _ = self._strangers.popitem(last=False)
            connection = self._open.get(conn)
            if connection is not None and connection.outbox.player is None:
                self._tally.turned_away["silent_in_full_house"] += 1
                connection.outbox.cut(CloseCode.TRY_LATER)
                self.lost(connection)
        return len(self._open) < self._capacity

    def open(self, transport: Transport, host: str = "") -> Connection:
        """A socket was accepted, from this address."""
        now = self._clock.now()
        conn = ConnId(next(self._numbers))
        admission = Admission(self._budgets, self._tally, host)
        connection = Connection(conn, Outbox(transport, self._journal, self._clock, self._tally), self, admission, now)
        self._open[conn] = connection
        self._strangers[conn] = None
        heapq.heappush(self._rota, (connection.due, conn))
        if self.saving:
            connection.outbox.notice(encode(Saving(on=True)))
        return connection

    def text(self, connection: Connection, frame: str) -> None:
        """A text frame came over this connection."""
        connection.text(frame, self._clock.now())

    def lost(self, connection: Connection) -> None:
        """The socket is gone."""
        if self._open.pop(connection.conn, None) is not None:
            self._strangers.pop(connection.conn, None)
            if connection.parked:
                # Nobody waits for what it says: a Hello heard later would seat somebody who is gone.
                self._parked = deque(one for one in self._parked if one[0] is not connection)
            connection.lost()
            if len(self._rota) > 2 * len(self._open) + LOOKED_AT:
                self._rota = [one for one in self._rota if one[1] in self._open]
                heapq.heapify(self._rota)
        if not self._open and self._emptied is not None:
            self._emptied.set()

    def start(self) -> None:
        """Begin to watch, and bring back the rooms of before. Called in the running loop."""
        # To ask which loop runs is a system call in Python 3.11, and this is asked before each command.
        self._time_s = asyncio.get_running_loop().time
        self._wake_rooms()
        self._watch()

    def _wake_rooms(self) -> None:
        """A few at a time: who asks for his room does not wait for all others."""
        if not self._closing and self._lobby.wake_some(WAKE_AT_ONCE):
            asyncio.get_running_loop().call_soon(self._wake_rooms)

    def _watch(self) -> None:
        """If all are due at once, they take LOOK_MS, in as many goes as there are connections for."""
        loop = asyncio.get_running_loop()
        pause_s = LOOK_MS / 1000 / (1 + len(self._open) // LOOKED_AT)
        self._due_s = loop.time() + pause_s
        self._timer = loop.call_later(pause_s, self._tick)

    def look(self) -> None:
        """Send all beats that are due, close all that waits in vain; now and then the lobby sweeps."""
        while self._look_at_some() == LOOKED_AT:
            pass

    def _look_at_some(self) -> int:
        """Those whose time has come, LOOKED_AT at most; how many they were."""
        now = self._clock.now()
        if now >= self._sweep_due:
            self._sweep_due = Millis(now + SWEEP_MS)
            self._lobby.sweep()
        looked, beat = 0, b""
        while looked < LOOKED_AT and self._rota and self._rota[0][0] <= now:
            _, conn = heapq.heappop(self._rota)
            connection = self._open.get(conn)
            if connection is None:
                continue
            looked += 1
            beat = beat or encode(Beat(now))
            try:
                connection.look(now, beat)
            finally:
                due = connection.due
                # Overdue still: a Hello that waits for the journal, a socket that takes its time to close.
                heapq.heappush(self._rota, (due if due > now else Millis(now + LOOK_MS), conn))
        return looked

    def _saving(self, on: bool) -> None:
        """Tables stand still while the journal is late, and everybody is told; then what waited is heard."""
        self.saving = on
        # That the journal is late may be the first thing noticed after a sleep; a held table gets the time since then.
        self._look_whether_we_slept()
        self._lobby.hold(on)
        told = encode(Saving(on))
        for connection in list(self._open.values()):
            connection.outbox.notice(told)
        while self._parked and not self.saving:
            connection, frame = self._parked.popleft()
            connection.unparked(frame, self._clock.now())

    def close_doors(self) -> None:
        """Let nobody in any more: the server goes soon."""
        self._closing = True

    async def close(self) -> None:
        """Stop the tables as they are, tell everybody that the server goes, and give the sockets CLOSING_S to end."""
        self._closing = True
        self._lobby.close()
        for connection in list(self._open.values()):
            connection.outbox.end(CloseCode.RESTARTING)
        if self._open:
            self._emptied = asyncio.Event()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._emptied.wait(), CLOSING_S)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _blocked(self, span_ms: int) -> None:
        """A commit that the loop itself waited for."""
        self._lobby.stood(Millis(self._clock.now() - span_ms))

    def _look_whether_we_slept(self) -> None:
        """After SIGSTOP, a shut lid or whatever held the loop up: nobody could say anything, so nobody's time ran."""
        if self._timer is None:
            return
        time_s = self._time_s()
        late_ms = (time_s - self._due_s) * 1000
        # Before each command: nearly always that is all.
        if late_ms > SLEPT_MS:
            late = Millis(round(late_ms))
            self._due_s = time_s
            now = self._clock.now()
            for connection in self._open.values():
                connection.slept(late, now)
            self._lobby.stood(Millis(now - late))

    def _tick(self) -> None:
        self._look_whether_we_slept()
        self._watch()
        self._look_at_some()


def socket_path(code: RoomCode) -> str:
    """The path of the socket that serves this room."""
    return f"/s/{shard_of(code)}/ws"
