"""Which core does what, and what a process has had of it. Linux only."""

import os
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
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / _MIB


def pin(pid: int, place: int) -> None:
    """Keep a process (0: this one) on the core at this place. To be called before it starts threads."""
    ours = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(pid, {ours[place % len(ours)]})
