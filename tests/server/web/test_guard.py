"""Foreign hosts and origins get nothing, before anything else is looked at."""

from collections.abc import Iterable
from pathlib import Path

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.hub.tally import Tally
from server.web.guard import Guard
from tests.support.client import Client
from tests.support.server import Server, serving

OURS = [
    "127.0.0.1",
    "127.0.0.1:8000",
    "[::1]:8000",
    "192.168.1.20:8000",
    "LOCALHOST:8000",
    "box.local",
    "cards.example",
]
FOREIGN = ["evil.example", "localhost.evil.example", "", "a b", "127.0.0.1:8000:1", "127.0.0.1\\@evil", "local", "[::1"]


async def status(kind: str, headers: Iterable[tuple[str, str]], method: str = "GET", tally: Tally | None = None) -> int:
    """What a guarded application answers: its own 200, or the guard's refusal."""
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
        else:
            await PlainTextResponse("here")(scope, receive, send)

    async def receive() -> Message:
        raise AssertionError("nothing is read")

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": kind,
        "method": method,
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers],
    }
    await Guard(app, "cards.example", tally or Tally())(scope, receive, send)
    if kind == "websocket":
        return 403 if sent[0]["type"] == "websocket.close" else 200
    return int(sent[0]["status"])


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("host", OURS)
async def test_our_own_names_pass(kind: str, host: str) -> None:
    assert await status(kind, [("Host", host)]) == 200


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("host", FOREIGN)
async def test_foreign_names_do_not(kind: str, host: str) -> None:
    assert await status(kind, [("Host", host)]) == 403


async def test_no_host_or_two_hosts_do_not_pass() -> None:
    assert await status("http", []) == 403
    assert await status("http", [("Host", "localhost"), ("Host", "localhost")]) == 403


@pytest.mark.parametrize(
    ("origin", "answer"),
    [
        ("http://localhost:8000", 200),
        ("https://localhost:8000", 200),
        ("HTTP://LOCALHOST:8000", 200),
        ("http://localhost", 403),
        ("http://localhost:8001", 403),
        ("http://evil.example", 403),
        ("null", 403),
        ("", 403),
        ("http://localhost:8000@evil.example", 403),
        ("http://[", 403),
    ],
)
async def test_an_origin_must_be_the_host_itself(origin: str, answer: int) -> None:
    headers = [("Host", "localhost:8000"), ("Origin", origin)]
    assert await status("websocket", headers) == answer
    assert await status("http", headers, "POST") == answer
    assert await status("http", headers, "GET") == 200


async def test_two_origins_are_none_of_ours() -> None:
    headers = [("Host", "localhost"), ("Origin", "http://localhost"), ("Origin", "http://localhost")]
    assert await status("http", headers, "POST") == 403


async def test_who_is_refused_is_counted() -> None:
    tally = Tally()
    await status("http", [("Host", "evil.example")], tally=tally)
    await status("websocket", [("Host", "localhost"), ("Origin", "null")], tally=tally)
    await status("websocket", [("Host", "localhost")], tally=tally)
    assert tally.turned_away == {"host": 1, "origin": 1}


async def test_a_real_socket_from_elsewhere_gets_403(server: Server) -> None:
    url = server.socket_url(server.create())
    for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}):
        with pytest.raises(InvalidStatus) as refused:
            await connect(url, additional_headers=headers, proxy=None)
        assert refused.value.response.status_code == 403


def test_a_real_request_from_elsewhere_gets_403(server: Server) -> None:
    body = {"game": "xi-to-28"}
    assert httpx.post(f"{server.base}/api/rooms", json=body, headers={"Origin": "null"}).status_code == 403
    assert httpx.get(server.base, headers={"Host": "evil.example"}).status_code == 403


async def test_a_page_of_this_server_may_open_its_socket(server: Server) -> None:
    room = server.create()
    async with Client(server, room, Origin=server.base) as client:
        assert (await client.hello(room.token)).player == 1


def test_the_public_name_is_ours(folder: Path) -> None:
    with serving(folder, public_url="https://cards.example/") as server:
        for host, answer in (("cards.example", 200), ("127.0.0.1", 200), ("other.example", 403)):
            assert httpx.get(server.base, headers={"Host": host}).status_code == answer
        assert server.create().link.startswith("https://cards.example/r/")
