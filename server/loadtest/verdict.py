"""What a run's figures mean: whose they are, which limit was met and how to lift it, and whether the run passed."""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from server.loadtest.run import Outcome

CPU: Final = 0.85
"""Of one core: a generator busier than this has queues of its own."""
WAITED: Final = 0.10
"""Of the time: a generator that was kept from running for longer is as late as that."""
LAG_MS: Final = 10.0
LAG_PART: Final = 0.1
"""A lag that is larger than both, absolutely and of the latency's p99, is in the figures."""

Kind = Literal["generator", "limit", "error", "threshold", "note"]


class Finding(msgspec.Struct, frozen=True):
    """One thing to know before reading the figures."""

    kind: Kind
    text: str


_LIMITS: Final = {
    "HTTP 503 rooms_full": "the server's limit of rooms: start it with a higher --max-rooms (XIBAN_MAX_ROOMS)",
    "HTTP 503": "the server's limit of connections: start it with a higher --max-connections (XIBAN_MAX_CONNECTIONS)",
    "closed with 1013 try_later": "the server's limit of connections: start it with a higher --max-connections "
    "(XIBAN_MAX_CONNECTIONS)",
    "HTTP 403": "the server refuses this host name: use an IP address, localhost, or its --public-url",
    "HTTP 429 slow_down": "what one address may ask for: --limits home on the server, and load it from its own machine",
    "HTTP 429": "a limit of requests from one address, in a proxy before the server",
    "nobody listens": "no server there, or its queue of waiting connections is full: a longer --ramp helps",
    "Too many open files": "this process's limit of open files: ulimit -n",
    "refused: slow_down": "one connection may send 20 commands a second: use more --rooms or a lower --rate",
    "refused: busy": "one connection may have 8 unanswered commands: the server is far behind",
    "closed: 4008": "the server took a connection for a flood (20 commands a second): use more --rooms",
    "closed: 4007": "the server closed a connection that did not read for 30 s, or had 256 KiB waiting for it",
}


def findings(outcome: Outcome) -> tuple[Finding, ...]:
    """What there is to say, most important first."""
    return (
        *_of_generator(outcome),
        *_of_limits(outcome),
        *_of_errors(outcome),
        *_of_thresholds(outcome),
        *_of(outcome),
    )


def passed(outcome: Outcome) -> bool:
    """Whether the thresholds hold."""
    return not any(finding.kind == "threshold" for finding in findings(outcome))


def _of_generator(outcome: Outcome) -> Iterator[Finding]:
    spent, stats = outcome.spent, outcome.stats
    reasons = []
    if spent.cpu >= CPU:
        reasons.append(f"it used {spent.cpu:.0%} of a core")
    if spent.waited is not None and spent.waited >= WAITED:
        reasons.append(f"it was kept from running for {spent.waited:.0%} of the time")
    allowed = max(LAG_MS, LAG_PART * stats.all.line().p99)
    for what, lag in (("it was behind its schedule", stats.lag.line()), ("its loop was late", stats.loop_lag.line())):
        if lag.p99 > allowed:
            reasons.append(f"{what} by {lag.p99:.0f} ms (p99)")
    if reasons:
        text = f"The generator was the bottleneck: {', '.join(reasons)}. The figures are the generator's."
        yield Finding("generator", text)


def _of_limits(outcome: Outcome) -> Iterator[Finding]:
    stats = outcome.stats
    met = {**stats.refused, **stats.failed, **stats.errors}
    for name, count in met.items():
        why = name.removeprefix("room not opened: ")
        if why in _LIMITS:
            yield Finding("limit", f"{name} ({count} times): {_LIMITS[why]}.")


def _of_errors(outcome: Outcome) -> Iterator[Finding]:
    stats = outcome.stats
    for name, count in stats.errors.most_common():
        where = ", ".join(stats.examples.get(name, ()))
        yield Finding("error", f"{name}: {count}" + (f" (rooms {where})" if where else ""))


def _of_thresholds(outcome: Outcome) -> Iterator[Finding]:
    plan, stats = outcome.plan, outcome.stats
    errors = stats.errors.total()
    if errors > plan.max_errors:
        yield Finding("threshold", f"{errors} errors, allowed are {plan.max_errors} (--max-errors).")
    if not stats.all.count and not outcome.interrupted:
        yield Finding("threshold", "Nothing was played while it was measured.")
    p99 = stats.all.line().p99
    if plan.max_p99_ms is not None and p99 > plan.max_p99_ms:
        yield Finding("threshold", f"p99 is {p99:.1f} ms, allowed are {plan.max_p99_ms:g} (--max-p99-ms).")


def _of(outcome: Outcome) -> Iterator[Finding]:
    stats = outcome.stats
    if outcome.interrupted:
        yield Finding("note", f"Interrupted: measured for {outcome.measured_s:.1f} s.")
    if stats.late_ticks:
        yield Finding("note", f"{stats.late_ticks} actions of the schedule came to nothing: their tables were busy.")
    if outcome.closed < outcome.made:
        left = outcome.made - outcome.closed
        yield Finding("note", f"{left} rooms were not closed; the server lets go of them when they stay empty.")
    if outcome.metrics_problem:
        yield Finding("note", f"No metrics: {outcome.metrics_problem}.")
