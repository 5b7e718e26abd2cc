"""Rooms of the generator in virtual time, at a table that is slow, deaf for a while, or wrong."""

from random import Random
from typing import Any

import pytest

from protocol.codec import with_skipped
from protocol.ids import Ref
from server.loadtest.wheel import Wheel
from tests.bench.driver import Driver
from tests.bench.lanes import SEATS, Choices, XibanLane
from tests.support.load import Line, Toy, settle
from tests.support.table import Bench

GAMES = ("xi-to-28", "xi-to-32", "xi-dach")


class Room:
    """A table, and the lane and driver of a generator that plays at it."""

    def __init__(self, game: str = "xi-to-28", rate: float = 2.0, seed: int = 1) -> None:
        self.toy = Toy(game, seed)
        self.driver = Driver(Wheel(self.toy.seconds, self.toy.time.call_later), rate, seed)
        self.chance = Random(seed)  # noqa: S311
        self._game = game

    async def begin(self) -> None:
        """Seat four, and play from now on; everything counts."""
        toy: Any = self.toy
        self.lane = XibanLane(toy, self.driver, await toy.create(self._game), self.chance.random)
        await self.lane.join()
        await settle()
        self.lane.play()
        self.driver.measuring = True
        self.driver.start([self.lane])
        await settle()

    @property
    def phase(self) -> str:
        return self.toy.bench.table().phase

    @property
    def lines(self) -> list[Line]:
        return list(self.toy.lines.values())

    async def until(self, phase: str) -> None:
        """Play until the table is there and nothing is on its way."""
        for _ in range(100_000):
            if self.phase == phase and not self.driver.acting:
                return
            await self.toy.pass_(10)
        raise AssertionError(phase)

    async def speak_to_the_deaf(self) -> tuple[Line, bytes]:
        """From now on the table hears nothing: what is said first, and by whom."""
        self.toy.deaf = True
        for _ in range(100_000):
            if self.toy.unheard:
                return self.toy.unheard[0]
            await self.toy.pass_(10)
        raise AssertionError("nobody says anything")

    def refuse(self, code: str) -> None:
        """The command on its way is answered so by a server that is wrong."""
        line, said = self.toy.unheard.pop()
        ref = int(said.split(b'"ref":')[1].split(b",")[0].rstrip(b"}"))
        line.ear.frame(b'{"type":"rejected","ref":%d,"code":"%b"}' % (ref, code.encode()), self.toy.seconds())

    def newcomer(self) -> None:
        """Somebody comes to watch: a version that has nothing to do with what is on its way."""
        self.toy.bench.hello(99)
        self.toy.speak()


@pytest.mark.parametrize("game", GAMES)
async def test_it_plays_whole_hands_at_the_rate_it_is_told(game: str) -> None:
    room = Room(game)
    await room.begin()
    await room.toy.pass_(120_000)
    assert (room.driver.errors, room.driver.crossed) == ({}, 0)
    assert room.driver.latency.count == pytest.approx(240, rel=0.2)
    assert room.toy.bench.table().hand > 5


async def test_a_hand_that_begins_by_itself_is_no_answer_to_next_and_makes_no_error() -> None:
    room = Room()
    await room.begin()
    await room.until("result")
    _, said = await room.speak_to_the_deaf()
    assert b'"next"' in said
    await room.toy.pass_(10_000)
    assert room.phase == "playing"
    assert len(room.toy.unheard) == 1, "nobody says more before it is answered"
    room.toy.thaw()
    await settle()
    assert (room.driver.errors, room.driver.crossed) == ({}, 1)
    assert room.driver.latency.most > 9.0, "and it took as long as any other"


async def test_what_follows_a_command_that_crossed_is_said_once() -> None:
    room = Room(rate=20.0)
    await room.begin()
    await room.until("result")
    await room.speak_to_the_deaf()
    await room.toy.pass_(10_000)
    room.toy.thaw()
    room.toy.deaf = True
    await room.toy.pass_(3_000)
    assert len(room.toy.unheard) == 1
    room.toy.thaw()
    await room.toy.pass_(5_000)
    assert (room.driver.errors, room.driver.crossed) == ({}, 1)


@pytest.mark.parametrize("game", GAMES)
async def test_a_turn_that_the_clock_played_meanwhile_makes_no_error(game: str) -> None:
    room = Room(game)
    await room.begin()
    await room.until("playing")
    _, said = await room.speak_to_the_deaf()
    assert b'"act"' in said
    await room.toy.pass_(120_000, step_ms=100)
    assert len(room.toy.unheard) == 1
    room.toy.thaw()
    await settle()
    assert room.driver.errors == {}
    assert room.driver.crossed == 1


async def test_an_offer_of_the_bank_that_ran_out_meanwhile_makes_no_error() -> None:
    room = Room("xi-dach")
    await room.begin()
    _, said = await room.speak_to_the_deaf()
    assert b'"bank"' in said
    await room.toy.pass_(12_000)
    assert len(room.toy.unheard) == 1
    room.toy.thaw()
    await settle()
    assert (room.driver.errors, room.driver.crossed) == ({}, 1)
    await room.toy.pass_(60_000)
    assert room.toy.bench.table().hand > 1


async def test_a_bank_that_nobody_took_in_time_and_seats_that_sit_out_do_not_end_the_game() -> None:
    room = Room("xi-dach")
    await room.begin()
    await room.speak_to_the_deaf()
    await room.toy.pass_(60_000, step_ms=100)
    table = room.toy.bench.table()
    assert (table.waiting, table.bank and table.bank.asked) == ("bank", None)
    room.toy.thaw()
    await room.until("playing")
    await room.speak_to_the_deaf()
    await room.toy.pass_(300_000, step_ms=100)
    assert any(seat.status == "out" for seat in room.toy.bench.table().seats)
    room.toy.thaw()
    hands = room.toy.bench.table().hand
    await room.toy.pass_(60_000)
    assert all(seat.status == "in" for seat in room.toy.bench.table().seats)
    assert room.toy.bench.table().hand > hands
    assert room.driver.errors == {}


@pytest.mark.parametrize(("phase", "code"), [("playing", "stale_turn"), ("result", "hand_running")])
async def test_a_refusal_for_no_reason_is_an_error_whatever_else_the_table_shows(phase: str, code: str) -> None:
    room = Room(rate=50.0)
    await room.begin()
    await room.until(phase)
    await room.speak_to_the_deaf()
    room.newcomer()
    await settle()
    room.refuse(code)
    counted = room.driver.latency.count
    assert (room.driver.errors, room.driver.crossed) == ({code: 1}, 0)
    # It waits half a second, or it would only ask the same again; then it goes on.
    await room.toy.pass_(400)
    room.newcomer()
    await settle()
    assert room.toy.unheard == []
    await room.toy.pass_(200)
    assert len(room.toy.unheard) == 1
    assert room.driver.latency.count == counted
    room.toy.thaw()
    await room.toy.pass_(2_000)
    assert room.driver.errors == {code: 1}


async def test_a_reason_that_comes_after_the_refusal_is_none() -> None:
    room = Room()
    await room.begin()
    await room.until("result")
    line, _ = await room.speak_to_the_deaf()
    line.reads = False
    await room.toy.pass_(10_000)
    assert room.phase == "playing"
    room.refuse("hand_running")
    line.resume()
    await settle()
    assert (room.driver.errors, room.driver.crossed) == ({"hand_running": 1}, 0)


@pytest.mark.parametrize("frame", [b'{"type":"rejected","ref":null,"code":"bad_message"}', None], ids=["none", "twice"])
async def test_a_refusal_of_what_is_not_on_its_way_is_an_error(frame: bytes | None) -> None:
    room = Room()
    await room.begin()
    await room.until("playing")
    line, said = await room.speak_to_the_deaf()
    room.lines[-1 if line is not room.lines[-1] else 0].reads = False
    room.toy.thaw()
    await settle()
    assert room.driver.acting, "one seat has yet to see it"
    ref = said.split(b'"ref":')[1].split(b",")[0]
    line.ear.frame(frame or b'{"type":"rejected","ref":%b,"code":"internal"}' % ref, room.toy.seconds())
    assert room.driver.errors == {"bad_message" if frame else "internal": 1}
    assert room.driver.acting, "what is on its way stays so"


async def test_an_action_ends_when_the_last_seat_has_seen_it() -> None:
    room = Room(rate=10.0)
    await room.begin()
    await room.until("playing")
    counted = room.driver.latency.count
    line, _ = await room.speak_to_the_deaf()
    late = room.lines[-1 if line is not room.lines[-1] else 0]
    late.reads = False
    room.toy.thaw()
    sent = sum(len(one.sent) for one in room.lines)
    await room.toy.pass_(2_000)
    assert room.driver.latency.count == counted
    assert sum(len(one.sent) for one in room.lines) == sent
    late.resume()
    await settle()
    assert room.driver.latency.count > counted
    assert room.driver.latency.most > 1.9


async def test_an_answer_without_a_view_is_one() -> None:
    room = Room()
    await room.begin()
    await room.until("playing")
    counted = room.driver.latency.count
    line, said = await room.speak_to_the_deaf()
    room.newcomer()
    await settle()
    assert room.driver.latency.count == counted, "a view of something else is no answer"
    line.ear.frame(b'{"type":"done","ref":%b}' % said.split(b'"ref":')[1].split(b",")[0], room.toy.seconds())
    assert room.driver.latency.count == counted + 1


@pytest.mark.parametrize("game", GAMES)
async def test_a_correct_server_however_slow_gives_no_error(game: str) -> None:
    crossed = 0
    for seed in range(4):
        room = Room(game, rate=1.0, seed=seed)
        await room.begin()
        await room.toy.stutter(Random(seed))  # noqa: S311
        assert room.driver.errors == {}
        crossed += room.driver.crossed
        hands = room.toy.bench.table().hand
        await room.toy.pass_(60_000)
        assert room.toy.bench.table().hand > hands
        assert room.driver.errors == {}
    assert crossed > 0


def test_a_view_that_replaces_others_is_read_in_mid_hand() -> None:
    bench = Bench.begun()
    plain = [bench.frames[conn][-1] for conn in (1, 2, 3, 4)]  # type: ignore[index]
    late = [with_skipped(data, 2) for data in plain]
    found, other = (Choices(SEATS, lambda: 0.5).next(views) for views in (plain, late))
    assert found is not None
    assert other is not None
    assert found[0] == other[0]
    assert b'"act"' in other[1]


def test_numbers_are_each_players_own() -> None:
    choices = Choices(SEATS, lambda: 0.5)
    assert [choices.ref(2), choices.ref(2), choices.ref(0)] == [Ref(1), Ref(2), Ref(1)]
