"""The machine that the load comes from: its clock, its CPU, and how many files may be open."""

import os
import platform
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

if sys.platform != "win32":
    import resource

now = time.perf_counter
"""Seconds of a clock that never goes back; the only clock of the load test."""

_WAITED: Final = Path("/proc/self/schedstat")


class Usage(msgspec.Struct, frozen=True):
    """What this process has had of the CPU so far, in seconds."""

    at: float
    user: float
    system: float
    waited: float | None
    """Ready to run, and not let run; None where the system does not tell."""


class Spent(msgspec.Struct, frozen=True):
    """What a process had of the CPU over a while, as parts of one core."""

    user: float
    system: float
    waited: float | None

    @property
    def cpu(self) -> float:
        return self.user + self.system


def usage() -> Usage:
    """Now."""
    user, system = _used()
    return Usage(now(), user, system, _waited())


def spent(since: Usage) -> Spent:
    """From ``since`` to now."""
    until = usage()
    span = max(until.at - since.at, 1e-9)
    waited = None
    if since.waited is not None and until.waited is not None:
        waited = (until.waited - since.waited) / span
    return Spent((until.user - since.user) / span, (until.system - since.system) / span, waited)


def allow_files(wanted: int) -> int | None:
    """Raise this process's own limit of open files to ``wanted``, as far as it may; the limit then.

    None where there is no such limit.
    """
    if sys.platform == "win32":
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    if soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft


def described() -> str:
    """The machine in one line, for reports."""
    return f"{platform.system()} {platform.machine()}, {_cores()} cores, Python {platform.python_version()}"


def stamp() -> str:
    """The time of day, UTC."""
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _used() -> tuple[float, float]:
    if sys.platform == "win32":
        times = os.times()
        return times.user, times.system
    # Finer than os.times().
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime, used.ru_stime


def _waited() -> float | None:
    try:
        return int(_WAITED.read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return None
