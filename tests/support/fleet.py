"""Several nodes, one nginx and one Redis as processes on loopback: what docker-compose.yml puts together."""

import contextlib
import json
import os
import re
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import httpx

from protocol.web import RoomCreated
from tests.support.daemons import get
from tests.support.redis import RedisServer, free_port

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "deploy" / "nginx" / "xiban.conf"
SHARDS = ("AA", "BB", "CC")
PATIENCE_S = 30


class Node:
    """``python -m server serve`` with a shard and a data folder of its own. ``lines`` is its log."""

    def __init__(self, shard: str, folder: Path, public_url: str, directory: str, **options: str) -> None:
        self.shard = shard
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.data = folder / shard
        self.lines: list[str] = []
        self._options = {
            "host": "127.0.0.1", "port": str(self.port), "data": str(self.data), "public-url": public_url,
            "directory": directory, "shard": shard, "trusted-proxy": "127.0.0.1", "bot-least-ms": "0",
            "bot-most-ms": "0", **options,
        }  # fmt: skip
        self.process: subprocess.Popen[str]
        self._reader: threading.Thread

    def start(self) -> None:
        """Until it answers. It may wait for what a crash left in the directory."""
        self.launch()
        self.wait_until_up()

    def use(self, data: Path) -> None:
        """Another data folder."""
        self.data = data
        self._options["data"] = str(data)

    def launch(self) -> None:
        command = [sys.executable, "-m", "server", "serve"]
        command += [part for name, value in self._options.items() for part in (f"--{name}", value)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._reader = threading.Thread(target=self._read, args=[self.process], daemon=True)
        self._reader.start()

    def wait_until_up(self) -> None:
        transport = httpx.HTTPTransport(retries=12)
        with httpx.Client(transport=transport, timeout=PATIENCE_S) as client:
            client.get(f"{self.base}/healthz").raise_for_status()

    def get(self, path: str) -> httpx.Response:
        """Asked directly; where it leads is not followed."""
        return httpx.get(self.base + path, timeout=PATIENCE_S)

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)

    def end(self) -> int:
        """In good order; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        return code

    def freeze(self) -> None:
        os.kill(self.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.process.pid, signal.SIGCONT)

    def stop(self) -> None:
        """At the end, whatever was done to it."""
        with contextlib.suppress(ProcessLookupError):
            self.thaw()
        self.kill()

    def _read(self, process: "subprocess.Popen[str]") -> None:
        assert process.stderr is not None
        with process.stderr:
            for line in process.stderr:
                self.lines.append(line.rstrip())


class Shore(Protocol):
    """A node, in a process or in a thread."""

    port: int


class Nginx:
    """The shipped configuration, with nothing replaced but addresses, port and certificate."""

    def __init__(self, folder: Path, port: int) -> None:
        self.host = "127.0.0.1"
        self.port = port
        self.base = f"https://localhost:{port}"
        self.tls: ssl.SSLContext | None = None
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, nodes: Sequence[Shore]) -> None:
        tls = self.folder / "tls"
        tls.mkdir()
        subprocess.run(
            [
                get("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", tls / "privkey.pem", "-out", tls / "fullchain.pem", "-days", "2", "-subj", "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ],
            check=True,
            capture_output=True,
        )  # fmt: skip
        (self.folder / "xiban.conf").write_text(self._config(nodes))
        main = f"daemon off; master_process off; pid {self.folder}/nginx.pid; error_log {self.folder}/error.log warn;\n"
        paths = "".join(
            f"{name}_temp_path {self.folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (self.folder / "nginx.conf").write_text(
            f"{main}events {{ worker_connections 4096; }}\nhttp {{\n{paths}include {self.folder}/xiban.conf;\n}}\n"
        )
        command = [get("nginx"), "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
        subprocess.run([*command, "-t", "-q"], check=True, capture_output=True)
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        self.tls = ssl.create_default_context(cafile=str(tls / "fullchain.pem"))
        with self.client() as client:
            client.get("/healthz").raise_for_status()

    def socket_url(self, room: RoomCreated) -> str:
        return f"wss://localhost:{self.port}{room.ws}"

    def _config(self, nodes: Sequence[Shore]) -> str:
        text = CONFIG.read_text()
        third = nodes[2]
        any_line = "    server {} max_fails=1"
        replaced = [
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("/etc/nginx/tls", str(self.folder / "tls")),
            ("/dev/stdout", str(self.folder / "access.log")),
            # A node more, as the file itself says: a line in the map, an upstream, a line in xiban_any.
            ("    ~*^/s/     xiban_a;", f"    ~*^/s/{SHARDS[2]}/  xiban_c;\n    ~*^/s/     xiban_a;"),
            (
                "upstream xiban_any",
                f"upstream xiban_c {{\n    server {_at(third)} max_fails=0;\n}}\nupstream xiban_any",
            ),
            (
                any_line.format("xiban-b:8000"),
                f"{any_line.format(_at(third))} fail_timeout=5s;\n{any_line.format('xiban-b:8000')}",
            ),
            ("server xiban:8000", f"server {_at(nodes[0])}"),
            ("server xiban-b:8000", f"server {_at(nodes[1])}"),
        ]
        for old, new in replaced:
            assert old in text, old
            text = text.replace(old, new)
        return text

    def client(self, **options: Any) -> httpx.Client:
        """Somebody who asks the proxy, and follows where it leads."""
        transport = httpx.HTTPTransport(retries=12, verify=self.tls or True)
        return httpx.Client(
            base_url=self.base, transport=transport, follow_redirects=True, timeout=PATIENCE_S, **options
        )

    def log(self) -> str:
        return (self.folder / "access.log").read_text()

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


class Fleet:
    """Three nodes behind one proxy, and their directory."""

    def __init__(self, folder: Path) -> None:
        (folder / "nginx").mkdir()
        self.redis = RedisServer(folder)
        self.proxy = Nginx(folder / "nginx", free_port())
        self.nodes = [Node(shard, folder, self.proxy.base, self.redis.url) for shard in SHARDS]

    def start(self) -> None:
        self.redis.start()
        for node in self.nodes:
            node.launch()
        for node in self.nodes:
            node.wait_until_up()
        self.proxy.start(self.nodes)
        self.wait_until_known()

    def stop(self) -> None:
        self.proxy.stop()
        for node in self.nodes:
            node.stop()
        self.redis.stop()

    def wait_until_known(self) -> None:
        """Until every node knows every other: one beat."""
        for node in self.nodes:
            for other in self.nodes:
                if other is not node:
                    until(lambda: node.get(f"/r/{other.shard}00000000").status_code == 307)  # noqa: B023

    def owner(self, code: str) -> Node:
        return next(node for node in self.nodes if node.shard == code[:2])


@contextlib.contextmanager
def fleet(folder: Path) -> Iterator[Fleet]:
    """One that runs for the length of a block."""
    made = Fleet(folder)
    try:
        made.start()
        yield made
    finally:
        made.stop()


def until(true: Callable[[], bool], seconds: float = PATIENCE_S) -> float:
    """Ask processes that go by real time, again and again; how many seconds it took."""
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < seconds, f"not within {seconds} s"
        threading.Event().wait(0.02)
    return time.monotonic() - begun


def logged(lines: list[str]) -> list[dict[str, Any]]:
    """A log's lines of JSON."""
    return [json.loads(line) for line in lines if re.match(r"\{", line)]


def _at(node: Shore) -> str:
    return f"127.0.0.1:{node.port}"
