"""What happened here, counted: plain numbers, whoever shows them."""

from bisect import bisect_left
from collections import Counter
from typing import Final

SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the classes that durations are sorted into."""


class Durations:
    """How many lasted how long."""

    __slots__ = ("classes", "sum_s")

    def __init__(self) -> None:
        self.classes = [0] * (len(SECONDS) + 1)
        """By SECONDS; the last one holds what lasted longer."""
        self.sum_s = 0.0

    def add(self, seconds: float) -> None:
        self.classes[bisect_left(SECONDS, seconds)] += 1
        self.sum_s += seconds

    @property
    def count(self) -> int:
        return sum(self.classes)


class Tally:
    """Of one process, since it started. Names are ours alone: nothing that a client sends becomes one."""

    def __init__(self) -> None:
        self.commands: Counter[str] = Counter()
        """Taken from clients, by type."""
        self.rejected: Counter[str] = Counter()
        """Commands that were refused, by error code."""
        self.turned_away: Counter[str] = Counter()
        """Requests and connections that were refused before anything was read of them, by what was wrong."""
        self.closed: Counter[int] = Counter()
        """Sockets that we closed, by close code."""
        self.views_skipped = 0
        """Views that a newer one replaced before they left."""
        self.answered = Durations()
        """From a command's arrival until its answer left."""
