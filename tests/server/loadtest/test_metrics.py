"""The server's own figures, read from its page."""

import pytest

from server.loadtest import metrics as module
from server.loadtest.metrics import MOST_SERIES, Metrics
from server.loadtest.problems import Refused

PAGE = """# HELP process_cpu_seconds_total CPU.
# TYPE process_cpu_seconds_total counter
process_cpu_seconds_total {cpu}
# HELP xiban_connections Open sockets.
# TYPE xiban_connections gauge
xiban_connections{{kind="seat"}} 12
xiban_connections{{kind="watcher"}} 3
# HELP python_gc_collections_total Not ours.
# TYPE python_gc_collections_total counter
python_gc_collections_total 7
"""


def serve(monkeypatch: pytest.MonkeyPatch, *pages: str | Exception) -> None:
    left = list(pages)

    async def fetch(url: str) -> str:
        page = left.pop(0)
        if isinstance(page, Exception):
            raise page
        return page

    monkeypatch.setattr(module, "fetch", fetch)


async def test_counters_are_rates_and_gauges_are_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    serve(monkeypatch, *(PAGE.format(cpu=cpu) for cpu in (10.0, 11.0, 12.5)))
    metrics = Metrics("http://localhost/metrics")
    for at in (0.0, 2.0, 4.0):
        await metrics.read(at)
    found = {series.name: series.points for series in metrics.series}
    assert found == {
        "process_cpu_seconds": [(2.0, 0.5), (4.0, 0.75)],
        "xiban_connections": [(0.0, 15.0), (2.0, 15.0), (4.0, 15.0)],
    }
    assert metrics.series[1].help == "Open sockets."
    assert metrics.problem == ""


async def test_a_counter_that_began_anew_is_no_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    serve(monkeypatch, *(PAGE.format(cpu=cpu) for cpu in (10.0, 1.0, 2.0)))
    metrics = Metrics("http://localhost/metrics")
    for at in (0.0, 2.0, 4.0):
        await metrics.read(at)
    assert dict(metrics.series[0].points) == {4.0: 0.5}


async def test_a_page_that_is_away_or_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    serve(monkeypatch, Refused("HTTP 404"), "# TYPE x gauge\nx{ not metrics")
    metrics = Metrics("http://localhost/metrics")
    await metrics.read(0.0)
    assert metrics.problem == "http://localhost/metrics: HTTP 404"
    await metrics.read(2.0)
    assert metrics.problem == "http://localhost/metrics holds no metrics"
    assert metrics.series == []


async def test_a_page_without_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    many = "".join(f"# TYPE xiban_g{number} gauge\nxiban_g{number} 1\n" for number in range(MOST_SERIES + 20))
    serve(monkeypatch, many)
    metrics = Metrics("http://localhost/metrics")
    await metrics.read(0.0)
    assert len(metrics.series) == MOST_SERIES
