"""A run as one value, for JSON files and the HTML page."""

import msgspec

from server.loadtest import machine
from server.loadtest.machine import Spent
from server.loadtest.metrics import Series
from server.loadtest.plan import Plan
from server.loadtest.run import Outcome
from server.loadtest.stats import Histogram, Line, Second
from server.loadtest.verdict import Finding, findings, passed


class Connects(msgspec.Struct, frozen=True):
    """How connecting went; refused and failed by cause."""

    opened: int
    refused: dict[str, int]
    failed: dict[str, int]


class Report(msgspec.Struct, frozen=True):
    """Latencies are in ms, spans in s. ``generator``: parts of one core."""

    when: str
    machine: str
    plan: Plan
    games: tuple[str, ...]
    rooms: int
    rooms_made: int
    rooms_closed: int
    measured_s: float
    actions: int
    actions_per_s: float
    hands: int
    latency: Line
    kinds: dict[str, Line]
    from_tick: Line
    busy: Line
    lag: Line
    loop_lag: Line
    reconnects: Line
    connects: Connects
    frames: int
    bytes_received: int
    views_skipped: int
    slow_readers_cut: int
    crossed: int
    late_ticks: int
    errors: dict[str, int]
    generator: Spent
    findings: tuple[Finding, ...]
    passed: bool
    histogram: tuple[tuple[float, int], ...]
    """Upper bound in ms and count."""
    seconds: tuple[Second, ...]
    server: tuple[Series, ...]


def report(outcome: Outcome) -> Report:
    """All of a run."""
    stats = outcome.stats
    latency = stats.all.line()
    return Report(
        when=machine.stamp(),
        machine=machine.described(),
        plan=outcome.plan,
        games=outcome.games,
        rooms=outcome.rooms,
        rooms_made=outcome.made,
        rooms_closed=outcome.closed,
        measured_s=round(outcome.measured_s, 3),
        actions=latency.count,
        actions_per_s=round(latency.count / outcome.measured_s, 1) if outcome.measured_s else 0.0,
        hands=stats.hands,
        latency=latency,
        kinds={kind: histogram.line() for kind, histogram in sorted(stats.kinds.items())},
        from_tick=stats.from_tick.line(),
        busy=stats.busy.line(),
        lag=stats.lag.line(),
        loop_lag=stats.loop_lag.line(),
        reconnects=stats.reconnects.line(),
        connects=Connects(stats.opened, dict(stats.refused), dict(stats.failed)),
        frames=stats.frames,
        bytes_received=stats.received,
        views_skipped=stats.skipped,
        slow_readers_cut=stats.cut,
        crossed=stats.crossed,
        late_ticks=stats.late_ticks,
        errors=dict(stats.errors),
        generator=outcome.spent,
        findings=findings(outcome),
        passed=passed(outcome),
        histogram=_steps(stats.all),
        seconds=tuple(stats.series),
        server=outcome.metrics,
    )


def as_json(whole: Report) -> bytes:
    """For a file: one value, indented."""
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def _steps(histogram: Histogram) -> tuple[tuple[float, int], ...]:
    return tuple((round(upper * 1000, 3), count) for upper, count in histogram.steps())
