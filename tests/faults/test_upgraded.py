"""Another version of the program finds a hand in play: by the same rules it goes on, by others it is void."""

import shutil
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from protocol.events import HandVoided
from protocol.games.stud import Theo
from protocol.ids import RoomCode
from protocol.inbound import Act, Next
from protocol.web import RoomCreated
from tests.faults.daemon import Daemon
from tests.faults.test_killed import check_book
from tests.faults.test_stopping import seated
from tests.support.client import Client
from tests.support.table import ROOT

SHEET = Path("seeds") / "xi-to-28.toml"


@pytest.fixture
def daemon(tmp_path: Path) -> Any:
    """A server of a checkout of its own."""
    checkout = tmp_path / "checkout"
    for name in ("server", "protocol", "client_web", "seeds"):
        shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    daemon = Daemon(tmp_path / "data")
    daemon.checkout = checkout
    daemon.start()
    yield daemon
    daemon.kill()
    assert "Traceback" not in daemon.output


def installed(daemon: Daemon, old: str, new: str) -> None:
    """The server is killed; another version, in which this line of the sheet is another, is started."""
    daemon.kill()
    sheet = daemon.checkout / SHEET
    text = sheet.read_text(encoding="utf-8")
    assert text.count(old) == 1
    sheet.write_text(text.replace(old, new), encoding="utf-8")
    daemon.start()


async def back(daemon: Daemon, room: RoomCreated, tokens: Sequence[str]) -> list[Client]:
    """The same people with their tokens."""
    people = [await Client(daemon, room).__aenter__() for _ in tokens]
    for person, token in zip(people, tokens, strict=True):
        await person.hello(token)
    return people


async def play_on(people: list[Client]) -> None:
    """Who is on turn acts."""
    actor = next(person for person in people if person.view.you.turn is not None)
    assert await actor.answer(await actor.command(Act, actor.view.you.turn, Theo())) is None


@pytest.mark.case("B219")
async def test_texts_may_change_under_a_hand_and_rules_may_not(daemon: Daemon) -> None:
    room, people = await seated(daemon)
    tokens = [person.welcome.token or room.token for person in people]
    newest = max(person.view.v for person in people)
    before = [await person.shown(lambda view: view.v == newest) for person in people]

    clause = tomllib.loads((daemon.checkout / SHEET).read_text(encoding="utf-8"))["clauses"][0]["words"]["en"]
    installed(daemon, clause, "Put in other words.")
    people = await back(daemon, room, tokens)
    for person, was in zip(people, before, strict=True):
        assert person.view.table.phase == "playing"
        assert (person.view.table.play, person.view.you.play) == (was.table.play, was.you.play)
    await play_on(people)

    installed(daemon, "rules_version = 1", "rules_version = 2")
    people = await back(daemon, room, tokens)
    for person in people:
        table = person.view.table
        assert (table.phase, table.hand, table.play) == ("result", 1, None)
        assert [seat.balance for seat in table.seats] == [100] * 4
    assert HandVoided(1, "rules_changed") in people[0].welcome.log

    # By the new rules they go on.
    for person in people:
        assert await person.answer(await person.command(Next)) is None
    for person in people:
        await person.shown(lambda view: view.table.phase == "playing" and view.table.hand == 2)
    daemon.kill()
    check_book(daemon, RoomCode(room.code))
