"""Hands and book over HTTP: the asker's own view by a token in a header, the public part without one."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from protocol import web
from protocol.ids import Seat
from protocol.inbound import CloseRoom, Host, Leave, Sit, Start
from protocol.outbound import View
from tests.support.client import Client
from tests.support.server import Server, serving


async def fold_win(server: Server, room: web.RoomCreated) -> dict[str, str]:
    """Two friends are dealt a hand that one of them leaves; their tokens by name."""
    async with Client(server, room) as an, Client(server, room) as vy:
        await an.hello(room.token)
        token = (await vy.hello()).token
        assert token is not None
        await an.command(Sit, 0, "An")
        await vy.command(Sit, 1, "=Vy")
        await an.until(View, lambda view: view.table.seats[1].player is not None)
        await an.command(Host, Start())
        await an.until(View, lambda view: view.table.phase == "playing")
        await vy.until(View, lambda view: view.table.phase == "playing")
        await vy.command(Leave)
        await an.until(View, lambda view: view.table.phase == "result")
    return {"An": room.token, "Vy": token}


def get(server: Server, room: web.RoomCreated, path: str, token: str | None = None) -> httpx.Response:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return httpx.get(f"{server.base}/s/{room.code[:2]}/api/rooms/{room.code}/{path}", headers=headers)


@pytest.fixture(scope="module")
def table(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(folder, data=tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.mark.case("B140")
async def test_hands_and_book(table: Server) -> None:
    room = table.create("xi-to-32")
    tokens = await fold_win(table, room)
    answer = get(table, room, "hands")
    assert answer.headers["cache-control"] == "no-store"
    hands = msgspec.json.decode(answer.content, type=web.Hands)
    (one,) = hands.hands
    assert (one.hand, sorted(one.names.values()), one.showdown, hands.more) == (1, ["=Vy", "An"], False, False)
    assert hands.you == 0
    own = msgspec.json.decode(get(table, room, "hands", tokens["Vy"]).content, type=web.Hands)
    assert own == msgspec.structs.replace(hands, you=one.players[Seat(1)])
    public = msgspec.json.decode(get(table, room, "hands/1").content, type=web.HandShown)
    assert len(public.moments) == 2
    assert all(moment.view.you.play is None for moment in public.moments)
    for seat, name in enumerate(("An", "Vy")):
        mine = msgspec.json.decode(get(table, room, "hands/1", tokens[name]).content, type=web.HandShown)
        assert all(moment.view.you.play is not None and moment.view.you.seat == seat for moment in mine.moments)
        assert [moment.view.table for moment in mine.moments] == [moment.view.table for moment in public.moments]
    book = msgspec.json.decode(get(table, room, "book").content, type=web.Book)
    assert sum(account.balance for account in book.accounts) == 0
    assert [account.name for account in book.accounts[1:]] == ["An", "=Vy"]
    assert all(account.balance == account.grants + account.result for account in book.accounts)
    assert all(sum(entry.postings.values()) == 0 for entry in book.entries)
    assert book.you == 0
    assert (
        msgspec.json.decode(get(table, room, "book", tokens["An"]).content, type=web.Book).you == one.players[Seat(0)]
    )
    rows = list(csv.DictReader(io.StringIO(get(table, room, "book?format=csv").text)))
    assert {row["name"] for row in rows} == {"", "An", "'=Vy"}
    assert sum(int(row["points"]) for row in rows) == 0


async def test_what_cannot_be_shown_is_refused_by_name(table: Server) -> None:
    room = table.create()
    for path, status, code in (
        ("hands/1", 404, "hand_unknown"),
        ("hands/0", 400, "bad_message"),
        ("hands/1e3", 400, "bad_message"),
        ("hands?before=-1", 400, "bad_message"),
    ):
        answer = get(table, room, path)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert get(table, room, "hands/1", "nobodys-token-nobodys-token").status_code == 401
    other = msgspec.structs.replace(room, code=room.code[:2] + "00000000")
    assert get(table, other, "hands").status_code == 404


async def test_a_restart_keeps_hands_and_book(folder: Path, tmp_path: Path) -> None:
    with serving(folder, data=tmp_path) as server:
        room = server.create("xi-to-32")
        tokens = await fold_win(server, room)
        before = [get(server, room, path, tokens["An"]).content for path in ("hands", "hands/1", "book")]
    with serving(folder, data=tmp_path) as server:
        assert [get(server, room, path, tokens["An"]).content for path in ("hands", "hands/1", "book")] == before


async def test_a_closed_room_can_still_be_read(folder: Path, tmp_path: Path) -> None:
    paths = ("hands", "hands/1", "book")
    with serving(folder, data=tmp_path) as server:
        room = server.create("xi-to-32", title="Nhà An")
        tokens = await fold_win(server, room)
        before = [get(server, room, path, token).content for path in paths for token in (None, *tokens.values())]
        async with Client(server, room) as an:
            await an.hello(room.token)
            await an.command(Host, CloseRoom())
            await an.closed()
        after = [get(server, room, path, token).content for path in paths for token in (None, *tokens.values())]
        assert after == before
    with serving(folder, data=tmp_path) as server:
        again = [get(server, room, path, token).content for path in paths for token in (None, *tokens.values())]
        assert again == before
        about = msgspec.json.decode(server.get(f"/api/rooms/{room.code}").content, type=web.RoomInfo)
        assert (about.closed, about.title) == (True, "Nhà An")
        assert server.get(f"/r/{room.code}").status_code == 200
        assert get(server, room, "hands", "nobodys-token-nobodys-token").status_code == 401
