"""The journal of a process: one commit for all that its tables write in one tick of the loop.

The barrier (design 5): what depends on a position leaves when the position is committed. A commit that fails for want
of the disk is tried again, unchanged; what comes meanwhile waits behind it. After LATE_MS the journal is ``saving``:
tables are held, so that no time runs. Only our own bug can make rows that no disk takes: their room is lost, and no
other.
"""

import asyncio
import bisect
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from typing import Final, Protocol

import structlog

from protocol.ids import RoomCode
from server.clock import stopwatch
from server.durations import Durations
from server.journal.store import Kept, Store
from server.logs import told
from server.table.effects import Position, Row

LATE_MS: Final = 250
RETRY_MS: Final = 200
CHECKPOINT_COMMITS: Final = 1_000
_OURS: Final = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError, sqlite3.InterfaceError)
"""What sqlite3 raises for rows that it cannot take, as opposed to a disk that does not."""


class Handle(Protocol):
    """A call that is to come."""

    def cancel(self) -> None: ...


class Loop(Protocol):
    """What an event loop does for a journal."""

    def call_soon(self, call: Callable[[], None], /) -> object: ...

    def call_later(self, delay_s: float, call: Callable[[], None], /) -> Handle: ...

    def time(self) -> float:
        """In seconds."""
        ...


class RunningLoop:
    """The event loop that runs when it is asked for something first."""

    def call_soon(self, call: Callable[[], None], /) -> object:
        return self._loop.call_soon(call)

    def call_later(self, delay_s: float, call: Callable[[], None], /) -> Handle:
        return self._loop.call_later(delay_s, call)

    def time(self) -> float:
        return self._loop.time()

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        # To ask is a system call in Python 3.11, and each commit would ask three times.
        return asyncio.get_running_loop()


Done = Callable[[BaseException | None], None]
Runner = Callable[[Callable[[], None], Done], None]
"""Does a piece of work and says how it went, back in the loop."""


def at_once(work: Callable[[], None], done: Done) -> None:
    """The Runner of durability ``process``: a commit that waits for no disk is cheaper than a thread."""
    try:
        work()
    except Exception as error:
        done(error)
    else:
        done(None)


class InThread:
    """The Runner of durability ``full``: the disk is waited for beside the loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "journal")

    def __call__(self, work: Callable[[], None], done: Done) -> None:
        loop = asyncio.get_running_loop()

        def finished(future: Future[None]) -> None:
            loop.call_soon_threadsafe(done, future.exception())

        self._thread.submit(work).add_done_callback(finished)

    def close(self) -> None:
        """Wait for what is being written."""
        self._thread.shutdown()


class SqliteJournal:
    """See server.table.effects.Journal."""

    def __init__(self, store: Store, loop: Loop, run: Runner, wall_s: Callable[[], int]) -> None:
        self.store = store
        self.saving = False
        """A commit is late: nothing may be done that would have to be written."""
        self.on_saving: Callable[[bool], None] = _nobody
        self.on_blocked: Callable[[int], None] = _nobody
        """A commit was late, and everything waited for it, so many milliseconds: nobody could be told that it was."""
        self.on_lost: Callable[[RoomCode], None] = _nobody
        """Called before anything of that room, or of what came with it, may leave."""
        self.commits = Durations()
        """What the disk took for each commit that it took."""
        self._loop = loop
        self._runner = run
        self._wall_s = wall_s
        self.committed = Position(0)
        self.appended = Position(0)
        """What will be committed, if the disk takes it."""
        self._batch: list[tuple[RoomCode, Sequence[Row]]] = []
        self._writing: list[tuple[RoomCode, Sequence[Row]]] = []
        self._writing_to = Position(0)
        self._planned = False
        self._landed = False
        """Whether the write that was begun last is in the file."""
        self._late: Handle | None = None
        self._begun_s = 0.0
        self._failed = False
        self._apart = False
        self._waiting: deque[tuple[Position, Callable[[], None]]] = deque()
        """In the order of their positions."""
        self._commits = 0
        self._checkpoints = ThreadPoolExecutor(1, "checkpoint")
        self._checkpoint: Future[None] | None = None
        self._log = structlog.get_logger("journal")

    def append(self, room: RoomCode, rows: Sequence[Row]) -> Position:
        if rows:
            self._batch.append((room, rows))
            self.appended = Position(self.appended + len(rows))
            if not self._planned and not self._writing:
                self._planned = True
                self._loop.call_soon(self._flush)
        return self.appended

    def after(self, position: Position, call: Callable[[], None]) -> None:
        if position <= self.committed:
            call()
        else:
            waiting = self._waiting
            if waiting and waiting[-1][0] > position:
                # Seldom: who waited for something later waits for something earlier now.
                bisect.insort(waiting, (position, call), key=_position)
            else:
                waiting.append((position, call))

    @property
    def behind(self) -> bool:
        """Whether something waits for a commit."""
        return self.appended > self.committed

    def pending(self, room: RoomCode) -> bool:
        """Whether something of this room is not written yet: the store does not know it as it is."""
        return any(one == room for one, _ in (*self._writing, *self._batch))

    def expired(self) -> list[RoomCode]:
        """Rooms whose record has stayed long enough."""
        return self.store.expired(self._wall_s())

    def read(self, room: RoomCode) -> Kept | None:
        """A room as it was written."""
        return self.store.read(room)

    def close(self) -> None:
        """Write what is left, if the disk takes it. What it does not take was never told to anybody."""
        if isinstance(self._runner, InThread):
            self._runner.close()
        self._checkpoints.shutdown()
        if self._late is not None:
            self._late.cancel()
        try:
            left = [*(() if self._landed else self._writing), *self._batch]
            if left:
                self.store.write(left, self._wall_s())
            self.store.close()
        except Exception as error:
            self.store.abandon()
            self._log.error("the end was not written", **told(error))

    def _flush(self) -> None:
        self._planned = False
        if self._writing or not self._batch:
            return
        self._writing, self._batch = self._batch, []
        self._writing_to = self.appended
        self._try()
        if self._writing and self._late is None:
            self._late = self._loop.call_later(LATE_MS / 1000, self._is_late)

    def _try(self) -> None:
        batch = self._writing[:1] if self._apart else self._writing
        self._landed = False
        self._begun_s = self._loop.time()

        def write() -> None:
            begun = stopwatch()
            self.store.write(batch, self._wall_s())
            self._landed = True
            self.commits.add(stopwatch() - begun)

        self._runner(write, self._tried)

    def _tried(self, error: BaseException | None) -> None:
        took_ms = round((self._loop.time() - self._begun_s) * 1000)
        if took_ms >= LATE_MS and not self.saving:
            self.on_blocked(took_ms)
        if error is None:
            self._took()
        elif isinstance(error, sqlite3.DatabaseError) and not isinstance(error, _OURS):
            if not self._failed:
                self._log.error("cannot write: tables wait for the disk", problem=str(error), **told(error))
            self._failed = True
            self._loop.call_later(RETRY_MS / 1000, self._try)
        elif self._apart or len(self._writing) == 1:
            room, _ = self._writing[0]
            self._log.error("rows that cannot be written", room=room, **told(error))
            self._batch = [(one, rows) for one, rows in self._batch if one != room]
            self.on_lost(room)
            self._took()
        else:
            # One of these rooms has written what cannot be written: which one?
            self._apart = True
            self._try()

    def _took(self) -> None:
        self._writing = self._writing[1:] if self._apart else []
        if self._writing:
            self._loop.call_soon(self._try)
            return
        self._apart = False
        self.committed = self._writing_to
        if self._late is not None:
            self._late.cancel()
            self._late = None
        if self._failed:
            self._failed = False
            self._log.info("writing again")
        waiting = self._waiting
        while waiting and waiting[0][0] <= self.committed:
            call = waiting.popleft()[1]
            try:
                call()
            except Exception as error:
                # Our own bug: whoever waited for this commit too is told of it all the same.
                self._log.error("a frame could not be sent", **told(error))
        if self.saving:
            self.saving = False
            self.on_saving(False)
        self._plan_checkpoint()
        if self._batch and not self._planned:
            self._planned = True
            self._loop.call_soon(self._flush)

    def _is_late(self) -> None:
        self._late = None
        if self._writing and not self.saving:
            self.saving = True
            self.on_saving(True)

    def _plan_checkpoint(self) -> None:
        self._commits += 1
        if self._commits % CHECKPOINT_COMMITS == 0 and (self._checkpoint is None or self._checkpoint.done()):
            self._checkpoint = self._checkpoints.submit(self.store.checkpoint)


def _position(waiting: tuple[Position, Callable[[], None]]) -> Position:
    return waiting[0]


def _nobody(_: object) -> None:
    """Nobody has said that he wants to know."""
