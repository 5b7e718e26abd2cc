"""Histograms against sorted lists, and what counts when."""

from hypothesis import given
from hypothesis import strategies as st

from server.loadtest.stats import EXAMPLES, Histogram, Stats

SPANS = st.lists(st.floats(min_value=0, max_value=1_000), min_size=1, max_size=60)


@given(SPANS, st.sampled_from([0.0, 0.5, 0.9, 0.99, 0.999, 1.0]))
def test_a_percentile_is_at_most_a_128th_too_high_and_never_too_low(spans: list[float], share: float) -> None:
    histogram = Histogram()
    for span in spans:
        histogram.record(span)
    ordered = sorted(spans)
    true = next(span for place, span in enumerate(ordered, start=1) if place >= share * len(ordered))
    found = histogram.percentile(share)
    assert true <= found + 1e-6
    assert found <= true * (1 + 1 / 128) + 2e-6


@given(SPANS)
def test_the_largest_is_kept_exactly_and_nothing_is_lost(spans: list[float]) -> None:
    histogram = Histogram()
    for span in spans:
        histogram.record(span)
    assert histogram.percentile(1.0) == histogram.most == max(spans)
    steps = list(histogram.steps())
    assert sum(count for _, count in steps) == histogram.count == len(spans)
    assert [upper for upper, _ in steps] == sorted({upper for upper, _ in steps})
    assert all(int(span * 1e6) / 1e6 < steps[-1][0] for span in spans)


def test_nothing_recorded_is_zero_everywhere() -> None:
    line = Histogram().line()
    assert (line.count, line.mean, line.p50, line.p999, line.max) == (0, 0.0, 0.0, 0.0, 0.0)


def test_below_zero_counts_as_zero() -> None:
    histogram = Histogram()
    histogram.record(-1.0)
    assert histogram.count == 1
    assert histogram.percentile(0.5) == 0.0


def test_a_line_is_in_milliseconds() -> None:
    histogram = Histogram()
    for _ in range(99):
        histogram.record(0.002)
    histogram.record(5.0)
    line = histogram.line()
    assert line.count == 100
    assert 2.0 <= line.p50 <= 2.02
    assert line.max == 5000.0
    assert line.p99 < 3 < line.p999


def test_only_what_was_due_while_measuring_counts() -> None:
    stats = Stats()
    stats.acted("theo", tick=1.0, due=1.0, sent=1.0, seen=1.5)
    stats.measuring, stats.began = True, 10.0
    stats.acted("theo", tick=9.0, due=9.9, sent=10.0, seen=10.1)
    stats.acted("theo", tick=10.0, due=11.0, sent=11.25, seen=13.0)
    stats.acted("up", tick=12.0, due=12.0, sent=12.0, seen=12.125)
    assert stats.all.count == 2
    assert {kind: histogram.count for kind, histogram in stats.kinds.items()} == {"theo": 1, "up": 1}
    assert stats.all.most == 2.0
    assert stats.from_tick.most == 3.0
    assert stats.busy.most == 1.0
    assert stats.lag.most == 0.25


def test_a_second_is_told_by_itself() -> None:
    stats = Stats()
    stats.acted("theo", tick=1.0, due=1.0, sent=1.0, seen=1.5)
    stats.error("unanswered")
    stats.second_over(-1, 3, 12)
    stats.second_over(0, 3, 12)
    first, second = stats.series
    assert (first.at, first.rooms, first.connections, first.actions, first.errors, first.max) == (-1, 3, 12, 1, 1, 500)
    assert (second.actions, second.errors, second.max) == (0, 0, 0)


def test_of_each_error_a_few_rooms_are_named() -> None:
    stats = Stats()
    for number in range(20):
        stats.error("closed: 1006", f"room {number}")
    stats.error("no room")
    assert stats.errors == {"closed: 1006": 20, "no room": 1}
    assert len(stats.examples["closed: 1006"]) == EXAMPLES
    assert stats.examples["no room"] == []
