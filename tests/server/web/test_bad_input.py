"""What a real server does with everything that is not as it should be (issue: bad input).

A refused thing changes nothing, is answered to its sender alone and leaves the connection open, except where the
protocol says close.
"""

import json
from collections.abc import AsyncIterator

import pytest

from protocol.errors import CloseCode
from protocol.games.stud import Theo
from protocol.ids import PlayerId, Ref, Seat, Turn
from protocol.inbound import Act, Hello, Host, Kick, Say, Sit, Start
from protocol.outbound import Done, Rejected, View
from tests.support.client import Client
from tests.support.server import Server

NESTED = "[" * 1200 + "]" * 1200
UNREADABLE = {
    "not JSON": "]",
    "empty": "",
    "a number": "1",
    "null": "null",
    "a list": "[]",
    "no type": '{"ref":1}',
    "unknown type": '{"type":"settle","ref":1,"amount":1000000}',
    "unknown field": '{"type":"leave","ref":1,"stack":9999}',
    "text for a number": '{"type":"sit","ref":"1","seat":0,"name":"An"}',
    "null for a number": '{"type":"sit","ref":null,"seat":0,"name":"An"}',
    "a fraction": '{"type":"sit","ref":1,"seat":0.5,"name":"An"}',
    "a float": '{"type":"sit","ref":1,"seat":0.0,"name":"An"}',
    "NaN": '{"type":"sit","ref":NaN,"seat":0,"name":"An"}',
    "below the bounds": '{"type":"sit","ref":1,"seat":-1,"name":"An"}',
    "beyond 2^53": '{"type":"leave","ref":9007199254740993}',
    "a 3,900-digit integer": '{"type":"leave","ref":' + "9" * 3900 + "}",
    "1,200 deep, tag last": '{"ref":1,"do":' + NESTED + ',"type":"host"}',
    "duplicate keys": '{"type":"sit","ref":1,"seat":0,"seat":1,"name":"An"}',
    "duplicate keys within": '{"type":"host","ref":1,"do":{"type":"lock","on":true,"on":false}}',
    "NUL": '{"type":"sit","ref":1,"seat":0,"name":"A\\u0000n"}',
    "raw NUL": '{"type":"leave",\0"ref":1}',
    "a lone surrogate": '{"type":"sit","ref":1,"seat":0,"name":"\\ud800"}',
    "an action nobody knows": '{"type":"act","ref":1,"turn":1,"action":{"type":"win"}}',
    "an action for another seat": '{"type":"act","ref":1,"turn":1,"action":{"type":"theo","seat":2}}',
    "a name that is empty": '{"type":"sit","ref":1,"seat":0,"name":""}',
    "a name of blanks": '{"type":"sit","ref":1,"seat":0,"name":" \\u3000 "}',
    "a name of 21": json.dumps({"type": "sit", "ref": 1, "seat": 0, "name": "a" * 21}),
    "an invisible name": '{"type":"sit","ref":1,"seat":0,"name":"\\u200b\\u200b"}',
    "a hidden letter": '{"type":"sit","ref":1,"seat":0,"name":"A\\u200bn"}',
    "bidi controls": '{"type":"sit","ref":1,"seat":0,"name":"\\u202eAn"}',
}


@pytest.fixture
async def an(server: Server) -> AsyncIterator[Client]:
    """The creator of a fresh room."""
    room = server.create()
    async with Client(server, room) as client:
        await client.hello(room.token)
        yield client


@pytest.mark.parametrize(
    ("frame", "ref"),
    [
        ('{"type":"sit","ref":7,"seat":0,"name":"A\\u200bn"}', 7),
        ('{"type":"settle","ref":7,"amount":[{}]}', 7),
        ('{"type":"sit","ref":"7","seat":0,"name":"An"}', None),
        ('{"type":"leave","ref":0}', None),
        ('{"type":"leave","ref":7', None),
    ],
)
async def test_who_waits_for_an_answer_gets_it(an: Client, frame: str, ref: int | None) -> None:
    await an.raw(frame)
    refused = await an.until(Rejected)
    assert (refused.ref, refused.code) == (ref, "bad_message")


@pytest.mark.parametrize("frame", UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.case("B023", "B184")
async def test_what_cannot_be_read_is_refused_and_the_socket_stays_open(an: Client, frame: str) -> None:
    before = an.view
    await an.raw(frame)
    refused = await an.until(Rejected)
    assert refused.code == "bad_message"
    assert refused.ref in {None, 1}
    assert refused.problem
    assert await an.answer(await an.command(Act, 1, Theo())) == "not_seated"
    assert an.view == before


async def test_a_refusal_goes_to_its_sender_alone(server: Server) -> None:
    room = server.create()
    async with Client(server, room) as an, Client(server, room) as binh:
        await an.hello(room.token)
        await binh.hello()
        await an.raw("]")
        assert (await an.until(Rejected)).code == "bad_message"
        await binh.command(Sit, 1, "Bình")
        await binh.until(View, lambda view: view.you.seat == 1)
        assert not any(b"rejected" in frame for frame in binh.seen)


async def test_no_hello_in_five_seconds_closes(server: Server) -> None:
    async with Client(server, server.create()) as silent:
        server.clock.push(5_000)
        assert await silent.closed() == CloseCode.HELLO_TIMEOUT


async def test_an_unknown_room_closes(server: Server) -> None:
    async with Client(server, server.create()) as client:
        await client.send(Hello(1, client.room.code[:2] + "00000000"))
        assert await client.closed() == CloseCode.ROOM_UNKNOWN


async def test_what_is_no_room_code_closes(server: Server) -> None:
    async with Client(server, server.create()) as client:
        await client.send(Hello(1, "../../etc"))
        assert await client.closed() == CloseCode.ROOM_UNKNOWN


@pytest.mark.parametrize("more", [{}, {"compression": "zstd"}], ids=["known fields", "fields of a later version"])
async def test_another_protocol_closes(server: Server, more: dict[str, str]) -> None:
    async with Client(server, server.create()) as client:
        await client.raw(json.dumps({"type": "hello", "protocol": 2, "room": client.room.code, **more}))
        assert await client.closed() == CloseCode.PROTOCOL_VERSION


async def test_a_binary_frame_closes(an: Client) -> None:
    await an.raw(b'{"type":"leave","ref":1}')
    assert await an.closed() == CloseCode.TEXT_ONLY


@pytest.mark.case("B196")
async def test_more_than_4_kib_closes_its_sender_alone(server: Server) -> None:
    room = server.create()
    async with Client(server, room) as an, Client(server, room) as binh:
        await an.hello(room.token)
        await binh.hello()
        await an.raw('{"type":"leave","ref":1}' + " " * (4096 - 24))
        assert (await an.until(Done)).ref == 1
        await an.raw('{"type":"leave","ref":2}' + " " * (4097 - 24))
        assert await an.closed() == CloseCode.TOO_BIG
        ref = await binh.command(Sit, 2, "Bình")
        assert await binh.answer(ref) is None


async def test_a_command_before_hello_is_refused(server: Server) -> None:
    room = server.create()
    async with Client(server, room) as client:
        ref = await client.command(Sit, 0, "An")
        assert await client.answer(ref) == "hello_first"
        assert (await client.hello(room.token)).next_ref == 1


@pytest.mark.case("B136")
async def test_a_token_of_another_room_is_unknown_here(server: Server) -> None:
    here, elsewhere = server.create(), server.create()
    async with Client(server, here) as client:
        await client.send(Hello(1, here.code, elsewhere.token))
        refused = await client.until(Rejected)
        assert (refused.ref, refused.code) == (None, "token_unknown")
        assert (await client.hello()).player != 1


@pytest.mark.case("B105")
async def test_hello_again_gets_the_whole_table_again(server: Server) -> None:
    room = server.create()
    async with Client(server, room) as an:
        first = await an.hello(room.token)
        await an.command(Sit, 0, "An")
        await an.until(View, lambda view: view.you.seat == 0)
        again = await an.hello(room.token)
        assert (again.player, again.room) == (first.player, first.room)
        assert an.view.you.seat == 0
        assert sum(seat.player is not None for seat in an.view.table.seats) == 1


async def test_hello_as_somebody_else_is_refused(server: Server) -> None:
    room = server.create()
    async with Client(server, room) as an:
        await an.hello(room.token)
        await an.send(Hello(1, room.code, "x" * 32))
        assert (await an.until(Rejected)).code == "hello_twice"


@pytest.mark.case("B155")
async def test_seats_and_turns_are_refused_with_their_reasons(server: Server) -> None:
    room = server.create()
    async with Client(server, room) as an, Client(server, room) as binh:
        await an.hello(room.token)
        await binh.hello()
        assert await an.answer(await an.command(Act, 1, Theo())) == "not_seated"
        assert await an.answer(await an.command(Sit, 0, "An")) is None
        assert await an.answer(await an.command(Sit, 9, "An")) in {"already_seated", "seat_unknown"}
        assert await binh.answer(await binh.command(Sit, 0, "Bình")) == "seat_taken"
        assert await binh.answer(await binh.command(Sit, 7, "Bình")) == "seat_unknown"
        assert await binh.answer(await binh.command(Host, Kick(PlayerId(1)))) == "not_host"
        assert await an.answer(await an.command(Host, Start())) == "need_players"


async def test_a_repeated_ref_gets_its_answer_again_and_no_second_effect(an: Client) -> None:
    ref = await an.command(Sit, 0, "An")
    assert await an.answer(ref) is None
    version = an.view.v
    await an.send(Sit(ref, Seat(3), "Ai"))
    assert (await an.until(Done)).ref == ref
    assert an.view.v == version
    assert an.view.you.seat == 0


async def test_a_ref_older_than_32_answers_is_too_old(server: Server, an: Client) -> None:
    for _ in range(40):
        assert await an.answer(await an.command(Act, 1, Theo())) == "not_seated"
        server.clock.push(50)
    await an.send(Act(Ref(1), Turn(1), Theo()))
    assert (await an.until(Rejected)).code == "ref_too_old"


@pytest.mark.case("B198")
async def test_a_chat_flood_is_slowed_and_then_cut(server: Server) -> None:
    room = server.create()
    async with Client(server, room) as an, Client(server, room) as binh:
        await an.hello(room.token)
        await binh.hello()
        assert await an.answer(await an.command(Sit, 0, "An")) is None
        answers = [await an.answer(await an.command(Say, f"câu {number}")) for number in range(8)]
        assert answers == [None] * 5 + ["slow_down"] * 3
        for number in range(300):
            await an.command(Say, f"lũ {number}")
        assert await an.closed() == CloseCode.FLOOD
        assert await binh.answer(await binh.command(Sit, 2, "Bình")) is None
        said = [frame for frame in binh.seen if b'"type":"said"' in frame]
        assert len(said) <= 6


async def test_nonsense_without_end_is_cut(an: Client) -> None:
    for _ in range(60):
        await an.raw("]")
    assert await an.closed() == CloseCode.FLOOD
