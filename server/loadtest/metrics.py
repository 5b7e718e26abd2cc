"""The server's own figures while it is under load, read from its metrics page."""

from collections import defaultdict
from typing import Final

import msgspec
from prometheus_client.parser import text_string_to_metric_families

from server.loadtest.api import fetch
from server.loadtest.problems import Unopened

EVERY_S: Final = 2.0
MOST_SERIES: Final = 40
_OWN: Final = ("xiban_", "process_cpu_seconds", "process_resident_memory", "process_open_fds")


class Series(msgspec.Struct, frozen=True):
    """One figure over time: ``points`` are pairs of the run's second and the value; a counter's are per second."""

    name: str
    help: str
    points: list[tuple[float, float]]


class Metrics:
    """Asks now and then, and remembers. Sums over labels: a run wants the shape, not each table."""

    def __init__(self, url: str) -> None:
        self.problem = ""
        """Why the page could not be read, the last time it could not."""
        self._url = url
        self._points: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        self._helps: dict[str, str] = {}
        self._last: dict[str, tuple[float, float]] = {}

    async def read(self, at: float) -> None:
        """Read the page at this second of the run."""
        try:
            text = await fetch(self._url)
            families = list(text_string_to_metric_families(text))
        except Unopened as problem:
            self.problem = f"{self._url}: {problem}"
            return
        except ValueError:
            self.problem = f"{self._url} holds no metrics"
            return
        for family in families:
            if family.name.startswith(_OWN) and family.type in {"counter", "gauge"}:
                total = sum(
                    float(sample.value)
                    for sample in family.samples
                    if not sample.name.endswith(("_created", "_bucket"))
                )
                self._note(family.name, family.documentation, at, total, counter=family.type == "counter")

    @property
    def series(self) -> list[Series]:
        return [Series(name, self._helps[name], points) for name, points in sorted(self._points.items()) if points]

    def _note(self, name: str, words: str, at: float, value: float, *, counter: bool) -> None:
        if name not in self._helps and len(self._helps) >= MOST_SERIES:
            return
        self._helps[name] = words
        if not counter:
            self._points[name].append((at, value))
            return
        before = self._last.get(name)
        self._last[name] = at, value
        if before is not None and at > before[0] and value >= before[1]:
            self._points[name].append((at, (value - before[1]) / (at - before[0])))
