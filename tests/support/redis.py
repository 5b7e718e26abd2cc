"""A real Redis on loopback that a test can kill, freeze, empty and start again."""

import contextlib
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

from redis.asyncio import Redis

from tests.support.daemons import get


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
    return port


class RedisServer:
    """Keeps nothing on disk. Always on the same port."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Until it accepts connections."""
        options = {"port": self.port, "bind": "127.0.0.1", "save": "", "appendonly": "no", "dir": self._folder}
        command = [
            get("redis-server"),
            *(part for name, value in options.items() for part in (f"--{name}", str(value))),
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert any("Ready to accept connections" in line for line in self._process.stdout), "Redis does not start"

    def kill(self) -> None:
        """As a power cut would; a frozen one too."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()
        self._process = None

    def freeze(self) -> None:
        """It holds its connections and says nothing any more."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        """At the end, whatever was done to it."""
        if self._process is not None:
            self.kill()

    def _signal(self, number: int) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)

    def client(self) -> Redis:
        """A client of the test's own, for ``async with``."""
        return Redis.from_url(self.url)


@contextlib.contextmanager
def redis_server(folder: Path) -> Iterator[RedisServer]:
    """One that runs for the length of a block."""
    server = RedisServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
