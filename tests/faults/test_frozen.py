"""A process that stands still for a while: SIGSTOP, a shut lid, a machine that has something else to do."""

from pathlib import Path

import pytest

from protocol.codec import decode_outbound
from protocol.ids import Seat
from protocol.inbound import AddBot, Bank, Host, Say, Sit, Start
from protocol.outbound import View
from server.hub.sessions import WAKE_AT_ONCE
from server.table.entries import Heard
from server.table.messages import Restarted, Stood
from server.table.timing import GRACE_MS
from server.table.writing import read_input
from tests.faults.daemon import Daemon
from tests.faults.disk import Disk
from tests.faults.freeze import FrozenTable
from tests.faults.machine import machine
from tests.faults.phone import Phone
from tests.faults.table import BANK_MS, TURN_MS, Table

FIRES_MS = TURN_MS + BANK_MS + GRACE_MS
"""From when somebody is asked until the clock plays for him."""


def timed_out(table: Table) -> bool:
    return any(b'"timed_out"' in frame for phone in table.everybody for _, frame in phone.got)


@pytest.mark.parametrize("past_ms", [-10_000, -100, 1, 100, 500, 999, 1_000, 1_500, 3_000, 40_000])
def test_it_plays_for_nobody_however_it_falls_upon_a_deadline(tmp_path: Path, past_ms: int) -> None:
    """It wakes so long after a clock would have played."""
    with machine(tmp_path / "data") as at:
        table = Table(at)
        before = table.left_ms()
        at.loop.sleep(before + BANK_MS + GRACE_MS + past_ms)
        at.wait(1)
        at.wait(1_000)
        assert not timed_out(table)
        assert table.left_ms() >= before - 1_600
        at.wait(before + BANK_MS + GRACE_MS)
        assert timed_out(table), "time runs again"


@pytest.mark.parametrize("first", ["clock", "command", "line", "newcomer"])
def test_whatever_is_heard_first_costs_nobody_his_time(tmp_path: Path, first: str) -> None:
    with machine(tmp_path / "data") as at:
        table = Table(at)
        before = table.left_ms()
        at.loop.sleep(60_000)
        match first:
            case "command":
                table.seats[0].send(lambda ref: Say(ref, "ngủ quên"))
            case "line":
                table.watcher.cut()
                table.watcher.connect()
            case "newcomer":
                table.newcomers.append(at.phone(table.room))
            case _:
                pass
        at.wait(1_000)
        assert not timed_out(table)
        assert before - 1_600 <= table.left_ms() <= before


@pytest.mark.parametrize("stall_ms", [0, 100, 59_000, 60_500, 61_000])
def test_that_something_was_being_written_costs_nobody_his_time(tmp_path: Path, stall_ms: int) -> None:
    """The thread of durability ``full`` is done so long after: the first thing noticed then is that it is late."""
    disk = Disk(blocks=False)
    with machine(tmp_path / "data", run=disk, durability="full") as at:
        disk.loop = at.loop
        table = Table(at)
        before = table.left_ms()
        disk.stall(stall_ms)
        table.seats[0].send(lambda ref: Say(ref, "ngủ quên"))
        at.loop.advance(0)
        at.loop.sleep(60_000)
        at.wait(3_000)
        assert not timed_out(table)
        assert before - 3_600 <= table.left_ms() <= before
        assert not table.seats[0].unanswered


def test_frozen_while_it_starts_it_tells_every_table_first_that_it_did(tmp_path: Path) -> None:
    """A table that heard of the freeze before it heard of the restart might begin a hand with nobody there."""
    with machine(tmp_path / "data") as at:
        rooms = [Table(at).room for _ in range(WAKE_AT_ONCE + 2)]
    with machine(tmp_path / "data") as at:
        at.loop.sleep(60_000)
        at.wait(1)
        for room in rooms:
            kept = at.store.read(room)
            assert kept is not None
            entries = [read_input(data) for data in kept.inputs]
            heard = [type(entry.message) for entry in entries if isinstance(entry, Heard)]
            assert Stood not in heard[: heard.index(Restarted)]


@pytest.mark.parametrize("after_ms", [100, 1_000, 1_400, 1_520, 1_549])
def test_a_bot_that_thinks_meanwhile_costs_nobody_his_time(tmp_path: Path, after_ms: int) -> None:
    """Xì dách: several are asked at once, and the bot may be the first who says something afterwards."""
    with machine(tmp_path / "data") as at:
        made = at.create("xi-dach", bet_timeout_s=TURN_MS // 1000)
        banker, con = at.phone(made.code, made.token), at.phone(made.code)
        banker.send(lambda ref: Sit(ref, Seat(0), "Lan"))
        con.send(lambda ref: Sit(ref, Seat(1), "Tú"))
        banker.send(lambda ref: Host(ref, AddBot(Seat(2))))
        at.settle()
        banker.send(lambda ref: Bank(ref, take=True))
        banker.send(lambda ref: Host(ref, Start()))
        at.settle()
        assert len(clocks(con)) == 2
        at.wait(after_ms)
        left = clocks(con)[1] - at.loop.now()
        at.loop.sleep(60_000)
        at.wait(2_000)
        assert len(clocks(con)) == 1, "the bot has laid its stake"
        assert left - 2_500 <= clocks(con)[1] - at.loop.now() <= left


STOPPED_S = 3.0
"""Longer than what passes for a loop that is busy. ``python -m tests.bench.frozen`` stops it for a minute."""


async def test_a_process_that_is_stopped_in_mid_hand_takes_nobodys_time(tmp_path: Path) -> None:
    server = Daemon(tmp_path / "data")
    server.start()
    try:
        table = FrozenTable(server, turn_s=30)
        await table.begin()
        found = await table.freeze(STOPPED_S)
        table.end()
    finally:
        server.kill()
    assert (found.played, found.acted) == (False, True)
    assert found.left_after_ms > found.left_ms - STOPPED_S * 1_000 / 2


def clocks(phone: Phone) -> dict[int, int]:
    """By seat, when its time is over."""
    view = decode_outbound(phone.view)
    assert isinstance(view, View)
    return {clock.seat: clock.due for clock in view.table.clocks}
