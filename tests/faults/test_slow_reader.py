"""One of four stops reading: the other three get the same frames at the same times.

For real, against a server process: ``python -m tests.bench.slow_reader``.
"""

from dataclasses import dataclass

import pytest

from protocol.codec import decode_outbound
from protocol.errors import CloseCode
from protocol.games.stud import Theo
from protocol.ids import Millis
from protocol.inbound import Act, Host, Lock, SetTitle, Start
from protocol.outbound import View
from server.hub.connection import SILENCE_MS
from server.hub.outbox import HELD_BYTES, STALL_MS
from server.hub.sessions import LOOK_MS
from server.hub.transport import HIGH_BYTES
from tests.faults.house import house
from tests.faults.line import BELOW
from tests.faults.scenes import Company

STOPS_MS = 20_000
"""Into the hand."""
LASTS_MS = 60_000
WHOLE_MS = 120_000
TICK_MS = 100
LARGEST = 16 * 1024
"""More than any frame of these rooms has."""


@dataclass
class Watched:
    """What the three who read and one who looks on got, and when; and what became of the fourth."""

    others: list[list[tuple[Millis, bytes]]]
    gone_at: int | None
    codes: list[int]
    most_held: int
    most_queued: int
    last: View
    skipped: int


def played(stops: bool, lasts_ms: int, per_s: int, gone_at: int | None = None, *, beats: bool = False) -> Watched:
    """Two minutes in which the fourth stops reading, or, at ``gone_at``, just goes. ``per_s``: changes a second."""
    with house(prompt=True) as at:
        company = Company(at)
        company.begin()
        began = at.loop.now()
        dead = company.seats[3]
        closed: int | None = None
        most_queued = most_held = 0
        for tick in range(WHOLE_MS // TICK_MS):
            now = tick * TICK_MS
            assert at.loop.now() == began + now
            line = dead.line
            if stops and line is not None and now in {STOPS_MS, STOPS_MS + lasts_ms}:
                line.reading = now != STOPS_MS
                line.deliver()
            if now == gone_at:
                dead.cut()
            if beats and line is not None and now % 5_000 == 0:
                dead.say('{"type":"beat","now":1}')
            if per_s and tick % (10 // per_s) == 0:
                order = SetTitle(f"{tick}") if tick % 3 else Lock(on=tick % 2 == 0)
                company.seats[0].send(lambda ref, order=order: Host(ref, order))  # type: ignore[misc]
            if tick % 20 == 7:
                acts(company)
            most_queued = max(most_queued, dead.outbox.queued_bytes)
            most_held = max(most_held, line.most_held if line is not None else 0)
            at.loop.advance(TICK_MS)
            if closed is None and dead.codes:
                closed = now
        codes = list(dead.codes)
        if not dead.is_open:
            dead.connect()
            at.settle()
        view = decode_outbound(dead.view)
        assert isinstance(view, View)
        assert view.table.seats == company.view(company.watcher).table.seats
        seen = [decode_outbound(frame) for _, frame in dead.got]
        return Watched(
            [phone.got for phone in (*company.seats[:3], company.watcher)],
            closed,
            codes,
            most_held,
            most_queued,
            view,
            sum(one.skipped for one in seen if isinstance(one, View)),
        )


def acts(company: Company) -> None:
    """Whoever of the three is asked calls; between hands the host begins the next."""
    view = company.view(company.seats[0])
    if view.table.phase != "playing":
        company.seats[0].send(lambda ref: Host(ref, Start()))
        return
    for phone in company.seats[:3]:
        turn = company.view(phone).you.turn
        if turn is not None:
            phone.send(lambda ref, turn=turn: Act(ref, turn, Theo()))  # type: ignore[misc]


@pytest.mark.case("B186")
@pytest.mark.case("B188")
@pytest.mark.parametrize("per_s", [0, 1, 10], ids=["a quiet table", "some talk", "much talk"])
def test_a_minute_without_reading_is_felt_by_nobody_else(per_s: int) -> None:
    with_it = played(True, LASTS_MS, per_s)
    assert with_it.codes == [CloseCode.NO_BEAT]
    assert with_it.gone_at is not None
    assert STOPS_MS + SILENCE_MS - 10_000 <= with_it.gone_at <= STOPS_MS + SILENCE_MS + LOOK_MS
    without = played(False, 0, per_s, gone_at=with_it.gone_at + TICK_MS)
    assert with_it.others == without.others
    assert all(len(got) > 8 + 20 * per_s for got in with_it.others)


@pytest.mark.parametrize("lasts_ms", [3_000, 12_000, 20_000])
def test_a_short_stop_is_felt_by_nobody_else_and_made_good(lasts_ms: int) -> None:
    """It is not closed: it gets the newest picture, and the number of those that it missed."""
    with_it, without = played(True, lasts_ms, 10), played(False, 0, 10)
    assert with_it.others == without.others
    assert with_it.codes == without.codes == []
    assert with_it.last == without.last
    assert (with_it.skipped > 0) == (lasts_ms > 10_000)
    assert without.skipped == 0


def test_one_who_talks_and_does_not_read_is_closed_too() -> None:
    with_it = played(True, LASTS_MS, 10, beats=True)
    assert with_it.codes == [CloseCode.TOO_SLOW]
    assert with_it.gone_at is not None
    assert with_it.gone_at < STOPS_MS + 15_000 + STALL_MS
    without = played(False, 0, 10, gone_at=with_it.gone_at + TICK_MS, beats=True)
    assert with_it.others == without.others


def test_what_is_kept_for_one_who_does_not_read_is_bounded() -> None:
    with_it = played(True, LASTS_MS, 10)
    assert with_it.most_held <= BELOW + HIGH_BYTES + LARGEST
    assert 0 < with_it.most_queued <= LARGEST < HELD_BYTES
