"""Cao nhất keeps its secrets, and is played over sockets by the house's way with games that it does not know."""

import asyncio
import re
from contextlib import AsyncExitStack
from itertools import permutations

import pytest

from protocol.codec import encode
from protocol.events import HandEnded, HandVoided
from protocol.ids import Chips, Seat
from protocol.inbound import Act, AddBot, Host, Sit, Start
from protocol.outbound import View
from server.bots.policy import decide
from server.rules.game import RuleViolation, Step
from server.rules.registry import games
from server.settings import shipped
from tests.support.cards import stacked
from tests.support.client import Client
from tests.support.fourth.rules import Highest, State
from tests.support.fourth.words import Drop, HighView, Stay
from tests.support.server import Server, serving

CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')
GAME = Highest(games(shipped("seeds"))["cao-nhat"].sheet)
STAY, DROP = Stay(), Drop()


def dealt(cards: str) -> Step[State]:
    """A hand of as many seats as there are cards."""
    stacks = {Seat(seat): Chips(20) for seat in range(len(cards.split()))}
    return GAME.deal(GAME.sheet.full({}), stacks, Seat(0), stacked(cards, ranks="23456789TJQKA"))


def deltas(cards: str, *actions: Stay | Drop) -> dict[Seat, int]:
    step = dealt(cards)
    for action in actions:
        (seat,) = GAME.to_act(step.state)
        step = GAME.apply(step.state, seat, action)
    result = GAME.result(step.state)
    assert result is not None
    return result.deltas


@pytest.mark.rule("CN-01")
@pytest.mark.rule("CN-03")
def test_the_highest_card_takes_all_antes() -> None:
    assert deltas("2c As Ad", STAY, STAY, STAY) == {0: -1, 1: 2, 2: -1}
    assert deltas("2c As Ad", STAY, DROP, STAY) == {0: -1, 1: -1, 2: 2}


@pytest.mark.rule("CN-02")
def test_everybody_speaks_once_in_turn() -> None:
    state = dealt("2c As").state
    with pytest.raises(RuleViolation):
        GAME.apply(state, Seat(1), STAY)
    state = GAME.apply(state, Seat(0), STAY).state
    assert GAME.to_act(state) == {1}
    assert deltas("2c As", DROP) == {0: -1, 1: 1}


@pytest.mark.rule("CN-Q01")
def test_the_clock_stays_in() -> None:
    step = dealt("2c As")
    while seats := GAME.to_act(step.state):
        (seat,) = seats
        step = GAME.apply(step.state, seat, GAME.fallback(step.state, seat))
    assert all(place.stays for place in step.state)


@pytest.mark.rule("CN-Q02")
def test_one_point_is_enough_for_a_hand() -> None:
    options = GAME.sheet.full({})
    assert (options["rebuy"], GAME.least_stack(options), GAME.grant(options)) == ("auto", 1, 20)


def test_who_leaves_has_dropped() -> None:
    state = GAME.leave(dealt("2c As 9d").state, Seat(1)).state
    assert GAME.to_act(state) == {0}
    result = GAME.result(GAME.leave(state, Seat(0)).state)
    assert result is not None
    assert result.deltas == {0: -1, 1: -1, 2: 2}
    assert not result.showdown


def test_nobody_can_tell_what_lies_face_down() -> None:
    for one, other in permutations(("2c 3c 9d", "2c As 9d", "2c 9d 3c"), 2):
        left, right = dealt(one).state, dealt(other).state
        for action in (STAY, DROP):
            assert encode(GAME.table_view(left)) == encode(GAME.table_view(right))
            assert encode(GAME.you_view(left, Seat(0))) == encode(GAME.you_view(right, Seat(0)))
            (seat,) = GAME.to_act(left)
            assert GAME.offers(left, seat) == GAME.offers(right, seat)
            left, right = (GAME.apply(state, seat, action).state for state in (left, right))


async def test_four_that_know_nothing_of_the_game_play_it_over_sockets() -> None:
    with serving() as server:
        await an_evening(server)


async def an_evening(server: Server) -> None:
    """Two people whose moves the generic policy chooses, and two bots of the house."""
    room = server.create("cao-nhat")
    people = [Client(server, room), Client(server, room)]
    async with AsyncExitStack() as stack:
        for seat, person in enumerate(people):
            await stack.enter_async_context(person)
            await person.hello(room.token if seat == 0 else None)
            await person.command(Sit, Seat(seat), f"Người {seat}")
        for order in (AddBot(), AddBot(), Start()):
            assert await people[0].answer(await people[0].command(Host, order)) is None
        await asyncio.gather(*(play(person) for person in people))
    ended = [event for event in people[0].view.events if isinstance(event, HandEnded)]
    assert [sorted(one.results.values()) for one in ended] == [[-1, -1, -1, 3]]
    assert isinstance(people[0].view.table.play, HighView)
    assert len(set(CARD.findall(encode(people[0].view.table)))) == 4


async def play(person: Client) -> None:
    """Until the hand is over; what is face down for others never comes here before that."""
    own: set[bytes] = set()
    view = person.view
    while view.table.phase != "result":
        assert not any(isinstance(event, HandVoided) for event in view.events)
        own |= set(CARD.findall(encode(view.you)))
        assert set(CARD.findall(person.seen[-1])) == own
        action = decide(view, lambda: 0.5)
        if action is not None:
            await person.command(Act, view.you.turn, action)
        view = await person.until(View)
    assert len(own) == 1
