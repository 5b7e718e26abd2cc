"""``python -m tests.hostile.attacker NAME PORT SHARD ROOM``: one attack, bounded in count and time; says what it met.

Addresses are claimed by X-Forwarded-For, which the server under test believes of this machine.
"""

import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

HOST: Final = "127.0.0.1"
PATIENCE_S: Final = 15
AT_ONCE: Final = 40
MOST_S: Final = 120
Met = Counter[str]


class Target:
    """The server, one room of it, and what was met there."""

    def __init__(self, port: int, shard: str, room: str) -> None:
        self.port = port
        self.shard = shard
        self.room = room
        self.met: Met = Counter()
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def send(self, *parts: bytes) -> bytes:
        """Send this, and take what comes until the other side ends it or has answered."""
        async with self._turns:
            reader, writer = await asyncio.open_connection(HOST, self.port)
            try:
                for part in parts:
                    writer.write(part)
                    await writer.drain()
                return await asyncio.wait_for(reader.read(4096), PATIENCE_S)
            except (ConnectionError, TimeoutError):
                return b""
            finally:
                writer.close()

    async def talk(self, opening: bytes, *frames: bytes) -> bytes:
        """Open a socket, send these frames, and take what comes until the server ends it."""
        async with self._turns:
            reader, writer = await asyncio.open_connection(HOST, self.port)
            heard = b""
            try:
                writer.write(opening)
                heard = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE_S)
                assert heard.startswith(b"HTTP/1.1 101")
                assert b"permessage-deflate" not in heard
                for one in frames:
                    writer.write(one)
                    await writer.drain()
                while more := await asyncio.wait_for(reader.read(65_536), PATIENCE_S):
                    heard += more
            except ConnectionError:
                heard += b"reset"
            finally:
                writer.close()
            return heard

    async def ask(self, *parts: bytes) -> None:
        """The same, and count the status."""
        answer = await self.send(*parts)
        self.met[answer[9:12].decode("latin-1") or "closed"] += 1


def request(path: str, *headers: str, method: str = "GET", host: str = "localhost") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape")


def upgrade(target: Target, *headers: str, host: str = "localhost") -> bytes:
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    lines = [
        f"GET /s/{target.shard}/ws HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade", key,
        "Sec-WebSocket-Version: 13", *headers,
    ]  # fmt: skip
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def frame(payload: bytes, opcode: int = 1, *, final: bool = True, mask: bool = True) -> bytes:
    """One WebSocket frame (RFC 6455 section 5.2), masked with zeros."""
    first = (0x80 if final else 0) | opcode
    length, bit = len(payload), 0x80 if mask else 0
    if length < 126:
        head = bytes([first, bit | length])
    elif length < 65_536:
        head = bytes([first, bit | 126]) + length.to_bytes(2, "big")
    else:
        head = bytes([first, bit | 127]) + length.to_bytes(8, "big")
    return head + (b"\0\0\0\0" if mask else b"") + payload


async def foreign(target: Target) -> None:
    """Hosts and origins that are not ours, or nearly."""
    names = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil-localhost", "xn--lcalhost-54a"]
    for name in [*names, "localhost@evil.example", "local", "127.0.0.1:1:2", "[::1", "localhost#"]:
        await target.ask(request("/", host=name))
        await target.ask(upgrade(target, host=name))
    for origin in ["null", "http://localhost.evil.example", "http://evil.example/localhost", "http://localhost:1", ""]:
        await target.ask(upgrade(target, f"Origin: {origin}"))
        await target.ask(request("/api/rooms", f"Origin: {origin}", "Content-Length: 0", method="POST"))


async def headers(target: Target) -> None:
    """Floods of headers: many, long, endless."""
    many = [f"X-{number}: {'a' * 50}" for number in range(2_000)]
    await asyncio.gather(
        *(target.ask(request("/", *many)) for _ in range(60)),
        *(target.ask(request("/", "X-Long: " + "a" * 100_000)) for _ in range(60)),
        *(target.ask(b"GET / HTTP/1.1\r\nX: ", b"a" * 60_000) for _ in range(60)),
        *(target.ask(request("/" + "a" * 60_000)) for _ in range(60)),
    )


async def half_open(target: Target) -> None:
    """A thousand handshakes that stop half-way, held until the server ends them."""
    part = upgrade(target)[:-40]
    held = [await asyncio.open_connection(HOST, target.port) for _ in range(1_000)]
    for _, writer in held:
        writer.write(part)

    async def ended(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            target.met["ended" if await asyncio.wait_for(reader.read(1), PATIENCE_S) == b"" else "answered"] += 1
        except ConnectionError:
            target.met["ended"] += 1
        except TimeoutError:
            target.met["kept"] += 1
        writer.close()

    await asyncio.gather(*(ended(*one) for one in held))


async def codes(target: Target) -> None:
    """Ten thousand wrong codes from one address, by page and by API, over a few busy connections."""
    claim = "X-Forwarded-For: 203.0.113.66"

    async def walk(numbers: range) -> None:
        reader, writer = await asyncio.open_connection(HOST, target.port)
        for number in numbers:
            path = f"/{'r' if number % 2 else 'api/rooms'}/{target.shard}{number:08}"
            writer.write(request(path, claim).replace(b"Connection: close\r\n", b""))
            head = await reader.readuntil(b"\r\n\r\n")
            found = re.search(rb"content-length: (\d+)", head)
            await reader.readexactly(int(found[1]) if found else 0)
            target.met[head[9:12].decode()] += 1
        writer.close()

    await asyncio.gather(*(walk(range(start, start + 500)) for start in range(0, 10_000, 500)))
    await target.ask(request(f"/r/{target.room}", claim))


async def frames(target: Target) -> None:
    """Frames too large, in too many parts, of the wrong kind, unmasked, compressed, not UTF-8."""
    hello = json.dumps({"type": "hello", "protocol": 1, "room": target.room}).encode()
    bad = {
        "oversized": [frame(b"a" * 5_000)],
        "huge": [frame(b"a" * 200_000)],
        "claims_4_gib": [bytes([0x81, 0xFF]) + (2**32).to_bytes(8, "big")],
        "ten_thousand_parts": [frame(b"{", final=False), *(frame(b"", 0, final=False) for _ in range(10_000))],
        "parts_too_large": [frame(b"a" * 3_000, final=False), frame(b"a" * 3_000, 0)],
        "binary": [frame(b"\x00\x01", 2)],
        "unmasked": [frame(hello, mask=False)],
        "reserved_bit": [bytes([0xC1, 0x80, 0, 0, 0, 0])],
        "no_utf8": [frame(b"\xff\xfe")],
        "long_ping": [bytes([0x89, 0xFE, 0, 126, 0, 0, 0, 0]) + b"a" * 126],
    }
    offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"

    async def attempt(name: str, parts: list[bytes]) -> None:
        heard = await target.talk(upgrade(target, offer), *parts)
        # A close frame (RFC 6455 section 5.5.1) has the code behind its length; a long tail may meet a reset.
        found = re.search(rb"\x88[\x02-\x7d](..)", heard.partition(b"\r\n\r\n")[2], re.DOTALL)
        target.met[f"{name} {int.from_bytes(found[1], 'big') if found else 'reset'}"] += 1

    await asyncio.gather(*(attempt(name, parts) for name, parts in bad.items() for _ in range(10)))


async def tokens(target: Target) -> None:
    """Two thousand tokens that are nobody's, from fifty addresses."""

    async def guess(number: int) -> None:
        said = {"type": "hello", "protocol": 1, "room": target.room, "token": f"{number:032}"}
        claim = f"X-Forwarded-For: 198.51.100.{number % 50}"
        answer = await target.talk(upgrade(target, claim), frame(json.dumps(said).encode()), frame(b"", 8))
        target.met["in" if b'"welcome"' in answer else "out"] += 1

    await asyncio.gather(*map(guess, range(2_000)))


ATTACKS: Final[dict[str, Callable[[Target], Awaitable[None]]]] = {
    attack.__name__: attack for attack in (foreign, headers, half_open, codes, frames, tokens)
}


async def main() -> None:
    name, port, shard, room = sys.argv[1:]
    target = Target(int(port), shard, room)
    await asyncio.wait_for(ATTACKS[name](target), MOST_S)
    sys.stdout.write(json.dumps(target.met))


if __name__ == "__main__":
    asyncio.run(main())
