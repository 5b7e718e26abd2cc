"""How sockets treat what comes over the wire, byte by byte (RFC 6455): our own class, and plain ASGI over uvicorn's."""

import asyncio
import json
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from protocol.web import RoomCreated
from server.hub import limits, transport
from server.web import frames
from server.web.protocol import SocketProtocol
from tests.support.server import Server, serving

TEXT, BINARY, CLOSE, PING, PONG, CONTINUED = 1, 2, 8, 9, 10, 0
HELLO = b'{"type":"hello","protocol":1,"room":"%s"}'


def masked(opcode: int, payload: bytes, *, final: bool = True, mask: bool = True) -> bytes:
    """One frame as a client sends it."""
    head = bytes([opcode | (0x80 if final else 0)])
    bit = 0x80 if mask else 0
    length = len(payload)
    head += bytes([bit | length]) if length < 126 else bytes([bit | 126]) + struct.pack("!H", length)
    if not mask:
        return head + payload
    key = os.urandom(4)
    return head + key + bytes(byte ^ key[index % 4] for index, byte in enumerate(payload))


class RawSocket:
    """A socket after its handshake, as bytes."""

    def __init__(
        self,
        server: Server,
        *,
        receive_bytes: int | None = None,
        room: RoomCreated | None = None,
        wait: bool = True,
    ) -> None:
        """Without ``wait`` nobody waits for the handshake's answer."""
        room = room or server.create()
        self.answered: list[int] = []
        self.versions: list[int] = []
        self.hello = HELLO % room.code.encode()
        self._sock = socket.socket()
        self._sock.settimeout(10)
        if receive_bytes is not None:
            self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        self._sock.connect((server.host, server.port))
        self._sock.sendall(
            f"GET {room.ws} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n".encode()
        )
        self._bytes = self._sock.makefile("rb")
        self.answer = b"".join(iter(self._bytes.readline, b"\r\n")) if wait else b""

    def send(self, data: bytes) -> None:
        self._sock.sendall(data)

    def frame(self) -> tuple[int, bytes]:
        """The next frame: opcode and payload."""
        first, second = self._bytes.read(2)
        assert first & 0x80
        length = second
        if length == 126:
            (length,) = struct.unpack("!H", self._bytes.read(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self._bytes.read(8))
        return first & 0x0F, self._bytes.read(length)

    def closed(self) -> int:
        """The code of the close frame that comes, whatever comes before it."""
        while True:
            opcode, payload = self.frame()
            if opcode == CLOSE:
                return int(struct.unpack("!H", payload[:2])[0])

    def welcomed(self) -> bool:
        opcode, payload = self.frame()
        return opcode == TEXT and payload.startswith(b'{"type":"welcome"')

    def until_answer(self, ref: int, player: int) -> bool:
        """Read up to this command's answer, which must be this player's like all before it."""
        while not self.answered or self.answered[-1] < ref:
            message = json.loads(self.frame()[1])
            if message["type"] == "view":
                assert message["you"]["player"] == player
                self.versions.append(message["v"])
                told = message["you"]["answered"]
                if told is not None and told["ref"] not in self.answered:
                    self.answered.append(told["ref"])
            elif message["type"] == "rejected":
                self.answered.append(message["ref"])
        return self.answered[-1] == ref

    def end(self) -> None:
        self._bytes.close()
        self._sock.close()


@pytest.fixture(scope="module", params=[SocketProtocol, WebSocketsSansIOProtocol], ids=["own", "plain"])
def sockets(request: pytest.FixtureRequest) -> type[asyncio.Protocol]:
    """The web server's class of sockets."""
    chosen: type[asyncio.Protocol] = request.param
    return chosen


@pytest.fixture(scope="module")
def server(folder: Path, sockets: type[asyncio.Protocol]) -> Iterator[Server]:
    with serving(folder, sockets=sockets) as running:
        yield running


@pytest.fixture
def raw(server: Server) -> Iterator[RawSocket]:
    sock = RawSocket(server)
    yield sock
    sock.end()


def test_it_switches_without_compression(raw: RawSocket) -> None:
    assert raw.answer.startswith(b"HTTP/1.1 101 ")
    assert b"deflate" not in raw.answer


def test_a_whole_frame(raw: RawSocket) -> None:
    raw.send(masked(TEXT, raw.hello))
    assert raw.welcomed()


def test_a_frame_with_a_16_bit_length(raw: RawSocket) -> None:
    raw.send(masked(TEXT, raw.hello + b" " * 300))
    assert raw.welcomed()


def test_byte_by_byte(raw: RawSocket) -> None:
    for byte in masked(TEXT, raw.hello):
        raw.send(bytes([byte]))
    assert raw.welcomed()


@pytest.mark.case("B196")
def test_fragments_are_one_message(raw: RawSocket) -> None:
    raw.send(masked(TEXT, raw.hello[:1], final=False))
    for byte in raw.hello[1:]:
        raw.send(masked(CONTINUED, bytes([byte]), final=False))
    raw.send(masked(PING, b"between"))
    raw.send(masked(CONTINUED, b""))
    assert raw.frame() == (PONG, b"between")
    assert raw.welcomed()


def test_two_frames_at_once(raw: RawSocket) -> None:
    raw.send(masked(TEXT, b"]") + masked(TEXT, raw.hello))
    assert b"bad_message" in raw.frame()[1]
    assert raw.welcomed()


def test_a_ping_is_answered(raw: RawSocket) -> None:
    raw.send(masked(PING, b"?"))
    assert raw.frame() == (PONG, b"?")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (masked(TEXT, b"{}", mask=False), 1002),
        (masked(3, b""), 1002),
        (masked(CONTINUED, b"{}"), 1002),
        (masked(TEXT, b" " * 4097), 1009),
        (masked(TEXT, b" " * 4000, final=False) + masked(CONTINUED, b" " * 97), 1009),
        (masked(TEXT, b"\xff\xfe"), 1007),
        (masked(CLOSE, struct.pack("!H", 1000)), 1000),
    ],
    ids=[
        "unmasked",
        "reserved opcode",
        "continuation of nothing",
        "oversize",
        "oversize in parts",
        "bad UTF-8",
        "close",
    ],
)
def test_what_ends_the_socket(raw: RawSocket, data: bytes, code: int) -> None:
    raw.send(data)
    assert raw.closed() == code


@pytest.mark.case("B234")
def test_a_peer_that_reads_nothing_is_gone_soon_after_its_close(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its kernel takes no more and says so for ever; what the web server still holds for it would keep the socket."""
    monkeypatch.setattr(transport, "FLUSH_S", 0.1)
    monkeypatch.setattr(frames, "FLUSH_S", 0.1)
    raw = RawSocket(server, receive_bytes=4096)
    with suppress(ConnectionError):
        # Each Hello brings the whole table again, until the kernel is full; it may be cut off before we end.
        for _ in range(14):
            for _ in range(limits.COMMANDS):
                raw.send(masked(TEXT, raw.hello))
            server.clock.push(2_000)
            server.get("/healthz")
        raw.send(masked(BINARY, b"{}"))
    try:
        deadline = time.monotonic() + 10
        while server.sessions_open():
            assert time.monotonic() < deadline
            server.get("/healthz")
    finally:
        raw.end()


def test_frames_of_two_seats_never_mix(server: Server) -> None:
    """One reads at once, the other when all is said: each gets its own frames, whole and in their order."""
    room = server.create()
    late, prompt = (RawSocket(server, room=room, receive_bytes=4096) for _ in range(2))
    players = {}
    for seat, raw in enumerate((late, prompt)):
        raw.send(masked(TEXT, raw.hello))
        players[raw] = json.loads(raw.frame()[1])["player"]
        raw.send(masked(TEXT, b'{"type":"sit","ref":1,"seat":%d,"name":"An"}' % seat))
        assert raw.until_answer(1, players[raw])
    commands = 200
    for ref in range(2, commands + 1):
        # Refused, which is an answer; every eighth one is a picture for both.
        command = (
            {"type": "log", "ref": ref, "hand": 9} if ref % 8 else {"type": "say", "ref": ref, "text": f"{ref:200}"}
        )
        for raw in (late, prompt):
            raw.send(masked(TEXT, json.dumps(command).encode()))
        if ref % 8 == 0:
            server.clock.push(3_000)
            assert prompt.until_answer(ref, players[prompt])
    assert late.until_answer(commands, players[late])
    for raw in (late, prompt):
        assert raw.answered == list(range(1, commands + 1))
        assert raw.versions == list(range(raw.versions[0], raw.versions[-1] + 1))
        assert len(raw.versions) > commands // 8
        raw.end()


def test_a_client_that_leaves_at_once_leaves_nothing_behind(server: Server) -> None:
    for _ in range(20):
        RawSocket(server, wait=False).end()
    deadline = time.monotonic() + 10
    while server.sessions_open():
        assert time.monotonic() < deadline
        server.get("/healthz")


def test_the_server_ends_in_good_order(folder: Path, sockets: type[asyncio.Protocol]) -> None:
    with serving(folder, sockets=sockets) as ending:
        raw = RawSocket(ending)
        ending.node.should_exit = True
        assert raw.closed() == 1012
        raw.send(masked(CLOSE, struct.pack("!H", 1012)))
        raw.end()
