"""Four scripted players over real sockets, who also do what they may not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from protocol.games.stud import StudView, Theo, To, Up
from protocol.ids import Turn
from protocol.inbound import Act, Host, Leave, Log, Sit, Start
from protocol.outbound import HandLog, Rejected, View
from tests.support.client import Client
from tests.support.server import Server

NAMES = ("An", "Bình", "Chi", "Dũng")


class Four:
    """One room, four clients on its seats, a hand begun."""

    def __init__(self, clients: list[Client]) -> None:
        self.clients = clients

    async def in_step(self) -> None:
        """Everybody has the newest view."""
        newest = max(client.view.v for client in self.clients)
        for client in self.clients:
            if client.view.v < newest:
                await client.until(View, lambda view: view.v >= newest)

    @property
    def on_turn(self) -> Client:
        return next(client for client in self.clients if client.view.you.turn is not None)

    async def act(self, action: Theo | To | Up) -> None:
        """Who is asked does this, and everybody sees it."""
        client = self.on_turn
        assert await client.answer(await client.command(Act, client.view.you.turn, action)) is None
        await self.in_step()


@pytest.fixture
async def four(server: Server) -> AsyncIterator[Four]:
    room = server.create()
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(server, room)) for _ in NAMES]
        for seat, (client, name) in enumerate(zip(clients, NAMES, strict=True)):
            await client.hello(room.token if seat == 0 else None)
            assert await client.answer(await client.command(Sit, seat, name)) is None
        assert await clients[0].answer(await clients[0].command(Host, Start())) is None
        game = Four(clients)
        await game.in_step()
        yield game


async def refused(client: Client, turn: int, action: Theo | To | Up) -> Rejected:
    ref = await client.command(Act, Turn(turn), action)
    return await client.until(Rejected, lambda rejected: rejected.ref == ref)


async def test_an_action_out_of_turn_changes_nothing(four: Four) -> None:
    asked = four.on_turn
    before = [client.view for client in four.clients]
    for client in four.clients:
        if client is not asked:
            answer = await refused(client, 1, Theo())
            assert (answer.code, answer.turn, answer.offers) == ("not_your_turn", None, ())
    assert [client.view for client in four.clients] == before


async def test_an_action_with_an_old_turn_is_stale(four: Four) -> None:
    asked = four.on_turn
    turn = asked.view.you.turn
    assert turn is not None
    answer = await refused(asked, turn + 1, Theo())
    assert (answer.code, answer.turn) == ("stale_turn", turn)
    assert answer.offers == asked.view.you.offers
    await four.act(Theo())
    assert (await refused(asked, turn, Theo())).code in {"not_your_turn", "stale_turn"}


@pytest.mark.rule("XT28-14")
@pytest.mark.case("B007")
async def test_a_third_raise_is_refused_with_its_clause_and_what_is_possible(four: Four) -> None:
    await four.act(To())
    await four.act(To())
    asked = four.on_turn
    before = asked.view
    answer = await refused(asked, before.you.turn or 0, To())
    assert (answer.code, answer.turn, answer.offers) == ("illegal_action", before.you.turn, before.you.offers)
    assert answer.rule is not None
    assert answer.rule.startswith("XT28-")
    assert asked.view == before
    play = before.table.play
    assert isinstance(play, StudView)
    assert play.raises == 2


@pytest.mark.case("B126")
async def test_frames_of_one_version_differ_in_the_private_part_alone(four: Four) -> None:
    for _ in range(6):
        await four.act(Theo())
    by_version: dict[bytes, set[bytes]] = {}
    for client in four.clients:
        for frame in client.seen:
            if frame.startswith(b'{"type":"view"'):
                public = frame.partition(b',"you":')[0]
                by_version.setdefault(public.partition(b',"epoch"')[0], set()).add(public)
    assert len(by_version) > 6
    assert all(len(publics) == 1 for publics in by_version.values())


async def test_a_log_of_a_hand_that_nobody_knows_is_refused(four: Four) -> None:
    client = four.clients[1]
    await client.command(Log, 1)
    assert (await client.until(HandLog)).hand == 1
    assert await client.answer(await client.command(Log, 10**9)) is not None


@pytest.mark.case("B192")
async def test_every_command_of_a_burst_gets_exactly_one_answer(four: Four) -> None:
    client = four.clients[2]
    refs = [await client.command(Act, 10**6, Theo()) for _ in range(40)]
    answered = [(await client.until(Rejected)).ref for _ in refs]
    assert answered == refs
    assert (await refused(client, 10**6, Theo())).ref not in refs


@pytest.mark.case("B223")
async def test_four_behind_one_address_may_all_come_back_and_again(server: Server, four: Four) -> None:
    tokens = [client.welcome.token for client in four.clients[1:]]
    for _ in range(3):
        for client, token in zip(four.clients[1:], tokens, strict=True):
            async with Client(server, client.room) as again:
                welcome = await again.hello(token)
                assert welcome.player == client.welcome.player
                assert again.view.you.seat == client.view.you.seat


async def test_leaving_in_a_hand_folds_and_the_others_play_on(four: Four) -> None:
    asked = four.on_turn
    assert await asked.answer(await asked.command(Leave)) is None
    four.clients.remove(asked)
    rest = four.clients[0]
    await rest.until(View, lambda view: any(event.__class__.__name__ == "Folded" for event in view.events))
    await four.in_step()
    await four.act(Theo())


@pytest.mark.case("B097")
async def test_new_sockets_that_come_to_nothing_leave_the_old_one_alone(server: Server, four: Four) -> None:
    """The page of who is asked opens another socket three times, and loses it in the handshake, or before it speaks."""
    asked = four.on_turn
    version = asked.view.v
    for _ in range(3):
        _, half = await asyncio.open_connection(server.host, server.port)
        half.write(f"GET {asked.room.ws} HTTP/1.1\r\nHost: localhost\r\nUpgrade: webs".encode())
        await half.drain()
        half.transport.abort()
        async with Client(server, asked.room) as speechless:
            speechless.ws.transport.abort()
    await four.act(Theo())
    assert {client.view.v for client in four.clients} == {version + 1}
    assert not any(seat.away_since for seat in asked.view.table.seats)
