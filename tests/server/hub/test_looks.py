"""Who is looked at when: connections whose time has come, as if everybody were looked at all the time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import decode_outbound, encode
from protocol.errors import CloseCode
from protocol.inbound import Hello
from protocol.outbound import Beat
from server.hub.connection import BEAT_MS, Connection
from server.hub.outbox import STALL_MS
from server.hub.sessions import LOOK_MS, LOOKED_AT, Sessions
from tests.faults import house as module
from tests.faults.house import House, house
from tests.support.transport import HeldTransport

CONNECTIONS = 4


class Looking(Sessions):
    """Looks at everybody, whenever it looks."""

    def _look_at_some(self) -> int:
        now = self._clock.now()
        beat = encode(Beat(now))
        for connection in list(self._open.values()):
            connection.look(now, beat)
        return 0


class Socket(HeldTransport):
    """Notes when it was given a beat, and when it was ended."""

    def __init__(self, at: House, noted: Callable[[str], None]) -> None:
        super().__init__(lambda code: noted(f"closed {code}"))
        self._noted = noted
        self.connection: Connection = at.sessions.open(self)

    def write(self, frame: bytes) -> None:
        super().write(frame)
        if isinstance(decode_outbound(frame), Beat):
            self._noted("beat")

    def cut(self, code: int) -> None:
        if self.was_cut is None:
            self._noted(f"cut {code}")
        super().cut(code)


class Street:
    """A few connections to a house; ``seen``: what became of each, and when."""

    def __init__(self, at: House) -> None:
        self.at = at
        self.seen: list[tuple[int, int, str]] = []
        self.sockets: dict[int, Socket] = {}

    def does(self, what: str, which: int, span_ms: int) -> None:
        socket = self.sockets.get(which)
        match what:
            case "passes":
                self.at.loop.advance(span_ms)
            case "sleeps":
                self.at.loop.sleep(span_ms)
            case "stuck":
                self.at.disk.stuck = True
            case "mends":
                self.at.disk.mend()
                self.at.loop.settle()
            case "opens" if socket is None:
                noted = lambda what: self.seen.append((self.at.loop.now(), which, what))  # noqa: E731
                self.sockets[which] = Socket(self.at, noted)
            case "goes" if socket is not None:
                self.at.sessions.lost(self.sockets.pop(which).connection)
            case "full" if socket is not None:
                socket.paused = True
            case "reads" if socket is not None and socket.paused:
                socket.read_again()
            case "hello" | "wrong" if socket is not None:
                token = None if what == "hello" else "x" * 32
                self.says(socket, encode(Hello(1, self.at.made.code, token)).decode())
            case "beat" if socket is not None:
                self.says(socket, '{"type":"beat","now":1}')

    def says(self, socket: Socket, frame: str) -> None:
        self.at.sessions.text(socket.connection, frame)
        self.at.loop.settle()


@contextmanager
def street(kind: type[Sessions] = Sessions) -> Iterator[Street]:
    with patch.object(module, "Sessions", kind), house() as at:
        yield Street(at)


WHAT = (
    *["passes"] * 5,
    *("opens", "hello", "beat", "full"),
    *("opens", "hello", "beat", "reads"),
    *("goes", "wrong", "sleeps", "stuck", "mends"),
)
SPANS_MS = (1, LOOK_MS - 1, LOOK_MS, 2_500, 4_900, BEAT_MS - 1, BEAT_MS, 14_000, STALL_MS)
STEPS = st.lists(
    st.tuples(st.sampled_from(WHAT), st.integers(1, CONNECTIONS), st.sampled_from(SPANS_MS)), min_size=1, max_size=40
)


def seen_by(kind: type[Sessions], steps: list[tuple[str, int, int]]) -> list[tuple[int, int, str]]:
    with street(kind) as at:
        for step in steps:
            at.does(*step)
        at.does("passes", 0, 2 * STALL_MS)
        return at.seen


@pytest.mark.case("B190", "B221")
@given(STEPS)
def test_each_beat_and_each_end_comes_as_if_everybody_were_looked_at(steps: list[tuple[str, int, int]]) -> None:
    assert seen_by(Sessions, steps) == seen_by(Looking, steps)


@pytest.mark.case("B221")
def test_who_has_nothing_due_is_not_looked_at() -> None:
    with street() as at, patch.object(Connection, "look", autospec=True, side_effect=Connection.look) as looked:
        for which in range(20):
            at.does("opens", which, 0)
            at.does("hello", which, 0)
        for _ in range(6):
            for which in range(20):
                at.does("beat", which, 0)
            at.does("passes", 0, BEAT_MS)
        beats = sum(what == "beat" for _, _, what in at.seen)
        assert beats == 20 * 6
        # Once more each, when a Hello would have been due.
        assert looked.call_count == beats + 20


@pytest.mark.case("B188")
@pytest.mark.parametrize("begins_ms", [0, 1, 700, BEAT_MS - 1, BEAT_MS + 1])
def test_a_socket_that_fills_up_between_two_looks_is_cut_in_time(begins_ms: int) -> None:
    with street() as at:
        at.does("opens", 1, 0)
        at.does("hello", 1, 0)
        at.does("passes", 0, begins_ms)
        at.does("full", 1, 0)
        full = at.at.loop.now()
        for _ in range(10):
            at.does("beat", 1, 0)
            at.does("passes", 0, STALL_MS // 10 + 100)
        (cut,) = [(when, what) for when, _, what in at.seen if what != "beat"]
        assert cut[1] == f"cut {CloseCode.TOO_SLOW}"
        assert full + STALL_MS <= cut[0] <= full + STALL_MS + LOOK_MS


@pytest.mark.case("B234")
def test_those_who_are_gone_are_soon_forgotten() -> None:
    with street() as at:
        at.does("opens", 0, 0)
        at.does("hello", 0, 0)
        most = 0
        for which in range(1, 2_000):
            at.does("opens", which, 0)
            at.does("goes", which, 0)
            most = max(most, len(at.at.sessions._rota))
        assert most <= LOOKED_AT + 4
        at.does("passes", 0, BEAT_MS)
        assert [conn for _, conn in at.at.sessions._rota] == [1]
        assert [what for _, _, what in at.seen] == ["beat"]


def test_one_that_cannot_be_looked_at_is_looked_at_again() -> None:
    with street() as at:
        at.does("opens", 1, 0)
        with patch.object(Connection, "look", side_effect=ZeroDivisionError), pytest.raises(ZeroDivisionError):
            at.does("passes", 0, BEAT_MS)
        at.does("passes", 0, BEAT_MS)
        assert [what for _, _, what in at.seen] == [f"closed {CloseCode.HELLO_TIMEOUT}"]
