"""A line that breaks at any event of an evening changes nothing that anybody sees in the end.

``HYPOTHESIS_PROFILE=deep`` breaks one line at one event in each run, for every event, line and moment.
"""

import os
from functools import cache
from itertools import product

import msgspec
import pytest

from protocol.inbound import Bank, Leave, Say
from server.hub.connection import UNANSWERED
from tests.faults.house import house
from tests.faults.session import WATCHER, Author, Cut, Evening, Outcome, Script, played

GAMES = ("xi-to-28", "xi-to-32", "xi-dach")
EVENTS = 300
LINES = WATCHER + 1
"""Four seats and one who looks on."""
DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"


@cache
def script(game: str) -> Script:
    return Author(game, seed=3).write(EVENTS)


@cache
def whole(game: str) -> Outcome:
    """The evening in which no line breaks."""
    return played(script(game), {})


def breakable(game: str) -> range:
    """Events at which a line may break. The first offer of the bank goes to whoever is there at that moment."""
    taken = (number for number, step in enumerate(script(game).steps) if isinstance(step.command, Bank))
    return range(next(taken) if game == "xi-dach" else 0, EVENTS)


@pytest.mark.parametrize("game", GAMES)
def test_the_evening_has_something_of_everything(game: str) -> None:
    kinds = {type(step.command).__name__ for step in script(game).steps}
    assert kinds >= {"Sit", "Act", "Say", "React", "Log", "Next", "Host", "SitIn", "SitOut", "NoneType"}
    refused = {code for answers in whole(game).answers for code in answers.values()}
    assert refused >= {None, "stale_turn", "not_your_turn"}
    assert len(script(game).steps) == EVENTS


@pytest.mark.case("B103")
@pytest.mark.case("B111")
@pytest.mark.parametrize("cut", Cut)
@pytest.mark.parametrize("game", GAMES)
def test_a_line_breaks_at_every_event(game: str, cut: Cut) -> None:
    """In each of five runs another line at each event, so that all together break each line at each event."""
    for first in range(LINES):
        cuts = {number: ((number + first) % LINES, cut) for number in breakable(game)}
        assert played(script(game), cuts) == whole(game)


@pytest.mark.parametrize("cut", Cut)
@pytest.mark.parametrize("game", GAMES)
def test_a_line_breaks_once(game: str, cut: Cut) -> None:
    for number, who in product(breakable(game), range(LINES)):
        if DEEP or (number % 47 == 7 and number % LINES == who):
            assert played(script(game), {number: (who, cut)}) == whole(game)


@pytest.mark.case("B089")
@pytest.mark.case("B101")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("away", [1, 2, 7, 30])
def test_a_line_stays_down_for_a_while(game: str, away: int) -> None:
    """What is said meanwhile comes late, and is carried out once or refused once; then all are in step again."""
    said: dict[str, tuple[int, int]] = {}
    with house(game, seed=3) as at:
        evening = Evening(at)
        for number, step in enumerate(script(game).steps):
            phone = evening.phones[number // (away + 3) % LINES]
            if number % (away + 3) == 2:
                phone.cut()
            elif number % (away + 3) == away + 2:
                evening.back(phone)
            speaker = evening.phones[step.who]
            if step.command is not None and len(speaker.unanswered) < UNANSWERED:
                ref = evening.say(step.who, step.command)
                if isinstance(step.command, Say):
                    said[step.command.text] = (step.who, ref)
            at.wait(min(step.after, 3_000))
        for phone in evening.phones:
            evening.back(phone)
        outcome = evening.outcome()
        assert len({phone.public for phone in evening.phones}) == 1
    heard = [event["text"] for event in map(msgspec.json.decode, outcome.told) if event["type"] == "said"]
    carried_out = [text for text, (who, ref) in said.items() if outcome.answers[who][ref] is None]
    assert sorted(heard) == sorted(carried_out)
    assert carried_out


def test_a_command_that_nobody_answered_is_said_again_and_again() -> None:
    """Ten drops in a row, each before the answer."""
    with house() as at:
        evening = Evening(at)
        for step in script("xi-to-28").steps[:4]:
            evening.step(step)
        lan = evening.phones[1]
        ref = lan.send(Leave)
        for _ in range(10):
            lan.cut()
            lan.connect()
            at.commit()
        at.settle()
        assert lan.answers[ref] is None
        told = [msgspec.json.decode(event)["type"] for event in evening.outcome().told]
        assert told.count("stood_up") == 1
