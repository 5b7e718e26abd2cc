"""A disk that stalls and then is full, in mid-hand, under people who come, go and say things again."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from protocol.ids import Ref
from server.journal.sqlite import LATE_MS
from server.journal.store import Durability
from tests.faults.disk import Disk, fill, free
from tests.faults.machine import laid, left, machine
from tests.faults.phone import Phone
from tests.faults.table import TURN_MS, Table
from tests.faults.witness import Witness

STALL_MS: Final = 20_000
FULL_MS: Final = 20_000
EVERYTHING: Final = [(durability, lands) for durability in ("process", "full") for lands in (True, False)]
"""The durability, and whether what was being written when the disk stalled lands in the end."""


@contextmanager
def watched(folder: Path, durability: Durability) -> Iterator[tuple[Table, Disk, Witness]]:
    """A hand in play, every frame of which is looked at from now on."""
    disk = Disk(blocks=durability == "process")
    with machine(folder, run=disk, durability=durability) as at:
        disk.loop = at.loop
        table = Table(at)
        witness = Witness(folder, table.room)
        at.look = witness.look
        try:
            yield table, disk, witness
        finally:
            witness.close()


def bad_hours(table: Table, disk: Disk, *, lands: bool, left_ms: int = 0) -> tuple[Phone, Ref]:
    """The disk stalls while somebody acts, and then is full; who acted, and under which ref.

    ``left_ms``: so long before the end of the stall it is over.
    """
    at = table.at
    disk.stall(STALL_MS)
    stalls_until = at.loop.now() + STALL_MS - left_ms
    actor, ref = table.act()
    if not lands:
        fill(at.store)
    at.settle()
    number = 0
    while at.loop.now() < stalls_until:
        table.somebody_does_something(number := number + 1)
        at.wait(2_000)
    if lands and not left_ms:
        fill(at.store)
    for _ in range(0 if left_ms else FULL_MS // 1_000):
        table.somebody_does_something(number := number + 1)
        at.wait(1_000)
    assert at.journal.saving
    return actor, ref


@pytest.mark.parametrize(
    ("durability", "lands", "left_ms"),
    [
        *((durability, lands, 0) for durability, lands in EVERYTHING),
        # Where the loop itself waits for the disk nothing happens meanwhile.
        *(("full", True, left_ms) for left_ms in (2_000, 10_000, 18_000)),
    ],
)
def test_killed_while_it_stalls_or_is_full_nothing_told_is_missing_and_no_time_ran(
    tmp_path: Path, durability: Durability, lands: bool, left_ms: int
) -> None:
    with watched(tmp_path / "data", durability) as (table, disk, witness):
        actor, ref = bad_hours(table, disk, lands=lands, left_ms=left_ms)
        assert witness.seen["Saving"] >= 5
        assert (ref in actor.answers) is (lands and not left_ms)
        before, core = table.everybody, witness.core()
        told = [phone.v for phone in before]
        disk_then = left(tmp_path / "data")
        assert not any(b'"timed_out"' in frame for phone in before for _, frame in phone.got)
    with machine(laid(tmp_path / "after", disk_then), durability=durability) as at:
        table.at = at
        at.wait(1_000)
        for phone in before:
            phone.moved(at, at.loop.now)
            at.phones.append(phone)
            phone.connect()
        at.settle()
        assert actor.answers[ref] is None
        assert TURN_MS - LATE_MS <= table.left_ms() <= TURN_MS
        assert not any(phone.unanswered for phone in before)
        assert all(phone.v > v for phone, v in zip(before, told, strict=True))
        assert core.table.hands == at.core(table.room).table.hands == 1
        assert not any(b'"timed_out"' in frame for phone in before for _, frame in phone.got)


@pytest.mark.parametrize(("durability", "lands"), EVERYTHING)
def test_when_it_writes_again_play_goes_on_with_the_time_that_was_lost(
    tmp_path: Path, durability: Durability, lands: bool
) -> None:
    with watched(tmp_path / "data", durability) as (table, disk, witness):
        actor, ref = bad_hours(table, disk, lands=lands)
        free(table.at.store)
        table.at.wait(1_000)
        assert not table.at.journal.saving
        assert actor.answers[ref] is None
        assert table.left_ms() >= TURN_MS - 2_000
        assert not any(phone.unanswered for phone in table.everybody)
        assert len({phone.v for phone in table.everybody}) == 1
        assert not any(b'"timed_out"' in frame for phone in table.everybody for _, frame in phone.got)
        assert witness.exact > 10
