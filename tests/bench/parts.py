"""The single parts of tests/bench/micro.py, measured by pytest-benchmark in a process of its own."""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from tests.bench.figures import Figure
from tests.bench.target import ROOT

MOST_US: Final = {"views": 40.0}
"""One public view and four private parts, built and encoded."""


class _Stats(msgspec.Struct):
    min: float
    median: float
    q1: float
    q3: float


class _One(msgspec.Struct):
    name: str
    stats: _Stats


class _Report(msgspec.Struct):
    benchmarks: list[_One]


def measure(say: Callable[[str], None]) -> list[Figure]:
    """Microseconds of each: quartiles and median."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "micro.json"
        command = [sys.executable, "-m", "pytest", "tests/bench/micro.py", "-q", f"--benchmark-json={out}"]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=False, text=True)
        say(done.stdout)
        done.check_returncode()
        report = msgspec.json.decode(out.read_bytes(), type=_Report)
    return [_figure(one) for one in report.benchmarks]


def _figure(one: _One) -> Figure:
    name = one.name.removeprefix("test_")
    values = tuple(second * 1e6 for second in (one.stats.q1, one.stats.median, one.stats.q3))
    return Figure(f"micro: {name}", "us", values, MOST_US.get(name.partition("[")[0]))
