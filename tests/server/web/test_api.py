"""Rooms over HTTP."""

import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from protocol.inbound import Host, ListRoom, Sit
from protocol.web import Games, Problem, RoomCreated, RoomInfo, Rooms
from tests.support.client import Client
from tests.support.server import Server, serving


def post(server: Server, body: Any, path: str = "/api/rooms") -> httpx.Response:
    content = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return httpx.post(server.base + path, content=content)


def problem(answer: httpx.Response) -> Problem:
    return msgspec.json.decode(answer.content, type=Problem)


def test_a_room_is_made_with_code_link_token_and_socket(server: Server) -> None:
    answer = post(server, {"game": "xi-to-28", "options": {"turn_timeout_s": 30}, "title": "Tối thứ sáu"})
    assert answer.status_code == 201
    made = msgspec.json.decode(answer.content, type=RoomCreated)
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{10}", made.code)
    assert made.link == f"{server.base}/r/{made.code[:2]}-{made.code[2:6]}-{made.code[6:]}"
    assert made.token not in made.link
    assert made.ws == f"/s/{made.code[:2]}/ws"
    assert answer.headers["cache-control"] == "no-store"


async def test_a_room_says_what_is_played_and_who_sits(server: Server) -> None:
    room = server.create(title="Nhà Lan", options={"turn_timeout_s": 30})
    async with Client(server, room) as an:
        await an.hello(room.token)
        await an.answer(await an.command(Sit, 2, "An"))
        answer = server.get(f"/api/rooms/{room.code.lower()}")
    info = msgspec.json.decode(answer.content, type=RoomInfo)
    assert (info.code, info.title, info.game, info.ws) == (room.code, "Nhà Lan", "xi-to-28", room.ws)
    assert (info.seats, info.taken, info.locked, info.ask) == (4, 1, False, False)
    assert info.options["turn_timeout_s"] == 30
    assert room.token not in answer.text


async def test_a_room_is_shown_to_all_once_its_host_lists_it(server: Server) -> None:
    room = server.create(title="Nhà Lan")
    async with Client(server, room) as an:
        await an.hello(room.token)
        assert room.code not in server.get("/api/rooms").text
        assert await an.answer(await an.command(Host, ListRoom(on=True))) is None
        shown = msgspec.json.decode(server.get("/api/rooms").content, type=Rooms).rooms
        assert [(one.title, one.seats, one.taken) for one in shown if one.code == room.code] == [("Nhà Lan", 4, 0)]
        assert {one.link for one in shown} >= {room.link}
        assert room.token not in server.get("/api/rooms").text


@pytest.mark.parametrize("code", ["0000000000", "nope", "..%2f..", "K7-Q2M9-XDT4-0000000000000"])
def test_an_unknown_room_is_404_and_stays_unknown(server: Server, code: str) -> None:
    for _ in range(2):
        answer = httpx.get(f"{server.base}/api/rooms/{code}")
        assert answer.status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "code", "option"),
    [
        (b"", 400, "bad_message", None),
        (b"[]", 400, "bad_message", None),
        ({"game": "xi-to-28", "stack": 1}, 400, "bad_message", None),
        ({"game": "xi-to-28", "key": "short"}, 400, "bad_message", None),
        ({"game": "xi-to-28", "title": "\u202e"}, 400, "bad_message", None),
        ({"game": "bridge"}, 422, "game_unknown", None),
        ({"game": "xi-to-28", "options": {"ante": "5"}}, 422, "options_invalid", "ante"),
        ({"game": "xi-to-28", "options": {"start_points": "100"}}, 422, "options_invalid", "start_points"),
        ({"game": "xi-to-28", "options": {"turn_timeout_s": 4}}, 422, "options_invalid", "turn_timeout_s"),
        ({"game": "xi-to-28", "options": {"opener_tie": "coin"}}, 422, "options_invalid", "opener_tie"),
    ],
)
@pytest.mark.case("B016")
def test_what_is_wrong_is_named(server: Server, body: Any, status: int, code: str, option: str | None) -> None:
    answer = post(server, body)
    found = problem(answer)
    assert (answer.status_code, found.code, found.option) == (status, code, option)
    assert found.problem


def test_a_body_beyond_8_kib_is_refused(server: Server) -> None:
    answer = post(server, b" " * 8193)
    assert (answer.status_code, problem(answer).code) == (413, "too_large")


def test_the_same_request_with_the_same_key_makes_one_room(server: Server) -> None:
    body = {"game": "xi-to-28", "key": "k" * 20}
    first, second = post(server, body), post(server, body)
    assert (second.status_code, second.content) == (201, first.content)
    other = post(server, {**body, "options": {"turn_timeout_s": 60}})
    assert (other.status_code, problem(other).code) == (409, "key_conflict")


def test_the_rules_are_on_show(server: Server) -> None:
    games = msgspec.json.decode(httpx.get(f"{server.base}/api/games").content, type=Games).games
    assert [game.game for game in games] == sorted(game.game for game in games)
    stud = next(game for game in games if game.game == "xi-to-28")
    assert {f"XT28-{number:02}" for number in range(1, 27)} <= {clause.id for clause in stud.clauses}
    turn = next(option for option in stud.options if option.name == "turn_timeout_s")
    assert (turn.default, turn.least, turn.most) == (20, 5, 120)
    assert all(option.words.vi and option.words.en and option.help.vi for option in stud.options)


def test_a_text_becomes_a_qr_code(server: Server) -> None:
    answer = post(server, {"text": "http://192.168.1.2:8000/r/K7-Q2M9-XDT4#move=secret"}, "/api/qr")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("<svg")


@pytest.mark.parametrize("body", [{}, {"text": ""}, {"text": "a" * 513}, {"text": 5}, {"text": "a", "size": 9}, b"["])
def test_what_is_no_text_becomes_no_qr_code(server: Server, body: Any) -> None:
    assert post(server, body, "/api/qr").status_code == 400


def test_it_is_alive_and_ready(server: Server) -> None:
    assert httpx.get(f"{server.base}/healthz").text == "ok"
    assert httpx.get(f"{server.base}/readyz").status_code == 200


def test_a_full_server_says_so(folder: Path) -> None:
    with serving(folder, most_rooms=1) as server:
        server.create()
        answer = post(server, {"game": "xi-to-28"})
        assert (answer.status_code, problem(answer).code) == (503, "rooms_full")
