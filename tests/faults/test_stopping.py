"""SIGTERM: everybody is told, nobody can hold it up, and nothing that was acknowledged is missing afterwards."""

import asyncio
import base64
import os
import signal
import time
from pathlib import Path
from typing import Final

import httpx
import pytest

from protocol.codec import encode
from protocol.errors import CloseCode
from protocol.games.stud import Theo
from protocol.inbound import Act, Hello, Host, Sit, Start
from protocol.outbound import View
from protocol.version import PROTOCOL_VERSION
from protocol.web import RoomCreated
from tests.faults.daemon import Daemon
from tests.support.client import Client

TABLES: Final = 5
WATCHERS: Final = 34
"""A table: with its four players and two who ignore the close, 200 sockets in all."""
DEAF: Final = 2
HALVES: Final = 20
"""Sockets whose handshake never ends, and as many that knock when it is too late."""
EXIT_S: Final = 10.0


async def seated(daemon: Daemon) -> tuple[RoomCreated, list[Client]]:
    """A table of four in mid-hand, the first action acknowledged."""
    room = daemon.create("xi-to-28")
    players = [await Client(daemon, room).__aenter__() for _ in range(4)]
    for number, player in enumerate(players):
        await player.hello(room.token if number == 0 else None)
        assert await player.answer(await player.command(Sit, number, f"Bạn {number}")) is None
    assert await players[0].answer(await players[0].command(Host, Start())) is None
    for player in players:
        if player.view.table.phase != "playing":
            await player.until(View, lambda view: view.table.phase == "playing")
    actor = next(player for player in players if player.view.you.turn is not None)
    assert await actor.answer(await actor.command(Act, actor.view.you.turn, Theo())) is None
    return room, players


def handshake(room: RoomCreated) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {room.ws} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )


async def half(daemon: Daemon) -> asyncio.StreamWriter:
    """A socket that stops in the middle of its handshake."""
    _, writer = await asyncio.open_connection(daemon.host, daemon.port)
    writer.write(b"GET /s/K7/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: webs")
    return writer


async def knock(daemon: Daemon, room: RoomCreated) -> bytes | None:
    """The status that a newcomer gets; None where nobody takes his call."""
    try:
        reader, writer = await asyncio.open_connection(daemon.host, daemon.port)
        writer.write(handshake(room))
        status = await reader.readline()
        writer.close()
    except ConnectionError:
        return None
    return status.split()[1] if status else None


async def deaf(daemon: Daemon, room: RoomCreated) -> asyncio.StreamWriter:
    """A socket that says Hello and reads nothing ever after, a close neither."""
    _, writer = await asyncio.open_connection(daemon.host, daemon.port, limit=1)
    writer.write(handshake(room))
    hello = encode(Hello(PROTOCOL_VERSION, room.code))
    assert len(hello) < 126
    writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    await writer.drain()
    return writer


async def ready(daemon: Daemon) -> bool:
    """Whether new people may come; nobody may where nobody answers any more."""
    try:
        async with httpx.AsyncClient() as http:
            return (await http.get(f"{daemon.base}/readyz", timeout=EXIT_S)).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.case("B215")
@pytest.mark.case("B217")
async def test_a_server_that_is_told_to_go_goes_in_good_order(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "data", "--limits", "home")
    daemon.start()
    try:
        tables = [await seated(daemon) for _ in range(TABLES)]
        watchers: list[Client] = []
        ignoring = []
        for room, _ in tables:
            ignoring += [await deaf(daemon, room) for _ in range(DEAF)]
            for _ in range(WATCHERS):
                watcher = await Client(daemon, room).__aenter__()
                await watcher.hello()
                watchers.append(watcher)
        halves = [await half(daemon) for _ in range(HALVES)]
        everybody = [*watchers, *(player for _, players in tables for player in players)]
        assert len(everybody) + len(ignoring) == 200

        began = time.monotonic()
        daemon.signal(signal.SIGTERM)
        assert await ready(daemon) is False
        assert set(await asyncio.gather(*(knock(daemon, tables[0][0]) for _ in range(HALVES)))) <= {b"503", None}
        codes = await asyncio.gather(*(client.closed() for client in everybody))
        assert set(codes) == {CloseCode.RESTARTING}
        before = [player.view for _, players in tables for player in players]
        code = await asyncio.to_thread(daemon.ended, EXIT_S)
        assert (code, time.monotonic() - began < EXIT_S) == (0, True)
        assert "Traceback" not in daemon.output
        for writer in (*ignoring, *halves):
            writer.close()

        daemon.start()
        for (room, players), first in zip(tables, range(0, len(before), 4), strict=True):
            for number, player in enumerate(players):
                async with Client(daemon, room) as again:
                    welcome = player.welcome
                    await again.hello(welcome.token or room.token)
                    was, view = before[first + number], again.view
                    assert view.table.play == was.table.play
                    assert (view.you.play, view.you.answered) == (was.you.play, was.you.answered)
    finally:
        daemon.kill()
