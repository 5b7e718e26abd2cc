"""The house's bots at real tables, with their thoughts in the test's hands."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from protocol.codec import decode_outbound, encode
from protocol.errors import CloseCode
from protocol.games.stud import Theo, TheoOffer
from protocol.ids import Chips, PlayerId, Ref, Seat, Turn
from protocol.inbound import (
    Act,
    AddBot,
    AnyCommand,
    Bank,
    CloseRoom,
    CreateRoom,
    Host,
    PauseTable,
    RemoveBot,
    ResumeTable,
    Sit,
    Start,
)
from protocol.outbound import Rejected, View, Welcome
from server.bots.house import REFUSALS, House, Pace
from server.hub.outbox import Outbox
from server.table.actor import TableActor
from server.table.effects import Kind, Position, Sink
from server.table.messages import AttachBot, ConnId, Told, hello
from tests.support.lobby import make_lobby
from tests.support.transport import HeldTransport

ME = ConnId(1)


class Thought:
    """A call that is to come."""

    def __init__(self, pause_s: float, call: Callable[[], None]) -> None:
        self.pause_s = pause_s
        self.call = call
        self.open = True

    def cancel(self) -> None:
        self.open = False


class Room:
    """One person, three bots, and a list of what the bots are thinking of."""

    def __init__(self, game: str = "xi-to-28") -> None:
        self.thoughts: list[Thought] = []
        draws = iter(number / 7 % 1 for number in range(100_000))
        self.house = House(play=lambda: 0.5, pause=lambda: next(draws), pace=Pace(900, 2_200), later=self.later)
        self.rig = make_lobby()
        made = self.rig.lobby.create(CreateRoom(game))
        actor = self.rig.lobby.find(made.code)
        assert actor is not None
        self.actor: TableActor = actor
        self.transport = HeldTransport()
        actor.attach(Outbox(self.transport, self.rig.journal, self.rig.clock), hello(ME, made.token, None, "fresh"))
        self.ref = 0
        self.tell(lambda ref: Sit(ref, Seat(0), "An"))
        self.tell(lambda ref: Host(ref, AddBot()))
        for wanted, player in self.rig.bots:
            self.house.play(wanted, player)

    def later(self, pause_s: float, call: Callable[[], None]) -> Thought:
        thought = Thought(pause_s, call)
        self.thoughts.append(thought)
        return thought

    def tell(self, make: Callable[[Ref], AnyCommand]) -> None:
        self.ref += 1
        self.actor.tell(Told(ME, make(Ref(self.ref))))
        self.rig.ticks.end()

    @property
    def open(self) -> list[Thought]:
        return [thought for thought in self.thoughts if thought.open]

    def think(self) -> None:
        """Everything that bots are thinking of comes to an end."""
        for thought in self.open:
            thought.open = False
            thought.call()
            self.rig.ticks.end()

    @property
    def messages(self) -> list[object]:
        return [decode_outbound(frame) for frame in self.transport.sent]

    @property
    def view(self) -> View:
        return next(message for message in reversed(self.messages) if isinstance(message, View))


@pytest.fixture
async def room() -> Room:
    return Room()


async def test_bots_take_their_seats(room: Room) -> None:
    assert [seat.bot for seat in room.view.table.seats] == [False, True, True, True]
    assert room.open == []


async def test_a_bot_on_turn_thinks_once_and_acts(room: Room) -> None:
    room.tell(lambda ref: Host(ref, Start()))
    for _ in range(200):
        if room.view.you.turn is not None or room.view.table.phase != "playing":
            break
        assert len(room.open) == 1
        assert 0.9 <= room.open[0].pause_s <= 2.2
        before = room.view.v
        room.think()
        assert room.view.v > before
    assert not any(isinstance(message, Rejected) for message in room.messages)


async def test_bots_finish_a_hand_and_tap_next(room: Room) -> None:
    room.tell(lambda ref: Host(ref, Start()))
    for _ in range(500):
        if room.view.table.phase == "result":
            break
        room.think()
        deadline = room.actor.core.next_deadline
        if not room.open and deadline is not None:
            room.rig.clock.push(max(0, deadline - room.rig.clock.now()))
            room.actor._wake()
            room.rig.ticks.end()
    assert room.view.table.phase == "result"
    assert len(room.open) == 3
    room.think()
    assert [seat.next for seat in room.view.table.seats] == [False, True, True, True]
    assert room.open == []


async def test_a_question_that_is_gone_is_not_answered(room: Room) -> None:
    room.tell(lambda ref: Host(ref, Start()))
    thinking = room.open
    room.tell(lambda ref: Host(ref, CloseRoom()))
    assert room.open == []
    for thought in thinking:
        thought.call()
    assert any(isinstance(message, View | Welcome) for message in room.messages)


async def test_a_bot_that_is_sent_away_is_silent(room: Room) -> None:
    room.tell(lambda ref: Host(ref, RemoveBot(Seat(1))))
    assert room.view.table.seats[1].player is None
    assert room.open == []


class Stubborn:
    """A table that refuses everything a bot says."""

    def __init__(self) -> None:
        self.told = 0
        self.sink: Sink

    def attach(self, sink: Sink, _message: AttachBot) -> None:
        self.sink = sink

    def tell(self, _message: Told) -> None:
        self.told += 1


async def test_a_bot_that_is_refused_gives_up_on_its_question(room: Room) -> None:
    room.tell(lambda ref: Host(ref, Start()))
    you = replace(room.view.you, turn=Turn(5), offers=(TheoOffer(Chips(0), Chips(9)),))
    other = room.open[0] if room.open else None
    table = Stubborn()
    room.house.play(table, PlayerId(9))  # type: ignore[arg-type]
    table.sink.frame(Kind.VIEW, encode(replace(room.view, you=you)), Position(0))
    for _ in range(10):
        for thought in [thought for thought in room.open if thought is not other]:
            thought.open = False
            thought.call()
        table.sink.frame(Kind.ANSWER, encode(Rejected(Ref(1), "illegal_action")), Position(0))
    assert table.told == REFUSALS
    table.sink.drop(CloseCode.ROOM_CLOSED, Position(0))


async def test_a_bot_waits_for_the_end_of_a_pause(room: Room) -> None:
    room.tell(lambda ref: Host(ref, Start()))
    if room.view.you.turn is not None:
        turn = room.view.you.turn
        room.tell(lambda ref: Act(ref, turn, Theo()))
    assert len(room.open) == 1, "a bot is on turn"
    room.tell(lambda ref: Host(ref, PauseTable()))
    assert room.open == []
    room.tell(lambda ref: Host(ref, ResumeTable()))
    before = room.view.v
    room.think()
    assert room.view.v > before


@pytest.mark.rule("XD-Q02")
async def test_a_bot_takes_the_bank_that_people_do_not_want() -> None:
    room = Room("xi-dach")
    assert room.open == [], "people are asked before bots"
    room.tell(lambda ref: Bank(ref, False))
    assert len(room.open) == 1
    assert 0.9 <= room.open[0].pause_s <= 2.2
    room.think()
    bank = room.view.table.bank
    assert bank is not None
    assert bank.banker == 4
    assert room.open == []
    room.tell(lambda ref: Bank(ref, True))
    bank = room.view.table.bank
    assert bank is not None
    assert bank.banker == 0
