"""What the operator can do with a running server."""

import json

import msgspec
import pytest

from protocol.ids import Ref
from protocol.inbound import CreateRoom, Host, ListRoom
from server.hub.outbox import Outbox
from server.logs import RoomNames
from server.rooms.lobby import Draining
from server.table.messages import ConnId, Told, hello
from server.web.admin import Admin, RoomLines
from tests.support.lobby import LobbyRig, make_lobby, make_sessions
from tests.support.transport import HeldTransport

NAMES = RoomNames(b"key")


@pytest.fixture
async def rig() -> LobbyRig:
    return make_lobby()


def admin_of(rig: LobbyRig) -> Admin:
    return Admin(rig.lobby, make_sessions(rig), NAMES)


def lines(body: bytes) -> RoomLines:
    return msgspec.json.decode(body, type=RoomLines)


async def test_rooms_are_listed_with_their_name_in_the_log(rig: LobbyRig) -> None:
    admin = admin_of(rig)
    made = rig.lobby.create(CreateRoom("xi-dach", title="Nhà Lan"))
    rig.lobby.create(CreateRoom("xi-to-28"))
    actor = rig.lobby.find(made.code)
    assert actor is not None
    actor.attach(Outbox(HeldTransport(), rig.journal, rig.clock), hello(ConnId(1), made.token, None, "f" * 32))
    actor.tell(Told(ConnId(1), Host(Ref(1), ListRoom(on=True))))
    answer = admin.rooms()
    assert made.token not in answer.body.decode()
    found = lines(answer.body)
    assert (found.shard, found.draining, found.connections, len(found.rooms)) == ("K7", False, 0, 2)
    first = found.rooms[0]
    assert (first.code, first.log, first.title, first.game) == (made.code, NAMES(made.code), "Nhà Lan", "xi-dach")
    assert (first.people, first.listed, first.taken, first.phase) == (1, True, 0, "waiting")


async def test_a_room_is_closed_and_its_people_are_told(rig: LobbyRig) -> None:
    admin = admin_of(rig)
    made = rig.lobby.create(CreateRoom("xi-to-28"))
    actor = rig.lobby.find(made.code)
    assert actor is not None
    transport = HeldTransport()
    actor.attach(Outbox(transport, rig.journal, rig.clock), hello(ConnId(1), made.token, None, "f" * 32))
    rig.ticks.end()
    shown = f"{made.code[:2]}-{made.code[2:6]}-{made.code[6:]}".lower()
    assert admin.close_room(json.dumps({"code": shown}).encode()).status == 200
    rig.ticks.end()
    assert transport.closed == 4006
    assert len(rig.lobby) == 0
    assert admin.close_room(json.dumps({"code": made.code}).encode()).status == 404


@pytest.mark.parametrize("body", [b"", b"{}", b'{"code": 7}', b'{"code": "K7", "force": true}', b"\xff"])
async def test_what_is_no_order_is_refused(rig: LobbyRig, body: bytes) -> None:
    admin = admin_of(rig)
    assert admin.close_room(body).status == 400
    assert admin.drain(body).status == 400
    assert admin.close_room(b'{"code": "K700000000"}').status == 404


async def test_a_node_is_emptied_and_filled_again(rig: LobbyRig) -> None:
    admin = admin_of(rig)
    rig.lobby.create(CreateRoom("xi-to-28"))
    assert lines(admin.drain(b'{"on": true}').body).draining
    with pytest.raises(Draining):
        rig.lobby.create(CreateRoom("xi-to-28"))
    assert len(rig.lobby) == 1
    assert not lines(admin.drain(b'{"on": false}').body).draining
    rig.lobby.create(CreateRoom("xi-to-28"))


async def test_a_door_has_them_all(rig: LobbyRig) -> None:
    assert set(admin_of(rig).routes()) == {("GET", "/rooms"), ("POST", "/rooms/close"), ("POST", "/drain")}
