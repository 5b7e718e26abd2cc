"""What this machine gives the process."""

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


YOUNG: Final = 20_000
"""Objects more than there were, before the youngest are looked through: some 2 MB."""


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


def collect_seldom() -> None:
    """Tell the garbage collector that what is here stays, and to look at what comes less often.

    Little here is ever part of a ring, and a table makes some hundred objects an action: with the ordinary threshold of
    700 the collector runs every few actions, and now and then walks through all rooms while everybody waits.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)


def in_container() -> bool:
    """Whether this process has a network of its own, whose addresses lead nobody here."""
    return any(Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv"))
