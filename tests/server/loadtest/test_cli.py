"""The command and its exit codes."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server import cli
from server.loadtest.cli import FAILED, UNABLE
from tests.support.server import Server, serving

RUN = CliRunner()
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def test_a_run_that_is_well_ends_with_0(server: Server) -> None:
    result = RUN.invoke(cli.app, ["loadtest", server.base, "--rooms", "2", "--seconds", "1", "--ramp", "0"])
    assert result.exit_code == 0, result.output
    assert "2 rooms (2 closed)" in result.output


def test_a_threshold_that_does_not_hold_ends_with_1(server: Server) -> None:
    options = ["--rooms", "2", "--seconds", "1", "--ramp", "0", "--max-p99-ms", "0"]
    result = RUN.invoke(cli.app, ["loadtest", server.base, *options])
    assert result.exit_code == FAILED
    assert "(--max-p99-ms)" in result.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["localhost:8000"], "not an address"),
        (["http://127.0.0.1:1"], "nobody listens"),
        (["http://127.0.0.1:1", "--closed", "--rate", "3"], "--closed"),
    ],
)
def test_what_cannot_be_measured_ends_with_2(arguments: list[str], said: str) -> None:
    result = RUN.invoke(cli.app, ["loadtest", *arguments])
    assert result.exit_code == UNABLE
    assert said in result.output


def test_who_serves_loads_nothing_of_it() -> None:
    code = "import sys, server.cli; print([name for name in sys.modules if name.startswith('server.loadtest.')])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(eval(done.stdout)) == {"server.loadtest.cli", "server.loadtest.plan", "server.loadtest.problems"}  # noqa: S307
