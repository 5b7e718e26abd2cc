"""What came of several rounds: medians, how far they spread, and ratios of what ran in the same round."""

import statistics
from collections.abc import Sequence

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """One measured thing over all rounds."""

    name: str
    unit: str
    values: tuple[float, ...]
    most: float | None = None
    """What it must not exceed, if anything."""

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def spread(self) -> float:
        """From the smallest to the largest value, as a part of the median."""
        return (max(self.values) - min(self.values)) / self.median if self.median else 0.0

    @property
    def held(self) -> bool:
        return self.most is None or self.median <= self.most

    def line(self) -> str:
        """For a terminal."""
        bound = "" if self.most is None else f"   at most {self.most:g}: {'held' if self.held else 'NOT HELD'}"
        return f"{self.name:52} {self.median:9.3g} {self.unit:8} +-{self.spread * 50:3.0f} %{bound}"


def ratios(name: str, ours: Sequence[float], theirs: Sequence[float], most: float | None = None) -> Figure:
    """Ours to theirs, round by round."""
    return Figure(name, "x", tuple(one / other for one, other in zip(ours, theirs, strict=True)), most)
