"""One connection's life, against real tables and a clock that stands still."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from protocol.codec import decode_outbound, encode
from protocol.errors import CloseCode
from protocol.games.stud import Theo
from protocol.ids import Millis, Ref, RoomCode, Seat, Turn
from protocol.inbound import Act, AnyCommand, Beat, CreateRoom, Hello, MoveSeat, React, Say, Sit
from protocol.outbound import MoveCode, Outbound, Rejected, View, Welcome
from server.hub import limits
from server.hub.admission import Admission
from server.hub.budgets import Budgets
from server.hub.connection import HELLO_MS, SILENCE_MS, UNANSWERED, Connection
from server.hub.outbox import STALL_MS, Outbox
from server.hub.tally import Tally
from server.rooms.keys import Created
from server.table.actor import TableActor
from server.table.messages import ConnId
from tests.support.lobby import LobbyRig, make_lobby
from tests.support.transport import HeldTransport

M = TypeVar("M")


class Hall:
    """The server around connections."""

    def __init__(self, rig: LobbyRig) -> None:
        self.crowded = False
        self.saving = False
        self.parked: list[tuple[Connection, str]] = []
        self.rig = rig
        self.tally = Tally()
        self.budgets = Budgets("public")
        self._tokens = 0

    def park(self, connection: Connection, frame: str) -> None:
        self.parked.append((connection, frame))

    def find(self, code: RoomCode) -> TableActor | None:
        return self.rig.lobby.find(code)

    def new_token(self) -> str:
        self._tokens += 1
        return f"fresh-{self._tokens:026}"


class Line:
    """A connection, and what came out of it."""

    def __init__(self, hall: Hall, number: int, host: str = "203.0.113.7") -> None:
        self.rig = hall.rig
        self.transport = HeldTransport()
        self.outbox = Outbox(self.transport, hall.rig.journal, hall.rig.clock, hall.tally)
        admission = Admission(hall.budgets, hall.tally, host)
        self.connection = Connection(ConnId(number), self.outbox, hall, admission, hall.rig.clock.now())
        self._ref = 0

    def say(self, message: Hello | Beat | AnyCommand) -> None:
        self.raw(encode(message).decode())

    def raw(self, frame: str) -> None:
        self.connection.text(frame, self.rig.clock.now())

    def command(self, make: Callable[[Ref], AnyCommand]) -> Ref:
        self._ref += 1
        self.say(make(Ref(self._ref)))
        return Ref(self._ref)

    def look(self) -> None:
        self.connection.look(self.rig.clock.now(), b"{}")

    def hello(self, room: RoomCode, token: str | None = None) -> Welcome:
        self.say(Hello(1, room, token))
        self.rig.ticks.end()
        return self.newest(Welcome)

    @property
    def got(self) -> list[Outbound]:
        return [decode_outbound(frame) for frame in self.transport.sent]

    def newest(self, kind: type[M]) -> M:
        return next(message for message in reversed(self.got) if isinstance(message, kind))

    @property
    def code(self) -> int | None:
        """How it was closed."""
        return self.transport.closed or self.transport.was_cut


class House:
    """A hall with one room; tables arm timers, so tests that make one are coroutines."""

    def __init__(self) -> None:
        self.rig = make_lobby()
        self.hall = Hall(self.rig)
        self.made: Created = self.rig.lobby.create(CreateRoom("xi-to-28"))
        self.rig.ticks.end()
        self._numbers = 0

    def line(self) -> Line:
        self._numbers += 1
        return Line(self.hall, self._numbers)

    def host(self) -> Line:
        line = self.line()
        line.hello(self.made.code, self.made.token)
        return line


@pytest.fixture
async def house() -> House:
    return House()


async def test_hello_is_answered_with_welcome_and_view(house: House) -> None:
    line = house.line()
    welcome = line.hello(house.made.code, house.made.token)
    assert (welcome.player, welcome.token, welcome.room) == (1, None, house.made.code)
    assert isinstance(line.got[-1], View)


async def test_a_visitor_gets_a_token_that_is_the_same_person_later(house: House) -> None:
    first = house.line().hello(house.made.code)
    assert first.token is not None
    again = house.line().hello(house.made.code, first.token)
    assert (again.player, again.token) == (first.player, None)


@pytest.mark.case("B134")
async def test_no_repr_shows_a_token(house: House) -> None:
    line = house.host()
    shown = repr(line.connection) + repr(line.outbox) + repr(house.made)
    assert house.made.token not in shown


async def test_silence_before_hello_is_closed(house: House) -> None:
    line = house.line()
    house.rig.clock.push(HELLO_MS - 1)
    line.look()
    assert line.code is None
    house.rig.clock.push(1)
    line.look()
    assert line.transport.closed == CloseCode.HELLO_TIMEOUT


async def test_after_a_refused_hello_there_is_time_for_another(house: House) -> None:
    line = house.line()
    house.rig.clock.push(HELLO_MS - 1)
    line.say(Hello(1, house.made.code, "x" * 32))
    assert line.newest(Rejected).code == "token_unknown"
    house.rig.clock.push(HELLO_MS - 1)
    line.look()
    assert line.code is None
    assert line.hello(house.made.code).player == 2


async def test_beats_keep_a_line_open_and_silence_ends_it(house: House) -> None:
    line = house.host()
    for _ in range(10):
        house.rig.clock.push(SILENCE_MS - 1)
        line.look()
        line.say(Beat(Millis(1)))
    assert line.code is None
    house.rig.clock.push(SILENCE_MS)
    line.look()
    assert line.code == CloseCode.NO_BEAT


async def test_a_line_that_takes_nothing_is_cut(house: House) -> None:
    line = house.host()
    line.transport.paused = True
    line.look()
    house.rig.clock.push(STALL_MS)
    line.look()
    assert line.transport.was_cut == CloseCode.TOO_SLOW


async def test_a_full_house_lets_in_only_those_who_were_here(house: House) -> None:
    house.hall.crowded = True
    stranger = house.line()
    stranger.say(Hello(1, house.made.code))
    assert stranger.transport.closed == CloseCode.TRY_LATER
    assert house.line().hello(house.made.code, house.made.token).player == 1


@pytest.mark.case("B095", "B099")
async def test_the_same_token_takes_over_and_late_frames_are_void(house: House) -> None:
    old = house.host()
    new = house.line()
    new.hello(house.made.code, house.made.token)
    assert old.transport.closed == CloseCode.TAKEN_OVER
    before = len(old.got)
    old.command(lambda ref: Sit(ref, Seat(0), "An"))
    old.connection.lost()
    assert len(old.got) == before
    ref = new.command(lambda ref: Sit(ref, Seat(1), "An"))
    house.rig.ticks.end()
    answered = new.newest(View).you.answered
    assert answered is not None
    assert (answered.ref, answered.code) == (ref, None)


@pytest.mark.case("B091", "B093")
async def test_a_line_that_is_lost_at_once_leaves_no_ghost(house: House) -> None:
    line = house.line()
    line.connection.lost()
    early = house.line()
    early.say(Hello(1, house.made.code, house.made.token))
    early.connection.lost()
    room = house.rig.lobby.find(house.made.code)
    assert room is not None
    assert room.core.summary.people == 0
    assert house.host().newest(Welcome).player == 1


async def test_a_seat_moves_with_a_one_time_code(house: House) -> None:
    phone = house.host()
    phone.command(lambda ref: Sit(ref, Seat(0), "An"))
    phone.command(lambda ref: MoveSeat(ref))
    house.rig.ticks.end()
    code = phone.newest(MoveCode).code
    laptop = house.line()
    laptop.say(Hello(1, house.made.code, None, code))
    house.rig.ticks.end()
    welcome = laptop.newest(Welcome)
    assert (welcome.player, laptop.newest(View).you.seat) == (1, 0)
    assert welcome.token not in {None, house.made.token}
    assert phone.transport.closed == CloseCode.MOVED
    returning = house.line()
    returning.say(Hello(1, house.made.code, house.made.token))
    assert returning.newest(Rejected).code == "token_moved"
    # The new device may say Hello again with the token it was given.
    again = laptop.hello(house.made.code, welcome.token)
    assert (again.player, again.token) == (1, None)


@pytest.mark.case("B105")
async def test_hello_word_for_word_again_is_no_second_person(house: House) -> None:
    line = house.line()
    first = line.hello(house.made.code)
    again = line.hello(house.made.code)
    assert again.player == first.player
    room = house.rig.lobby.find(house.made.code)
    assert room is not None
    assert room.core.summary.people == 1


async def test_hello_for_another_room_is_refused(house: House) -> None:
    other = house.rig.lobby.create(CreateRoom("xi-to-28"))
    line = house.host()
    line.say(Hello(1, other.code, other.token))
    assert line.newest(Rejected).code == "hello_twice"


@pytest.mark.case("B188")
async def test_a_ninth_unanswered_command_is_busy_and_its_ref_is_free(house: House) -> None:
    line = house.host()
    line.command(lambda ref: Sit(ref, Seat(0), "An"))
    for _ in range(UNANSWERED - 1):
        line.command(lambda ref: Say(ref, "chào") if ref % 2 else Act(ref, Turn(1), Theo()))
    ninth = line.command(lambda ref: React(ref, "clap"))
    house.rig.ticks.end()
    busy = [message for message in line.got if isinstance(message, Rejected) and message.code == "busy"]
    assert [message.ref for message in busy] == [ninth]
    line.say(React(ninth, "clap"))
    house.rig.ticks.end()
    answered = line.newest(View).you.answered
    assert answered is not None
    assert (answered.ref, answered.code) == (ninth, None)


async def test_answers_that_left_make_room_for_more(house: House) -> None:
    line = house.host()
    for _ in range(3 * UNANSWERED):
        line.command(lambda ref: Act(ref, Turn(1), Theo()))
        house.rig.ticks.end()
    assert {message.code for message in line.got if isinstance(message, Rejected)} == {"not_seated"}


@pytest.mark.case("B188", "B198")
async def test_ten_thousand_commands_by_a_client_that_reads_nothing_hurt_only_itself(house: House) -> None:
    line, other = house.host(), house.line()
    other.hello(house.made.code)
    line.transport.paused = True
    for number in range(1, 10_001):
        line.say(Sit(Ref(number), Seat(0), "An"))
    house.rig.ticks.end()
    assert line.code in {CloseCode.TOO_SLOW, CloseCode.FLOOD}
    ref = other.command(lambda ref: Sit(ref, Seat(1), "Bình"))
    house.rig.ticks.end()
    answered = other.newest(View).you.answered
    assert answered is not None
    assert (answered.ref, answered.code) == (ref, None)


async def test_talk_has_its_own_measure(house: House) -> None:
    line = house.host()
    line.command(lambda ref: Sit(ref, Seat(0), "An"))
    for _ in range(limits.TALK):
        line.command(lambda ref: Say(ref, "chào"))
    slow = line.command(lambda ref: React(ref, "clap"))
    house.rig.ticks.end()
    assert (line.newest(Rejected).ref, line.newest(Rejected).code) == (slow, "slow_down")
    house.rig.clock.push(2_000)
    line.say(React(slow, "clap"))
    house.rig.ticks.end()
    answered = line.newest(View).you.answered
    assert answered is not None
    assert (answered.ref, answered.code) == (slow, None)


async def test_a_flood_of_beats_is_cut_off_too(house: House) -> None:
    line = house.host()
    for _ in range(limits.COMMANDS + limits.EXCESS + 2):
        line.say(Beat(Millis(1)))
    assert line.transport.closed == CloseCode.FLOOD


@pytest.mark.case("B105")
async def test_hello_again_and_again_does_not_paint_the_table_for_everybody(house: House) -> None:
    line, other = house.host(), house.line()
    other.hello(house.made.code)
    before = len(other.got)
    for _ in range(3 * limits.COMMANDS):
        line.say(Hello(1, house.made.code, house.made.token))
        house.rig.ticks.end()
    assert (line.newest(Rejected).ref, line.newest(Rejected).code) == (None, "slow_down")
    assert len(other.got) - before <= limits.COMMANDS


async def test_no_answer_follows_the_end(house: House) -> None:
    line = house.host()
    line.connection.binary()
    assert line.transport.closed == CloseCode.TEXT_ONLY
    before = len(line.got)
    line.raw("]")
    line.say(Hello(1, house.made.code))
    assert len(line.got) == before
