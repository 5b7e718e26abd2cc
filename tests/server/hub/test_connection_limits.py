"""What a connection, its address and its person may ask for; what is counted of it."""

import pytest

from protocol.errors import CloseCode
from protocol.games.stud import Theo
from protocol.ids import RoomCode, Seat, Turn
from protocol.inbound import Act, Hello, Say, Sit
from protocol.outbound import Rejected
from server.hub import limits
from server.hub.budgets import PRESETS, Kind
from tests.server.hub.test_connection import House, Line


@pytest.fixture
async def house() -> House:
    return House()


async def test_guessing_tokens_is_cut_off(house: House) -> None:
    line = house.line()
    most = PRESETS["public"][Kind.CODES].size
    for number in range(most + 1):
        line.say(Hello(1, house.made.code, f"{number:032}"))
    assert line.code == CloseCode.TRY_LATER
    assert house.hall.tally.turned_away == {"wrong_token": most, "budget_codes": 1}
    # From the same address: strangers learn nothing now, not even that this room exists; who was here comes in.
    for hello in (Hello(1, house.made.code), Hello(1, RoomCode("K700000000")), Hello(1, house.made.code, "x" * 32)):
        other = house.line()
        other.say(hello)
        assert other.code == CloseCode.TRY_LATER
    assert house.line().hello(house.made.code, house.made.token).player == 1
    assert Line(house.hall, 99, "203.0.113.8").hello(house.made.code).player == 2


async def test_guessing_codes_is_cut_off(house: House) -> None:
    most = PRESETS["public"][Kind.CODES].size
    codes = []
    for number in range(most + 1):
        line = house.line()
        line.say(Hello(1, f"K79{number:07}"))
        codes.append(line.code)
    assert codes == [CloseCode.ROOM_UNKNOWN] * most + [CloseCode.TRY_LATER]


async def test_visitors_come_within_the_budget_of_their_address(house: House) -> None:
    most = PRESETS["public"][Kind.JOINS].size
    codes = []
    for _ in range(most + 1):
        line = house.line()
        line.say(Hello(1, house.made.code))
        codes.append(line.code)
    assert codes == [None] * most + [CloseCode.TRY_LATER]


@pytest.mark.case("B223")
async def test_coming_back_costs_nothing(house: House) -> None:
    for _ in range(500):
        line = house.line()
        assert line.hello(house.made.code, house.made.token).player == 1
        line.connection.lost()
    assert house.hall.tally.turned_away == {}


async def test_who_comes_back_has_said_what_he_said(house: House) -> None:
    first = house.line()
    first.hello(house.made.code, house.made.token)
    for _ in range(limits.TALK):
        first.command(lambda ref: Say(ref, "chào"))
    again = house.line()
    again.hello(house.made.code, house.made.token)
    again._ref = first._ref
    again.command(lambda ref: Say(ref, "lần nữa"))
    assert again.newest(Rejected).code == "slow_down"


async def test_what_happens_is_counted(house: House) -> None:
    line = house.line()
    line.hello(house.made.code, house.made.token)
    line.command(lambda ref: Sit(ref, Seat(0), "An"))
    line.command(lambda ref: Sit(ref, Seat(0), "An"))
    line.command(lambda ref: Act(ref, Turn(1), Theo()))
    line.rig.ticks.end()
    line.connection.binary()
    tally = house.hall.tally
    assert tally.commands == {"sit": 2, "act": 1}
    assert tally.rejected == {"already_seated": 1, "no_hand": 1}
    assert tally.closed == {CloseCode.TEXT_ONLY: 1}
    assert tally.answered.count == 3
