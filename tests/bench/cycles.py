"""Real sockets that come and go: connect, join, reset, a number of times. What is left in the server?

    python -m tests.bench.cycles [--cycles 10000]

A tenth of them never finishes its handshake, a tenth never says Hello; the others join, some sit down, and all are
reset without a goodbye. Printed: the server's memory and open sockets before and after.
"""

import argparse
import socket
import struct
import sys
import tempfile
import time
from typing import Final

from protocol.codec import encode
from protocol.ids import Ref, Seat
from protocol.inbound import Hello, Sit
from protocol.web import RoomCreated
from tests.bench.target import Target, target

MOST_MIB: Final = 20
WARM: Final = 1_000
_AT_ONCE: Final = 20
_RESET: Final = struct.pack("ii", 1, 0)
_MASK: Final = bytes(4)


def framed(text: bytes) -> bytes:
    """A text frame of a client, masked with zeros."""
    length = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE]) + struct.pack("!H", len(text))
    return b"\x81" + length + _MASK + text


def come(on: Target, room: RoomCreated, number: int) -> socket.socket:
    """One who comes, as far as he comes."""
    sock = socket.create_connection((on.host, on.port), timeout=10)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    head = f"GET {room.ws} HTTP/1.1\r\nHost: {on.host}:{on.port}\r\nUpgrade: websocket\r\n"
    sock.sendall(head.encode())
    if number % 10 == 0:
        return sock
    sock.sendall(
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    sock.recv(4096)
    if number % 10 == 1:
        return sock
    host = number % 10 == 2
    sock.sendall(framed(encode(Hello(1, room.code, room.token if host else None))))
    sock.recv(65536)
    if host:
        sock.sendall(framed(encode(Sit(Ref(number + 1), Seat(0), "Lan"))))
        sock.recv(65536)
    return sock


def run(on: Target, room: RoomCreated, first: int, count: int) -> None:
    """So many, a few at the same time."""
    here: list[socket.socket] = []
    for number in range(first, first + count):
        here.append(come(on, room, number))
        if len(here) >= _AT_ONCE:
            here.pop(0).close()
    for sock in here:
        sock.close()


def at_rest(on: Target) -> None:
    """Wait until the server has noticed that all are gone."""
    least = on.descriptors()
    for _ in range(40):
        time.sleep(0.25)
        if on.descriptors() >= least:
            return
        least = on.descriptors()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cycles", type=int, default=10_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, target("--data", data) as on:
        room = on.create()
        run(on, room, 0, WARM)
        at_rest(on)
        memory, files = on.rss_mib(), on.descriptors()
        began = time.monotonic()
        run(on, room, WARM, given.cycles)
        took = time.monotonic() - began
        at_rest(on)
        grown, more = on.rss_mib() - memory, on.descriptors() - files
    sys.stdout.write(
        f"{given.cycles} cycles in {took:.0f} s: memory {memory:.1f} {grown:+.1f} MiB (at most {MOST_MIB}), "
        f"open files {files} {more:+d}\n"
    )
    sys.exit(0 if grown < MOST_MIB and more <= 2 else 1)


if __name__ == "__main__":
    main()
