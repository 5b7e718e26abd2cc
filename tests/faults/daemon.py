"""``python -m server serve``, started on a data folder as often as it is killed."""

import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Final

import httpx
import msgspec

from protocol.web import RoomCreated
from tests.support.table import ROOT

PATIENCE_S: Final = 180.0
"""So long a start, or anything else that is waited for, may take, whatever else the machine has to do."""
LIFE_S: Final = 4 * PATIENCE_S
"""So long a process may live: who waits for something in vain is to find the server as it was then."""


class Daemon:
    """A server on a port of its own. ``out`` collects what all its processes wrote."""

    tls: ssl.SSLContext | None = None
    checkout: Path = ROOT
    """Whose code and rule sheets it runs."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.host = "127.0.0.1"
        with socket.socket() as free:
            free.bind((self.host, 0))
            self.port: int = free.getsockname()[1]
        self.base = f"http://{self.host}:{self.port}"
        self.log = data.parent / f"{data.name}.log"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self._watchdog: threading.Timer | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def output(self) -> str:
        """All that was ever written to the terminal."""
        return self.log.read_text(encoding="utf-8")

    def start(self) -> None:
        """Return when it answers."""
        with self.log.open("ab") as log:
            self._process = self._spawn(log)
        self._watchdog = threading.Timer(LIFE_S, self._process.kill)
        self._watchdog.start()
        end = time.monotonic() + PATIENCE_S
        while True:
            assert self._process.poll() is None, self.output
            try:
                assert httpx.get(f"{self.base}/healthz", timeout=PATIENCE_S).text == "ok"
                return
            except httpx.TransportError:
                assert time.monotonic() < end, self.output
                time.sleep(0.02)

    def _spawn(self, log: IO[bytes]) -> subprocess.Popen[bytes]:
        options = ("--host", self.host, "--port", str(self.port), "--data", str(self.data), *self._options)
        return subprocess.Popen(
            [sys.executable, "-m", "server", "serve", *options], cwd=self.checkout, stdout=log, stderr=subprocess.STDOUT
        )

    def run(self, *words: str) -> str:
        """Another command of ``xiban``, in a process of its own; what it printed. AssertionError where it fails."""
        done = subprocess.run(
            [sys.executable, "-m", "server", *words],
            cwd=self.checkout,
            env={**os.environ, "COLUMNS": "300"},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def create(self, game: str, **options: bool | int | str) -> RoomCreated:
        answer = httpx.post(f"{self.base}/api/rooms", json={"game": game, "options": options}).raise_for_status()
        return msgspec.json.decode(answer.content, type=RoomCreated)

    def socket_url(self, room: RoomCreated) -> str:
        return f"ws://{self.host}:{self.port}{room.ws}"

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def ended(self, within_s: float) -> int:
        """The exit code; subprocess.TimeoutExpired."""
        assert self._process is not None
        code = self._process.wait(within_s)
        self._forget()
        return code

    def kill(self) -> None:
        """``kill -9``."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._forget()

    def _forget(self) -> None:
        self._process = None
        if self._watchdog is not None:
            self._watchdog.cancel()
