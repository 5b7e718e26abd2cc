"""What Prometheus may know: numbers alone, and labels that are ours. No room, no address, no name, no rule."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from server.durations import SECONDS, Durations
from server.hub.sessions import Sessions
from server.hub.tally import Tally
from server.journal.sqlite import SqliteJournal
from server.rooms.lobby import Lobby
from server.rooms.presence import Presence
from server.web.http import Lounge
from server.web.sidedoor import Answer

LAG_S: Final = 0.1
"""How often the loop is asked how late it is."""


class LoopLag:
    """How late the event loop runs what is due: nothing is answered meanwhile."""

    def __init__(self) -> None:
        self.late = Durations()
        self._due_s = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to ask. Called in the running loop."""
        loop = asyncio.get_running_loop()
        self._due_s = loop.time() + LAG_S
        self._timer = loop.call_later(LAG_S, self._tick)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _tick(self) -> None:
        self.late.add(max(0.0, asyncio.get_running_loop().time() - self._due_s))
        self.start()


class Metrics(Collector):
    """Looks at the parts when it is asked, and costs them nothing else."""

    def __init__(
        self,
        *,
        lobby: Lobby,
        sessions: Sessions,
        lounge: Lounge,
        journal: SqliteJournal,
        presence: Presence,
        tally: Tally,
        lag: LoopLag,
    ) -> None:
        self._lobby = lobby
        self._sessions = sessions
        self._lounge = lounge
        self._journal = journal
        self._presence = presence
        self._tally = tally
        self._lag = lag
        self._registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self._registry)
        self._registry.register(self)

    def page(self, _body: bytes = b"") -> Answer:
        """``GET /metrics``"""
        return Answer(200, CONTENT_TYPE_LATEST, generate_latest(self._registry))

    def collect(self) -> Iterator[Metric]:
        tally, presence, journal = self._tally, self._presence, self._journal
        yield _gauge("xiban_rooms", "Rooms in memory.", len(self._lobby))
        yield _gauge("xiban_connections", "Open sockets.", len(self._sessions))
        yield _gauge("xiban_http_connections", "Connections that are no sockets (yet).", len(self._lounge))
        yield _gauge("xiban_draining", "1: new rooms are made elsewhere.", self._lobby.draining)
        yield _counted("xiban_commands", "Commands taken from clients.", "type", tally.commands)
        yield _counted("xiban_rejections", "Commands refused.", "code", tally.rejected)
        yield _counted("xiban_turned_away", "Requests and connections refused unread.", "why", tally.turned_away)
        yield _counted("xiban_closed", "Sockets that the server closed.", "code", tally.closed)
        yield _total("xiban_views_skipped", "Views that a newer one replaced before they left.", tally.views_skipped)
        yield _histogram("xiban_answer_seconds", "From a command's arrival until its answer left.", tally.answered)
        yield _histogram("xiban_loop_lag_seconds", "How late the event loop was, ten times a second.", self._lag.late)
        yield _histogram("xiban_commit_seconds", "What the disk took for a commit.", journal.commits)
        yield _gauge("xiban_saving", "1: the disk is late, and tables wait for it.", journal.saving)
        yield _gauge("xiban_directory_up", "1: the last beat reached the directory.", presence.state == "reached")
        yield _total("xiban_directory_failures", "Beats that did not reach it.", presence.failures)
        yield _gauge("xiban_directory_nodes", "Other nodes that are there.", len(presence.others))

    def describe(self) -> Iterable[Metric]:
        """Nothing in advance: what there is shows when it is looked at."""
        return ()


def _gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, words, float(value))


def _total(name: str, words: str, value: float) -> CounterMetricFamily:
    return CounterMetricFamily(name, words, float(value))


def _counted(name: str, words: str, label: str, counts: Mapping[str, int] | Mapping[int, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(name, words, labels=[label])
    for key, count in sorted(counts.items()):
        family.add_metric([str(key)], count)
    return family


def _histogram(name: str, words: str, durations: Durations) -> HistogramMetricFamily:
    buckets: list[tuple[str, float]] = []
    so_far = 0
    for bound, count in zip((*map(str, SECONDS), "+Inf"), durations.classes, strict=True):
        so_far += count
        buckets.append((bound, so_far))
    return HistogramMetricFamily(name, words, buckets=buckets, sum_value=durations.sum_s)
