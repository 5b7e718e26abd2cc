"""Servers for the tests beyond the table."""

import logging
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import structlog

from server import logs
from server.web import app
from tests.leaks.twins import Server
from tests.leaks.whole import Whole
from tests.leaks.world import Decks


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Makes servers whose time and chance are the test's. Their log is that of production, at its most talkative."""
    root, web = logging.getLogger(), logging.getLogger("uvicorn")
    before = (root.handlers[:], root.level, web.level)
    running: list[Whole] = []

    def make(decks: Decks) -> Whole:
        running.append(Whole(decks))
        return running[-1]

    monkeypatch.setattr(app, "wall_seconds", lambda: 1_700_000_000)
    monkeypatch.setattr(app, "chance", lambda: 0.5)

    def write(text: str) -> int:
        return running[-1].log(text) if running else 0

    monkeypatch.setattr(sys, "stderr", SimpleNamespace(write=write, flush=lambda: None))
    logs.set_up(people=False, names=logs.RoomNames(b"key"))
    root.setLevel(logging.DEBUG)
    yield make
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    web.setLevel(before[2])
    structlog.reset_defaults()
