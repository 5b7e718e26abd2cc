"""How long a server takes from its start to its first word.

    python -m tests.bench.start [--rooms 1000] [--hands 200] [--rounds 5] [--data FOLDER]

Measured from the start of the process, on a folder with nothing in it and on one in which that many rooms have played
so many hands each and were all in mid-hand when the process was killed: until it takes connections, until the host of
a room, who says Hello at once, has his table, and until the last of all rooms is read back. ``--data`` keeps the filled
folder for another time. The exit code is 1 where a bound does not hold.
"""

import argparse
import asyncio
import logging
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx
import msgspec
import structlog

from protocol.ids import RoomCode
from protocol.web import RoomCreated
from server.hub.sessions import socket_path
from tests.bench.cores import cpu_of
from tests.bench.evenings import filled
from tests.bench.figures import Figure
from tests.bench.target import ROOT
from tests.support.client import Client

EMPTY_MOST_S: Final = 1.0
FULL_MOST_S: Final = 3.0
LOOK_S: Final = 0.002
LOOK_BACK_S: Final = 0.05
PATIENCE_S: Final = 120.0
_KNOWN: Final = "rooms.json"


class Start:
    """One process on this folder, from its start to ``kill -9``. Spans are from the start, in seconds."""

    tls: ssl.SSLContext | None = None
    host = "127.0.0.1"

    def __init__(self, data: Path) -> None:
        self.port, metrics = _free_port(), _free_port()
        self._base, self._metrics = f"http://{self.host}:{self.port}", f"http://{self.host}:{metrics}/metrics"
        options = ["--data", str(data), "--host", self.host, "--port", str(self.port), "--metrics-port", str(metrics)]
        self._began = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "server", "serve", *options],
            cwd=ROOT,
            # As installed: modules are compiled once.
            env={name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def first_answer(self) -> float:
        """When a request that waited for nothing else is answered."""
        while True:
            with suppress(OSError), socket.create_connection((self.host, self.port), PATIENCE_S) as sock:
                sock.sendall(f"GET /healthz HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode())
                assert b" 200 " in sock.recv(4096)
                return self._since()
            time.sleep(LOOK_S)
            assert self._process.poll() is None
            assert self._since() < PATIENCE_S

    async def first_table(self, room: RoomCode, token: str) -> float:
        """When the host of this room has his table before him."""
        async with Client(self, RoomCreated(room, token, "", socket_path(room))) as client:
            await client.hello(token)
            return self._since()

    def all_back(self, rooms: int) -> float:
        """When so many rooms are in memory."""
        while _gauge(httpx.get(self._metrics).text, "xiban_rooms") < rooms:
            time.sleep(LOOK_BACK_S)
            assert self._since() < PATIENCE_S
        return self._since()

    def cpu(self) -> float:
        """Seconds that it computed so far, whatever else the machine had to do."""
        return cpu_of(self._process.pid).both

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def socket_url(self, room: RoomCreated) -> str:
        return f"ws://{self.host}:{self.port}{room.ws}"

    def _since(self) -> float:
        return time.perf_counter() - self._began


def empty(rounds: int) -> list[Figure]:
    """On folders with nothing in them."""
    answers, computed = [], []
    for _ in range(rounds + 1):
        with tempfile.TemporaryDirectory() as folder:
            start = Start(Path(folder) / "data")
            answers.append(start.first_answer())
            computed.append(start.cpu())
            start.kill()
    # The first one compiled.
    return [
        Figure("empty folder: until it answers", "s", tuple(answers[1:]), EMPTY_MOST_S),
        Figure("empty folder: CPU until then", "s", tuple(computed[1:])),
    ]


def full(data: Path, hosts: dict[RoomCode, str], rounds: int) -> list[Figure]:
    """On this folder, which is left by ``kill -9`` each time."""
    answers, tables, back, computed = [], [], [], []
    for room, token in list(hosts.items())[-rounds:]:
        start = Start(data)
        answers.append(start.first_answer())
        tables.append(asyncio.run(start.first_table(room, token)))
        back.append(start.all_back(len(hosts)))
        computed.append(start.cpu())
        start.kill()
    return [
        Figure("full folder: until it answers", "s", tuple(answers), FULL_MOST_S),
        Figure("full folder: until a host has his table", "s", tuple(tables), FULL_MOST_S),
        Figure("full folder: until all rooms are read back", "s", tuple(back)),
        Figure("full folder: CPU until then", "s", tuple(computed)),
    ]


def measure(rounds: int, rooms: int = 1_000, hands: int = 200, data: Path | None = None) -> list[Figure]:
    """On both; ``data`` is kept."""
    with tempfile.TemporaryDirectory() as folder:
        filled_ = data or Path(folder) / "data"
        hosts = hosts_of(filled_, rooms, hands)
        return [*empty(rounds), *full(filled_, hosts, rounds)]


def hosts_of(data: Path, rooms: int, hands: int) -> dict[RoomCode, str]:
    """Fill the folder, if nothing is in it."""
    known = data / _KNOWN
    if not known.exists():
        data.mkdir(parents=True, exist_ok=True)
        known.write_bytes(msgspec.json.encode(filled(data, rooms, hands)))
    return msgspec.json.decode(known.read_bytes(), type=dict[RoomCode, str])


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=1_000)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--data", type=Path, help="keep the filled folder here")
    given = parser.parse_args()
    figures = measure(given.rounds, given.rooms, given.hands, given.data)
    for figure in figures:
        sys.stdout.write(figure.line() + "\n")
    sys.exit(not all(figure.held for figure in figures))


def _free_port() -> int:
    with socket.socket() as free:
        free.bind((Start.host, 0))
        port: int = free.getsockname()[1]
        return port


def _gauge(metrics: str, name: str) -> float:
    return next((float(line.split()[-1]) for line in metrics.splitlines() if line.startswith(f"{name} ")), 0.0)


if __name__ == "__main__":
    main()
