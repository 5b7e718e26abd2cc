"""A run as one value."""

import msgspec

from server.loadtest.report import Report, as_json, report
from tests.server.loadtest.test_verdict import measured, outcome


def test_it_holds_the_figures_of_the_run() -> None:
    stats = measured(latency=0.02)
    stats.opened, stats.hands = 20, 4
    stats.refused["HTTP 503"] += 1
    stats.second_over(0, 5, 20)
    whole = report(outcome(stats, max_p99_ms=1.0))
    assert (whole.actions, whole.actions_per_s, whole.hands) == (100, 3.3, 4)
    assert whole.connects.opened == 20
    assert whole.connects.refused == {"HTTP 503": 1}
    assert whole.kinds["theo"] == whole.latency
    assert sum(count for _, count in whole.histogram) == 100
    assert all(19 < upper < 21 for upper, _ in whole.histogram)
    assert not whole.passed
    assert [finding.kind for finding in whole.findings] == ["limit", "threshold"]


def test_its_json_reads_back_as_the_same() -> None:
    whole = report(outcome())
    assert msgspec.json.decode(as_json(whole), type=Report) == whole
    assert as_json(whole).startswith(b'{\n  "when"')
