"""A connection whose table waits for its journal, and one that we ourselves did not look after."""

from collections.abc import Callable

import pytest

from protocol.codec import decode_outbound, encode
from protocol.errors import CloseCode
from protocol.ids import Ref, Seat
from protocol.inbound import AnyCommand, Hello, Say, Sit
from protocol.outbound import Rejected, View
from server.hub.connection import HELLO_MS, SILENCE_MS, UNANSWERED
from server.hub.outbox import STALL_MS
from server.hub.sessions import LOOK_MS
from server.journal.sqlite import LATE_MS
from tests.faults.house import House, house
from tests.faults.phone import Phone
from tests.support.transport import HeldTransport


def saving(at: House, phone: Phone) -> None:
    """The disk stops in the middle of a write of this phone's."""
    at.disk.stuck = True
    phone.send(lambda ref: Say(ref, "ghi chưa?"))
    at.wait(LATE_MS)
    assert at.sessions.saving


def refusals(phone: Phone) -> list[tuple[Ref | None, str]]:
    found = [decode_outbound(frame) for _, frame in phone.got]
    return [(one.ref, one.code) for one in found if isinstance(one, Rejected)]


def settled(at: House, phone: Phone, make: Callable[[Ref], AnyCommand]) -> str | None:
    ref = phone.send(make)
    at.settle()
    return phone.answers[ref]


def test_a_hello_waits_for_the_journal_however_long_that_takes() -> None:
    with house() as at:
        creator = at.creator()
        assert settled(at, creator, lambda ref: Sit(ref, Seat(0), "Lan")) is None
        saving(at, creator)
        visitor = at.phone()
        at.wait(20 * HELLO_MS)
        assert (visitor.is_open, visitor.welcomes) == (True, 0)
        assert [frame for _, frame in visitor.got] == [b'{"type":"saving","on":true}'], "who waits is told why"
        at.disk.mend()
        at.settle()
        assert visitor.welcomes == 1
        assert settled(at, visitor, lambda ref: Sit(ref, Seat(1), "Tú")) is None


@pytest.mark.case("B091")
def test_who_goes_before_his_hello_was_heard_was_never_there() -> None:
    with house() as at:
        creator = at.creator()
        assert settled(at, creator, lambda ref: Sit(ref, Seat(0), "Lan")) is None
        saving(at, creator)
        for _ in range(100):
            at.phone().cut()
            creator.cut()
            creator.connect()
            at.settle()
        creator.cut()
        other = at.phone()
        at.wait(30_000)
        at.disk.mend()
        at.settle()
        assert at.table.core.summary.people == 1
        view = decode_outbound(other.view)
        assert isinstance(view, View)
        assert view.table.seats[0].away_since is not None
        creator.connect()
        at.settle()
        assert (creator.welcomes, creator.answers[2]) == (2, None)


@pytest.mark.case("B188")
def test_commands_that_wait_for_the_journal_count_as_unanswered() -> None:
    with house() as at:
        phone = at.creator()
        assert settled(at, phone, lambda ref: Sit(ref, Seat(0), "Lan")) is None
        saving(at, phone)
        waiting = [phone.send(lambda ref: Sit(ref, Seat(1), "Lan")) for _ in range(UNANSWERED)]
        over = [phone.send(lambda ref: Sit(ref, Seat(2), "Lan")) for _ in range(3)]
        at.wait(60_000)
        assert refusals(phone) == []
        at.disk.mend()
        at.settle()
        assert [phone.answers[ref] for ref in waiting] == ["already_seated"] * UNANSWERED
        assert {phone.answers[ref] for ref in over} == {"busy"}


def test_a_server_that_slept_closes_nobody_for_its_own_silence() -> None:
    """SIGSTOP, a frozen machine: nobody could be heard."""
    with house() as at:
        phones = [at.creator(), at.phone()]
        closed: list[int] = []
        at.sessions.open(HeldTransport(on_close=closed.append))
        at.wait(HELLO_MS - 3 * LOOK_MS)
        at.loop.sleep(60_000)
        at.wait(LOOK_MS)
        assert all(phone.is_open for phone in phones)
        assert closed == []
        at.wait(2 * HELLO_MS)
        assert closed == [CloseCode.HELLO_TIMEOUT]
        assert [phone.codes for phone in phones] == [[], []]
        for phone in phones:
            assert phone.line is not None
            phone.line.reading = False
        at.wait(SILENCE_MS + LOOK_MS)
        assert [phone.codes for phone in phones] == [[CloseCode.NO_BEAT]] * 2


def test_a_pause_of_our_own_is_not_the_stall_of_a_peer() -> None:
    with house() as at:
        phone = at.creator()
        line = phone.line
        assert line is not None
        line.pause()
        at.loop.advance(STALL_MS - 2 * LOOK_MS)
        at.loop.sleep(60_000)
        at.loop.advance(LOOK_MS)
        assert line.end is None


@pytest.mark.case("B190")
@pytest.mark.parametrize("late", [False, True], ids=["nothing waits", "much waits"])
def test_a_half_open_socket_is_found_by_the_beat_whatever_waits_in_it(late: bool) -> None:
    """Nobody reads, nobody says that he is gone: after SILENCE_MS his seat is away, and what waited is dropped."""
    with house() as at:
        phone, other = at.creator(), at.phone()
        assert settled(at, phone, lambda ref: Sit(ref, Seat(0), "Lan")) is None
        line = phone.line
        assert line is not None
        line.reading = False
        at.wait(SILENCE_MS - 2_000)
        if late:
            line.pause()
        assert settled(at, other, lambda ref: Sit(ref, Seat(1), "Tú")) is None
        at.wait(2_000 + LOOK_MS)
        assert phone.codes == [CloseCode.NO_BEAT]
        view = decode_outbound(other.view)
        assert isinstance(view, View)
        assert view.table.seats[0].away_since is not None


def test_a_hello_in_the_wrong_language_is_not_taken_for_nonsense_after_a_refused_one() -> None:
    with house() as at:
        transport = HeldTransport()
        connection = at.sessions.open(transport)
        at.sessions.text(connection, encode(Hello(1, at.made.code, "x" * 32)).decode())
        at.sessions.text(connection, '{"type":"hello","protocol":9,"room":"K7","zip":true}')
        at.commit()
        assert transport.closed == CloseCode.PROTOCOL_VERSION
