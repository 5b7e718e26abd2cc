"""Who may know what. The arrows between our own packages are import-linter's (pyproject.toml)."""

import sys
from pathlib import Path

import pytest

from tests.architecture.tree import PACKAGES, imported, module, sources

THIRD_PARTY: dict[str, set[str]] = {
    "protocol": {"msgspec"},
    "server.bots": {"msgspec"},
    "server.cards": set(),
    "server.rules": {"msgspec"},
    "server.table": {"msgspec"},
    "server.journal": {"msgspec", "structlog"},
    "server.rooms": {"msgspec", "redis", "structlog"},
    "server.hub": {"msgspec"},
    "server.web": {"msgspec", "prometheus_client", "segno", "starlette", "structlog", "uvicorn", "websockets"},
    "server.cli": {"rich", "segno", "typer"},
    "server.keeping": {"msgspec", "rich", "typer"},
    "server.loadtest": {"msgspec", "prometheus_client", "rich", "typer", "uvloop", "websockets"},
    "server.logs": {"structlog"},
    "server.options": {"rich", "typer"},
    "server.rooms_cli": {"msgspec", "rich", "typer"},
    "server.rulebook": {"rich"},
    "server.settings": {"msgspec"},
}
"""Every other module of the server knows the standard library only."""

AMBIENT: dict[str, set[str]] = {
    "asyncio": {
        "server.cli",
        "server.doctor",
        "server.rooms.presence",
        "server.rooms.redis",
        "server.table.actor",
        "server.bots.house",
        "server.hub.sessions",
        "server.hub.transport",
        "server.journal.sqlite",
        "server.loadtest.api",
        "server.loadtest.client",
        "server.loadtest.run",
        "server.loadtest.show",
        "server.loadtest.wheel",
        "server.loadtest.wire",
        "server.web.api",
        "server.web.frames",
        "server.web.http",
        "server.web.machine",
        "server.web.metrics",
        "server.web.node",
        "server.web.sidedoor",
        "server.web.socket",
        "server.web.turnstile",
    },
    "threading": {"server.journal.store"},
    "time": {"server.clock", "server.loadtest.machine"},
    "datetime": set(),
    "random": {"server.loadtest.run", "server.loadtest.table"},
    "secrets": {"server.randomness"},
    "uuid": set(),
    "os": {"server.loadtest.machine", "server.loadtest.wire", "server.web.assets", "server.web.sidedoor"},
    "socket": {
        "server.loadtest.wire",
        "server.rooms_cli",
        "server.web.doors",
        "server.web.links",
        "server.web.node",
        "server.web.sidedoor",
    },
    "logging": {"server.logs"},
    "subprocess": set(),
}
"""Time, chance, threads, the machine: who may reach for them. The rest gets them as arguments."""


def of(name: str) -> str:
    """The part of the server that a module belongs to."""
    parts = name.split(".")
    return parts[0] if parts[0] == "protocol" else ".".join(parts[:2])


@pytest.mark.parametrize("path", sources(), ids=module)
def test_a_module_knows_only_the_libraries_of_its_part(path: Path) -> None:
    tops = {name.partition(".")[0] for name in imported(path)}
    foreign = tops - set(sys.stdlib_module_names) - set(PACKAGES)
    assert foreign <= THIRD_PARTY.get(of(module(path)), set())


@pytest.mark.parametrize("name", AMBIENT)
def test_the_machine_is_reached_for_in_few_places(name: str) -> None:
    users = {module(path) for path in sources() if name in {found.partition(".")[0] for found in imported(path)}}
    assert users == AMBIENT[name]


def test_one_module_knows_redis() -> None:
    users = {module(path) for path in sources() if "redis" in {name.partition(".")[0] for name in imported(path)}}
    assert users == {"server.rooms.redis"}
