"""The server that is measured."""

import os
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec

from protocol.web import RoomCreated
from tests.bench.cores import pin, rss_mib

ROOT = Path(__file__).resolve().parents[2]


class Target:
    """A running server on loopback: ``xiban serve``, or another one that greets with its URL."""

    def __init__(self, process: subprocess.Popen[str], base: str) -> None:
        self._process = process
        self.base = base
        self.pid = process.pid
        parts = urlsplit(base)
        self.host = "127.0.0.1"
        self.port = parts.port or 80
        self.tls: ssl.SSLContext | None = None

    def create(self, game: str = "xi-to-28", **options: Any) -> RoomCreated:
        """A new room."""
        answer = httpx.post(f"{self.base}/api/rooms", json={"game": game, "options": options}).raise_for_status()
        return msgspec.json.decode(answer.content, type=RoomCreated)

    def socket_url(self, room: RoomCreated) -> str:
        return f"ws://{self.host}:{self.port}{room.ws}"

    def rss_mib(self) -> float:
        """Memory that is really in use. Linux only."""
        return rss_mib(self.pid)

    def descriptors(self) -> int:
        """Open files and sockets."""
        return sum(1 for _ in Path(f"/proc/{self._process.pid}/fd").iterdir())


@contextmanager
def target(*options: str, core: int | None = None) -> Iterator[Target]:
    """``xiban serve`` for the length of a block; kept to one core where one is named (tests/bench/cores.py)."""
    with running("-m", "server", "serve", "--host", "127.0.0.1", "--port", "0", *options, core=core) as found:
        yield found


@contextmanager
def running(*command: str, core: int | None = None) -> Iterator[Target]:
    """A server in Python, whose first line ends with its URL."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
    if core is not None:
        pin(process.pid, core)
    try:
        assert process.stdout is not None
        greeting = process.stdout.readline().split()
        yield Target(process, greeting[-1])
    finally:
        process.terminate()
        process.wait(20)
        if process.stdout is not None:
            process.stdout.close()
