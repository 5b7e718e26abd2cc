"""Rooms and games over HTTP, and what can go wrong."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from server.loadtest import api as module
from server.loadtest.api import TITLE, Api, fetch
from server.loadtest.problems import Failed, Refused
from tests.support.server import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(most_rooms=2) as running:
        yield running


async def test_it_asks_for_games_and_makes_rooms_until_there_are_too_many(server: Server) -> None:
    api = Api(server.base)
    games = await api.games()
    assert len(games) == 3
    created = await api.create(games[0])
    assert server.get(f"/api/rooms/{created.code}").json()["title"] == TITLE
    with pytest.raises(Refused, match="HTTP 422 game_unknown"):
        await api.create("poker")
    await api.create(games[1])
    with pytest.raises(Refused, match="HTTP 503 rooms_full"):
        await api.create(games[0])


async def test_any_page_can_be_fetched(server: Server) -> None:
    assert await fetch(f"{server.base}/healthz") == "ok"
    with pytest.raises(Refused, match="HTTP 404"):
        await fetch(f"{server.base}/nowhere")


@contextmanager
def says(answer: bytes | None) -> Iterator[str]:
    """Something else that listens, and says this; None: nothing, for ever."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        held: list[socket.socket] = []

        def serve() -> None:
            peer, _ = listening.accept()
            held.append(peer)
            if answer is not None:
                peer.recv(4096)
                peer.sendall(answer)
                peer.close()

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread.join()
        for peer in held:
            peer.close()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"SSH-2.0-OpenSSH_9.7\r\n", "BadStatusLine"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "no Xiban server"),
    ],
)
async def test_something_else_that_answers(answer: bytes, said: str) -> None:
    with says(answer) as base, pytest.raises(Failed, match=said):
        await Api(base).games()


async def test_one_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_S", 0.05)
    with says(None) as base, pytest.raises(Failed, match="timeout"):
        await Api(base).games()


async def test_nobody_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(Refused, match="nobody listens"):
        await Api(f"http://127.0.0.1:{port}").games()
