"""What this machine gives the process."""

import asyncio
import gc
import sys
import weakref
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.web.machine import GROWN, MORE_BLOCKS, Heap, file_limit, files_needed, in_container

if sys.platform != "win32":
    import resource


def test_a_full_house_needs_more_files_than_it_has_guests() -> None:
    assert files_needed(8_000) > 8_000 + 8_000 // 8
    assert files_needed(0) > 0


def test_as_many_files_are_asked_for_as_there_may_be() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        limit = file_limit()
        assert limit is None or limit == before[1]
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_system_that_allows_less_than_it_says_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_what: int, _limits: tuple[int, int]) -> None:
        raise ValueError

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 10_000))
    monkeypatch.setattr(resource, "setrlimit", refused)
    assert file_limit() == 256


@pytest.fixture
async def heap() -> AsyncIterator[Heap]:
    heap = Heap()
    heap.start()
    yield heap
    heap.stop()


class Ring:
    """Holds itself."""

    def __init__(self) -> None:
        self.rest = [self, *[bytearray(8) for _ in range(1_000)]]


async def test_nothing_is_collected_until_memory_has_grown(heap: Heap, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not gc.isenabled()
    assert gc.get_freeze_count() > 1_000
    assert not heap.look()
    ring = weakref.ref(Ring())
    assert not heap.look()
    assert ring() is not None
    blocks = sys.getallocatedblocks()
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: int(blocks * GROWN) + 2 * MORE_BLOCKS)
    assert heap.look()
    assert ring() is None
    assert not heap.look(), "what is left now is what the next growth is measured by"


async def test_what_holds_no_ring_is_walked_through_once(heap: Heap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: 2 * heap._most + 1)
    gc.collect()
    aside = gc.get_freeze_count()
    kept = [[Ring] for _ in range(1_000)]
    ring = weakref.ref(Ring())
    assert heap.look()
    assert ring() is None
    assert gc.get_freeze_count() <= aside, "where rings slip in, what is left is looked through again"
    assert heap.look()
    assert gc.get_freeze_count() > aside + len(kept) // 2


async def test_rings_that_slipped_in_are_found_for_real(heap: Heap) -> None:
    blocks = sys.getallocatedblocks()
    rings = 0
    while not heap.look():
        Ring()
        rings += 1
        assert rings < 20 * (blocks + MORE_BLOCKS) / 1_000
    assert sys.getallocatedblocks() < blocks * GROWN


def test_at_the_end_the_collector_does_as_it_likes() -> None:
    async def run() -> None:
        heap = Heap()
        heap.start()
        heap.stop()

    asyncio.run(run())
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_no_limit_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda _: (endless, endless))
    assert file_limit() is None


def test_a_container_is_told_by_its_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    for marks in (set[str](), {"/.dockerenv"}, {"/run/.containerenv"}):
        monkeypatch.setattr(Path, "exists", lambda path, marks=marks: str(path) in marks)
        assert in_container() == bool(marks)
