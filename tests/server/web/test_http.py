"""HTTP connections that never finish, or come in too great a number."""

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.web import http as module
from tests.support.client import Client
from tests.support.server import Server, serving

START = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def public(folder: Path) -> Iterator[Server]:
    with serving(folder, limits="public") as server:
        yield server


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every time limit is a moment."""
    for name in ("HEADER_S", "BODY_S", "ANSWER_S"):
        monkeypatch.setattr(module, name, 0.05)


def opened(server: Server, *parts: bytes) -> socket.socket:
    sock = socket.create_connection((server.host, server.port), timeout=10)
    for part in parts:
        sock.sendall(part)
    return sock


def answer(sock: socket.socket) -> bytes:
    """All that comes until the other side ends it; a reset is an end too."""
    found = b""
    with sock:
        try:
            while data := sock.recv(65_536):
                found += data
        except ConnectionResetError:
            pass
    return found


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ([], "header_time"),
        ([b"GET /"], "header_time"),
        ([START], "header_time"),
        ([START, b"X-Drip: 1\r\n"], "header_time"),
        ([b"GET /s/K7/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"], "header_time"),
        ([b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n", b"{"], "request_time"),
        (
            [b"POST /api/qr HTTP/1.1\r\nHost: a.local\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n{"],
            "request_time",
        ),
    ],
)
def test_what_never_finishes_is_ended(server: Server, parts: list[bytes], why: str) -> None:
    before = server.tally.turned_away[why]
    assert answer(opened(server, *parts)) == b""
    assert server.tally.turned_away[why] == before + 1


@pytest.mark.usefixtures("hurried")
def test_who_takes_no_answer_is_ended(folder: Path) -> None:
    (folder / "large.svg").write_bytes(b"/" * 8_000_000)
    with serving(folder) as server:
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.settimeout(10)
        sock.connect((server.host, server.port))
        sock.sendall(b"GET /static/large.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with httpx.Client(base_url=server.base) as other:
            while not server.tally.turned_away["answer_time"]:
                assert other.get("/healthz").text == "ok"
        assert len(answer(sock)) < 8_000_000
    (folder / "large.svg").unlink()


@pytest.mark.usefixtures("hurried")
async def test_a_socket_is_no_request_and_takes_its_time(server: Server) -> None:
    room = server.create()
    before = dict(server.tally.turned_away)
    async with Client(server, room) as an:
        # Longer than every limit: the others' ends are waited for.
        assert answer(opened(server, b"GET /")) == b""
        assert (await an.hello(room.token)).player == 1
    assert {why: count for why, count in server.tally.turned_away.items() if count != before.get(why, 0)} == {
        "header_time": before.get("header_time", 0) + 1
    }


@pytest.mark.parametrize(
    "flood",
    [
        b"".join(b"X-%d: %b\r\n" % (number, b"a" * 90) for number in range(200)),
        b"X-Long: " + b"a" * 20_000 + b"\r\n",
        b"Cookie: " + b"a" * 20_000,
    ],
)
def test_a_flood_of_headers_is_refused(server: Server, flood: bytes) -> None:
    before = server.tally.turned_away["header_size"]
    for request in (START + flood + b"\r\n", b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n"):
        # Who is still sending when the end comes may see a reset instead of the answer.
        assert answer(opened(server, request))[:13] in {b"HTTP/1.1 431 ", b""}
    assert server.tally.turned_away["header_size"] == before + 2


def test_headers_as_browsers_send_them_pass_with_a_body_behind(server: Server) -> None:
    headers = {f"X-{number}": "a" * 90 for number in range(50)}
    body = {"game": "xi-to-28", "options": {"x" * 30 + str(number): 1 for number in range(100)}}
    with httpx.Client(base_url=server.base, headers=headers) as browser:
        for _ in range(3):
            assert browser.get("/healthz").text == "ok"
            assert browser.post("/api/rooms", json=body).status_code == 400


def test_what_is_no_http_is_refused(server: Server) -> None:
    before = server.tally.turned_away["no_http"]
    assert answer(opened(server, b"\x16\x03\x01\x02\x00\x01\x00")).startswith(b"HTTP/1.1 400 ")
    assert server.tally.turned_away["no_http"] == before + 1


def test_one_address_has_so_many_connections_at_once(public: Server) -> None:
    held = [opened(public) for _ in range(module.MOST_FROM_ADDRESS["public"])]
    # They are counted in the order in which the server takes them.
    assert answer(opened(public, START + b"\r\n")) == b""
    assert public.tally.turned_away["connections_of_address"] == 1
    for sock in held:
        sock.close()


def test_when_there_are_too_many_the_oldest_goes(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 20)
    before = server.tally.turned_away["oldest_of_too_many"]
    held = [opened(server, b"GET /") for _ in range(40)]
    assert httpx.get(f"{server.base}/healthz").text == "ok"
    assert server.tally.turned_away["oldest_of_too_many"] - before >= 20
    assert answer(held[0]) == b""
    for sock in held:
        sock.close()
