"""One at a time, and everything else between."""

import asyncio

import pytest

from server.web.turnstile import MOST_YIELDED, RESTS, Turnstile


async def turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.case("B184")
async def test_each_takes_a_turn_of_the_loop_and_play_goes_between() -> None:
    turnstile, heard = Turnstile(), list[str]()

    def play() -> None:
        heard.append("play")
        if len(heard) < 9:
            asyncio.get_running_loop().call_soon(play)

    asyncio.get_running_loop().call_soon(play)
    for number in range(4):
        turnstile.enter(lambda number=number: heard.append(str(number)))  # type: ignore[misc]
    assert heard == ["0"], "the first does not wait"
    assert len(turnstile) == 3
    await turns()
    assert [one for one in heard if one != "play"] == ["0", "1", "2", "3"]
    assert all(heard[heard.index(str(number)) + 1] == "play" for number in (1, 2))


async def test_what_one_began_is_done_before_the_next() -> None:
    turnstile, heard = Turnstile(), list[str]()

    def begin(number: int) -> None:
        heard.append(f"begun {number}")
        asyncio.get_running_loop().call_soon(heard.append, f"done {number}")

    for number in range(3):
        turnstile.enter(lambda number=number: begin(number))  # type: ignore[misc]
    await turns()
    assert heard == [f"{what} {number}" for number in range(3) for what in ("begun", "done")]


async def test_nobody_is_let_in_while_play_is_under_way_but_not_for_ever() -> None:
    playing, heard = True, list[int]()
    turnstile = Turnstile(lambda: playing)
    for number in range(2):
        turnstile.enter(lambda number=number: heard.append(number))  # type: ignore[misc]
    waited = 0
    while not heard:
        waited += 1
        await asyncio.sleep(0)
    assert waited == MOST_YIELDED
    assert heard == [0]
    playing = False
    for _ in range(RESTS + 1):
        await asyncio.sleep(0)
    assert heard == [0, 1]


async def test_who_enters_again_while_inside_waits() -> None:
    turnstile, heard = Turnstile(), list[int]()

    def slices(left: int) -> None:
        heard.append(left)
        if left:
            turnstile.enter(lambda: slices(left - 1))

    turnstile.enter(lambda: slices(2))
    assert heard == [2]
    turnstile.enter(lambda: heard.append(9))
    await turns()
    assert heard == [2, 1, 9, 0]


async def test_a_failure_stops_nobody_behind_it() -> None:
    turnstile, heard = Turnstile(), list[int]()
    told: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(str(context["exception"])))

    def fail() -> None:
        raise ValueError("mine")

    turnstile.enter(lambda: None)
    turnstile.enter(fail)
    turnstile.enter(lambda: heard.append(1))
    await turns()
    assert told == ["mine"]
