"""Each attack is refused and counted, and a table in play does not feel it."""

import asyncio
import json
import re
import ssl
import statistics
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from protocol.inbound import Say, Sit
from protocol.outbound import Rejected
from protocol.web import RoomCreated
from tests.fleet.player import Table, created
from tests.hostile.attacker import ATTACKS
from tests.support.client import Client
from tests.support.fleet import Node, logged
from tests.support.redis import free_port

LONGEST_S = 0.25
ACTIONS = 100
EVERY_S = 0.025
pytestmark = pytest.mark.asyncio(loop_scope="module")


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


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    made = Besieged(tmp_path_factory.mktemp("besieged"))
    made.node.start()
    yield made
    made.node.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(besieged: Besieged) -> AsyncIterator[Table]:
    """Four people who play all the while."""
    async with Table(besieged, besieged.create()) as made:
        await made.start()
        await made.play(20, every_s=EVERY_S)
        yield made


async def attacked(name: str, besieged: Besieged, table: Table) -> tuple[Counter[str], Counter[str], list[float]]:
    """What the attacker met, what was counted of it, and how long actions took meanwhile."""
    before = besieged.counted("xiban_turned_away")
    closed = besieged.counted("xiban_closed")
    arguments = [name, str(besieged.port), "AA", table.room.code]
    attacker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.hostile.attacker", *arguments, stdout=asyncio.subprocess.PIPE
    )
    ending = asyncio.create_task(attacker.communicate())
    took: list[float] = []
    while not ending.done() or len(took) < ACTIONS:
        took += await table.play(20, every_s=EVERY_S)
    assert attacker.returncode == 0
    met: Counter[str] = Counter(json.loads((await ending)[0]))
    counted = besieged.counted("xiban_turned_away") - before
    counted.update({f"close_{code}": count for code, count in (besieged.counted("xiban_closed") - closed).items()})
    return met, counted, took


REFUSED = {
    "foreign": ({"403"}, {"host", "origin"}),
    "headers": ({"431", "closed", "400"}, {"header_size"}),
    "half_open": ({"ended"}, {"header_time"}),
    "codes": ({"404", "429"}, {"wrong_code", "budget_codes"}),
    "tokens": ({"out"}, {"wrong_token", "budget_codes"}),
}


ENDS = {
    "oversized": "1009", "huge": "1009", "claims_4_gib": "1009", "parts_too_large": "1009", "binary": "4011",
    "unmasked": "1002", "reserved_bit": "1002", "long_ping": "1002", "no_utf8": "1007",
    # Endless, but never anything: as good as silence.
    "ten_thousand_parts": "4000",
}  # fmt: skip


@pytest.mark.case("B184")
@pytest.mark.parametrize("name", REFUSED)
async def test_an_attack_is_refused_and_counted_and_not_felt(besieged: Besieged, table: Table, name: str) -> None:
    met, counted, took = await attacked(name, besieged, table)
    answers, reasons = REFUSED[name]
    assert set(met) <= answers
    assert sum(met.values()) > 20
    assert reasons <= set(counted)
    if name == "codes":
        # The right code from the address of the guesses too: 30 looks, and then one every 10 s.
        assert met["404"] <= 40
    assert _p99(took) < LONGEST_S


@pytest.mark.case("B196")
async def test_frames_that_are_no_frames_close_their_own_socket(besieged: Besieged, table: Table) -> None:
    met, counted, took = await attacked("frames", besieged, table)
    ends: dict[str, set[str]] = {}
    for name, end in (one.split(" ") for one in met):
        ends.setdefault(name, set()).add(end)
    assert sum(met.values()) == 10 * len(ENDS)
    # Who is still sending when the end comes may meet a reset instead of the code.
    assert {name: found - {"reset"} or {ENDS[name]} for name, found in ends.items()} == {
        name: {end} for name, end in ENDS.items()
    }
    assert counted["close_4011"] == 10
    assert _p99(took) < LONGEST_S


@pytest.mark.case("B134")
@pytest.mark.case("B180")
async def test_words_of_strangers_stay_words(besieged: Besieged) -> None:
    evil = '"><script>alert(1)</script>'
    forged = 'An\\n{"event": "forged"}'
    room = besieged.create(title=evil)
    async with Client(besieged, room) as an, Client(besieged, room) as binh:
        await an.hello(room.token)
        await binh.hello()
        assert await an.answer(await an.command(Sit, 0, evil[:20])) is None
        assert await an.answer(await an.command(Say, evil)) is None
        assert await an.answer(await an.command(Say, forged)) is None
        # Control characters, which could begin a line, are no words.
        for bad in ("x\x1b[2J", "\u202ex", "x\x00"):
            await an.raw(json.dumps({"type": "say", "ref": 999, "text": bad}))
            assert (await an.until(Rejected)).code == "bad_message"
        page = besieged.page(room, {"X-Forwarded-For": f"127.0.0.1, {forged}"})
    assert "<script>alert" not in page.text
    assert "unsafe" not in page.headers["content-security-policy"]
    shown = "\n".join(besieged.node.lines)
    assert len(logged(besieged.node.lines)) == len([line for line in besieged.node.lines if line.startswith("{")])
    for secret in (evil, "forged", room.token, room.code, room.code[2:]):
        assert secret not in shown


async def test_every_attack_is_tested() -> None:
    assert set(REFUSED) | {"frames"} == set(ATTACKS)


def _p99(took: list[float]) -> float:
    return statistics.quantiles(took, n=100)[98]
