"""A scripted player's connection: Hello, beats, answers, and its end."""

import asyncio

import pytest

from protocol.ids import Ref, Seat
from protocol.inbound import React, Say, SitOut
from server.loadtest import client as module
from server.loadtest.client import Client
from server.loadtest.problems import Failed, Refused
from tests.support.load import Play, settle
from tests.support.table import HOST_TOKEN


@pytest.fixture
async def play() -> Play:
    play = Play()
    await play.table.open()
    return play


def newcomer(play: Play, token: str | None = None) -> Client:
    return Client(play.ground.address, play.table, play.table.code, play.table.path, Seat(0), token)


async def test_it_says_hello_and_sees_the_table(play: Play) -> None:
    visitor = newcomer(play)
    await visitor.connect()
    assert visitor.connected
    assert visitor.v > 0
    assert visitor.you is not None
    assert visitor.you.seat is None


async def test_it_comes_back_as_the_same_player_with_the_next_number(play: Play) -> None:
    second = play.table.clients[1]
    assert second.next_ref == Ref(2)
    second.drop()
    assert not second.connected
    await second.connect()
    assert second.you is not None
    assert second.you.seat == 1
    assert second.next_ref == Ref(2)


async def test_a_beat_is_answered(play: Play) -> None:
    line = play.toy.lines[next(iter(play.toy.lines))]
    play.toy.beat()
    assert line.sent[-1] == b'{"type":"beat","now":%d}' % play.toy.time.now()


async def test_an_answer_is_the_code_of_its_refusal(play: Play) -> None:
    first = play.table.clients[0]
    assert await first.ask(React(first.next_ref, "clap")) is None
    visitor = newcomer(play)
    await visitor.connect()
    assert await visitor.ask(SitOut(visitor.next_ref)) == "not_seated"


async def test_an_answer_goes_to_whoever_waits_for_it_and_else_to_the_table(play: Play) -> None:
    first = play.table.clients[0]
    assert await first.ask(Say(first.next_ref, "chào")) is None
    visitor = newcomer(play)
    await visitor.connect()
    assert await visitor.ask(SitOut(visitor.next_ref)) == "not_seated"
    assert play.stats.errors == {}
    visitor.send(SitOut(visitor.next_ref))
    await settle()
    assert play.stats.errors == {"refused: not_seated": 1}


async def test_no_answer_is_a_failure(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_S", 0.0)
    play.toy.frozen = True
    first = play.table.clients[0]
    with pytest.raises(Failed, match="no answer"):
        await first.ask(React(first.next_ref, "clap"))
    with pytest.raises(Failed, match="no welcome"):
        await newcomer(play).connect()


@pytest.mark.parametrize(("code", "kind"), [(1013, Refused), (4002, Failed), (1006, Failed)])
async def test_an_end_before_the_welcome_says_why(play: Play, code: int, kind: type[Exception]) -> None:
    play.toy.frozen = True
    visitor = newcomer(play)
    coming = asyncio.ensure_future(visitor.connect())
    await settle()
    play.toy.cut(list(play.toy.lines.values())[-1], code)
    with pytest.raises(kind, match=str(code)):
        await coming
    assert not visitor.connected


async def test_an_end_while_it_waits_for_an_answer(play: Play) -> None:
    play.toy.frozen = True
    first = play.table.clients[0]
    asking = asyncio.ensure_future(first.ask(React(first.next_ref, "clap")))
    await settle()
    play.toy.cut(next(iter(play.toy.lines.values())), 4004)
    with pytest.raises(Failed, match="4004 taken_over"):
        await asking


async def test_a_dropped_client_is_not_told_of_its_own_end(play: Play) -> None:
    play.table.playing = True
    second = newcomer(play, HOST_TOKEN)
    await second.connect()
    line = list(play.toy.lines.values())[-1]
    second.drop()
    line.ear.lost(1006)
    assert not any("1006" in name for name in play.stats.errors)


async def test_a_connect_that_is_called_off_leaves_no_connection(play: Play) -> None:
    play.toy.frozen = True
    visitor = newcomer(play)
    coming = asyncio.ensure_future(visitor.connect())
    await settle()
    before = len(play.toy.lines)
    coming.cancel()
    with pytest.raises(asyncio.CancelledError):
        await coming
    assert len(play.toy.lines) == before - 1
    assert not visitor.connected
