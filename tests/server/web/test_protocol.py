"""How our socket class treats what comes over the wire, byte by byte (RFC 6455)."""

import os
import socket
import struct
import time
from collections.abc import Iterator

import pytest

from server.hub import limits, transport
from server.web.protocol import SocketProtocol
from tests.support.server import Server

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

    def __init__(self, server: Server, receive_bytes: int | None = None) -> None:
        room = server.create()
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
        self.answer = b"".join(iter(self._bytes.readline, b"\r\n"))

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

    def end(self) -> None:
        self._bytes.close()
        self._sock.close()


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
    connections = server.node.server_state.connections
    raw = RawSocket(server, receive_bytes=4096)
    (peer,) = (one for one in connections if isinstance(one, SocketProtocol))
    # Each Hello brings the whole table again, until the kernel is full.
    while peer.transport.get_write_buffer_size() == 0:
        for _ in range(limits.COMMANDS):
            raw.send(masked(TEXT, raw.hello))
        server.clock.push(2_000)
        server.get("/healthz")
    raw.send(masked(BINARY, b"{}"))
    deadline = time.monotonic() + 5
    while peer in connections:
        assert time.monotonic() < deadline
        server.get("/healthz")
    raw.end()


def test_an_abort_after_the_end_does_nothing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = RawSocket(server)
    (peer,) = (one for one in server.node.server_state.connections if isinstance(one, SocketProtocol))
    raw.end()
    while not peer.disconnected:
        server.get("/healthz")
    peer._abort()
