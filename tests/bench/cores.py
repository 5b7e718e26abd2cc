"""Which core does what, and what a process has had of it. On Linux; elsewhere nothing is pinned, and memory is 0."""

import os
import sys
from pathlib import Path
from typing import Final, NamedTuple

SERVER: Final = 0
GENERATOR: Final = 1
"""Cores by their place among those that we may use; with a single one both share it."""
_TICK_S: Final = 1 / os.sysconf("SC_CLK_TCK")
_MIB: Final = 1024 * 1024


class Cpu(NamedTuple):
    """Seconds of CPU, all threads together."""

    user: float
    system: float

    @property
    def both(self) -> float:
        return self.user + self.system


def cpu_of(pid: int) -> Cpu:
    """What this process has had so far, to a hundredth of a second."""
    # The name, in brackets, may hold spaces.
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return Cpu(int(fields[11]) * _TICK_S, int(fields[12]) * _TICK_S)


def rss_mib(pid: int) -> float:
    """Memory that is really in use."""
    statm = Path(f"/proc/{pid}/statm")
    if not statm.exists():
        return 0.0
    pages = int(statm.read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / _MIB


def pin(pid: int, place: int) -> None:
    """Keep a process (0: this one) on the core at this place. To be called before it starts threads."""
    if sys.platform == "linux":
        ours = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(pid, {ours[place % len(ours)]})
