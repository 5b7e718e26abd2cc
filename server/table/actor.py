"""The thin shell of a table: a plain call in, effects carried out before it returns, one timer."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from protocol.errors import CloseCode
from protocol.ids import Millis, PlayerId, RoomCode
from server.clock import Clock
from server.table.core import TableCore
from server.table.effects import (
    BotWanted,
    Drop,
    Effect,
    Fault,
    Frame,
    HandFinished,
    Journal,
    Position,
    Record,
    Retire,
    Sink,
)
from server.table.entries import Entry
from server.table.messages import Attach, AttachBot, ConnId, Detach, TableMessage


class Watch(Protocol):
    """Who is told what happens at tables: the lobby, the house that plays bots, the log."""

    def bot_wanted(self, actor: "TableActor", player: PlayerId) -> None: ...

    def hand_finished(self, actor: "TableActor", hand: int) -> None: ...

    def fault(self, actor: "TableActor", where: str, error: BaseException) -> None: ...

    def retired(self, actor: "TableActor") -> None: ...


class TableActor:
    """Owns one core, its connections' outgoing sides and its one timer.

    Not a task: ``tell`` runs in whoever calls it, so a message is handled without a switch. A message that arrives
    while one is handled (a bot that answers a frame at once) waits in a short queue for the present one to end.
    """

    def __init__(self, core: TableCore, *, journal: Journal, clock: Clock, watch: Watch) -> None:
        self.core = core
        self.room: RoomCode = core.room
        self._journal = journal
        self._clock = clock
        self._watch = watch
        self._sinks: dict[ConnId, Sink] = {}
        self._inbox: list[TableMessage] = []
        self._busy = False
        self._timer: asyncio.TimerHandle | None = None
        self._timer_due: Millis | None = None
        self._closed = False

    def attach(self, sink: Sink, message: Attach | AttachBot) -> None:
        """A connection says Hello. It is attached if the core takes it; the sink is told before its first frame."""
        if self._closed:
            sink.drop(CloseCode.ROOM_CLOSED, self._journal.committed)
            return
        self._sinks[message.conn] = sink
        self.tell(message)

    def detach(self, conn: ConnId) -> None:
        """A connection is gone."""
        self._sinks.pop(conn, None)
        self.tell(Detach(conn))

    def tell(self, message: TableMessage) -> None:
        """Handle a message and carry out what follows. Never raises."""
        if self._closed:
            return
        self._inbox.append(message)
        if self._busy:
            return
        self._busy = True
        try:
            while self._inbox and not self._closed:
                self._handle(self._inbox.pop(0))
        finally:
            self._busy = False
        self._arm()

    def begin(self, effects: list[Effect]) -> None:
        """Carry out what opening the table brought about."""
        self._perform(effects)
        self._arm()

    def close(self) -> None:
        """Stop for good: no timer, no sinks."""
        self._closed = True
        self._sinks.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _handle(self, message: TableMessage) -> None:
        effects = self._guarded(message)
        if isinstance(message, Attach | AttachBot):
            player = self.core.player_of(message.conn)
            sink = self._sinks.get(message.conn)
            if player is not None and sink is not None:
                self._send(message.conn, lambda: sink.attached(player))
        self._perform(effects)
        if isinstance(message, Attach | AttachBot) and self.core.player_of(message.conn) is None:
            self._sinks.pop(message.conn, None)

    def _guarded(self, message: TableMessage | None) -> list[Effect]:
        now = self._clock.now()
        try:
            return self.core.wake(now) if message is None else self.core.receive(now, message)
        except Exception as error:
            # The core mends what it can; what gets here is beyond it. The room ends, no other notices.
            self._watch.fault(self, "table", error)
            return [*(Drop(conn, CloseCode.INTERNAL) for conn in self._sinks), Retire()]

    def _perform(self, effects: list[Effect]) -> None:
        """Records first: no frame leaves before what it tells is in the journal."""
        recorded: list[Entry] = [effect.entry for effect in effects if isinstance(effect, Record)]
        position = self._journal.append(self.room, recorded)
        for effect in effects:
            match effect:
                case Frame():
                    self._frame(effect, position)
                case Drop():
                    self._drop(effect, position)
                case BotWanted():
                    self._watch.bot_wanted(self, effect.player)
                case HandFinished():
                    self._watch.hand_finished(self, effect.hand)
                case Fault():
                    self._watch.fault(self, effect.where, effect.error)
                case Record() | Retire():
                    pass
        if any(isinstance(effect, Retire) for effect in effects):
            self.close()
            self._watch.retired(self)

    def _frame(self, effect: Frame, position: Position) -> None:
        sink = self._sinks.get(effect.to)
        if sink is not None:
            self._send(effect.to, lambda: sink.frame(effect.kind, effect.data, position))

    def _drop(self, effect: Drop, position: Position) -> None:
        sink = self._sinks.pop(effect.to, None)
        if sink is not None:
            self._send(effect.to, lambda: sink.drop(effect.code, position))

    def _send(self, conn: ConnId, call: Callable[[], None]) -> None:
        """A sink that raises against its promise is gone; the others get theirs (case B186)."""
        try:
            call()
        except Exception as error:
            self._watch.fault(self, "sink", error)
            self._sinks.pop(conn, None)
            self._inbox.append(Detach(conn))

    def _arm(self) -> None:
        """One timer a table, re-armed lazily: an earlier one that fires too soon just arms again."""
        if self._closed:
            return
        due = self.core.next_deadline
        if due is None or (self._timer is not None and self._timer_due is not None and self._timer_due <= due):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_due = due
        delay = max(0, due - self._clock.now()) / 1000
        self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._timer_due = None
        if self._closed:
            return
        due = self.core.next_deadline
        if due is not None and self._clock.now() >= due:
            self._busy = True
            try:
                self._perform(self._guarded(None))
            finally:
                self._busy = False
        if self._inbox:
            self.tell(self._inbox.pop(0))
        self._arm()
