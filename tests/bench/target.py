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

_ROOT = Path(__file__).resolve().parents[2]
_MIB = 1024 * 1024


class Target:
    """A running ``xiban serve`` on loopback."""

    def __init__(self, process: subprocess.Popen[str], base: str) -> None:
        self._process = process
        self._base = base
        parts = urlsplit(base)
        self.host = "127.0.0.1"
        self.port = parts.port or 80
        self.tls: ssl.SSLContext | None = None

    def create(self, game: str = "xi-to-28", **options: Any) -> RoomCreated:
        """A new room."""
        answer = httpx.post(f"{self._base}/api/rooms", json={"game": game, "options": options}).raise_for_status()
        return msgspec.json.decode(answer.content, type=RoomCreated)

    def socket_url(self, room: RoomCreated) -> str:
        return f"ws://{self.host}:{self.port}{room.ws}"

    def rss_mib(self) -> float:
        """Memory that is really in use. Linux only."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / _MIB

    def descriptors(self) -> int:
        """Open files and sockets."""
        return sum(1 for _ in Path(f"/proc/{self._process.pid}/fd").iterdir())


@contextmanager
def target(*options: str) -> Iterator[Target]:
    """For the length of a block."""
    command = [sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", "0", *options]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    process = subprocess.Popen(
        command,
        cwd=_ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        greeting = process.stdout.readline().split()
        yield Target(process, greeting[-1])
    finally:
        process.terminate()
        process.wait(20)
