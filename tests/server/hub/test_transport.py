"""The plain transport: never waits, never raises, at most one task."""

import asyncio
from typing import Any

import pytest

from server.hub import transport as module
from server.hub.transport import HIGH_BYTES, PlainTransport


class Peer:
    """The ASGI side: takes messages while ``open`` is set."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.got: list[dict[str, Any]] = []
        self.aborted = False
        self.error: Exception | None = None
        self.transport = PlainTransport(self.send, self.abort)

    async def send(self, message: dict[str, Any]) -> None:
        await self.open.wait()
        if self.error is not None:
            raise self.error
        self.got.append(message)

    def abort(self) -> None:
        self.aborted = True

    def paused(self) -> bool:
        return self.transport.paused

    @property
    def texts(self) -> list[str]:
        return [message["text"] for message in self.got if message["type"] == "websocket.send"]

    @property
    def codes(self) -> list[int]:
        return [message["code"] for message in self.got if message["type"] == "websocket.close"]


async def settle() -> None:
    """Let all that can run do so."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_frames_leave_in_order_without_a_wait() -> None:
    peer = Peer()
    for number in range(5):
        peer.transport.write(b"%d" % number)
    assert peer.got == []
    await settle()
    assert peer.texts == ["0", "1", "2", "3", "4"]
    assert not peer.paused()


async def test_it_asks_to_be_spared_and_says_when_it_is_over() -> None:
    peer = Peer()
    told: list[bool] = []
    peer.transport.ready = lambda: told.append(peer.transport.paused)
    peer.open.clear()
    peer.transport.write(b"x" * HIGH_BYTES)
    assert not peer.paused()
    peer.transport.write(b"y")
    assert peer.paused()
    await settle()
    assert peer.paused()
    peer.open.set()
    await settle()
    assert told == [False]
    assert len(peer.texts) == 2


async def test_a_close_comes_after_what_was_written_and_ends_everything() -> None:
    peer = Peer()
    peer.transport.write(b"last")
    peer.transport.close(4003)
    peer.transport.write(b"too late")
    peer.transport.close(4004)
    await settle()
    assert peer.texts == ["last"]
    assert peer.codes == [4003]
    assert not peer.aborted


async def test_a_peer_that_reads_nothing_is_cut_without_a_word() -> None:
    peer = Peer()
    peer.open.clear()
    peer.transport.write(b"x" * (HIGH_BYTES + 1))
    await settle()
    peer.transport.cut(4007)
    await settle()
    assert peer.aborted
    peer.open.set()
    await settle()
    assert peer.got == []


async def test_a_peer_that_reads_learns_why_it_is_cut() -> None:
    peer = Peer()
    peer.transport.write(b"waiting")
    peer.transport.cut(4007)
    await settle()
    assert peer.texts == []
    assert peer.codes == [4007]
    assert not peer.aborted


async def test_a_close_that_is_not_taken_in_time_becomes_a_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FLUSH_S", 0.0)
    peer = Peer()
    peer.open.clear()
    peer.transport.write(b"x")
    peer.transport.close(1012)
    await asyncio.sleep(0.01)
    assert peer.aborted


async def test_a_close_that_the_web_server_still_holds_becomes_a_cut_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frozen phone's kernel answers for ever: without the cut its socket would stay."""
    monkeypatch.setattr(module, "FLUSH_S", 0.0)
    peer = Peer()
    peer.transport.close(4009)
    await settle()
    assert peer.codes == [4009]
    assert peer.aborted


@pytest.mark.case("B186")
@pytest.mark.parametrize("error", [ConnectionResetError(), RuntimeError("closed"), BrokenPipeError()])
async def test_a_dead_peer_raises_nowhere(error: Exception) -> None:
    peer = Peer()
    peer.error = error
    peer.transport.write(b"x")
    await settle()
    peer.transport.write(b"y")
    peer.transport.close(1001)
    peer.transport.cut(1001)
    await settle()
    assert peer.got == []
