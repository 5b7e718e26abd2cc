"""A room that was closed can be read, and not played in; where its record is gone, it is not known."""

import sqlite3

import pytest

from protocol.ids import PlayerId, Ref, RoomCode, Seat
from protocol.inbound import CloseRoom, CreateRoom, Host, Sit
from server.hub.outbox import Outbox
from server.rooms import closed
from server.rooms.closed import ClosedRooms
from server.rooms.lobby import RoomBusy
from server.table.effects import Row, RowKind
from server.table.messages import ConnId, Told, hello
from tests.support.lobby import GAMES, LobbyRig, Unshuffled, make_lobby
from tests.support.transport import HeldTransport


def closed_room(rig: LobbyRig) -> RoomCode:
    """A room in which somebody sat before the host closed it."""
    made = rig.lobby.create(CreateRoom("xi-to-28", {}, "Nhà Lan"))
    actor = rig.lobby.find(made.code)
    assert actor is not None
    actor.attach(Outbox(HeldTransport(), rig.journal, rig.clock), hello(ConnId(1), made.token, None, f"fresh-{1:026}"))
    actor.tell(Told(ConnId(1), Sit(Ref(1), Seat(0), "Lan")))
    actor.tell(Told(ConnId(1), Host(Ref(2), CloseRoom())))
    rig.ticks.end()
    return made.code


async def test_a_closed_room_is_only_read() -> None:
    rig = make_lobby()
    code = closed_room(rig)
    assert rig.lobby.find(code) is None
    core = rig.lobby.read(code)
    assert core is not None
    assert (core.summary.title, core.summary.phase) == ("Nhà Lan", "closed")
    assert core.table.ledger.balance(PlayerId(1)) == 100
    assert rig.lobby.read(code) is core, "it is read from the file once"
    assert len(rig.lobby) == 0
    assert rig.lobby.read(RoomCode("K700009999")) is None


async def test_a_record_that_is_forgotten_is_forgotten_here_too() -> None:
    rig = make_lobby()
    code = closed_room(rig)
    assert rig.lobby.read(code) is not None
    assert rig.journal.store.expired(2**40) == [code]
    rig.journal.append(code, [Row(RowKind.FORGOTTEN, rig.clock.now())])
    rig.ticks.end()
    assert rig.lobby.read(code) is None


async def test_few_of_them_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed, "_MOST", 2)
    rig = make_lobby()
    codes = [closed_room(rig) for _ in range(3)]
    rooms = ClosedRooms(GAMES, rig.journal.store, Unshuffled())
    first, *_ = [rooms.find(code) for code in codes]
    assert rooms.find(codes[2]) is rooms.find(codes[2])
    assert rooms.find(codes[0]) is not first


async def test_one_that_cannot_be_read_is_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = make_lobby()
    code = closed_room(rig)

    def broken(room: RoomCode) -> bool:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(rig.journal.store, "was_closed", broken)
    with pytest.raises(RoomBusy):
        rig.lobby.read(code)
