"""A real server killed at any moment, and started again, under people who come back by themselves."""

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from protocol.errors import CloseCode
from protocol.ids import PlayerId, RoomCode
from server.journal.folder import journal_file, open_store
from server.journal.replay import revived
from server.table.entries import LedgerEntry
from server.table.writing import read_record
from tests.faults.daemon import Daemon
from tests.faults.machine import Riffled
from tests.faults.wires import SEATS, Player, patiently, until
from tests.support.client import Client
from tests.support.lobby import GAMES as RULES

KILLS: Final = 20
GAMES: Final = ("xi-to-28", "xi-to-32", "xi-dach")
NAMES: Final = ("Lan", "Tú", "Hà", "Minh")
LONGEST_S: Final = 0.3
"""From when all are back to the kill."""
HEARD_S: Final = 0.006
"""From when somebody says something: about as long as it takes to be heard, written and answered."""


@contextmanager
def daemon(data: Path, *options: str) -> Iterator[Daemon]:
    running = Daemon(data, *options)
    running.start()
    try:
        yield running
    finally:
        running.kill()
    assert "Traceback" not in running.output
    assert "damaged" not in running.output


def friends(server: Daemon, game: str, **options: Any) -> list[Player]:
    """Four who are about to sit down at a new table."""
    room = server.create(game, **options)
    tokens = [room.token, None, None, None]
    return [Player(server.socket_url(room), room, seat, NAMES[seat], tokens[seat]) for seat in range(SEATS)]


def back(people: list[Player], times: int) -> bool:
    """Whether everybody came so often, and is there now."""
    return all(player.phone.welcomes >= times and player.phone.is_open for player in people)


@pytest.mark.case("B219")
async def test_killed_at_random_moments_hands_go_on_and_end(tmp_path: Path) -> None:
    """Three tables, one of each game. Nothing acknowledged is forgotten, nothing is done twice, no card changes."""
    chance = Random(20)  # noqa: S311
    said_again = 0
    with daemon(tmp_path / "data") as server:
        people = [player for game in GAMES for player in friends(server, game)]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(player.play()) for player in people]
            for starts in range(1, KILLS + 1):
                await until(partial(back, people, starts), *people)
                await asyncio.sleep(chance.random() * LONGEST_S)
                somebody = chance.choice(people)
                somebody.said.clear()
                await patiently(somebody.said.wait(), somebody, *people)
                await asyncio.sleep(chance.random() * HEARD_S)
                server.kill()
                said_again += sum(len(player.phone.unanswered) for player in people)
                await asyncio.to_thread(server.start)
            await until(partial(back, people, KILLS + 1), *people)
            goals = [max(1, player.hand) for player in people]
            await until(lambda: all(player.seen >= hand for player, hand in zip(people, goals, strict=True)), *people)
            for task in playing:
                task.cancel()
        server.kill()
        assert said_again > KILLS // 4
        for room in {player.room for player in people}:
            check_book(server, room)


def check_book(server: Daemon, room: RoomCode) -> None:
    """What everybody has is what he was given and won, entry by entry, and all of it together is nothing."""
    shard = (server.data / "shard").read_text().strip()
    store = open_store(server.data, shard, "process")
    kept = store.read(room)
    assert kept is not None
    book: Counter[PlayerId] = Counter()
    for _, data in store.records(room, "ledger_entry"):
        entry = read_record(data)
        assert isinstance(entry, LedgerEntry)
        book.update(entry.postings)
    table = revived(kept, RULES, Riffled()).core.table
    assert book == Counter(table.ledger.balances)
    assert book.total() == 0
    store.abandon()


@pytest.mark.parametrize("damage", [b"{}", b"\xff\xfe", b""], ids=["empty", "rubbish", "nothing"])
async def test_a_room_that_cannot_be_read_is_named_and_the_others_are_there(tmp_path: Path, damage: bytes) -> None:
    with daemon(tmp_path / "data") as server:
        lost, sound = server.create("xi-to-28"), server.create("xi-dach")
        server.kill()
        shard = (server.data / "shard").read_text().strip()
        with closing(sqlite3.connect(journal_file(server.data, shard))) as db, db:
            db.execute("UPDATE rooms SET snapshot=? WHERE room=?", (damage, lost.code))
        await asyncio.to_thread(server.start)
        async with Client(server, sound) as host:
            assert (await host.hello(sound.token)).player == 1
        async with Client(server, lost) as host:
            await host.send_hello(lost.token)
            assert await host.closed() == CloseCode.TRY_LATER
        said = [json.loads(line) for line in server.output.splitlines() if line.startswith("{")]
        named = {line["room"] for line in said if line["event"] == "room cannot be read"}
        assert len(named) == 1
        assert named.isdisjoint(line["room"] for line in said if line["event"] == "room read back")
        assert lost.code not in server.output
