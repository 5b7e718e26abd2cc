"""What figures mean."""

from typing import Any

import pytest
from msgspec.structs import replace

from server.loadtest.machine import Spent
from server.loadtest.plan import Plan
from server.loadtest.run import Outcome
from server.loadtest.stats import Stats
from server.loadtest.verdict import CPU, WAITED, findings, passed


def outcome(stats: Stats | None = None, *, spent: Spent | None = None, **given: Any) -> Outcome:
    """A run without blemish, but for what is given."""
    plan = Plan(url="http://localhost:8000", **given)
    return Outcome(plan, stats or measured(), ("g",), 5, 5, 5, 30.0, spent or Spent(0.2, 0.1, 0.01), (), "", False)


def measured(*, latency: float = 0.01, lag: float = 0.0, loop_lag: float = 0.0) -> Stats:
    stats = Stats()
    stats.measuring, stats.began = True, 0.0
    for _ in range(100):
        stats.acted("theo", tick=1.0, due=1.0, sent=1.0 + lag, seen=1.0 + latency)
        stats.loop_lag.record(loop_lag)
    return stats


def texts(of: Outcome, kind: str) -> list[str]:
    return [finding.text for finding in findings(of) if finding.kind == kind]


def test_a_run_without_blemish_has_nothing_to_say() -> None:
    assert findings(outcome()) == ()
    assert passed(outcome())


@pytest.mark.parametrize(
    ("spent", "stats", "said"),
    [
        (Spent(CPU, 0.01, 0.0), measured(), "it used 86% of a core"),
        (Spent(0.1, 0.1, WAITED), measured(), "it was kept from running for 10% of the time"),
        (Spent(0.1, 0.1, None), measured(lag=0.05, latency=0.06), "it was behind its schedule by 50 ms"),
        (Spent(0.1, 0.1, 0.0), measured(loop_lag=0.3), "its loop was late by 300 ms"),
    ],
)
def test_a_generator_that_was_the_bottleneck_says_so(spent: Spent, stats: Stats, said: str) -> None:
    (text,) = texts(outcome(stats, spent=spent), "generator")
    assert said in text
    assert text.endswith("The figures are the generator's.")


def test_a_small_lag_beside_a_large_latency_is_no_bottleneck() -> None:
    assert texts(outcome(measured(lag=0.2, latency=5.0)), "generator") == []
    assert texts(outcome(measured(lag=0.005, latency=0.006)), "generator") == []


@pytest.mark.parametrize(
    ("name", "lift"),
    [
        ("room not opened: HTTP 503 rooms_full", "--max-rooms"),
        ("room not opened: HTTP 503", "--max-connections"),
        ("room not opened: closed with 1013 try_later", "--max-connections"),
        ("refused: slow_down", "more --rooms"),
        ("closed: 4008", "more --rooms"),
    ],
)
def test_a_limit_that_was_met_is_named_with_how_to_lift_it(name: str, lift: str) -> None:
    stats = measured()
    stats.error(name, "K7")
    stats.error(name, "K8")
    (text,) = texts(outcome(stats), "limit")
    assert lift in text
    assert "(2 times)" in text


def test_limits_of_connecting_count_too() -> None:
    stats = measured()
    stats.refused["HTTP 503"] += 3
    stats.failed["Too many open files"] += 1
    assert len(texts(outcome(stats), "limit")) == 2


def test_errors_are_listed_with_some_rooms_and_fail_the_run() -> None:
    stats = measured()
    stats.error("check: points not conserved", "K7Q2")
    assert texts(outcome(stats), "error") == ["check: points not conserved: 1 (rooms K7Q2)"]
    assert texts(outcome(stats), "threshold") == ["1 errors, allowed are 0 (--max-errors)."]
    assert not passed(outcome(stats))
    assert passed(outcome(stats, max_errors=1))


def test_a_run_in_which_nothing_happened_did_not_pass() -> None:
    assert texts(outcome(Stats()), "threshold") == ["Nothing was played while it was measured."]


def test_a_p99_above_what_is_allowed_fails_the_run() -> None:
    assert not passed(outcome(measured(latency=0.2), max_p99_ms=150.0))
    assert passed(outcome(measured(latency=0.1), max_p99_ms=150.0))


def test_what_else_is_worth_knowing() -> None:
    stats = measured()
    stats.late_ticks = 7
    plain = outcome(stats)
    told = Outcome(plain.plan, stats, (), 5, 5, 3, 4.0, replace(plain.spent), (), "x holds no metrics", True)
    notes = " ".join(texts(told, "note"))
    assert "measured for 4.0 s" in notes
    assert "7 actions of the schedule" in notes
    assert "2 rooms were not closed" in notes
    assert "x holds no metrics" in notes
    assert passed(told)
