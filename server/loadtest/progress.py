"""What one sees while a run goes on, and the last word."""

from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.table import Table

from server.loadtest.report import Report
from server.loadtest.run import Run
from server.loadtest.stats import Line


def live(run: Run) -> RenderableType:
    """The run as it is now."""
    stats, plan = run.stats, run.plan
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    done = f"{run.measured_s:.0f} of {plan.seconds:.0f} s" if run.phase == "measuring" else ""
    table.add_row(f"[bold]{run.phase}[/bold]", done)
    table.add_row("rooms", f"{len(run.tables)} of {plan.rooms}")
    table.add_row("connections", f"{run.connections} of {plan.connections}")
    table.add_row("connects", _connects(stats.opened, stats.refused.total(), stats.failed.total()))
    last = stats.series[-1] if stats.series else None
    if last is not None:
        table.add_row("actions/s", f"{last.actions}")
        table.add_row("last second", f"p50 {last.p50:.1f} ms  p99 {last.p99:.1f} ms  max {last.max:.1f} ms")
    if stats.all.count:
        line = stats.all.line()
        table.add_row("so far", f"p50 {line.p50:.1f} ms  p99 {line.p99:.1f} ms  max {line.max:.1f} ms")
    for name, count in stats.errors.most_common(5):
        table.add_row("[red]error[/red]", f"{name}: {count}")
    return table


def said(run: Run) -> str:
    """The same in a line, for a log."""
    line = run.stats.all.line()
    return (
        f"{run.phase}: {len(run.tables)} rooms, {run.connections} connections, {line.count} actions, "
        f"p50 {line.p50:.1f} ms, p99 {line.p99:.1f} ms, {run.stats.errors.total()} errors"
    )


def conclude(console: Console, report: Report) -> None:
    """The figures, then what they mean."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("ms", "count", "mean", "p50", "p90", "p99", "p99.9", "max"):
        table.add_column(name, justify="left" if name == "ms" else "right")
    for name, line in _rows(report):
        if line.count:
            figures = (line.mean, line.p50, line.p90, line.p99, line.p999, line.max)
            table.add_row(name, f"{line.count:,}", *(f"{value:.2f}" for value in figures))
    console.print(table)
    generator = report.generator
    waited = "" if generator.waited is None else f", kept from running {generator.waited:.0%} of the time"
    connects = report.connects
    counts = _connects(connects.opened, sum(connects.refused.values()), sum(connects.failed.values()))
    console.print(
        f"{report.actions_per_s:,.1f} actions/s over {report.measured_s:.1f} s, {report.hands:,} hands, "
        f"{report.rooms} rooms ({report.rooms_closed} closed). Connects: {counts}.\n"
        f"Generator: {generator.user:.0%} user, {generator.system:.0%} system of a core{waited}.",
        highlight=False,
    )
    styles = {"generator": "bold red", "threshold": "red", "error": "red", "limit": "yellow", "note": "dim"}
    for finding in report.findings:
        console.print(finding.text, style=styles[finding.kind], highlight=False, markup=False)


def _rows(report: Report) -> Iterator[tuple[str, Line]]:
    yield "all actions", report.latency
    for kind, line in report.kinds.items():
        yield f"  {kind}", line
    yield "from the tick", report.from_tick
    yield "table busy", report.busy
    yield "generator's lag", report.lag
    yield "reconnects", report.reconnects


def _connects(opened: int, refused: int, failed: int) -> str:
    return f"{opened} opened, {refused} refused, {failed} failed"
