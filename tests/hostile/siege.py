"""A server that strangers can reach, a table in play on it, and an attacker in a process of its own."""

import asyncio
import json
import re
import ssl
import statistics
import sys
from collections import Counter
from pathlib import Path

import httpx

from protocol.web import RoomCreated
from tests.fleet.player import Table, created
from tests.support.fleet import Node
from tests.support.redis import free_port

LONGEST_S = 0.25
ACTIONS = 100


class Besieged:
    """A server that strangers can reach, and a way in for a test's own people."""

    def __init__(self, folder: Path) -> None:
        self.metrics_port = free_port()
        options = {"limits": "public", "metrics-port": str(self.metrics_port)}
        self.node = Node("AA", folder, "http://localhost:8000", "memory", **options)
        self.host, self.port = "127.0.0.1", self.node.port
        self.tls: ssl.SSLContext | None = None

    def socket_url(self, room: RoomCreated) -> str:
        return f"ws://{self.host}:{self.port}{room.ws}"

    def create(self, **body: str) -> RoomCreated:
        return created(httpx.post(f"{self.node.base}/api/rooms", json={"game": "xi-to-28", **body}))

    def page(self, room: RoomCreated, headers: dict[str, str]) -> httpx.Response:
        return httpx.get(f"{self.node.base}/r/{room.code}", headers=headers)

    def counted(self, family: str) -> Counter[str]:
        """What the metrics say, by label."""
        text = httpx.get(f"http://127.0.0.1:{self.metrics_port}/metrics").text
        rows = re.findall(rf'^{family}_total\{{\w+="(\w+)"\}} (\S+)$', text, re.MULTILINE)
        return Counter({label: round(float(value)) for label, value in rows})


async def attacked(
    name: str, besieged: Besieged, table: Table, *ahead: str
) -> tuple[Counter[str], Counter[str], list[float]]:
    """What the attacker met, what was counted of it, and how long actions took meanwhile."""
    before = besieged.counted("xiban_turned_away")
    closed = besieged.counted("xiban_closed")
    arguments = [name, str(besieged.port), "AA", table.room.code]
    attacker = await asyncio.create_subprocess_exec(
        *ahead, sys.executable, "-m", "tests.hostile.attacker", *arguments, stdout=asyncio.subprocess.PIPE
    )
    ending = asyncio.create_task(attacker.communicate())
    took: list[float] = []
    while not ending.done() or len(took) < ACTIONS:
        took += await table.play(20)
    assert attacker.returncode == 0
    met: Counter[str] = Counter(json.loads((await ending)[0]))
    counted = besieged.counted("xiban_turned_away") - before
    counted.update({f"close_{code}": count for code, count in (besieged.counted("xiban_closed") - closed).items()})
    return met, counted, took


def p99(took: list[float]) -> float:
    return statistics.quantiles(took, n=100)[98]
