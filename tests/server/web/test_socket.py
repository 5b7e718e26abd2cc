"""From the handshake to a hub connection."""

import asyncio
from contextlib import suppress
from itertools import count

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from protocol.errors import CloseCode
from protocol.games.stud import Theo
from protocol.ids import Millis
from protocol.inbound import Act, Beat, Say, Sit
from server.hub.connection import Connection
from tests.support.client import Client
from tests.support.server import Server


async def test_a_foreign_shard_is_404_before_the_socket(server: Server) -> None:
    url = server.socket_url(server.create())
    own = url.rsplit("/", 2)[1]
    foreign = "00" if own != "00" else "11"
    with pytest.raises(InvalidStatus) as refused:
        await connect(url.replace(f"/{own}/", f"/{foreign}/"), proxy=None)
    assert refused.value.response.status_code == 404


async def test_nothing_is_compressed(server: Server) -> None:
    async with connect(server.socket_url(server.create()), proxy=None) as ws:
        assert ws.protocol.extensions == []


@pytest.mark.case("B184", "B030")
async def test_our_own_bug_costs_one_connection(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    room = server.create()
    async with Client(server, room) as an, Client(server, room) as binh:
        await an.hello(room.token)
        await binh.hello()
        whole = Connection.text

        def broken(self: Connection, frame: str, now: object) -> None:
            if '"say"' in frame:
                raise ZeroDivisionError
            whole(self, frame, now)  # type: ignore[arg-type]

        monkeypatch.setattr(Connection, "text", broken)
        await an.command(Say, "chào")
        assert await an.closed() == CloseCode.INTERNAL
        assert await binh.answer(await binh.command(Sit, 1, "Bình")) is None


@pytest.mark.case("B188", "B190")
async def test_a_client_that_reads_nothing_is_cut_and_slows_nobody(server: Server) -> None:
    room = server.create()
    async with Client(server, room) as an, Client(server, room, receive_bytes=4096) as deaf:
        await an.hello(room.token)
        await deaf.hello()
        deaf.ws.transport.pause_reading()
        assert await an.answer(await an.command(Sit, 0, "An")) is None
        async with asyncio.timeout(30):
            for number in count():
                server.clock.push(2_000 if number < 300 else 100)
                if server.sessions_open() == 1:
                    break
                # It goes on talking, so it is not its silence that ends it.
                with suppress(ConnectionClosed):
                    await deaf.send(Beat(Millis(number)))
                kind, fields = (Say, [f"{number:0200}"]) if number < 300 else (Act, [1, Theo()])
                assert await an.answer(await an.command(kind, *fields)) in {None, "no_hand"}
        deaf.ws.transport.abort()
        assert await an.answer(await an.command(Say, "còn ai không?")) is None


@pytest.mark.case("B234")
async def test_sockets_that_are_reset_leave_nothing_behind(server: Server) -> None:
    room = server.create()
    for number in range(50):
        async with Client(server, room) as client:
            if number % 2:
                await client.hello()
            client.ws.transport.abort()
    async with Client(server, room) as last:
        await last.hello()
        # The server learns of the others in its own time; each answer is a tick of its loop.
        for _ in range(100):
            if server.sessions_open() == 1:
                break
            server.clock.push(50)
            await last.answer(await last.command(Act, 1, Theo()))
        assert server.sessions_open() == 1
