"""A disk that is quick, slow, stuck or full, and keeps what was committed when a process dies."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

from server.journal.sqlite import Done
from server.journal.store import Batch, Store
from tests.sim.loop import Machine, SimLoop

FILE = "K7.db"


class WatchedStore(Store):
    """The server's own store on a simulated disk."""

    def __init__(self, path: Path | None, disk: "Disk") -> None:
        self._disk = disk
        self.closed = False
        super().__init__(path)
        if path is None and disk.image:
            self._db.deserialize(disk.image)

    def write(self, batch: Batch, wall_s: int) -> None:
        if self._disk.refuses:
            raise sqlite3.OperationalError("database or disk is full")
        if self._disk.on_write():
            # The machine dies before the commit.
            return
        super().write(batch, wall_s)
        self._disk.on_written(batch)

    def close(self) -> None:
        self._disk.keep(self)
        super().close()
        self.closed = True

    def image(self) -> bytes:
        """What a file would hold."""
        return self._db.serialize()


class Disk:
    """``folder`` None: files are simulated too."""

    def __init__(self, loop: SimLoop, chance: Random, folder: Path | None, *, inline: bool) -> None:
        self.image = b""
        self.inline = inline
        """Whether who writes waits for it (durability ``process``), or goes on meanwhile (``full``)."""
        self.on_write: Callable[[], bool] = bool
        """Called before each commit; True: the machine is dead."""
        self.on_written: Callable[[Batch], None] = _nobody
        """Called when a batch is committed."""
        self.block: Callable[[int], None] = _nobody
        """Hold up the process for so many milliseconds."""
        self.refuses = False
        self.slow_ms = (0, 0)
        """How long a commit takes, at least and at most."""
        self._stuck_until = 0
        self._loop = loop
        self._chance = chance
        self._folder = folder
        self._copies = 0

    def stick(self, span_ms: int) -> None:
        """Nothing is written for a while."""
        self._stuck_until = self._loop.now + span_ms

    def mend(self) -> None:
        """It is as good as new."""
        self.refuses, self.slow_ms, self._stuck_until = False, (0, 0), 0

    def open(self) -> WatchedStore:
        """For a process that starts."""
        return WatchedStore(None if self._folder is None else self._folder / FILE, self)

    def keep(self, store: WatchedStore) -> None:
        """What is committed now is what the next process finds."""
        if self._folder is None:
            self.image = store.image()

    def lose(self, store: WatchedStore) -> None:
        """The process that used this store is dead: nothing was closed, what was committed is there."""
        self.keep(store)
        if self._folder is not None:
            self._copies += 1
            copy = self._folder / str(self._copies)
            copy.mkdir()
            for file in self._folder.glob(f"{FILE}*"):
                shutil.copy2(file, copy / file.name)
            store.abandon()
            for file in self._folder.glob(f"{FILE}*"):
                file.unlink()
            for file in copy.glob("*"):
                file.rename(self._folder / file.name)
            return
        store.abandon()

    def runner(self, machine: Machine) -> Callable[[Callable[[], None], Done], None]:
        """How the process on this machine gets its work done."""

        def begin(work: Callable[[], None], done: Done, slow_ms: int) -> None:
            wait = max(slow_ms, self._stuck_until - self._loop.now)
            if wait <= 0:
                finish(work, done)
            elif self.inline:
                self.block(wait)
                self._loop.go_on(begin, work, done, 0)
            else:
                self._loop.call_later(wait / 1000, begin, work, done, 0)

        def finish(work: Callable[[], None], done: Done) -> None:
            error: Exception | None = None
            try:
                work()
            except Exception as raised:
                error = raised
            took = self._took()
            if not machine.alive:
                return
            if took and not self.inline:
                self._loop.call_later(took / 1000, done, error)
            else:
                done(error)

        return lambda work, done: begin(work, done, self._took())

    def _took(self) -> int:
        least, most = self.slow_ms
        return self._chance.randint(least, most) if most else 0


def _nobody(_: object) -> None:
    """Nobody wants to know."""
