"""A node among others."""

import asyncio

import msgspec
import pytest
from structlog.testing import capture_logs

from protocol.web import ListedRoom
from server.rooms import presence as module
from server.rooms.directory import TTL_MS, Advert, DirectoryAway, ShardTaken
from server.rooms.memory import MemoryDirectory
from server.rooms.presence import BEAT_S, MOST_MISSED, Presence
from tests.support.lobby import StillClock

BEAT_MS = int(BEAT_S * 1000)


class Moody(MemoryDirectory):
    """A directory that can be away, or worse."""

    def __init__(self, clock: StillClock) -> None:
        super().__init__(clock)
        self.trouble: Exception | None = None
        self.closed = 0

    async def adverts(self) -> tuple[Advert, ...]:
        if self.trouble is not None:
            raise self.trouble
        return await super().adverts()

    async def publish(self, advert: Advert) -> None:
        if self.trouble is not None:
            raise self.trouble
        await super().publish(advert)

    async def withdraw(self, advert: Advert) -> None:
        if self.trouble is not None:
            raise self.trouble
        await super().withdraw(advert)

    async def close(self) -> None:
        self.closed += 1


class Fleet:
    """Nodes over one directory, whose beats a test counts out."""

    def __init__(self) -> None:
        self.clock = StillClock()
        self.directory = Moody(self.clock)
        self.lost: list[ShardTaken] = []

    def node(self, shard: str, process: str, epoch: int = 10, rooms: tuple[ListedRoom, ...] = ()) -> Presence:
        def own(beat: int) -> tuple[Advert, ...]:
            return (
                Advert(shard=shard, address=f"https://{process}", process=process, epoch=epoch, beat=beat, rooms=rooms),
            )

        return Presence(self.directory, own, self.lost.append)

    async def beat(self, *nodes: Presence) -> None:
        """Two seconds: each of these beats once."""
        self.clock.push(BEAT_MS)
        for node in nodes:
            await node.beat()


@pytest.fixture
def fleet() -> Fleet:
    return Fleet()


async def test_nodes_know_each_other_after_one_beat(fleet: Fleet) -> None:
    room = ListedRoom("A2Q2M9XDT4", "Nhà An", "xi-dach", 5, 2)
    here, there = fleet.node("K7", "p1"), fleet.node("A2", "p2", rooms=(room,))
    assert here.state == "starting"
    await fleet.beat(there, here)
    found = here.find("A2")
    assert found is not None
    assert (found.address, found.rooms) == ("https://p2", (room,))
    assert here.others == (found,)
    assert here.find("K7") is None
    assert (here.state, here.may_return("A2"), here.may_return("B3")) == ("reached", True, False)


@pytest.mark.case("B206")
async def test_a_node_that_lives_stays_known_for_six_hours(fleet: Fleet) -> None:
    here, there = fleet.node("K7", "p1"), fleet.node("A2", "p2")
    for _ in range(6 * 3_600_000 // BEAT_MS):
        await fleet.beat(there, here)
        assert here.find("A2") is not None


async def test_a_node_that_is_gone_is_away_within_twelve_seconds(fleet: Fleet) -> None:
    here, there = fleet.node("K7", "p1"), fleet.node("A2", "p2")
    await fleet.beat(here, there)
    beats = 0
    while here.find("A2") is not None or beats == 0:
        await fleet.beat(here)
        beats += 1
    assert beats * BEAT_MS <= 12_000
    assert here.may_return("A2")
    assert here.others == ()
    await fleet.beat(there, here)
    assert here.find("A2") is not None


@pytest.mark.case("B208")
@pytest.mark.parametrize("frozen_ms", [3_000, TTL_MS + 1_000])
async def test_a_node_that_was_frozen_is_back_with_its_first_beat(fleet: Fleet, frozen_ms: int) -> None:
    here, there = fleet.node("K7", "p1"), fleet.node("A2", "p2")
    await fleet.beat(there, here)
    for _ in range(frozen_ms // BEAT_MS):
        await fleet.beat(here)
    assert (here.find("A2") is None) == (frozen_ms > TTL_MS)
    await fleet.beat(there, here)
    assert here.find("A2") is not None


async def test_a_directory_that_forgets_everything_costs_no_link(fleet: Fleet) -> None:
    here, there = fleet.node("K7", "p1"), fleet.node("A2", "p2")
    await fleet.beat(there, here)
    fleet.clock.push(TTL_MS)
    assert await fleet.directory.adverts() == ()
    await fleet.beat(here)
    assert here.find("A2") is not None
    await fleet.beat(there, here)
    assert {advert.shard for advert in await fleet.directory.adverts()} == {"A2", "K7"}


@pytest.mark.case("B212")
async def test_while_the_directory_is_away_what_was_known_still_counts(fleet: Fleet) -> None:
    here, there = fleet.node("K7", "p1"), fleet.node("A2", "p2")
    await fleet.beat(there, here)
    fleet.directory.trouble = DirectoryAway("TimeoutError")
    with capture_logs() as lines:
        for _ in range(300):
            await fleet.beat(there, here)
        assert here.find("A2") is not None
        assert (here.state, here.failures, here.may_return("B3")) == ("away", 300, True)
        fleet.directory.trouble = None
        await fleet.beat(there, here)
    assert (here.state, here.find("A2") is not None, here.may_return("B3")) == ("reached", True, False)
    # Once for each node: not a line a beat.
    assert [line["event"] for line in lines] == ["directory away"] * 2 + ["directory back"] * 2


@pytest.mark.case("B212")
async def test_a_start_without_a_directory_is_mended_when_it_comes(fleet: Fleet) -> None:
    fleet.directory.trouble = DirectoryAway("ConnectionError")
    here, there = fleet.node("K7", "p1"), fleet.node("A2", "p2")
    await fleet.beat(there, here)
    assert (here.state, here.find("A2")) == ("away", None)
    fleet.directory.trouble = None
    await fleet.beat(there, here)
    assert (here.state, here.find("A2") is not None) == ("reached", True)


@pytest.mark.case("B202")
async def test_no_failure_ends_the_beat(fleet: Fleet) -> None:
    here = fleet.node("K7", "p1")
    fleet.directory.trouble = ZeroDivisionError("with a secret in it")
    with capture_logs() as lines:
        await fleet.beat(here)
    assert [line["event"] for line in lines] == ["beat failed"]
    assert "secret" not in repr(lines)
    fleet.directory.trouble = None
    await fleet.beat(here)
    assert (here.state, here.failures) == ("reached", 1)


@pytest.mark.case("B208")
async def test_the_later_of_two_owners_gives_up_and_says_so(fleet: Fleet) -> None:
    first, copy = fleet.node("K7", "p1", epoch=10), fleet.node("K7", "p2", epoch=11)
    await fleet.beat(first)
    # The first is frozen; the copy was started when its advert had lapsed.
    fleet.clock.push(TTL_MS)
    await fleet.beat(copy)
    assert fleet.lost == []
    await fleet.beat(first)
    with capture_logs() as lines:
        await fleet.beat(copy)
        await fleet.beat(copy)
    assert [taken.advert.process for taken in fleet.lost] == ["p1"]
    assert [(line["event"], line["shard"], line["by"]) for line in lines] == [("shard taken", "K7", "p1")]
    await copy.close()
    found = await fleet.directory.find("K7")
    assert found is not None
    assert found.process == "p1"


async def test_a_node_that_goes_says_so(fleet: Fleet) -> None:
    here, there = fleet.node("K7", "p1"), fleet.node("A2", "p2")
    await fleet.beat(there, here)
    await there.close()
    assert [advert.shard for advert in await fleet.directory.adverts()] == ["K7"]
    fleet.directory.trouble = DirectoryAway("TimeoutError")
    with capture_logs() as lines:
        await here.close()
    assert [line["event"] for line in lines] == ["not withdrawn"]
    assert fleet.directory.closed == 2


async def test_it_beats_by_itself(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_S", 0.001)
    here = fleet.node("K7", "p1")
    third = asyncio.get_running_loop().create_future()
    beat = here.beat

    async def counted() -> None:
        await beat()
        if here._beats == 3:
            third.set_result(None)

    monkeypatch.setattr(here, "beat", counted)
    here.start()
    await asyncio.wait_for(third, 5)
    await here.close()
    assert await fleet.directory.adverts() == ()


def test_an_advert_that_stood_still_for_its_time_is_no_sign() -> None:
    assert (MOST_MISSED + 1) * BEAT_MS == TTL_MS
    assert msgspec.json.decode(b'{"shard":"K7","address":"","process":"p","epoch":1}', type=Advert).open
