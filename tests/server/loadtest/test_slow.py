"""Watchers who hardly read."""

import pytest

from server.loadtest.problems import Failed, Refused
from server.loadtest.slow import ASLEEP_S, BACK_S, RECEIVE_BYTES, SlowReader
from tests.support.load import Line, Play


async def watching(play: Play) -> tuple[SlowReader, Line]:
    reader = SlowReader(play.ground, play.table)
    await reader.watch()
    return reader, list(play.toy.lines.values())[-1]


async def test_it_reads_for_a_moment_and_sleeps_for_long() -> None:
    play = Play()
    await play.begin(rate=5.0)
    reader, line = await watching(play)
    await play.toy.pass_(1_000)
    assert reader.connected
    assert not line.reads
    given = line.given
    await play.toy.pass_(int(ASLEEP_S * 1000) - 1_000)
    assert line.given == given
    await play.toy.pass_(500)
    assert line.given > given + 20
    await play.toy.pass_(1_000)
    assert not line.reads
    assert play.stats.errors == {}


async def test_it_answers_beats_and_counts_what_was_left_out() -> None:
    play = Play()
    await play.begin()
    _, line = await watching(play)
    await play.toy.pass_(100)
    play.toy.beat()
    assert line.sent[-1].startswith(b'{"type":"beat"')
    view = play.toy.bench.frames[line.conn][-1]
    line.ear.frame(view[:-1] + b',"skipped":9}', play.toy.seconds())
    assert play.stats.skipped == 9


async def test_one_that_is_cut_off_is_counted_and_comes_back() -> None:
    play = Play()
    await play.begin()
    reader, line = await watching(play)
    await play.toy.pass_(2_000)
    play.toy.cut(line, 4007)
    assert not reader.connected
    assert play.stats.cut == 1
    await play.toy.pass_(int(BACK_S * 1000) + 100)
    assert reader.connected


async def test_the_end_of_its_room_and_its_own_are_no_cut() -> None:
    play = Play()
    await play.begin()
    reader, line = await watching(play)
    play.toy.cut(line, 4006)
    assert play.stats.cut == 0
    other, _ = await watching(play)
    other.end()
    await other.watch()
    assert not reader.connected
    assert not other.connected
    assert play.stats.cut == 0


@pytest.mark.parametrize("problem", [Refused("HTTP 503"), Failed("timeout")])
async def test_one_that_cannot_come_in_is_counted(problem: Refused | Failed) -> None:
    play = Play()
    await play.begin()
    play.toy.refuse = [problem]
    reader = SlowReader(play.ground, play.table)
    await reader.watch()
    assert not reader.connected
    assert play.stats.refused.total() + play.stats.failed.total() == 1


def test_its_kernel_keeps_little_for_it() -> None:
    assert RECEIVE_BYTES <= 4096
