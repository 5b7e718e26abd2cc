"""The options of a server."""

import inspect
import re
from pathlib import Path

import typer.main
from msgspec.structs import fields
from typer.testing import CliRunner

from server import cli
from server.options import chosen
from server.settings import Settings

RUN = CliRunner()
OPERATIONS = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
NAMED_OTHERWISE = {"trusted_proxy": "trusted_proxies", "max_rooms": "most_rooms", "max_connections": "most_connections"}
NO_OPTION = {"client_web", "seeds"}


def options() -> dict[str, tuple[str, str]]:
    """By name: the environment variable, and the default as people read it."""
    group = typer.main.get_command(cli.app)
    command = group.commands["serve"]  # type: ignore[attr-defined]
    return {
        parameter.opts[0]: (parameter.envvar, "" if parameter.default in {None, ""} else str(parameter.default))
        for parameter in command.params
        if parameter.name != "help"
    }


def test_every_setting_has_an_option_and_every_option_a_setting() -> None:
    named = {NAMED_OTHERWISE.get(name, name) for name in inspect.signature(chosen).parameters}
    assert named == {field.name for field in fields(Settings)} - NO_OPTION


def test_options_are_settings() -> None:
    given = chosen(host="::1", port=1, limits="public", bot_least_ms=5_000, public_url="", shard="k7")
    assert (given.host, given.port, given.limits, given.public_url, given.shard) == ("::1", 1, "public", None, "K7")
    assert given.bot_most_ms == 5_000


def test_serve_and_doctor_have_the_same_options() -> None:
    serve, doctor = (RUN.invoke(cli.app, [name, "--help"]).output for name in ("serve", "doctor"))
    assert set(re.findall(r"--[a-z-]+", serve)) == set(re.findall(r"--[a-z-]+", doctor)) != set()


def test_the_table_for_operators_has_every_option_with_its_default() -> None:
    rows = re.findall(r"^\| `(--[a-z-]+)` \| `([A-Z_]+)` \| (?:`(.*?)`)? ?\|", OPERATIONS, re.MULTILINE)
    assert {name: (variable, default) for name, variable, default in rows} == options()
