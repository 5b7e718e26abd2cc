"""The whole server, wired: one visitor, three bots, whole hands."""

from pathlib import Path

import pytest

from protocol.games.stud import StudView, Theo
from protocol.inbound import Act, AddBot, Host, Next, Sit, Start
from protocol.outbound import Rejected, View
from tests.support.client import Client
from tests.support.server import Server, serving


@pytest.mark.case("B086")
async def test_a_lone_visitor_plays_hands_with_bots(server: Server) -> None:
    room = server.create()
    async with Client(server, room) as an:
        await an.hello(room.token)
        await an.command(Sit, 0, "An")
        await an.command(Host, AddBot())
        await an.command(Host, Start())
        finished = acted = 0
        while finished < 2:
            message = await an.next()
            assert not isinstance(message, Rejected), message
            if not isinstance(message, View):
                continue
            play = message.table.play
            if message.table.phase == "result" and finished < message.table.hand:
                finished = message.table.hand
                assert sum(seat.balance for seat in message.table.seats) == 400
                await an.command(Next)
            elif message.you.turn is not None and message.you.turn != acted:
                assert isinstance(play, StudView)
                assert play.to_act == 0
                acted = message.you.turn
                await an.command(Act, acted, Theo())
    assert finished == 2


async def test_a_data_folder_keeps_its_shard(folder: Path, tmp_path: Path) -> None:
    codes = set()
    for _ in range(2):
        with serving(folder, data=tmp_path / "data") as server:
            codes.add(server.create().code[:2])
    assert len(codes) == 1


@pytest.mark.case("B117", "B219")
async def test_a_room_of_an_earlier_start_is_there_with_its_seats(folder: Path, tmp_path: Path) -> None:
    with serving(folder, data=tmp_path) as server:
        room = server.create()
        async with Client(server, room) as an:
            await an.hello(room.token)
            await an.command(Sit, 0, "An")
            await an.until(View, lambda view: view.you.seat == 0)
    with serving(folder, data=tmp_path) as server:
        assert server.get(f"/r/{room.code}").status_code == 200
        async with Client(server, room) as an:
            await an.hello(room.token)
            view = an.view
            assert view is not None
            assert (view.you.seat, view.you.name, view.table.seats[0].balance) == (0, "An", 100)


async def test_without_a_data_folder_a_restart_ends_rooms_and_says_so(folder: Path) -> None:
    with serving(folder) as server:
        room = server.create()
    with serving(folder) as server:
        assert server.get(f"/r/{room.code}").status_code == 404
