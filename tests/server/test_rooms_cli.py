"""``xiban rooms``."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server import cli
from tests.support.server import Server, serving

RUN = CliRunner()
WIDE = {"COLUMNS": "200", "TERM": "dumb"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(data=tmp_path) as running:
        yield running


def run(folder: Path, *arguments: str) -> str:
    result = RUN.invoke(cli.app, ["rooms", *arguments, "--data", str(folder)], env=WIDE)
    assert result.exit_code == 0, result.stderr
    return result.output


def test_rooms_are_listed_closed_and_sent_elsewhere(server: Server, tmp_path: Path) -> None:
    room = server.create(title="[red]Nhà Lan[/red]")
    shown = f"{room.code[:2]}-{room.code[2:6]}-{room.code[6:]}"
    listed = run(tmp_path, "list")
    assert f"Shard {room.code[:2]}, open. 1 rooms, 0 connections." in listed
    assert shown in listed
    assert "[red]Nhà Lan[/red]" in listed
    assert json.loads(run(tmp_path, "list", "--json"))["rooms"][0]["code"] == room.code
    assert "draining" in run(tmp_path, "drain")
    assert server.get("/readyz").text == "draining"
    assert "open" in run(tmp_path, "drain", "--off")
    assert run(tmp_path, "close", shown).endswith("Closed.\n")
    assert run(tmp_path, "list").strip().endswith("0 rooms, 0 connections.")


@pytest.mark.parametrize(("code", "said"), [("K7-0000-0000", "no such room here"), ("nonsense", "no such room here")])
def test_an_unknown_room_is_one_clear_line(server: Server, tmp_path: Path, code: str, said: str) -> None:
    result = RUN.invoke(cli.app, ["rooms", "close", code, "--data", str(tmp_path)])
    assert (result.exit_code, result.stderr.strip()) == (1, said)


def test_without_a_server_it_says_so(tmp_path: Path) -> None:
    result = RUN.invoke(cli.app, ["rooms", "list", "--data", str(tmp_path)], env=WIDE)
    assert result.exit_code == 1
    assert f"No server answers at {tmp_path}" in result.stderr
