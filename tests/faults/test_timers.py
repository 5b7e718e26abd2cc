"""Clocks over lines and disks that are late, and clients that would like to have a say in them."""

from pathlib import Path

import pytest

from server.journal.store import Durability
from server.table.timing import GRACE_MS
from tests.faults.disk import Disk
from tests.faults.machine import machine
from tests.faults.table import BANK_MS, TURN_MS, Table

LATE_MS = 3_000
FIRES_MS = TURN_MS + BANK_MS + GRACE_MS


def timed_out(table: Table) -> int:
    """How often everybody was told that somebody's time was over."""
    told = {sum(b'"timed_out"' in frame for _, frame in phone.got) for phone in table.everybody}
    assert len(told) == 1
    return told.pop()


def deals_anew(table: Table) -> None:
    """All give up, and the next hand is about to be dealt: the first who is asked has not seen it yet."""
    at = table.at
    while table.view(table.watcher).table.phase == "playing":
        table.gives_up()
        at.settle()
    starts = table.view(table.watcher).table.starts
    assert starts is not None
    at.wait(starts - at.loop.now() - 1)


@pytest.mark.case("B074")
def test_a_deal_that_arrives_late_costs_that_time_and_no_more(tmp_path: Path) -> None:
    with machine(tmp_path / "data") as at:
        table = Table(at)
        deals_anew(table)
        for phone in table.seats:
            assert phone.line is not None
            phone.line.reading = False
        at.wait(1)
        dealt = at.loop.now()
        at.wait(LATE_MS)
        for phone in table.seats:
            assert phone.line is not None
            phone.line.reading = True
        at.settle()
        asked = table.on_turn()
        assert table.view(asked).table.hand == 2
        assert table.left_ms() == TURN_MS - LATE_MS
        at.wait(dealt + FIRES_MS - at.loop.now() - 1)
        assert timed_out(table) == 0
        phone, ref = table.act()
        at.settle()
        assert (phone, phone.answers[ref]) == (asked, None)


@pytest.mark.case("B074")
@pytest.mark.parametrize("durability", ["process", "full"])
def test_no_clock_runs_before_the_deal_is_written(tmp_path: Path, durability: Durability) -> None:
    """The disk stalls at the deal for longer than anybody may think: the whole turn begins when all have seen it."""
    disk = Disk(blocks=durability == "process")
    with machine(tmp_path / "data", run=disk, durability=durability) as at:
        disk.loop = at.loop
        table = Table(at)
        deals_anew(table)
        disk.stall(2 * FIRES_MS)
        at.wait(2 * FIRES_MS)
        at.wait(500)
        assert table.view(table.watcher).table.hand == 2
        assert TURN_MS - 1_000 <= table.left_ms() <= TURN_MS
        assert timed_out(table) == 0


@pytest.mark.case("B076")
@pytest.mark.parametrize("wrong_by", [46_000, -94_608_000_000])
def test_a_clients_clock_is_nobodys(tmp_path: Path, wrong_by: int) -> None:
    """Beats carry what a client thinks the time is. Two who are wrong by 46 s and by three years change nothing."""
    with machine(tmp_path / "data") as at:
        table = Table(at)
        due = at.loop.now() + table.left_ms()
        for phone in table.seats:
            phone.say(f'{{"type":"beat","now":{max(0, at.loop.now() + wrong_by)}}}')
        at.settle()
        assert at.loop.now() + table.left_ms() == due
        assert timed_out(table) == 0
        at.wait(due + BANK_MS + GRACE_MS - at.loop.now())
        assert timed_out(table) == 1


@pytest.mark.case("B080")
def test_nobody_can_say_that_time_is_up(tmp_path: Path) -> None:
    """All four say so at the deadline, in every way that they could think of: the clock plays once, for one."""
    with machine(tmp_path / "data") as at:
        table = Table(at)
        hand = at.core(table.room).table.hand
        assert hand is not None
        moves = len(hand.moves)
        at.wait(table.left_ms() + BANK_MS + GRACE_MS - 1)
        for moment in range(3):
            for phone in table.seats:
                for said in ("timeout", "time_up", "timed_out", "wake", "fallback"):
                    phone.say(f'{{"type":"{said}","ref":{90 + moment},"turn":3}}')
                    phone.say(f'{{"type":"act","ref":{90 + moment},"turn":3,"action":{{"type":"{said}"}}}}')
            at.settle()
            assert len(hand.moves) == moves + (moment > 0)
            at.wait(1)
        assert timed_out(table) == 1
