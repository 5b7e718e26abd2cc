"""How long things took, sorted into classes."""

from bisect import bisect_left
from typing import Final

SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the classes."""


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
