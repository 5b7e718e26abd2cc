"""The client's side of RFC 6455, against a server made of bytes."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest
from websockets.frames import Close, Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from server.loadtest import wire as module
from server.loadtest.problems import Failed, Refused
from server.loadtest.wire import LOST, Address

PATIENCE_S = 10.0


class Ear:
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.end: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.at: list[float] = []

    def frame(self, data: bytes, at: float) -> None:
        self.heard.put_nowait(data)
        self.at.append(at)

    def lost(self, code: int) -> None:
        self.end.set_result(code)

    async def next(self) -> bytes:
        return await asyncio.wait_for(self.heard.get(), PATIENCE_S)

    async def code(self) -> int:
        return await asyncio.wait_for(self.end, PATIENCE_S)


class Peer:
    """The server's side of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.conn = ServerProtocol(max_size=None)

    async def shake(self, behind: bytes = b"") -> Request:
        """The handshake, and ``behind`` in the same breath."""
        while True:
            self.conn.receive_data(await self.reader.read(4096))
            for event in self.conn.events_received():
                if isinstance(event, Request):
                    self.conn.send_response(self.conn.accept(event))
                    self.raw(b"".join(self.conn.data_to_send()) + behind)
                    return event

    def raw(self, data: bytes) -> None:
        self.writer.write(data)

    async def frame(self) -> Frame:
        """The next frame that comes."""
        while True:
            for event in self.conn.events_received():
                if isinstance(event, Frame):
                    return event
            self.conn.receive_data(await self.reader.read(4096))


Serve = Callable[[Peer], Awaitable[None]]


@asynccontextmanager
async def server(serve: Serve) -> AsyncIterator[Address]:
    """A server on loopback that treats each connection like this."""
    tasks: list[asyncio.Task[None]] = []

    async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.append(task)
        try:
            with suppress(asyncio.CancelledError):
                await serve(Peer(reader, writer))
        finally:
            writer.close()

    listening = await asyncio.start_server(one, "127.0.0.1", 0)
    host, port = listening.sockets[0].getsockname()
    try:
        yield Address(f"http://{host}:{port}")
    finally:
        listening.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await listening.wait_closed()


async def stay(peer: Peer) -> None:
    """Keep the connection open until the other side ends it."""
    while await peer.reader.read(4096):
        pass


def text(payload: bytes, *, fin: bool = True, opcode: Opcode = Opcode.TEXT) -> bytes:
    return Frame(opcode, payload, fin).serialize(mask=False)


SIZES = [0, 1, 125, 126, 65_535, 65_536, 200_000]


@pytest.mark.parametrize("size", SIZES)
async def test_frames_of_every_length_arrive_whole(size: int) -> None:
    async def serve(peer: Peer) -> None:
        await peer.shake()
        peer.raw(text(b"x" * size) + text(b"next"))
        await stay(peer)

    async with server(serve) as address:
        ear = Ear()
        wire = await address.open("/s/00/ws", ear)
        assert await ear.next() == b"x" * size
        assert await ear.next() == b"next"
        wire.abort()


@pytest.mark.parametrize("size", [0, 5, 125, 126, 4_000])
async def test_what_it_sends_is_a_masked_text_frame(size: int) -> None:
    got: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()

    async def serve(peer: Peer) -> None:
        request = await peer.shake()
        assert request.path == "/s/00/ws"
        got.set_result(await peer.frame())
        await stay(peer)

    async with server(serve) as address:
        wire = await address.open("/s/00/ws", Ear())
        wire.send(b"a" * size)
        frame = await asyncio.wait_for(got, PATIENCE_S)
        assert (frame.opcode, frame.data, frame.fin) == (Opcode.TEXT, b"a" * size, True)
        wire.abort()


async def test_byte_by_byte() -> None:
    async def serve(peer: Peer) -> None:
        await peer.shake()
        for byte in text(b"y" * 300):
            peer.raw(bytes([byte]))
            await peer.writer.drain()
            await asyncio.sleep(0)
        await stay(peer)

    async with server(serve) as address:
        ear = Ear()
        wire = await address.open("/ws", ear)
        assert await ear.next() == b"y" * 300
        wire.abort()


async def test_fragments_and_pings_are_left_to_the_parser() -> None:
    pong: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()

    async def serve(peer: Peer) -> None:
        await peer.shake()
        peer.raw(text(b"plain") + text(b"in ", fin=False) + text(b"?", opcode=Opcode.PING))
        pong.set_result(await peer.frame())
        peer.raw(text(b"parts", opcode=Opcode.CONT) + text(b"plain again"))
        await stay(peer)

    async with server(serve) as address:
        ear = Ear()
        wire = await address.open("/ws", ear)
        assert [await ear.next() for _ in range(3)] == [b"plain", b"in parts", b"plain again"]
        frame = await asyncio.wait_for(pong, PATIENCE_S)
        assert (frame.opcode, frame.data) == (Opcode.PONG, b"?")
        wire.abort()


async def test_what_comes_with_the_handshake_is_heard() -> None:
    async def serve(peer: Peer) -> None:
        await peer.shake(text(b"already") + text(b"split")[:3])
        peer.raw(text(b"split")[3:])
        await stay(peer)

    async with server(serve) as address:
        ear = Ear()
        wire = await address.open("/ws", ear)
        assert [await ear.next(), await ear.next()] == [b"already", b"split"]
        wire.abort()


async def test_a_close_is_answered_and_its_code_is_told() -> None:
    answer: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()

    async def serve(peer: Peer) -> None:
        await peer.shake()
        peer.raw(text(b"last") + Frame(Opcode.CLOSE, Close(4006, "").serialize()).serialize(mask=False))
        answer.set_result(await peer.frame())

    async with server(serve) as address:
        ear = Ear()
        await address.open("/ws", ear)
        assert await ear.next() == b"last"
        assert await ear.code() == 4006
        assert (await asyncio.wait_for(answer, PATIENCE_S)).opcode is Opcode.CLOSE


async def test_an_end_without_a_word_is_1006() -> None:
    async def serve(peer: Peer) -> None:
        await peer.shake()

    async with server(serve) as address:
        ear = Ear()
        wire = await address.open("/ws", ear)
        assert await ear.code() == LOST
        wire.send(b"into the void")


async def test_a_reader_can_stop_reading() -> None:
    go_on = asyncio.Event()

    async def serve(peer: Peer) -> None:
        await peer.shake()
        await go_on.wait()
        peer.raw(text(b"later"))
        await stay(peer)

    async with server(serve) as address:
        ear = Ear()
        wire = await address.open("/ws", ear, receive_bytes=4096)
        wire.pause()
        go_on.set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert ear.heard.empty()
        wire.resume()
        assert await ear.next() == b"later"
        wire.abort()


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        (b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nfull", Refused, "HTTP 503"),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", Refused, "HTTP 404"),
        (b"SSH-2.0-OpenSSH_9.7\r\n", Failed, "not a websocket"),
        (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", Failed, "not a"),
        (b"", Failed, "closed during the handshake"),
    ],
    ids=["full", "unknown", "another protocol", "no proof", "nothing"],
)
async def test_who_does_not_let_it_in(answer: bytes, kind: type[Exception], said: str) -> None:
    async def serve(peer: Peer) -> None:
        await peer.reader.read(4096)
        peer.raw(answer)
        await peer.writer.drain()

    async with server(serve) as address:
        with pytest.raises(kind, match=said):
            await address.open("/ws", Ear())


async def test_nobody_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(Refused, match="nobody listens"):
        await Address(f"http://127.0.0.1:{port}").open("/ws", Ear())


async def test_one_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONNECT_S", 0.02)
    async with server(stay) as address:
        with pytest.raises(Failed, match="timeout"):
            await address.open("/ws", Ear())


async def test_its_own_limit_of_files_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> socket.socket:
        raise OSError(24, "Too many open files")

    address = Address("http://127.0.0.1:1")
    await address.look_up()
    monkeypatch.setattr(socket, "socket", full)
    with pytest.raises(Failed, match="Too many open files"):
        await address.open("/ws", Ear())


def test_addresses_of_both_kinds() -> None:
    assert Address("http://localhost:8000").base == "http://localhost:8000"
    secure = Address("https://cards.example.org/")
    assert (secure.base, secure.secure, secure.port) == ("https://cards.example.org", True, 443)
