"""The report as one HTML file that opens anywhere, without a network."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from server.loadtest.plots import Curve, bars, lines
from server.loadtest.report import Report
from server.loadtest.stats import Line

_STYLE: Final = """
:root{color-scheme:light dark;--ink:#1d2433;--dim:#6b7488;--line:#d8dde6;--paper:#fff;--tint:#f4f6f9;
--a:#2458a6;--b:#b65c00;--c:#a3242f;--good:#1d7443;--bad:#a3242f}
@media(prefers-color-scheme:dark){:root{--ink:#e4e8f0;--dim:#98a2b8;--line:#39415a;--paper:#151a26;--tint:#1d2433;
--a:#7fb0f5;--b:#f0a756;--c:#f08a92;--good:#63c98c;--bad:#f08a92}}
body{margin:0 auto;max-width:47rem;padding:1.5rem 1rem 4rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;margin:0}h2{font-size:1.05rem;margin:2.2rem 0 .5rem}
p{margin:.3rem 0}.dim,.none{color:var(--dim)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));gap:.6rem;margin:1.2rem 0}
.tile{background:var(--tint);border-radius:.5rem;padding:.6rem .8rem}
.tile b{display:block;font-size:1.35rem;font-variant-numeric:tabular-nums}
.finding{border-left:.25rem solid var(--line);padding:.2rem .7rem;margin:.4rem 0;background:var(--tint)}
.generator,.threshold,.error{border-color:var(--bad)}.limit{border-color:var(--b)}
.pass{color:var(--good)}.fail{color:var(--bad)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:.25rem .5rem;border-bottom:1px solid var(--line);white-space:nowrap}
.facts td{white-space:normal}th:first-child,td:first-child{text-align:left}th{font-weight:600;color:var(--dim)}
svg{width:100%;height:auto;display:block}
.axis{stroke:var(--dim)}.grid{stroke:var(--line);stroke-width:.6}
.tick{fill:var(--dim);font:11px system-ui,sans-serif}
.curve{fill:none;stroke-width:1.6;stroke-linejoin:round}.a{stroke:var(--a)}.b{stroke:var(--b)}.c{stroke:var(--c)}
.bar{fill:var(--a)}
.key{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin:0 .3em 0 1em;vertical-align:-.05em}
.key.a{background:var(--a)}.key.b{background:var(--b)}.key.c{background:var(--c)}
"""


def page(report: Report) -> str:
    """The whole document."""
    return "".join(
        (
            '<!doctype html><html lang="en"><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>Xiban load test, {escape(report.when)}</title><style>{_STYLE}</style>",
            *_head(report),
            *_tables(report),
            *_plots(report),
            *_server(report),
            *_facts(report),
            "</html>",
        )
    )


def _head(report: Report) -> Iterator[str]:
    verdict = '<span class="pass">passed</span>' if report.passed else '<span class="fail">failed</span>'
    yield f"<h1>Xiban load test: {verdict}</h1>"
    yield f'<p class="dim">{escape(report.plan.base)}, {escape(report.when)}, from {escape(report.machine)}</p>'
    yield '<div class="tiles">'
    for name, value in (
        ("actions a second", f"{report.actions_per_s:,.1f}"),
        ("p50", _ms(report.latency.p50)),
        ("p99", _ms(report.latency.p99)),
        ("max", _ms(report.latency.max)),
        ("errors", f"{sum(report.errors.values()):,}"),
        ("rooms", f"{report.rooms:,}"),
        ("connections", f"{report.connects.opened:,}"),
        ("hands", f"{report.hands:,}"),
    ):
        yield f'<div class="tile">{escape(name)}<b>{value}</b></div>'
    yield "</div>"
    for finding in report.findings:
        yield f'<p class="finding {finding.kind}">{escape(finding.text)}</p>'


def _tables(report: Report) -> Iterator[str]:
    yield "<h2>Latency by kind of action, ms</h2>"
    yield '<p class="dim">From when an action was due until the last seat had the view that answers it.</p>'
    yield _lines({"all": report.latency, **report.kinds})
    yield "<h2>Other spans, ms</h2>"
    yield _lines(
        {
            "from a tick of the schedule until all have seen it": report.from_tick,
            "table busy: from a tick until the table could act": report.busy,
            "generator behind its schedule": report.lag,
            "generator's loop late": report.loop_lag,
            "reconnect until the table is seen again": report.reconnects,
        }
    )


def _lines(rows: Mapping[str, Line]) -> str:
    head = "".join(f"<th>{name}" for name in ("", "count", "mean", "p50", "p90", "p99", "p99.9", "max"))
    body = "".join(
        f"<tr><td>{escape(name)}<td>{line.count:,}"
        + "".join(f"<td>{value:.2f}" for value in (line.mean, line.p50, line.p90, line.p99, line.p999, line.max))
        for name, line in rows.items()
        if line.count
    )
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'


def _plots(report: Report) -> Iterator[str]:
    seconds = [second for second in report.seconds if second.at >= 0]
    acting = [second for second in seconds if second.actions]
    yield "<h2>Latency over time, ms</h2>"
    yield _keys(("p50", "a"), ("p99", "b"), ("max", "c"))
    yield lines(
        [
            Curve("p50", "a", [(second.at, second.p50) for second in acting]),
            Curve("p99", "b", [(second.at, second.p99) for second in acting]),
            Curve("max", "c", [(second.at, second.max) for second in acting]),
        ],
        x="s",
        y="ms",
        log=True,
    )
    yield "<h2>How many took how long</h2>"
    yield bars(report.histogram, x="ms", y="actions")
    yield "<h2>Actions and errors a second</h2>"
    yield _keys(("actions", "a"), ("errors", "c"))
    yield lines(
        [
            Curve("actions", "a", [(second.at, second.actions) for second in seconds]),
            Curve("errors", "c", [(second.at, second.errors) for second in seconds]),
        ],
        x="s",
        y="a second",
    )
    yield "<h2>Connections</h2>"
    connections = [(second.at, second.connections) for second in seconds]
    yield lines([Curve("connections", "a", connections)], x="s", y="open")


def _server(report: Report) -> Iterator[str]:
    for series in report.server:
        yield f"<h2>Server: {escape(series.name)}</h2>"
        if series.help:
            yield f'<p class="dim">{escape(series.help)}</p>'
        yield lines([Curve(series.name, "a", series.points)], x="s", y="")


def _facts(report: Report) -> Iterator[str]:
    generator, plan = report.generator, report.plan
    waited = "not known" if generator.waited is None else f"{generator.waited:.0%} of the time"
    pace = f"closed, thinking {plan.think:g} s" if plan.closed else f"{plan.actions_per_s:g} actions a second"
    yield '<h2>The run</h2><table class="facts">'
    for name, value in (
        ("games", ", ".join(report.games)),
        ("rooms, seats, pace", f"{plan.rooms}, {plan.seats}, {pace}"),
        ("opened over, measured for", f"{plan.ramp_s:g} s, {report.measured_s:.1f} s"),
        ("seed", str(plan.seed)),
        ("connects opened", f"{report.connects.opened:,}"),
        ("connects refused", _causes(report.connects.refused)),
        ("connects failed", _causes(report.connects.failed)),
        ("views received", f"{report.frames:,}, {report.bytes_received / 1e6:,.1f} MB"),
        ("views left out for slow readers; readers cut off", f"{report.views_skipped:,}; {report.slow_readers_cut:,}"),
        ("commands that crossed the table's own clock", f"{report.crossed:,}"),
        ("generator: user, system", f"{generator.user:.0%}, {generator.system:.0%} of a core"),
        ("generator: kept from running", waited),
        ("rooms closed at the end", f"{report.rooms_closed} of {report.rooms_made}"),
    ):
        yield f"<tr><td>{escape(name)}<td>{escape(value)}"
    yield "</table>"


def _causes(causes: Mapping[str, int]) -> str:
    return ", ".join(f"{cause}: {count}" for cause, count in causes.items()) or "none"


def _keys(*curves: tuple[str, str]) -> str:
    return "<p>" + "".join(f'<span class="key {css}"></span>{name}' for name, css in curves) + "</p>"


def _ms(value: float) -> str:
    return f"{value:,.1f} ms" if value < 1000 else f"{value / 1000:,.2f} s"
