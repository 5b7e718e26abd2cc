"""Rooms: made once, found, let go."""

import pytest
from structlog.testing import capture_logs

from protocol.ids import Ref, RoomCode, Seat
from protocol.inbound import AddBot, CloseRoom, CreateRoom, Host, ListRoom, Sit
from server.hub.outbox import Outbox
from server.rooms.keys import KEY_MS
from server.rooms.lobby import (
    EMPTY_MS,
    NEVER_JOINED_MS,
    SWEEP_MS,
    GameUnknown,
    KeyConflict,
    RoomBusy,
    RoomsFull,
)
from server.rules.sheet import OptionsInvalid
from server.table.messages import ConnId, Told, hello
from tests.support.lobby import LobbyRig, make_lobby
from tests.support.transport import HeldTransport

STUD = CreateRoom("xi-to-28")


@pytest.fixture
async def rig() -> LobbyRig:
    return make_lobby()


def join(rig: LobbyRig, code: RoomCode, conn: int, token: str | None = None) -> None:
    actor = rig.lobby.find(code)
    assert actor is not None
    outbox = Outbox(HeldTransport(), rig.journal, rig.clock)
    actor.attach(outbox, hello(ConnId(conn), token, None, f"fresh-{conn:026}"))


def sweep_after(rig: LobbyRig, ms: int) -> None:
    """Let time pass, sweeping as the timer would."""
    for _ in range(ms // SWEEP_MS):
        rig.clock.push(SWEEP_MS)
        rig.lobby.sweep()
    rig.clock.push(ms % SWEEP_MS)
    rig.lobby.sweep()


async def test_a_room_is_found_by_its_code_alone(rig: LobbyRig) -> None:
    made = rig.lobby.create(CreateRoom("xi-to-28", {"turn_timeout_s": 30}, "Nhà Lan"))
    actor = rig.lobby.find(made.code)
    assert actor is not None
    assert made.code.startswith("K7")
    assert (actor.core.summary.title, actor.core.summary.options["turn_timeout_s"]) == ("Nhà Lan", 30)
    assert rig.lobby.find(RoomCode("K700009999")) is None
    assert len(rig.lobby) == 1


async def test_what_cannot_be_made_is_named(rig: LobbyRig) -> None:
    with pytest.raises(GameUnknown, match="no such game"):
        rig.lobby.create(CreateRoom("bridge"))
    with pytest.raises(OptionsInvalid) as refused:
        rig.lobby.create(CreateRoom("xi-to-28", {"turn_timeout_s": 1}))
    assert refused.value.option == "turn_timeout_s"
    assert len(rig.lobby) == 0


@pytest.mark.case("B143")
async def test_a_key_makes_one_room(rig: LobbyRig) -> None:
    asked = CreateRoom("xi-to-28", key="k" * 16)
    made = rig.lobby.create(asked)
    assert rig.lobby.create(CreateRoom("xi-to-28", key="k" * 16)) == made
    with pytest.raises(KeyConflict, match="other options"):
        rig.lobby.create(CreateRoom("xi-to-28", {"turn_timeout_s": 30}, key="k" * 16))
    assert rig.lobby.create(CreateRoom("xi-to-28", key="l" * 16)) != made
    assert len(rig.lobby) == 2


async def test_a_key_is_forgotten_with_its_room_or_after_an_hour(rig: LobbyRig) -> None:
    asked = CreateRoom("xi-to-28", key="k" * 16)
    made = rig.lobby.create(asked)
    join(rig, made.code, 1)
    sweep_after(rig, KEY_MS)
    assert rig.lobby.create(asked) != made


async def test_no_more_rooms_than_the_server_holds() -> None:
    rig = make_lobby(most_rooms=2)
    rig.lobby.create(STUD)
    rig.lobby.create(STUD)
    with pytest.raises(RoomsFull, match="2 rooms"):
        rig.lobby.create(STUD)


async def test_codes_never_meet() -> None:
    rig = make_lobby()
    first = rig.lobby.create(STUD)
    codes = iter([first.code[2:], first.code[2:], "FRESH234"])
    rig.lobby._chances = type(rig.lobby._chances)(rig.lobby._chances.shuffler, lambda _: next(codes), lambda: "t" * 32)
    assert rig.lobby.create(STUD).code == "K7FRESH234"


@pytest.mark.case("B159")
async def test_a_room_that_nobody_joined_goes_after_an_hour(rig: LobbyRig) -> None:
    for _ in range(50):
        rig.lobby.create(STUD)
    sweep_after(rig, NEVER_JOINED_MS - 1)
    assert len(rig.lobby) == 50
    sweep_after(rig, 1)
    assert len(rig.lobby) == 0


@pytest.mark.case("B159", "B206")
async def test_a_room_with_somebody_in_it_stays_and_an_empty_one_goes_after_ten_minutes(rig: LobbyRig) -> None:
    made = rig.lobby.create(STUD)
    join(rig, made.code, 1)
    sweep_after(rig, 2 * NEVER_JOINED_MS)
    actor = rig.lobby.find(made.code)
    assert actor is not None
    actor.detach(ConnId(1))
    sweep_after(rig, EMPTY_MS - SWEEP_MS)
    join(rig, made.code, 2)
    sweep_after(rig, EMPTY_MS)
    assert rig.lobby.find(made.code) is not None
    actor.detach(ConnId(2))
    sweep_after(rig, EMPTY_MS + SWEEP_MS)
    assert len(rig.lobby) == 0
    rig.ticks.end()
    back = rig.lobby.find(made.code)
    assert back is not None
    assert back is not actor
    assert back.core.summary.people == 0


async def test_a_room_that_is_closed_is_gone(rig: LobbyRig) -> None:
    made = rig.lobby.create(STUD)
    actor = rig.lobby.find(made.code)
    assert actor is not None
    join(rig, made.code, 1, made.token)
    actor.tell(Told(ConnId(1), Host(Ref(1), CloseRoom())))
    with pytest.raises(RoomBusy):
        rig.lobby.find(made.code)
    rig.ticks.end()
    assert rig.lobby.find(made.code) is None


async def test_bots_are_asked_for(rig: LobbyRig) -> None:
    made = rig.lobby.create(STUD)
    join(rig, made.code, 1, made.token)
    actor = rig.lobby.find(made.code)
    assert actor is not None
    actor.tell(Told(ConnId(1), Sit(Ref(1), Seat(0), "An")))
    actor.tell(Told(ConnId(1), Host(Ref(2), AddBot())))
    assert len(rig.bots) == 3


@pytest.mark.case("B134")
async def test_no_log_line_holds_a_secret(rig: LobbyRig) -> None:
    with capture_logs() as lines:
        made = rig.lobby.create(STUD)
        actor = rig.lobby.find(made.code)
        assert actor is not None
        rig.lobby.hand_finished(actor, 3)
        try:
            raise ValueError("As Kh " + made.token)
        except ValueError as error:
            rig.lobby.fault(actor, "table", error)
    shown = repr(lines)
    assert [line["event"] for line in lines] == ["room opened", "hand finished", "fault"]
    assert "ValueError" in shown
    assert "As Kh" not in shown
    assert made.token not in shown


async def test_it_closes_all_tables(rig: LobbyRig) -> None:
    made = rig.lobby.create(STUD)
    actor = rig.lobby.find(made.code)
    assert actor is not None
    rig.lobby.close()
    assert len(rig.lobby) == 0
    frames = Outbox(HeldTransport(), rig.journal, rig.clock)
    actor.attach(frames, hello(ConnId(1), made.token, None, "fresh"))
    assert frames.player is None


async def test_only_what_a_host_lists_is_listed_the_fullest_first(rig: LobbyRig) -> None:
    made = [rig.lobby.create(CreateRoom("xi-to-28", title=f"Bàn {number}")) for number in range(3)]
    assert rig.lobby.listed() == ()
    for number in (0, 2):
        join(rig, made[number].code, number + 1, made[number].token)
        actor = rig.lobby.find(made[number].code)
        assert actor is not None
        actor.tell(Told(ConnId(number + 1), Host(Ref(1), ListRoom(on=True))))
    join(rig, made[2].code, 9)
    assert [(room.code, room.title, room.seats) for room in rig.lobby.listed()] == [
        (made[2].code, "Bàn 2", 4),
        (made[0].code, "Bàn 0", 4),
    ]
