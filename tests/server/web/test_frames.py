"""Our own socket class without a network: what it writes, what it hears, and how it ends."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Close, Frame, Opcode
from websockets.protocol import CLIENT, OPEN, Protocol

from server.hub.transport import HIGH_BYTES, LOW_BYTES
from server.web import frames
from server.web.frames import MOST_BYTES, SLICE, FrameSocket, plain
from server.web.turnstile import Enter

MOST = 4096


class Wire(asyncio.Transport):
    """What asyncio gives a protocol. ``full``: the kernel takes nothing, and all that is written stays here."""

    def __init__(self) -> None:
        super().__init__()
        self.out: list[bytes] = []
        self.kept = 0
        self.full = False
        self.aborted = self.closed = False
        self.reads = True
        self.limits: tuple[int | None, int | None] = None, None

    def write(self, data: Any) -> None:
        assert not self.aborted
        self.out.append(bytes(data))
        self.kept += len(data) if self.full else 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self.limits = high, low

    def get_write_buffer_size(self) -> int:
        return self.kept

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return self.closed or self.aborted

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True


class Heard:
    """One socket, its wire, and what was heard over it."""

    def __init__(self, answer: Callable[["Heard"], None] = lambda _: None, enter: Enter = lambda call: call()) -> None:
        self.wire = Wire()
        self.said: list[str | None] = []
        self.ends = 0
        self.gone: list[FrameSocket] = []
        self._answer = answer
        self.socket = FrameSocket(self.wire, self, most=MOST, gone=self.gone.append, enter=enter)

    def text(self, text: str) -> None:
        self.said.append(text)
        self._answer(self)

    def binary(self) -> None:
        self.said.append(None)

    def lost(self) -> None:
        self.ends += 1

    def frames(self) -> list[Frame]:
        """What was written, as the other side reads it."""
        reader = Protocol(CLIENT, state=OPEN, max_size=None)
        reader.receive_data(b"".join(self.wire.out))
        return [event for event in reader.events_received() if isinstance(event, Frame)]

    def ended(self) -> bool:
        """Whether the connection is given up."""
        return self.wire.closed

    @property
    def texts(self) -> list[str]:
        return [bytes(frame.data).decode() for frame in self.frames() if frame.opcode is Opcode.TEXT]

    @property
    def codes(self) -> list[int]:
        return [int(Close.parse(frame.data).code) for frame in self.frames() if frame.opcode is Opcode.CLOSE]


def sent(payload: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    """One frame as a client sends it."""
    return Frame(opcode, payload, fin).serialize(mask=mask)


def test_ten_thousand_pings_wait_for_their_turns() -> None:
    turns: list[Callable[[], None]] = []
    heard = Heard(enter=turns.append)
    heard.socket.data_received(sent(b"", Opcode.PING) * 10_000 + sent(b"{}"))
    assert heard.wire.out == []
    count = 0
    while turns:
        assert not heard.wire.reads
        before = len(heard.wire.out)
        turns.pop()()
        assert len(b"".join(heard.wire.out[before:])) <= SLICE
        count += 1
    assert count > 100
    assert heard.wire.reads
    assert heard.said == ["{}"]
    assert sum(frame.opcode is Opcode.PONG for frame in heard.frames()) == 10_000


def test_nothing_of_a_flood_is_read_after_its_end() -> None:
    turns: list[Callable[[], None]] = []
    heard = Heard(enter=turns.append)
    heard.socket.data_received(sent(b"", Opcode.PING) * 1_000 + sent(b"{}"))
    turns.pop()()
    heard.wire.abort()
    turns.pop()()
    assert turns == []
    assert heard.said == []


@pytest.mark.parametrize("length", [0, 1, 125, 126, 4_000, 65_535, 65_536, 100_000])
def test_a_frame_of_any_length_leaves_as_one_write(length: int) -> None:
    heard = Heard()
    heard.socket.write(b"x" * length)
    assert heard.texts == ["x" * length]
    assert len(heard.wire.out) == 1


MESSAGES = st.lists(st.text(max_size=300).filter(lambda text: len(text.encode()) <= MOST), min_size=1, max_size=8)


@given(MESSAGES, st.data())
def test_however_the_bytes_are_cut_the_same_is_heard(texts: list[str], data: st.DataObject) -> None:
    """Also with pings between, from which on the parser reads."""
    stream, pings = b"", 0
    for text in texts:
        if data.draw(st.integers(0, 9)) == 0:
            stream += sent(b"?", Opcode.PING)
            pings += 1
        parts = data.draw(st.integers(1, 3))
        raw = text.encode()
        size = len(raw) // parts + 1
        pieces = [raw[start : start + size] for start in range(0, len(raw), size)] or [b""]
        for place, piece in enumerate(pieces):
            opcode = Opcode.TEXT if place == 0 else Opcode.CONT
            stream += sent(piece, opcode, fin=place == len(pieces) - 1)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    heard = Heard()
    for start, stop in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        if start < stop:
            heard.socket.data_received(stream[start:stop])
    assert heard.said == texts
    assert heard.codes == []
    assert sum(frame.opcode is Opcode.PONG for frame in heard.frames()) == pings


@given(st.binary(min_size=1, max_size=200), st.lists(st.integers(0, 200), max_size=5))
def test_any_bytes_at_all_end_in_silence_or_in_a_close(data: bytes, cuts: list[int]) -> None:
    heard = Heard()
    for start, stop in zip([0, *sorted(cuts)], [*sorted(cuts), len(data)], strict=True):
        if start < stop and not heard.ended():
            heard.socket.data_received(data[start:stop])
    assert set(heard.codes) <= {1002, 1007, 1009, *range(1000, 1016), *range(3000, 5000)}
    assert heard.ended() == bool(heard.codes) or any(code is None for code in heard.said)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"\x81", (0, 0)),
        (b"\x81\x85", (6, 11)),
        (b"\x81\xfe", (0, 0)),
        (b"\x81\xfe\x01", (0, 0)),
        (b"\x81\xfe\x01\x00", (8, 264)),
        (b"\x81\xfe\x10\x00", (8, 8 + MOST)),
        (b"\x81\xfe\x10\x01", None),
        (b"\x81\xfe\x00\x7d", None),
        (b"\x81\xff", None),
        (b"\x81\x05", None),
        (b"\x82\x85", None),
        (b"\x01\x85", None),
        (b"\xc1\x85", None),
        (b"\x88\x80", None),
    ],
)
def test_which_frames_are_plain(data: bytes, found: tuple[int, int] | None) -> None:
    assert plain(data, 0, MOST) == found
    moved = plain(b"..." + data, 3, MOST)
    assert moved == (found if found is None or found == (0, 0) else (found[0] + 3, found[1] + 3))


def test_what_is_not_whole_waits_within_a_bound() -> None:
    heard = Heard()
    frame = sent(b"y" * MOST)
    heard.socket.data_received(frame[:-1])
    assert heard.said == []
    heard.socket.data_received(frame[-1:] + sent(b"z"))
    assert heard.said == ["y" * MOST, "z"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (sent(b"{}", mask=False), 1002),
        (sent(b" " * (MOST + 1)), 1009),
        (sent(b" " * 70_000), 1009),
        (sent(b" " * MOST, fin=False) + sent(b" ", Opcode.CONT), 1009),
        (sent(b"\xff"), 1007),
        (sent(b"\xff", fin=False) + sent(b"", Opcode.CONT), 1007),
        (sent(b"x", Opcode.CONT), 1002),
        (b"\x83\x80\x00\x00\x00\x00", 1002),
        (sent(Close(4321, "bye").serialize(), Opcode.CLOSE), 4321),
        (sent(b"", Opcode.CLOSE), 1005),
    ],
    ids=[
        "unmasked",
        "oversize",
        "64-bit length",
        "oversize in parts",
        "bad UTF-8",
        "bad UTF-8 in parts",
        "continuation of nothing",
        "reserved opcode",
        "close",
        "close without a code",
    ],
)
def test_what_ends_it_and_how(data: bytes, code: int) -> None:
    heard = Heard()
    heard.socket.data_received(sent(b"first") + data)
    assert heard.said == ["first"]
    assert heard.codes == [code]
    assert heard.ended()
    heard.socket.write(b"too late")
    heard.socket.close(4000)
    heard.socket.data_received(sent(b"and deaf"))
    assert heard.texts == []
    assert heard.said == ["first"]


def test_binary_is_told_apart() -> None:
    heard = Heard()
    heard.socket.data_received(
        sent(b"\x00", Opcode.BINARY) + sent(b"a", Opcode.BINARY, fin=False) + sent(b"", Opcode.CONT)
    )
    assert heard.said == [None, None]


@given(st.lists(st.sampled_from(["write", "pause", "resume"]), max_size=40))
async def test_frames_keep_their_order_however_often_writing_is_suspended(steps: list[str]) -> None:
    heard = Heard()
    ready: list[bool] = []
    heard.socket.ready = lambda: ready.append(heard.socket.paused)
    written = []
    ends = 0
    for number, step in enumerate(steps):
        if step == "write":
            heard.socket.write(b"%d" % number)
            written.append(str(number))
        elif step == "pause" and not heard.socket.paused:
            heard.wire.full = True
            heard.socket.pause_writing()
        elif step == "resume" and heard.socket.paused:
            heard.wire.full, heard.wire.kept = False, 0
            heard.socket.resume_writing()
            ends += 1
    assert heard.texts == written
    assert ready == [False] * ends


def test_it_asks_to_be_spared_where_the_hub_wants_it() -> None:
    assert Heard().wire.limits == (HIGH_BYTES, LOW_BYTES)


async def test_a_close_comes_after_what_was_written_and_waits_for_the_other_side() -> None:
    heard = Heard()
    heard.socket.write(b"last")
    heard.socket.close(4003)
    heard.socket.close(4004)
    heard.socket.write(b"too late")
    assert heard.texts == ["last"]
    assert heard.codes == [4003]
    assert not heard.ended()
    heard.socket.data_received(sent(b"still talking") + sent(Close(4003, "").serialize(), Opcode.CLOSE))
    assert heard.said == []
    assert heard.codes == [4003]
    assert heard.ended()
    heard.socket.connection_lost(None)
    assert (heard.ends, heard.gone) == (1, [heard.socket])


async def test_a_close_from_within_what_is_heard_ends_the_hearing() -> None:
    heard = Heard(lambda heard: heard.socket.close(4008))
    heard.socket.data_received(sent(b"one") + sent(b"two") + sent(b"three"))
    assert heard.said == ["one"]
    assert heard.codes == [4008]


async def test_a_close_that_is_not_taken_in_time_becomes_a_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "FLUSH_S", 0.0)
    heard = Heard()
    heard.socket.close(1012)
    await asyncio.sleep(0.01)
    assert heard.wire.aborted


async def test_an_end_that_is_not_taken_in_time_becomes_a_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "FLUSH_S", 0.0)
    heard = Heard()
    heard.wire.full = True
    heard.socket.data_received(sent(b"{}", mask=False))
    assert heard.ended()
    await asyncio.sleep(0.01)
    assert heard.wire.aborted


async def test_after_the_end_no_timer_is_left() -> None:
    heard = Heard()
    heard.socket.close(4000)
    timer = heard.socket._timer
    assert timer is not None
    heard.socket.connection_lost(None)
    assert timer.cancelled()


def test_a_peer_that_reads_nothing_is_cut_without_a_word() -> None:
    heard = Heard()
    heard.socket.pause_writing()
    heard.socket.cut(4007)
    assert heard.wire.aborted
    assert heard.codes == []


async def test_a_peer_that_reads_learns_why_it_is_cut() -> None:
    heard = Heard()
    heard.socket.cut(4007)
    assert heard.codes == [4007]
    assert not heard.wire.aborted


async def test_nobody_is_asked_for_more_while_it_closes() -> None:
    heard = Heard()
    told: list[int] = []
    heard.socket.ready = lambda: told.append(1)
    heard.socket.pause_writing()
    heard.socket.close(4000)
    heard.socket.resume_writing()
    assert told == []


def test_what_waits_for_a_peer_that_reads_nothing_is_bounded() -> None:
    """Whatever it makes us say: pongs, too."""
    heard = Heard()
    heard.wire.full = True
    heard.socket.pause_writing()
    ping = sent(b"p" * 125, Opcode.PING)
    for _ in range(MOST_BYTES // 100):
        if heard.wire.aborted:
            break
        heard.socket.data_received(ping)
    assert heard.wire.aborted
    assert heard.wire.kept <= MOST_BYTES + 200


async def test_the_web_server_ends_it_without_waiting() -> None:
    heard = Heard()
    heard.socket.shutdown()
    assert heard.codes == [1012]
    assert heard.ended()
