"""What this machine gives the process."""

import asyncio
import gc
import sys
from pathlib import Path
from typing import Final

from server.hub.sessions import HEADROOM
from server.web.http import MOST_WAITING

if sys.platform != "win32":
    import resource

SPARE: Final = 128
"""Files besides connections: the journal, the log, Redis, the interpreter's own."""
WATCH_S: Final = 10.0
GROWN: Final = 1.5
MORE_BLOCKS: Final = 200_000
"""Some 20 MB. So much more than was left after the last collection makes the next one due; where that found rings, so
many times as much and this.
"""


def files_needed(most_connections: int) -> int:
    """Open files of a full house: sockets with their headroom, HTTP connections, and ours."""
    return most_connections + most_connections // HEADROOM + MOST_WAITING + SPARE


def file_limit() -> int | None:
    """How many files may be open, after asking for as many as the system allows; None where nothing limits them."""
    if sys.platform == "win32":
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError):
            # Some systems say "no limit" and allow less: what there was stays.
            pass
    return None if soft == resource.RLIM_INFINITY else soft


class Heap:
    """Memory without the garbage collector, until there is much more of it.

    Nothing that comes and goes here is part of a ring (tests/server/web/test_rings.py), so the collector finds nothing,
    and to find that it walks through whatever changed since it last came: with 2,500 tables 100 ms every 2.5 s, while
    everybody waits. It is called when memory has grown, should a ring have slipped in after all. Where none has, what
    it walked through is put aside, as at the start: while 3,200 tables come it takes 80 to 200 ms a time, not 560.
    """

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self._most = 0

    def start(self) -> None:
        """In the running loop. What is here now stays."""
        gc.disable()
        gc.collect()
        gc.freeze()
        self._measure(1.0)
        self._watch()

    def stop(self) -> None:
        """The collector does again as it likes."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        gc.unfreeze()
        gc.enable()

    def look(self) -> bool:
        """Whether memory had grown so much that it was looked through."""
        if sys.getallocatedblocks() <= self._most:
            return False
        rings = gc.collect()
        if not rings:
            gc.freeze()
        self._measure(GROWN if rings else 1.0)
        return True

    def _measure(self, grown: float) -> None:
        self._most = int(sys.getallocatedblocks() * grown) + MORE_BLOCKS

    def _watch(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(WATCH_S, self._tick)

    def _tick(self) -> None:
        self._watch()
        self.look()


def in_container() -> bool:
    """Whether this process has a network of its own, whose addresses lead nobody here."""
    return any(Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv"))
