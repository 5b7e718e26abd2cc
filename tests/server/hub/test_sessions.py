"""All connections together: how many, the beat, the end."""

import asyncio

import pytest

from protocol.codec import decode_outbound, encode
from protocol.errors import CloseCode
from protocol.ids import RoomCode
from protocol.inbound import CreateRoom, Hello
from protocol.outbound import Beat
from server.hub import sessions as module
from server.hub.connection import BEAT_MS, Connection
from server.hub.sessions import LOOK_MS, LOOKED_AT, socket_path
from server.hub.tally import Tally
from server.rooms.keys import Created
from server.rooms.lobby import NEVER_JOINED_MS
from tests.support.lobby import make_lobby, make_sessions
from tests.support.transport import HeldTransport


class Rig:
    """Sessions with room for eight, over one room."""

    def __init__(self, most: int = 8) -> None:
        self.lobby = make_lobby()
        self.clock = self.lobby.clock
        self.tally = Tally()
        self.sessions = make_sessions(self.lobby, most, self.tally)
        self.room: Created = self.lobby.lobby.create(CreateRoom("xi-to-28"))

    def open(self, token: str | None = None) -> tuple[Connection, HeldTransport]:
        """A connection that said Hello."""
        transport = HeldTransport()
        connection = self.sessions.open(transport)
        self.sessions.text(connection, encode(Hello(1, self.room.code, token)).decode())
        self.lobby.ticks.end()
        return connection, transport


@pytest.fixture
async def rig() -> Rig:
    return Rig()


def beats(transport: HeldTransport) -> list[int]:
    messages = [decode_outbound(frame) for frame in transport.sent]
    return [message.now for message in messages if isinstance(message, Beat)]


@pytest.mark.case("B221")
async def test_everybody_hears_a_beat_every_ten_seconds(rig: Rig) -> None:
    connection, transport = rig.open()
    for _ in range(3):
        rig.clock.push(BEAT_MS - 1)
        rig.sessions.look()
        rig.clock.push(1)
        rig.sessions.look()
        rig.sessions.text(connection, '{"type":"beat","now":1}')
    assert len(beats(transport)) == 3
    assert beats(transport)[-1] == rig.clock.now()


@pytest.mark.case("B221")
async def test_many_are_looked_at_a_part_at_a_time_and_each_in_time(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOKED_AT", 3)
    connections = [rig.open() for _ in range(8)]
    timers: list[float] = []
    loop = asyncio.get_running_loop()

    def noted(delay_s: float, _call: object) -> asyncio.Handle:
        timers.append(delay_s)
        return loop.call_soon(str)

    monkeypatch.setattr(loop, "call_later", noted)
    rig.clock.push(BEAT_MS)
    heard, took_s = [], 0.0
    for _ in range(3):
        rig.sessions._tick()
        heard.append(sum(len(beats(transport)) for _, transport in connections))
        took_s += timers[-1]
    assert heard == [3, 6, 8]
    assert took_s <= LOOK_MS / 1000
    rig.sessions.lost(connections[4][0])
    rig.clock.push(BEAT_MS)
    for _ in range(3):
        rig.sessions._tick()
    assert [len(beats(transport)) for _, transport in connections] == [2, 2, 2, 2, 1, 2, 2, 2]
    assert LOOKED_AT > 3


@pytest.mark.case("B232")
async def test_the_full_house_keeps_places_for_its_guests(rig: Rig) -> None:
    for _ in range(8):
        rig.open()
    assert (rig.sessions.full, rig.sessions.crowded) == (False, False)
    _, stranger = rig.open()
    assert stranger.closed == CloseCode.TRY_LATER
    assert (rig.sessions.full, rig.sessions.crowded) == (True, True)
    # The stranger's socket is still being closed; its place is free when it is gone.
    _, guest = rig.open(rig.room.token)
    assert guest.closed is None


@pytest.mark.case("B232")
async def test_in_a_full_house_the_silent_go_first(rig: Rig) -> None:
    guests = [rig.open(rig.room.token if number == 0 else None) for number in range(8)]
    silent, earlier = HeldTransport(), HeldTransport()
    rig.sessions.open(earlier)
    assert rig.sessions.full
    # The oldest that never said who it is makes room, however often.
    for _ in range(50):
        assert rig.sessions.make_room()
        rig.sessions.open(silent)
        assert (earlier.was_cut, silent.was_cut) == (CloseCode.TRY_LATER, None)
        earlier, silent = silent, HeldTransport()
    assert rig.sessions.make_room()
    _, back = rig.open(rig.room.token)
    assert back.closed is None
    assert [transport.closed for _, transport in guests] == [CloseCode.TAKEN_OVER] + [None] * 7
    # Nobody is silent any more, so nobody goes.
    assert not rig.sessions.make_room()
    assert rig.tally.turned_away["silent_in_full_house"] == 51


@pytest.mark.case("B234")
async def test_connections_that_are_gone_leave_nothing_behind(rig: Rig) -> None:
    for _ in range(100):
        connection, _ = rig.open()
        rig.sessions.lost(connection)
        rig.sessions.lost(connection)
    assert len(rig.sessions) == 0
    assert not rig.sessions.full


@pytest.mark.case("B215")
async def test_at_the_end_everybody_is_told_and_nobody_comes_in(rig: Rig) -> None:
    connection, transport = rig.open()
    rig.sessions.start()
    closing = asyncio.create_task(rig.sessions.close())
    await asyncio.sleep(0)
    assert transport.closed == CloseCode.RESTARTING
    assert rig.sessions.full
    assert not closing.done()
    rig.sessions.lost(connection)
    await closing


async def test_the_end_waits_for_nobody_for_ever(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CLOSING_S", 0.0)
    rig.open()
    await rig.sessions.close()


async def test_it_looks_by_itself(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_MS", 1)
    ended = asyncio.get_running_loop().create_future()
    transport = HeldTransport(on_close=ended.set_result)
    connection = rig.sessions.open(transport)
    rig.clock.push(60_000)
    rig.sessions.start()
    assert await asyncio.wait_for(ended, 5) == CloseCode.HELLO_TIMEOUT
    rig.sessions.lost(connection)
    await rig.sessions.close()


@pytest.mark.case("B159")
async def test_it_lets_the_lobby_sweep(rig: Rig) -> None:
    rig.clock.push(NEVER_JOINED_MS)
    rig.sessions.look()
    assert len(rig.lobby.lobby) == 0


async def test_it_knows_its_own_shard(rig: Rig) -> None:
    assert rig.sessions.owns("K7")
    assert not rig.sessions.owns("K8")
    assert socket_path(RoomCode("K7Q2M9XDT4")) == "/s/K7/ws"
