"""The thin shell of a table: a plain call in, effects carried out before it returns, one timer."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

from protocol.errors import CloseCode
from protocol.ids import Millis, PlayerId, RoomCode
from server.clock import Clock
from server.table import writing
from server.table.core import TableCore
from server.table.effects import (
    BotWanted,
    Dealing,
    Drop,
    Effect,
    Fault,
    Frame,
    HandFinished,
    Journal,
    Position,
    Record,
    Retire,
    Row,
    Sink,
)
from server.table.messages import Attach, AttachBot, ConnId, Detach, Stood, TableMessage, Woke

RESTS_MS: Final = 500
"""After a fault a table's timer fires no sooner: what is due and fails would be due again at once, for ever."""
_COMING: Final = (Attach, AttachBot)


class Watch(Protocol):
    """Who is told what happens at tables: the lobby, the house that plays bots, the log."""

    def stirs(self) -> None:
        """Something is about to be heard. If the process stood still before, tables must be told first (``stood``)."""
        ...

    def bot_wanted(self, actor: "TableActor", player: PlayerId) -> None: ...

    def hand_finished(self, actor: "TableActor", hand: int) -> None: ...

    def fault(self, actor: "TableActor", where: str, error: BaseException) -> None: ...

    def retired(self, actor: "TableActor") -> None: ...

    def broken(self, actor: "TableActor") -> None:
        """It cannot go on; the journal has it as it was before, and it may be read back."""
        ...


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
        self._held_since: Millis | None = None
        self._rests_until = Millis(0)

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
        self._watch.stirs()
        self._inbox.append(message)
        self._drain()

    def stood(self, since: Millis) -> None:
        """The whole process stood still, and nobody's time ran. Where the table is held, the time is lost anyway."""
        if self._held_since is None and not self._closed and self._due() is not None:
            self._inbox.insert(0, Stood(since))
            self._drain()

    def begin(self, records: Sequence[Effect] = ()) -> Position:
        """Write the table down as it is, without a hand; the position after that."""
        position = self._journal.append(self.room, writing.begun(self.core, self._clock.now(), records))
        self._arm()
        return position

    def hold(self) -> None:
        """The journal is late: nothing is done and no time runs until ``release``."""
        if self._held_since is None:
            self._held_since = self._clock.now()
            self._disarm()

    def release(self) -> None:
        """Go on: the time that was lost is given back before anything else is heard."""
        if self._held_since is None:
            return
        since, self._held_since = self._held_since, None
        self._inbox.insert(0, Stood(since))
        self._drain()

    def abandon(self) -> None:
        """The journal does not take what this table writes: nothing of it may leave. The room ends in this process."""
        for sink in self._sinks.values():
            with suppress(Exception):
                sink.cut(CloseCode.INTERNAL)
        self.close()
        self._watch.broken(self)

    def close(self) -> None:
        """Stop for good: no timer, no sinks."""
        self._closed = True
        self._sinks.clear()
        self._disarm()

    def _drain(self) -> None:
        if self._busy or self._held_since is not None:
            return
        self._busy = True
        try:
            while self._inbox and not self._closed:
                self._handle(self._inbox.pop(0))
        finally:
            self._busy = False
        self._arm()

    def _handle(self, message: TableMessage) -> None:
        now = self._clock.now()
        try:
            effects = self.core.receive(now, message)
            rows = self._rows(now, message, effects)
        except Exception as error:
            self._fails(error)
            return
        coming = message.conn if isinstance(message, _COMING) else None
        if coming is not None:
            player = self.core.player_of(coming)
            sink = self._sinks.get(coming)
            if player is not None and sink is not None:
                self._send(coming, lambda: sink.attached(player))
        self._perform(effects, self._journal.append(self.room, rows))
        if coming is not None and self.core.player_of(coming) is None:
            self._sinks.pop(coming, None)

    def _fails(self, error: Exception) -> None:
        """The core mends what it can; what gets here is beyond it. The room ends here, no other notices."""
        self._watch.fault(self, "table", error)
        self.abandon()

    def _due(self) -> Millis | None:
        """When there is something to do; None where there never will be."""
        try:
            return self.core.next_deadline
        except Exception as error:
            self._fails(error)
            return None

    def _rows(self, now: Millis, message: TableMessage, effects: list[Effect]) -> list[Row]:
        """What goes into the journal, encoded before it joins a batch; a table that cannot write voids its hand."""
        try:
            return writing.rows(self.core, now, message, effects)
        except Exception as error:
            effects += self.core.break_off(error)
            return writing.begun(self.core, now, effects)

    def _perform(self, effects: list[Effect], position: Position) -> None:
        """Everything leaves with the position it depends on."""
        retired = False
        sinks = self._sinks
        for effect in effects:
            if type(effect) is Frame:
                # Four an action: in line.
                sink = sinks.get(effect.to)
                if sink is not None:
                    try:
                        sink.frame(effect.kind, effect.data, position)
                    except Exception as error:
                        self._broke(effect.to, error)
                continue
            match effect:
                case Drop():
                    self._drop(effect, position)
                case BotWanted():
                    self._watch.bot_wanted(self, effect.player)
                case HandFinished():
                    self._watch.hand_finished(self, effect.hand)
                case Fault():
                    self._rests_until = Millis(self._clock.now() + RESTS_MS)
                    self._watch.fault(self, effect.where, effect.error)
                case Retire():
                    retired = True
                case Record() | Dealing() | Frame():
                    pass
        if retired:
            self.close()
            self._watch.retired(self)

    def _drop(self, effect: Drop, position: Position) -> None:
        sink = self._sinks.pop(effect.to, None)
        if sink is not None:
            self._send(effect.to, lambda: sink.drop(effect.code, position))

    def _send(self, conn: ConnId, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:
            self._broke(conn, error)

    def _broke(self, conn: ConnId, error: Exception) -> None:
        """A sink that raises against its promise is gone; the others get theirs (case B186)."""
        self._watch.fault(self, "sink", error)
        self._sinks.pop(conn, None)
        self._inbox.append(Detach(conn))

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer, self._timer_due = None, None

    def _arm(self) -> None:
        """One timer a table, re-armed lazily: an earlier one that fires too soon just arms again."""
        if self._closed or self._held_since is not None:
            return
        due = self._due()
        if due is None:
            return
        if due < self._rests_until:
            due = self._rests_until
        if self._timer_due is not None and self._timer_due <= due:
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
        due = self._due()
        if due is not None and self._clock.now() >= due:
            self.tell(Woke())
        else:
            self._arm()
