"""What Prometheus may know."""

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from protocol.inbound import Say, Sit
from server.durations import Durations
from server.web import metrics as module
from server.web.metrics import LoopLag
from tests.support.client import Client
from tests.support.redis import free_port
from tests.support.server import Server, serving

MEANT = {
    "xiban_rooms", "xiban_connections", "xiban_http_connections", "xiban_draining", "xiban_commands",
    "xiban_rejections", "xiban_turned_away", "xiban_closed", "xiban_views_skipped", "xiban_answer_seconds",
    "xiban_loop_lag_seconds", "xiban_commit_seconds", "xiban_saving", "xiban_directory_up",
    "xiban_directory_failures", "xiban_directory_nodes",
}  # fmt: skip
OPERATIONS = Path(__file__).parents[3] / "docs" / "operations.md"


def read(port: int) -> dict[str, float]:
    """Every sample by name and labels."""
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").raise_for_status().text
    return {
        sample.name
        + "".join(f"/{value}" for name, value in sorted(sample.labels.items()) if name != "version"): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_what_happens_is_counted(folder: Path) -> None:
    port = free_port()
    with serving(folder, metrics_port=port) as server:
        room = server.create(title="Bàn kín")
        async with Client(server, room) as an:
            await an.hello(room.token)
            await an.answer(await an.command(Sit, 0, "An"))
            assert await an.answer(await an.command(Sit, 1, "An")) == "already_seated"
            await an.answer(await an.command(Say, "chào"))
            httpx_get(server, "/r/0000000000")
            found = read(port)
            text = httpx_text(port)
    assert (found["xiban_rooms"], found["xiban_connections"]) == (1, 1)
    assert found["xiban_turned_away_total/wrong_code"] == 1
    assert found["xiban_directory_up"] == 1
    assert found["xiban_saving"] == 0
    assert found["xiban_commit_seconds_count"] >= 2
    assert found["process_open_fds"] > 3
    for secret in (room.code, room.code[2:6], room.token, "An", "chào", "Bàn kín", "XT28-"):
        assert f'"{secret}"' not in text
        assert secret not in re.sub(r"# .*", "", text)


def httpx_get(server: Server, path: str) -> httpx.Response:
    return server.get(path)


def httpx_text(port: int) -> str:
    return httpx.get(f"http://127.0.0.1:{port}/metrics").text


def test_each_figure_is_there_from_the_start_and_means_something(folder: Path) -> None:
    port = free_port()
    with serving(folder, metrics_port=port):
        families = {family.name for family in text_string_to_metric_families(httpx_text(port))}
    assert {name for name in families if name.startswith("xiban")} == MEANT


def test_every_figure_is_explained_to_operators() -> None:
    words = OPERATIONS.read_text(encoding="utf-8")
    explained = {name.removesuffix("_total") for name in re.findall(r"`(xiban_[a-z_]+?)(?:\{[a-z]+\})?`", words)}
    assert explained == MEANT


def test_players_cannot_ask(folder: Path) -> None:
    with serving(folder, metrics_port=free_port()) as server:
        assert server.get("/metrics").status_code == 404


class Watched(Durations):
    """Says when it has three."""

    def __init__(self, third: "asyncio.Future[None]") -> None:
        super().__init__()
        self._third = third

    def add(self, seconds: float) -> None:
        super().add(seconds)
        if self.count == 3:
            self._third.set_result(None)


async def test_a_loop_that_is_late_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LAG_S", 0.001)
    lag = LoopLag()
    third = asyncio.get_running_loop().create_future()
    lag.late = Watched(third)
    lag.start()
    await asyncio.wait_for(third, 5)
    lag.stop()
    assert lag.late.sum_s >= 0
