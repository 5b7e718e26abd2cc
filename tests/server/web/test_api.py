"""Rooms over HTTP."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Scope

from protocol.ids import Ref
from protocol.inbound import CreateRoom, Host, ListRoom, Sit
from protocol.web import GameInfo, Games, Problem, RoomCreated, RoomElsewhere, RoomInfo, Rooms
from server.hub.outbox import Outbox
from server.journal.sqlite import RunningLoop
from server.rooms.directory import Advert, RoomDirectory
from server.rooms.lobby import Lobby
from server.rooms.memory import MemoryDirectory
from server.rooms.presence import Presence
from server.settings import Settings
from server.table.messages import ConnId, Told, hello
from server.web.api import Api, Refusal
from server.web.links import Links
from tests.support.client import Client
from tests.support.lobby import StillClock, free_toll, make_lobby, make_sessions
from tests.support.server import Server, serving
from tests.support.transport import HeldTransport


class Pair:
    """Two nodes behind one public URL, without the proxy: a test plays its part."""

    def __init__(self, folder: Path, directory: RoomDirectory) -> None:
        self.presence: dict[str, Presence] = {}
        self.lobbies: dict[str, Lobby] = {}
        self.apis: dict[str, Api] = {}
        settings = Settings(public_url="https://cards.example")
        for shard in ("A2", "K7"):
            rig = make_lobby(shard=shard, loop=RunningLoop())
            self.lobbies[shard] = rig.lobby
            sessions = make_sessions(rig)
            self.presence[shard] = Presence(directory, partial(self._own, shard), lambda _: None)
            self.apis[shard] = Api(rig.lobby, sessions, rig.journal, self.presence[shard], Links(settings), free_toll())

    def _own(self, shard: str, beat: int) -> tuple[Advert, ...]:
        lobby = self.lobbies[shard]
        address = "https://cards.example"
        return (
            Advert(
                shard=shard, address=address, process=shard, epoch=1, beat=beat, open=lobby.open, rooms=lobby.listed()
            ),
        )

    async def beat(self) -> None:
        for _ in range(2):
            for presence in self.presence.values():
                await presence.beat()

    async def create(self, shard: str, **body: Any) -> Response:
        """``POST /api/rooms`` at this node; where it leads to the other, there."""
        answer = await self.apis[shard].create_room(request(msgspec.json.encode({"game": "xi-to-28", **body})))
        if answer.status_code != 307:
            return answer
        s, other, path = answer.headers["location"].removeprefix("https://cards.example/").split("/", 2)
        assert (s, path, other != shard) == ("s", "api/rooms", True)
        body_again = msgspec.json.encode({"game": "xi-to-28", **body})
        return await self.apis[other].create_room(request(body_again, shard=other))


def request(body: bytes = b"", **path: str) -> Request:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "headers": [],
        "path_params": path,
        "client": ("127.0.0.1", 40_000),
        "query_string": b"",
    }
    return Request(scope, receive)


@pytest.fixture
def pair(folder: Path) -> Pair:
    return Pair(folder, MemoryDirectory(StillClock()))


@pytest.mark.case("B210")
async def test_two_requests_of_one_key_through_two_nodes_make_one_room(pair: Pair) -> None:
    await pair.beat()
    for number in range(100):
        key = f"key-{number:016}"
        first, again = await pair.create("A2", key=key), await pair.create("K7", key=key)
        assert (first.status_code, first.body) == (201, again.body)
    assert all(30 < len(lobby) < 70 for lobby in pair.lobbies.values())


async def test_without_a_key_a_room_is_made_where_it_was_asked_for(pair: Pair) -> None:
    await pair.beat()
    for _ in range(5):
        await pair.create("K7")
    assert (len(pair.lobbies["K7"]), len(pair.lobbies["A2"])) == (5, 0)


async def test_a_node_that_is_being_emptied_sends_new_rooms_to_the_others(pair: Pair) -> None:
    pair.lobbies["K7"].draining = True
    await pair.beat()
    for number in range(20):
        assert (await pair.create("K7")).status_code == 201
        assert (await pair.create("A2", key=f"key-{number:016}")).status_code == 201
    assert (len(pair.lobbies["K7"]), len(pair.lobbies["A2"])) == (0, 40)
    assert (await pair.apis["K7"].ready(request())).body == b"draining"
    pair.lobbies["A2"].draining = True
    await pair.beat()
    with pytest.raises(Refusal, match="503 draining"):
        await pair.create("K7")


async def test_a_room_of_another_node_leads_there(pair: Pair) -> None:
    await pair.beat()
    made = pair.lobbies["A2"].create(CreateRoom("xi-to-28"))
    answer = await pair.apis["K7"].room(request(code=made.code))
    assert (answer.status_code, answer.headers["location"]) == (
        307,
        f"https://cards.example/s/A2/api/rooms/{made.code}",
    )
    there = msgspec.json.decode(answer.body, type=RoomElsewhere)
    assert (there.code, there.ws) == (made.code, "wss://cards.example/s/A2/ws")
    assert there.link == f"https://cards.example/r/A2-{made.code[2:6]}-{made.code[6:]}"
    assert (await pair.apis["A2"].room(request(code=made.code, shard="A2"))).status_code == 200
    # A proxy that takes us for the owner of A2 is wrong: no way to go round in circles.
    with pytest.raises(Refusal, match="503 server_away"):
        await pair.apis["K7"].room(request(code=made.code, shard="A2"))
    for code in ("K700000000", "ZZ00000000"):
        with pytest.raises(Refusal, match="404 room_unknown"):
            await pair.apis["K7"].room(request(code=code))


async def test_the_rooms_on_show_are_those_of_all_nodes(pair: Pair) -> None:
    codes = set()
    for shard, lobby in pair.lobbies.items():
        made = lobby.create(CreateRoom("xi-to-28", title=f"Bàn {shard}"))
        lobby.create(CreateRoom("xi-to-28"))
        actor = lobby.find(made.code)
        assert actor is not None
        rig = make_lobby()
        outbox = Outbox(HeldTransport(), rig.journal, rig.clock)
        actor.attach(outbox, hello(ConnId(1), made.token, None, "f" * 32))
        actor.tell(Told(ConnId(1), Host(Ref(1), ListRoom(on=True))))
        codes.add(made.code)
    await pair.beat()
    for api in pair.apis.values():
        shown = msgspec.json.decode((await api.listed(request())).body, type=Rooms).rooms
        assert {room.code for room in shown} == codes
        assert all(room.link.startswith("https://cards.example/r/") for room in shown)


@pytest.mark.case("B212")
async def test_a_node_without_its_directory_is_alive_ready_and_says_that_it_is_degraded(folder: Path) -> None:
    with serving(folder, directory="redis://127.0.0.1:1", public_url="http://cards.example") as server:
        room = server.create()
        async with Client(server, room) as an:
            await an.hello(room.token)
            assert server.get("/healthz").text == "ok"
            answer = server.get("/readyz")
            assert (answer.status_code, answer.text) == (200, "degraded: directory away")
            assert await an.answer(await an.command(Sit, 1, "An")) is None


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


def test_a_table_that_is_looked_at_needs_no_clauses(server: Server) -> None:
    for game in msgspec.json.decode(httpx.get(f"{server.base}/api/games").content, type=Games).games:
        brief = httpx.get(f"{server.base}/api/games/{game.game}?clauses=no")
        assert msgspec.json.decode(brief.content, type=GameInfo) == msgspec.structs.replace(game, clauses=())
        assert len(brief.content) < len(httpx.get(f"{server.base}/api/games/{game.game}").content) / 1.5


def test_one_games_rules_are_the_same_as_among_the_others(server: Server) -> None:
    for game in msgspec.json.decode(httpx.get(f"{server.base}/api/games").content, type=Games).games:
        answer = httpx.get(f"{server.base}/api/games/{game.game}")
        assert msgspec.json.decode(answer.content, type=GameInfo) == game
    unknown = httpx.get(f"{server.base}/api/games/bridge")
    assert (unknown.status_code, problem(unknown).code) == (404, "game_unknown")


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
