"""The barrier: in order, never before it is recorded, bounded, and newest view only for the slow."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import CloseCode
from protocol.ids import Millis, PlayerId, RoomCode
from server.hub.outbox import HELD_ANSWERS, HELD_BYTES, HELD_VIEWS, STALL_MS, Outbox
from server.hub.tally import Tally
from server.table.effects import Kind, Position
from tests.support.journal import ROW, TickLoop, memory_journal, stores_closed
from tests.support.lobby import StillClock, Ticks
from tests.support.transport import HeldTransport

ROOM = RoomCode("K7Q2M9XDT4")
VIEW, ANSWER = Kind.VIEW, Kind.ANSWER
STEPS = st.lists(st.sampled_from(["view", "answer", "commit", "pause", "read"]), max_size=60)


class Rig:
    """An outbox, its journal and its transport."""

    def __init__(self) -> None:
        self.ticks = Ticks()
        self.journal = memory_journal(TickLoop(self.ticks))
        self.transport = HeldTransport()
        self.clock = StillClock()
        self.tally = Tally()
        self.outbox = Outbox(self.transport, self.journal, self.clock, self.tally)

    def put(self, kind: Kind, data: bytes, *, recorded: bool = True) -> None:
        self.outbox.frame(kind, data, self.journal.append(ROOM, [ROW] if recorded else []))

    def cut(self) -> int | None:
        """The code with which the connection was cut."""
        return self.transport.was_cut

    def commit(self) -> None:
        self.ticks.end()


@pytest.fixture
def rig() -> Rig:
    return Rig()


def view(number: int) -> bytes:
    return b'{"v":%d}' % number


def test_nothing_leaves_before_it_is_recorded(rig: Rig) -> None:
    rig.put(VIEW, view(1))
    rig.put(ANSWER, b"{}", recorded=False)
    assert rig.transport.sent == []
    rig.commit()
    assert rig.transport.sent == [view(1), b"{}"]


def test_what_depends_on_nothing_new_leaves_at_once(rig: Rig) -> None:
    rig.put(ANSWER, b"{}", recorded=False)
    assert rig.transport.sent == [b"{}"]


def test_a_journal_that_is_late_costs_a_ready_client_no_view(rig: Rig) -> None:
    for number in range(HELD_VIEWS):
        rig.put(VIEW, view(number))
    rig.commit()
    assert rig.transport.sent == [view(number) for number in range(HELD_VIEWS)]


def test_beyond_the_bound_the_oldest_view_goes_and_is_counted(rig: Rig) -> None:
    for number in range(HELD_VIEWS + 2):
        rig.put(VIEW, view(number))
    rig.commit()
    assert rig.transport.sent[0] == b'{"v":2,"skipped":2}'
    assert len(rig.transport.sent) == HELD_VIEWS


@pytest.mark.case("B188")
def test_a_slow_client_gets_the_newest_view_and_all_answers(rig: Rig) -> None:
    rig.transport.paused = True
    for number in range(1, 6):
        rig.put(VIEW, view(number))
        rig.put(ANSWER, b'{"ref":%d}' % number)
    rig.commit()
    assert rig.transport.sent == []
    rig.transport.read_again()
    answers = [b'{"ref":%d}' % number for number in range(1, 6)]
    # The newest view stands where it was put, so that no answer comes before a view that it followed.
    assert rig.transport.sent == [*answers[:4], b'{"v":5,"skipped":4}', answers[4]]


def test_seventeen_waiting_answers_end_the_connection(rig: Rig) -> None:
    rig.transport.paused = True
    for _ in range(HELD_ANSWERS):
        rig.put(ANSWER, b"{}")
    assert rig.cut() is None
    rig.put(VIEW, view(1))
    assert rig.cut() is None
    rig.put(ANSWER, b"{}")
    assert rig.cut() == CloseCode.TOO_SLOW
    assert rig.outbox.closing


def test_too_many_waiting_bytes_end_the_connection(rig: Rig) -> None:
    rig.transport.paused = True
    rig.put(ANSWER, b" " * HELD_BYTES)
    assert rig.cut() is None
    rig.put(ANSWER, b" ")
    assert rig.cut() == CloseCode.TOO_SLOW


def test_a_drop_closes_after_what_was_said_before(rig: Rig) -> None:
    rig.put(VIEW, view(1))
    rig.outbox.drop(CloseCode.KICKED, rig.journal.append(ROOM, [ROW]))
    rig.put(VIEW, view(2))
    assert rig.outbox.closing
    assert rig.transport.closed is None
    rig.commit()
    assert rig.transport.sent == [view(1)]
    assert rig.transport.closed == CloseCode.KICKED


def test_a_drop_waits_for_its_own_record(rig: Rig) -> None:
    rig.outbox.drop(CloseCode.MOVED, rig.journal.append(ROOM, [ROW]))
    assert rig.transport.closed is None
    rig.commit()
    assert rig.transport.closed == CloseCode.MOVED


def test_the_first_drop_counts(rig: Rig) -> None:
    rig.outbox.drop(CloseCode.TAKEN_OVER, Position(0))
    rig.outbox.end(CloseCode.RESTARTING)
    assert rig.transport.closed == CloseCode.TAKEN_OVER


def test_a_client_that_takes_nothing_for_thirty_seconds_is_stalled(rig: Rig) -> None:
    begun = rig.clock.now()
    assert not rig.outbox.stalled(Millis(begun + STALL_MS))
    rig.transport.paused = True
    assert not rig.outbox.stalled(Millis(begun + STALL_MS - 1))
    assert rig.outbox.stalled(Millis(begun + STALL_MS))
    rig.transport.read_again()
    assert not rig.outbox.stalled(Millis(begun + STALL_MS))
    rig.clock.push(STALL_MS)
    rig.transport.paused = True
    assert not rig.outbox.stalled(Millis(begun + 2 * STALL_MS - 1))
    rig.outbox.slept(Millis(begun + 2 * STALL_MS))
    assert not rig.outbox.stalled(Millis(begun + 3 * STALL_MS - 1)), "what it did while we slept nobody knows"
    assert rig.outbox.stalled(Millis(begun + 3 * STALL_MS))


def test_a_beat_overtakes_the_journal_and_spares_the_slow(rig: Rig) -> None:
    rig.put(VIEW, view(1))
    rig.outbox.notice(b"beat")
    assert rig.transport.sent == [b"beat"]
    rig.transport.paused = True
    rig.outbox.notice(b"beat")
    assert rig.transport.sent == [b"beat"]


def test_it_knows_what_is_unanswered(rig: Rig) -> None:
    def asked(kind: Kind | None, number: int = 0) -> None:
        if kind is not None:
            rig.put(kind, view(number))
        rig.outbox.asked(0.0)

    def counts() -> tuple[int, int]:
        return rig.outbox.unanswered, rig.tally.answered.count

    asked(None)
    assert counts() == (0, 1), "nothing waits, so nothing is owed"
    asked(VIEW, 1)
    rig.put(VIEW, view(2))
    asked(ANSWER, 3)
    asked(None)
    assert counts() == (3, 1)
    rig.commit()
    assert counts() == (0, 4)
    rig.transport.paused = True
    asked(VIEW, 4)
    asked(ANSWER, 5)
    asked(VIEW, 6)
    rig.commit()
    assert counts() == (3, 4), "a view that was replaced is answered with what follows it"
    rig.transport.read_again()
    assert counts() == (0, 7)
    assert rig.transport.sent[-2:] == [view(5), b'{"v":6,"skipped":1}']


@given(STEPS)
@stores_closed()
def test_no_command_is_owed_for_ever_and_none_is_answered_twice(steps: list[str]) -> None:
    rig = Rig()
    asked = 0
    for number, step in enumerate(steps):
        match step:
            case "commit":
                rig.commit()
            case "pause":
                rig.transport.paused = True
            case "read":
                rig.transport.read_again()
            case _ if not rig.outbox.closing:
                rig.put(VIEW if step == "view" else ANSWER, view(number))
                if not rig.outbox.closing:
                    rig.outbox.asked(0.0)
                    asked += 1
        if not rig.outbox.closing:
            assert rig.outbox.unanswered + rig.tally.answered.count == asked
    rig.commit()
    rig.transport.read_again()
    assert rig.outbox.unanswered == 0


def test_it_knows_whom_it_serves(rig: Rig) -> None:
    assert rig.outbox.player is None
    rig.outbox.attached(PlayerId(3))
    assert rig.outbox.player == 3


@given(STEPS)
@stores_closed()
def test_a_client_sees_the_tables_words_in_order_with_only_views_left_out(steps: list[str]) -> None:
    rig = Rig()
    said: list[int] = []
    kinds: dict[int, str] = {}
    for step in steps:
        match step:
            case "commit":
                rig.commit()
            case "pause":
                rig.transport.paused = True
            case "read":
                rig.transport.read_again()
            case _:
                number = len(said) + 1
                said.append(number)
                kinds[number] = step
                rig.put(VIEW if step == "view" else ANSWER, view(number))
    rig.commit()
    rig.transport.read_again()
    if rig.outbox.closing:
        assert rig.cut() == CloseCode.TOO_SLOW
        return
    got = [msgspec.json.decode(frame) for frame in rig.transport.sent]
    numbers = [message["v"] for message in got]
    assert numbers == sorted(numbers)
    left_out = sum(message.get("skipped", 0) for message in got)
    missing = set(said) - set(numbers)
    assert {kinds[number] for number in missing} <= {"view"}
    assert left_out == len(missing)
    views = [number for number in said if kinds[number] == "view"]
    assert not views or views[-1] in numbers
