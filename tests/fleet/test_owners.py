"""Who owns a shard when processes die, freeze, and are copied."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.outbound import View
from tests.fleet.player import Table, created
from tests.support.client import Client
from tests.support.fleet import Fleet, Node, until

pytestmark = pytest.mark.alone

STUD = {"game": "xi-to-28"}


@pytest.fixture
def rival(ships: Fleet, tmp_path: Path) -> Iterator[Node]:
    """One more process that wants the first node's shard; its data folder is the test's to choose."""
    node = Node(ships.nodes[0].shard, tmp_path, ships.proxy.base, ships.redis.url)
    yield node
    if hasattr(node, "process"):
        node.stop()


def refusal(node: Node) -> str:
    """What it says as it refuses to start."""
    node.launch()
    code = node.process.wait(20)
    node.kill()
    assert code == 1
    return " ".join(node.lines)


@pytest.mark.parametrize("frozen", [False, True])
def test_a_second_process_on_one_data_folder_refuses(ships: Fleet, rival: Node, frozen: bool) -> None:
    owner = ships.nodes[0]
    if frozen:
        owner.freeze()
    try:
        rival.use(owner.data)
        assert f"{owner.data} is in use by another process" in refusal(rival)
    finally:
        owner.thaw()


def test_a_copy_of_the_journal_on_a_second_box_refuses(ships: Fleet, rival: Node) -> None:
    owner = ships.nodes[0]
    shutil.copytree(owner.data, rival.data, ignore=shutil.ignore_patterns("*.lock", "*.sock"))
    said = refusal(rival)
    assert f"shard {owner.shard} is served by another process" in said
    assert "Is this a copy of its data folder?" in said
    assert owner.get("/readyz").text == "ready"


@pytest.mark.case("B208", "B219")
async def test_a_node_is_killed_and_its_tables_come_back_by_their_links(ships: Fleet) -> None:
    with ships.proxy.client() as host:
        room = created(host.post("/api/rooms", json=STUD))
        owner = ships.owner(room.code)
        async with Table(ships.proxy, room) as table:
            await table.start()
            await table.play(6)
            seats = [(one.name, one.balance) for one in table.people[1].view.table.seats]
            hand = table.people[1].view.table.hand
            owner.kill()

        def answers(status: int) -> bool:
            return all(node.get(f"/r/{room.code}").status_code == status for node in ships.nodes if node is not owner)

        assert until(lambda: answers(503), 14) < 12
        for path in (f"/r/{room.code}", f"/s/{owner.shard}/r/{room.code}"):
            page = host.get(path)
            assert page.status_code == 503
            assert "Máy chủ của bàn đang vắng" in page.text
        assert host.get(f"/api/rooms/{room.code}").status_code == 503
        # New tables are made meanwhile, on the nodes that are there.
        for number in range(6):
            new = created(host.post("/api/rooms", json={**STUD, "key": f"meanwhile-{number:06}"}))
            assert new.code[:2] != owner.shard
        owner.start()
        until(lambda: answers(307))
        assert host.get(f"/r/{room.code}").status_code == 200
        async with Client(ships.proxy, room) as again:
            await again.hello(room.token)
            if again.view.you.seat != 0:
                await again.until(View)
            assert again.view.you.seat == 0
            assert [(one.name, one.balance) for one in again.view.table.seats] == seats
            assert again.view.table.hand == hand
