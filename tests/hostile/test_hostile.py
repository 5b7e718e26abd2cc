"""Each attack is refused and counted, and a table in play does not feel it."""

import json
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from protocol.inbound import Say, Sit
from protocol.outbound import Rejected
from tests.fleet.player import Table
from tests.hostile.attacker import ATTACKS
from tests.hostile.siege import LONGEST_S, Besieged, attacked, p99
from tests.support.client import Client
from tests.support.fleet import logged

pytestmark = [pytest.mark.alone, pytest.mark.asyncio(loop_scope="module")]


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
        await made.play(20)
        yield made


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
    assert p99(took) < LONGEST_S


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
    assert p99(took) < LONGEST_S


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
