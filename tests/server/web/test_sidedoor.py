"""The operator's narrow way in."""

import asyncio
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.web import sidedoor as module
from server.web.node import listen
from server.web.sidedoor import Answer, Routes, SideDoor

GET = b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n"


def fails(_body: bytes) -> Answer:
    raise ZeroDivisionError("a secret")


ROUTES: Routes = {
    ("GET", "/a"): lambda _: Answer(200, "text/plain", b"here"),
    ("POST", "/echo"): lambda body: Answer(200, "text/plain", body),
    ("GET", "/fails"): fails,
}


@pytest.fixture
async def port() -> AsyncIterator[int]:
    door = SideDoor(ROUTES)
    sock = listen("127.0.0.1", 0)
    await door.at_port(sock)
    yield sock.getsockname()[1]
    await door.close()


async def ask(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    try:
        return await asyncio.wait_for(reader.read(), 5)
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


async def test_a_question_gets_its_answer(port: int) -> None:
    answer = await ask(port, GET)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.endswith(b"content-length: 4\r\nconnection: close\r\n\r\nhere")
    assert (await ask(port, b"POST /echo HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc")).endswith(b"\r\n\r\nabc")
    assert (await ask(port, GET.replace(b"/a", b"/a?b=c"))).endswith(b"here")


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /b HTTP/1.1\r\n\r\n", b"404"),
        (b"POST /a HTTP/1.1\r\n\r\n", b"404"),
        (b"POST /echo HTTP/1.1\r\nContent-Length: 8193\r\n\r\n", b"413"),
        (b"POST /echo HTTP/1.1\r\nContent-Length: -1\r\n\r\n", b"413"),
        (b"GET /fails HTTP/1.1\r\n\r\n", b"500"),
    ],
)
async def test_what_cannot_be_answered_says_so(port: int, request_: bytes, status: bytes) -> None:
    answer = await ask(port, request_)
    assert answer.startswith(b"HTTP/1.1 " + status)
    assert b"secret" not in answer


@pytest.mark.parametrize(
    "garbage", [b"\r\n\r\n", b"GET\r\n\r\n", b"POST /echo HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"a" * 20_000]
)
async def test_what_is_no_request_is_closed(port: int, garbage: bytes) -> None:
    assert await ask(port, garbage) == b""
    assert (await ask(port, GET)).endswith(b"here")


async def test_who_never_finishes_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REQUEST_S", 0.05)
    assert await ask(port, b"GET /a HTTP/1.1\r\n") == b""
    assert await ask(port, b"POST /echo HTTP/1.1\r\nContent-Length: 3\r\n\r\na") == b""


async def test_so_many_at_once(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 2)
    held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
    assert await ask(port, GET) == b""
    for reader, writer in held:
        writer.write(GET)
        assert (await reader.read()).endswith(b"here")
        writer.close()
    assert (await ask(port, GET)).endswith(b"here")


async def test_a_file_is_its_owners_alone_and_goes_with_the_door(tmp_path: Path) -> None:
    path = tmp_path / "door.sock"
    path.write_text("left by a crash")
    door = SideDoor(ROUTES)
    await door.at_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(GET)
    assert (await reader.read()).endswith(b"here")
    writer.close()
    await door.close()
    assert not path.exists()


async def test_a_door_that_was_never_opened_closes() -> None:
    await SideDoor(ROUTES).close()
