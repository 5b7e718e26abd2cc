"""Who comes and goes leaves nothing to the garbage collector: it would stop everybody for milliseconds, now and then,
as soon as somebody comes often enough.
"""

import gc
import socket
import struct
from collections import Counter
from typing import Final

import pytest

from protocol.codec import encode
from protocol.inbound import Hello
from tests.hostile.attacker import frame
from tests.server.web.test_http import answer, opened
from tests.support.server import Server

HOST: Final = b"Host: localhost\r\n"
GET: Final = b"GET %b HTTP/1.1\r\n%bConnection: close\r\n\r\n"
SOCKET: Final = (
    b"GET /s/%b/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%b\r\n"
)
VISITORS: Final = 12
OURS: Final = ("server.", "protocol.", "uvicorn.", "starlette.", "websockets.", "httptools.", "uvloop.", "asyncio.")
END: Final = frame(b"", 8)


def _guess(room: str) -> bytes:
    return frame(encode(Hello(1, room, "0" * 32))) + END


@pytest.mark.case("B184")
@pytest.mark.parametrize(
    "visit",
    ["page", "wrong code", "file", "foreign host", "nonsense", "half a request", "command", "token", "no such shard",
     "foreign origin", "nobody said", "no frame", "fragments", "no key", "another version", "gone at once"],
)  # fmt: skip
def test_what_a_visitor_leaves_behind_is_no_ring(server: Server, visit: str) -> None:
    room = server.create()
    shard = room.ws.split("/")[2].encode()
    visits = {
        "page": GET % (f"/r/{room.code}".encode(), HOST),
        "wrong code": GET % (b"/r/0000000000", HOST),
        "file": GET % (b"/static/js/main.js", HOST),
        "foreign host": GET % (b"/", b"Host: evil.example\r\n"),
        "nonsense": b"nonsense\r\n\r\n",
        "half a request": b"GET / HTTP",
        "command": b"POST /api/rooms HTTP/1.1\r\n%bConnection: close\r\nContent-Length: 2\r\n\r\n{}" % HOST,
        "token": SOCKET % (shard, b"") + _guess(room.code),
        "no such shard": SOCKET % (b"00", b""),
        "no key": (SOCKET % (shard, b"")).replace(b"Sec-WebSocket-Key", b"X-Key"),
        "another version": (SOCKET % (shard, b"")).replace(b"Version: 13", b"Version: 12"),
        "gone at once": SOCKET % (shard, b""),
        "foreign origin": SOCKET % (shard, b"Origin: http://evil.example\r\n"),
        "nobody said": SOCKET % (shard, b"") + END,
        "no frame": SOCKET % (shard, b"") + b"\xff\xff\xff",
        "fragments": SOCKET % (shard, b"") + frame(b"{", final=False) + frame(b"}", 0) + END,
    }
    _collected(server)
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for _ in range(VISITORS):
            if visit == "gone at once":
                _drop(server, visits[visit])
            else:
                _come_and_go(server, visits[visit])
        found = _collected(server)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert not found


def _drop(server: Server, said: bytes) -> None:
    """Without waiting for the answer, and with a reset."""
    sock = opened(server, said)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


def _come_and_go(server: Server, said: bytes) -> None:
    head, end, rest = said.partition(b"\r\n\r\n")
    sock = opened(server, head + end)
    if b"Upgrade" in head:
        # What is said before the handshake's answer is not heard.
        heard = b""
        while not heard.endswith(b"\r\n\r\n"):
            more = sock.recv(1)
            if not more:
                break
            heard += more
        if heard.startswith(b"HTTP/1.1 101 "):
            sock.sendall(rest)
    elif rest:
        sock.sendall(rest)
    elif not end:
        sock.close()
        return
    answer(sock)


def _collected(server: Server) -> Counter[str]:
    """What of ours only the collector can take away."""
    while server.sessions_open():
        server.get("/healthz")
    for _ in range(3):
        server.get("/healthz")
    gc.collect()
    kinds = [f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.garbage]
    gc.garbage.clear()
    return Counter(kind for kind in kinds if kind.startswith(OURS))
