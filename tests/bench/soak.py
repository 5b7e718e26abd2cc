"""An evening in fast motion: all games, people who drop and come back, watchers who hardly read.

    python -m tests.bench.soak [--minutes 30] [--rooms 60]

Each minute: tasks, timers, open files, memory and objects of the server. They must be as flat at the end as they were
once everybody had come: tasks, timers and files as such, memory and objects by the slope of their second half.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import msgspec

from tests.bench.target import ROOT, Target, running
from tests.bench.watched import Count

WARM_S: Final = 60
EVERY_S: Final = 30
MOST_MIB_AN_HOUR: Final = 20.0
"""At the measured slope. The last lines of the log, the book and the chat of a room are bounded, and fill up first."""
MOST_MORE: Final = 0.1
"""Of tasks, timers and files, against the median after the warm-up: who is just coming back is counted twice."""


class Sample(msgspec.Struct):
    """At one moment, ``minute`` after the start."""

    minute: float
    tasks: int
    timers: int
    files: int
    rss_mib: float
    objects: int

    def line(self) -> str:
        return (
            f"{self.minute:5.1f} min: {self.tasks} tasks, {self.timers} timers, {self.files} files, "
            f"{self.rss_mib:.1f} MiB, {self.objects} thousand objects\n"
        )


def sample(on: Target, file: Path, begun: float) -> Sample:
    """Ask the server to count itself."""
    file.unlink(missing_ok=True)
    os.kill(on.pid, signal.SIGUSR1)
    end = time.monotonic() + 30
    while not file.exists():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.05)
    count = msgspec.json.decode(file.read_bytes(), type=Count)
    minute = (time.monotonic() - begun) / 60
    return Sample(minute, count.tasks, count.timers, on.descriptors(), on.rss_mib(), count.objects)


def slope(samples: list[Sample]) -> float:
    """MiB an hour, by least squares."""
    x = [one.minute / 60 for one in samples]
    y = [one.rss_mib for one in samples]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / sum((a - mean_x) ** 2 for a in x)


def judged(samples: list[Sample]) -> bool:
    """Say what became of each figure; whether all are flat."""
    half = samples[len(samples) // 2 :]
    held = True
    for name in ("tasks", "timers", "files"):
        values = [getattr(one, name) for one in samples]
        usual = sorted(values)[len(values) // 2]
        late = sum(getattr(one, name) for one in half) / len(half)
        early = sum(getattr(one, name) for one in samples[: len(samples) // 2]) / max(1, len(samples) // 2)
        flat = late - early <= MOST_MORE * usual + 2
        held = held and flat
        sys.stdout.write(
            f"{name}: {early:.0f} in the first half, {late:.0f} in the second; {'flat' if flat else 'GROWS'}\n"
        )
    grows = slope(half)
    flat = grows <= MOST_MIB_AN_HOUR
    sys.stdout.write(f"memory: {grows:+.1f} MiB an hour in the second half; {'flat' if flat else 'GROWS'}\n")
    return held and flat


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30, help="at least 3")
    parser.add_argument("--rooms", type=int, default=60)
    given = parser.parse_args()
    seconds = max(3, given.minutes) * 60
    with tempfile.TemporaryDirectory() as folder:
        file, data = Path(folder) / "count.json", Path(folder) / "data"
        command = ("-m", "tests.bench.watched", str(file), "--host", "127.0.0.1", "--port", "0", "--data", str(data))
        with running(*command) as on:
            load = [sys.executable, "-m", "server", "loadtest", on.base, "--rooms", str(given.rooms)]
            load += ["--seconds", str(seconds + WARM_S), "--rate", str(given.rooms * 1.5), "--reconnect-rate", "2"]
            load += ["--slow-readers", str(given.rooms // 4), "--json", str(Path(folder) / "load.json")]
            begun = time.monotonic()
            playing = subprocess.Popen(load, cwd=ROOT)
            try:
                time.sleep(WARM_S)
                samples: list[Sample] = []
                while playing.poll() is None and time.monotonic() - begun < seconds + WARM_S:
                    samples.append(sample(on, file, begun))
                    sys.stdout.write(samples[-1].line())
                    sys.stdout.flush()
                    time.sleep(EVERY_S)
                code = playing.wait(120)
            finally:
                playing.kill()
            last = sample(on, file, begun)
            sys.stdout.write("all gone: " + last.line().lstrip())
    held = judged(samples)
    sys.stdout.write(f"the load test ended with {code}\n")
    sys.exit(0 if held and code == 0 else 1)


if __name__ == "__main__":
    main()
