"""Three nodes behind the shipped nginx, found through Redis: what friends and operators see of it."""

import asyncio
import time
from collections import Counter

import msgspec
import pytest

from protocol.inbound import Sit
from protocol.outbound import View
from protocol.web import RoomCreated
from server.rooms.directory import Advert
from server.rooms.redis import INDEX, KEY
from tests.fleet.player import Table, created, found
from tests.support.client import Client
from tests.support.fleet import SHARDS, Fleet, until

pytestmark = pytest.mark.alone

ROOMS = 40
STUD = {"game": "xi-to-28"}


def test_no_link_leads_round_in_circles(ships: Fleet) -> None:
    with ships.proxy.client(max_redirects=2) as anybody:
        assert anybody.get("/r/ZZ00000000").status_code == 404
        for shard in SHARDS:
            assert anybody.get(f"/r/{shard}00000000").status_code == 404
            assert anybody.get(f"/api/rooms/{shard}00000000").status_code == 404


@pytest.mark.case("B143", "B210")
async def test_forty_rooms_and_everybody_meets_in_their_own(ships: Fleet) -> None:
    with ships.proxy.client() as host, ships.proxy.client() as friend:
        rooms = []
        for number in range(ROOMS):
            body = {**STUD, "key": f"room-{number:016}", "title": f"Bàn {number}"}
            rooms.append(created(host.post("/api/rooms", json=body)))
            # Sent once more, through whichever node comes next: the same room, and the same proof of whose it is.
            assert created(host.post("/api/rooms", json=body)) == rooms[-1]
        owned = Counter(room.code[:2] for room in rooms)
        assert set(owned) == set(SHARDS)
        assert len({room.code for room in rooms}) == ROOMS

        async def evening(number: int, room: RoomCreated) -> None:
            owner = ships.owner(room.code)
            wrong = [node for node in ships.nodes if node is not owner]
            ways = [room]
            for node in wrong:
                page = friend.get(f"{node.base}/r/{room.code}")
                assert page.status_code == 200
                assert [answer.status_code for answer in page.history] == [307]
                ways.append(found(friend.get(f"{node.base}/api/rooms/{room.code}")))
            ways.append(found(friend.get(f"/api/rooms/{room.code}")))
            async with asyncio.TaskGroup() as group:
                for seat, way in enumerate(ways):
                    group.create_task(meets(number, seat, way))

        async def meets(number: int, seat: int, way: RoomCreated) -> None:
            async with Client(ships.proxy, way) as person:
                await person.hello(way.token or None)
                assert await person.answer(await person.command(Sit, seat, f"Bạn {seat}")) is None
                full = person.view if _is_full(person.view) else await person.until(View, _is_full)
                assert full.table.title == f"Bàn {number}"
                assert [one.name for one in full.table.seats] == [f"Bạn {one}" for one in range(4)]
                both[number].append(seat)
                if len(both[number]) == 4:
                    met[number].set()
                await met[number].wait()

        both: dict[int, list[int]] = {number: [] for number in range(ROOMS)}
        met = {number: asyncio.Event() for number in range(ROOMS)}
        for number, room in enumerate(rooms):
            await evening(number, room)
        assert all(sorted(seats) == [0, 1, 2, 3] for seats in both.values())


@pytest.mark.case("B134")
def test_no_log_of_the_proxy_holds_a_code_or_a_token(ships: Fleet) -> None:
    with ships.proxy.client() as host:
        room = created(host.post("/api/rooms", json=STUD))
        host.get(f"/r/{room.code}")
        host.get(f"/r/{room.code[:2]}-{room.code[2:6]}-{room.code[6:]}")
        host.get(f"/api/rooms/{room.code}")
    log = ships.proxy.log()
    assert f"/r/{room.code[:2]}... 200" in log
    for secret in (room.token, room.code, room.code[2:6], room.code[6:]):
        assert secret not in log


@pytest.mark.case("B200", "B212")
async def test_redis_burns_and_the_table_plays_on(ships: Fleet) -> None:
    with ships.proxy.client() as host:
        room = created(host.post("/api/rooms", json=STUD))
    wrong = next(node for node in ships.nodes if node is not ships.owner(room.code))

    def leads() -> bool:
        return wrong.get(f"/r/{room.code}").status_code == 307

    def ready(word: str) -> bool:
        return all(node.get("/readyz").text == word for node in ships.nodes)

    async with Table(ships.proxy, room) as table, ships.redis.client() as client:
        await table.start()
        usual = max(await table.play(60))
        slowest = []
        ships.redis.kill()
        # Long enough for every node to notice.
        await asyncio.to_thread(until, lambda: ready("degraded: directory away"))
        slowest += await table.play(60)
        assert leads()
        assert all(node.get("/healthz").text == "ok" for node in ships.nodes)
        ships.redis.start()
        assert await asyncio.to_thread(until, lambda: ready("ready")) < 5
        assert leads()
        await client.flushall()
        slowest += await table.play(20)
        assert leads()
        begun = time.monotonic()
        while len(await client.keys(f"{KEY}*")) < len(SHARDS):
            assert time.monotonic() - begun < 4
        ships.redis.freeze()
        slowest += await table.play(60)
        assert leads()
        ships.redis.thaw()
        assert max(slowest) < usual + 0.25
        assert len(slowest) == 140


async def test_nothing_of_play_is_ever_written_to_redis(ships: Fleet) -> None:
    async with ships.redis.client() as client, ships.redis.client() as other:
        async with client.monitor() as monitor:
            with ships.proxy.client() as host:
                room = created(host.post("/api/rooms", json={**STUD, "title": "Bàn kín"}))
            async with Table(ships.proxy, room) as table:
                await table.start()
                await table.play(20)
            commands = []
            begun = time.monotonic()
            # Every node beats at least once.
            while time.monotonic() - begun < 2.5:
                commands.append((await monitor.next_command())["command"])
        words = {command.split()[0].upper() for command in commands}
        assert words <= {
            "EVAL",
            "SMEMBERS",
            "MGET",
            "GET",
            "SET",
            "SADD",
            "PEXPIRE",
            "CLIENT",
            "HELLO",
            "PING",
            "SELECT",
        }
        text = "\n".join(commands)
        for secret in (room.token, room.code, "Bàn kín", "Bạn 0", "B\\xc3\\xa0n"):
            assert secret not in text
        assert set(await other.keys()) == {name.encode() for name in (INDEX, *(KEY + shard for shard in SHARDS))}
        for shard in SHARDS:
            value = await other.get(KEY + shard)
            assert value is not None
            advert = msgspec.json.decode(value, type=Advert)
            assert set(msgspec.json.decode(value)) == set(Advert.__struct_fields__)
            assert (advert.shard, advert.address, advert.rooms) == (shard, ships.proxy.base, ())
            assert 0 < await other.pttl(KEY + shard) <= 10_000


def _is_full(view: View) -> bool:
    return all(one.name for one in view.table.seats)
