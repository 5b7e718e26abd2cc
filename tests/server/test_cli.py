"""The command."""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import structlog
from rich.console import Console
from typer.testing import CliRunner

from protocol import schema
from server import cli
from server.journal.store import Store
from server.settings import Settings
from tests.support.connections import none_left_open
from tests.support.journal import owned

ROOT = Path(__file__).resolve().parents[2]
RUN = CliRunner()
PATIENCE_S = 30


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """A server that is started in this very process sets up logging, to a stream that ends with the test."""
    root, web = logging.getLogger(), logging.getLogger("uvicorn")
    before = (root.handlers[:], root.level, web.level)
    yield
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    web.setLevel(before[2])
    structlog.reset_defaults()


@contextmanager
def running(*options: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """``python -m server serve`` on a free port, and what it greets with."""
    process = subprocess.Popen(
        [sys.executable, "-m", "server", "serve", *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    watchdog = threading.Timer(PATIENCE_S, process.kill)
    watchdog.start()
    try:
        assert process.stdout is not None
        greeting: list[str] = []
        for line in process.stdout:
            greeting.append(line.rstrip())
            if line.startswith("Ctrl+C"):
                break
        yield process, greeting
    finally:
        process.kill()
        process.communicate()
        watchdog.cancel()


def local(greeting: list[str]) -> str:
    return greeting[0].rpartition(" ")[2]


@pytest.mark.case("B215")
def test_it_serves_greets_and_ends_in_good_order(tmp_path: Path) -> None:
    with running("--port", "0", "--data", str(tmp_path / "data")) as (process, greeting):
        assert greeting[0].startswith("Xiban: http://localhost:")
        assert any("█" in line or "▀" in line for line in greeting) == any("network" in line for line in greeting)
        assert httpx.get(f"{local(greeting)}/healthz").text == "ok"
        made = httpx.post(f"{local(greeting)}/api/rooms", json={"game": "xi-to-28"}).json()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, err
    assert "Traceback" not in out + err
    assert made["token"] not in out + err
    assert made["code"].startswith((tmp_path / "data" / "shard").read_text().strip())


def test_every_option_is_an_environment_variable_too() -> None:
    with running(XIBAN_PORT="0", XIBAN_HOST="127.0.0.1", XIBAN_PUBLIC_URL="https://cards.example") as (_, greeting):
        assert "Friends outside: https://cards.example" in greeting
        assert not any("in this network" in line for line in greeting)
        assert httpx.get(f"{local(greeting)}/healthz", headers={"Host": "cards.example"}).text == "ok"
    shown = RUN.invoke(cli.app, ["serve", "--help"], env={"COLUMNS": "200", "TERM": "dumb"}).output
    options: tuple[str, ...] = (
        "HOST",
        "PORT",
        "DATA",
        "PUBLIC_URL",
        "SHARD",
        "DIRECTORY",
        "LIMITS",
        "TRUSTED_PROXY",
        "METRICS_HOST",
        "METRICS_PORT",
        "MAX_ROOMS",
    )
    options += ("MAX_CONNECTIONS", "BOT_LEAST_MS", "BOT_MOST_MS")
    assert all(f"XIBAN_{name}" in shown for name in options)


def test_in_a_container_the_greeting_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(cli, "in_container", lambda: True)
    monkeypatch.setattr(Console, "print", lambda _self, *words, **_: shown.append(" ".join(map(str, words))))
    cli._greet(Settings(), 8000)
    assert any("set XIBAN_PUBLIC_URL" in line for line in shown)
    assert not any("in this network" in line for line in shown)
    shown.clear()
    cli._greet(Settings(public_url="https://cards.example"), 8000)
    assert not any("XIBAN_PUBLIC_URL" in line for line in shown)


def test_a_taken_port_is_one_clear_line() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = RUN.invoke(cli.app, ["serve", "--host", "127.0.0.1", "--port", str(port)])
    assert result.exit_code == 1
    assert result.stderr.strip() == f"Port {port} is taken: choose another with --port."


def test_a_taken_port_of_the_metrics_is_one_clear_line() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = RUN.invoke(cli.app, ["serve", "--metrics-port", str(port)])
    assert result.exit_code == 1
    assert result.stderr.strip() == f"Port {port} is taken: choose another with --metrics-port."


def test_a_start_that_is_refused_leaves_the_data_folder_in_good_order(tmp_path: Path) -> None:
    """One file, called clean, and nobody's: another server may use it at once, and a copy of it misses nothing."""
    data = tmp_path / "data"
    with socket.socket() as other, none_left_open():
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        for option in (("--port", port), ("--port", "0", "--metrics-port", port), ("--port", port)):
            result = RUN.invoke(cli.app, ["serve", "--host", "127.0.0.1", "--data", str(data), *option])
            assert result.stderr.startswith(f"Port {port} is taken"), "not that the folder is in use"
    shard = (data / "shard").read_text().strip()
    assert {path.name for path in data.iterdir()} == {"shard", f"{shard}.db", f"{shard}.lock"}
    assert owned(Store(data / f"{shard}.db")).meta("clean") == "yes"


def test_a_wrong_public_url_is_one_clear_line() -> None:
    result = RUN.invoke(cli.app, ["serve", "--public-url", "cards.example"])
    assert result.exit_code == 1
    assert result.stderr.startswith("--public-url: 'cards.example' is not an address")


def test_a_wrong_directory_is_one_clear_line() -> None:
    for given, problem in (("box:6379", "is memory, or the address of a Redis"), ("redis://box", "need --public-url")):
        result = RUN.invoke(cli.app, ["serve", "--directory", given])
        assert result.exit_code == 1
        assert result.stderr.startswith("--directory ")
        assert problem in result.stderr


@pytest.mark.parametrize("given", ["K", "K7Q", "LO", "đô"])
def test_a_wrong_shard_is_one_clear_line(given: str) -> None:
    result = RUN.invoke(cli.app, ["serve", "--shard", given])
    assert result.exit_code == 1
    assert result.stderr.startswith("--shard: two characters")


def test_a_wrong_proxy_is_one_clear_line() -> None:
    result = RUN.invoke(cli.app, ["serve", "--trusted-proxy", "proxy"])
    assert result.exit_code == 1
    assert result.stderr.startswith("--trusted-proxy: 'proxy' does not appear to be")


def test_a_damaged_data_folder_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "shard").write_text("not a shard")
    result = RUN.invoke(cli.app, ["serve", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "does not hold a shard" in result.stderr


def test_the_schema_is_written(tmp_path: Path) -> None:
    assert RUN.invoke(cli.app, ["schema", str(tmp_path / "out")]).exit_code == 0
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert written == {"protocol.d.ts", *schema.json_schemas()}
    assert (tmp_path / "out" / "protocol.d.ts").read_text(encoding="utf-8") == schema.typescript()


@pytest.mark.parametrize(
    ("game", "lang", "words"),
    [
        ("xi-dach", "vi", ["XD-22", "Xì dách", "Số ghế: 2..10, mặc định 5", "Con thua"]),
        ("xi-to-32", "en", ["XT32-Q20", "Table stake: 1..1000, default 10", "yes | no, default yes", "HAND-05"]),
    ],
)
def test_rules_are_printed_in_words(game: str, lang: str, words: list[str]) -> None:
    result = RUN.invoke(cli.app, ["rules", game, "--lang", lang], env={"COLUMNS": "200", "TERM": "dumb"})
    assert result.exit_code == 0
    assert [text for text in words if text not in result.output] == []


@pytest.mark.parametrize("asked", [[], ["bridge"]])
def test_an_unknown_game_is_answered_with_the_known_ones(asked: list[str]) -> None:
    result = RUN.invoke(cli.app, ["rules", *asked])
    assert result.exit_code == 1
    assert result.stderr.strip() == "Games: xi-dach, xi-to-28, xi-to-32."


def test_a_start_imports_nothing_that_one_node_alone_does_not_need() -> None:
    """Each of them is a noticeable part of the time to the first answer (tests/bench/start.py)."""
    code = "import sys, server.cli; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(found.stdout.split())
    assert "server.web.app" in loaded
    assert loaded.isdisjoint({"redis", "protocol.schema", "server.doctor", "server.loadtest.run", "httpx", "pokerkit"})
