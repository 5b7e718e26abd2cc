"""What a run counts and measures. All spans are seconds; a histogram keeps them as whole microseconds."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

_BITS: Final = 7
"""2**7 steps in each doubling: a percentile is at most 1/128 above the true one."""
_STEPS: Final = 1 << _BITS
MOST_SECONDS: Final = 4_000
"""Of the series: beyond it, nothing more is added (over an hour)."""
EXAMPLES: Final = 5
"""Of each error."""


class Line(msgspec.Struct, frozen=True):
    """A histogram in short, in milliseconds."""

    count: int
    mean: float
    p50: float
    p90: float
    p99: float
    p999: float
    max: float


class Histogram:
    """Counts spans in buckets that grow with them, as HDR histograms do; the largest is kept exactly."""

    __slots__ = ("_buckets", "count", "most", "total")

    def __init__(self) -> None:
        self._buckets: dict[int, int] = {}
        self.count = 0
        self.total = 0.0
        self.most = 0.0

    def record(self, span: float) -> None:
        """One more; below 0 counts as 0."""
        micros = int(span * 1e6)
        if micros < _STEPS:
            bucket = max(0, micros)
        else:
            shift = micros.bit_length() - _BITS - 1
            bucket = (shift << _BITS) + (micros >> shift)
        buckets = self._buckets
        buckets[bucket] = buckets.get(bucket, 0) + 1
        self.count += 1
        self.total += span
        if span > self.most:
            self.most = span

    def percentile(self, share: float) -> float:
        """A span that at least ``share`` of all (0..1) do not exceed; 0 where nothing was recorded."""
        wanted = share * self.count
        seen = 0
        for bucket in sorted(self._buckets):
            seen += self._buckets[bucket]
            if seen >= wanted:
                return min(_upper(bucket), self.most)
        return self.most

    def steps(self) -> Iterator[tuple[float, int]]:
        """Upper bound and count of each bucket that holds something, rising."""
        for bucket in sorted(self._buckets):
            yield _upper(bucket), self._buckets[bucket]

    def line(self) -> Line:
        """In short."""
        p50, p90, p99, p999 = (round(self.percentile(share) * 1000, 3) for share in (0.5, 0.9, 0.99, 0.999))
        mean = self.total / self.count if self.count else 0.0
        return Line(self.count, round(mean * 1000, 3), p50, p90, p99, p999, round(self.most * 1000, 3))


def _upper(bucket: int) -> float:
    """The end of a bucket, in seconds."""
    if bucket < 2 * _STEPS:
        return (bucket + 1) / 1e6
    shift = (bucket >> _BITS) - 1
    return ((bucket - (shift << _BITS) + 1) << shift) / 1e6


class Second(msgspec.Struct, frozen=True):
    """One second of a run; latencies in ms."""

    at: int
    """Since the measuring began; below 0 while rooms are opened."""
    rooms: int
    connections: int
    actions: int
    errors: int
    p50: float
    p99: float
    max: float


class Stats:
    """Everything that one run counts. ``measuring`` is off while rooms are opened and closed."""

    def __init__(self) -> None:
        self.measuring = False
        self.began = 0.0
        self.all = Histogram()
        """From when an action was due until the last seat saw it."""
        self.kinds: dict[str, Histogram] = {}
        """The same by kind of action."""
        self.from_tick = Histogram()
        """From an action's tick: what somebody feels who cannot know that the table is busy."""
        self.busy = Histogram()
        """From an action's tick until its table could take it."""
        self.lag = Histogram()
        """From when an action was due until it was sent: the generator's own fault."""
        self.loop_lag = Histogram()
        """How late the generator's event loop was with timers of its own."""
        self.reconnects = Histogram()
        """From a dropped connection until its seat sees the table again."""
        self.errors: Counter[str] = Counter()
        self.examples: dict[str, list[str]] = {}
        self.opened = 0
        self.refused: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.hands = 0
        self.frames = 0
        self.received = 0
        """Bytes of frames."""
        self.skipped = 0
        """Views that slow readers never got, because newer ones replaced them."""
        self.cut = 0
        """Slow readers whom the server cut off."""
        self.crossed = 0
        """Commands that were void when they came, because the table had gone on by its own clock meanwhile."""
        self.late_ticks = 0
        """Ticks whose table never came to act on them."""
        self.series: list[Second] = []
        self._second = Histogram()
        self._second_errors = 0

    def acted(self, kind: str, *, tick: float, due: float, sent: float, seen: float) -> None:
        """An action was seen by everybody at its table. All are instants."""
        latency = seen - due
        self._second.record(latency)
        if not self.measuring or due < self.began:
            return
        self.all.record(latency)
        histogram = self.kinds.get(kind)
        if histogram is None:
            histogram = self.kinds[kind] = Histogram()
        histogram.record(latency)
        self.from_tick.record(seen - tick)
        self.busy.record(due - tick)
        self.lag.record(sent - due)

    def error(self, name: str, where: str = "") -> None:
        """Something that must not happen. ``where`` says which room, and nothing of cards or tokens."""
        self.errors[name] += 1
        self._second_errors += 1
        examples = self.examples.setdefault(name, [])
        if where and len(examples) < EXAMPLES:
            examples.append(where)

    def second_over(self, at: int, rooms: int, connections: int) -> None:
        """Add a second to the series."""
        second, self._second = self._second, Histogram()
        errors, self._second_errors = self._second_errors, 0
        if len(self.series) < MOST_SECONDS:
            line = second.line()
            self.series.append(Second(at, rooms, connections, line.count, errors, line.p50, line.p99, line.max))
