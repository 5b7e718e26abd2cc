"""The listening socket and the end of the process."""

import socket
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from protocol.errors import CloseCode
from server.web.node import listen
from tests.support.client import Client
from tests.support.server import serving


def test_connections_inherit_a_small_send_buffer() -> None:
    with listen("127.0.0.1", 0) as server, socket.create_connection(server.getsockname()):
        server.setblocking(True)
        accepted, _ = server.accept()
        with accepted:
            # Linux doubles what is asked for.
            assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 256 * 1024


def test_a_taken_port_is_an_error() -> None:
    with listen("127.0.0.1", 0) as first, pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", first.getsockname()[1])


@pytest.mark.case("B215", "B217")
async def test_at_the_end_every_client_gets_one_close_frame(folder: Path) -> None:
    with serving(folder) as server:
        room = server.create()
        async with Client(server, room) as an, Client(server, room) as silent, Client(server, room) as binh:
            await an.hello(room.token)
            await binh.hello()
            half_open = socket.create_connection((server.host, server.port))
            half_open.sendall(
                b"GET /s/%b/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n" % room.code[:2].encode()
            )
            server.node.should_exit = True
            codes = [await client.closed() for client in (an, silent, binh)]
            assert codes == [CloseCode.RESTARTING] * 3
            half_open.close()


@pytest.mark.case("B232")
async def test_a_full_server_answers_503_before_the_socket(folder: Path) -> None:
    with serving(folder, most_connections=1) as server:
        room, other = server.create(), server.create()
        async with Client(server, room) as an:
            await an.hello(room.token)
            async with Client(server, room) as stranger:
                await stranger.send_hello()
                assert await stranger.closed() == CloseCode.TRY_LATER
            async with Client(server, other) as binh:
                # He was here before, and has the headroom; now everybody is somebody.
                await binh.hello(other.token)
                with pytest.raises(InvalidStatus) as refused:
                    await connect(server.socket_url(room), proxy=None)
                assert refused.value.response.status_code == 503
            async with Client(server, room) as again:
                assert (await again.hello(room.token)).player == 1


def test_it_answers_without_naming_its_software(folder: Path) -> None:
    with serving(folder) as server:
        assert "server" not in httpx.get(server.base).headers
