"""The house moves: a backup taken under play is put back elsewhere, and the same people finish their hand there.

And what was played can be read beside a running server, which shows no hand in play to anybody.
"""

import asyncio
from pathlib import Path

import pytest

from protocol.codec import encode
from protocol.codes import show_code
from protocol.ids import RoomCode, Seat
from protocol.inbound import Next
from server.journal.folder import open_store
from server.journal.replay import revived
from server.table.core import TableCore
from server.table.entries import HandFinished
from server.table.writing import read_record
from tests.faults.daemon import Daemon
from tests.faults.machine import Riffled
from tests.faults.test_killed import GAMES, check_book, daemon, friends
from tests.faults.wires import CARDS, Player, until
from tests.support.lobby import GAMES as RULES


def kept_in(data: Path, room: RoomCode) -> TableCore:
    """The room as a data folder that nobody uses has it."""
    store = open_store(data, (data / "shard").read_text().strip(), "process")
    kept = store.read(room)
    store.abandon()
    assert kept is not None
    found = revived(kept, RULES, Riffled())
    assert found.void is None
    return found.core


def finished(data: Path, room: RoomCode) -> list[int]:
    """The hands that readers find there."""
    store = open_store(data, (data / "shard").read_text().strip(), "process")
    entries = [read_record(record) for _, record in store.records(room, "hand_finished")]
    store.abandon()
    return [entry.hand for entry in entries if isinstance(entry, HandFinished)]


async def backed_up_in_a_hand(server: Daemon, room: RoomCode, folder: Path) -> Path:
    """A data folder out of a backup that holds a hand in play, all four with cards: in xì dách stakes come first."""
    for number in range(100):
        copy, moved = folder / f"{number}.db", folder / f"moved{number}"
        await asyncio.to_thread(server.run, "backup", str(copy), "--data", str(server.data))
        await asyncio.to_thread(server.run, "restore", str(copy), "--data", str(moved))
        core = kept_in(moved, room)
        if core.table.running is not None and all(own_cards(core, Seat(seat)) for seat in range(4)):
            return moved
    raise AssertionError("no backup holds a hand in play")


def own_cards(core: TableCore, seat: Seat) -> set[bytes]:
    """What its owner sees of it in the hand in play."""
    hand = core.table.running
    assert hand is not None
    return set(CARDS.findall(encode(core.table.game.you_view(hand.state, seat))))


@pytest.mark.parametrize("game", GAMES)
async def test_a_backup_of_a_hand_in_play_is_played_on_elsewhere(game: str, tmp_path: Path) -> None:
    with daemon(tmp_path / "data") as first:
        people = friends(first, game)
        room = people[0].room
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(player.play()) for player in people]
            await until(lambda: all(player.hand >= 1 for player in people), *people)
            moved = await backed_up_in_a_hand(first, room, tmp_path)
            first.kill()
            before = kept_in(moved, room)
            hand = before.table.hands
            comings = [player.phone.welcomes for player in people]
            tokens = [player.phone.token for player in people]
            with daemon(moved) as second:
                assert second.port != first.port
                for player in people:
                    player.moves_to(second.socket_url(player.made), hand, own_cards(before, player.seat))
                await until(lambda: all(player.seen >= hand for player in people), *people)
                assert all(player.phone.welcomes > times for player, times in zip(people, comings, strict=True))
                assert [player.phone.token for player in people] == tokens
                for task in playing:
                    task.cancel()
                second.kill()
                check_book(second, room)
        assert hand in finished(moved, room)


async def test_what_was_played_is_read_beside_a_running_server(tmp_path: Path) -> None:
    """Hands that are over, as their players saw them; of the one in play nothing, whoever asks."""
    with daemon(tmp_path / "data") as server:
        people = friends(server, "xi-to-28")
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(player.play()) for player in people]
            await until(lambda: people[0].seen >= 1, *people)
            for task in playing:
                task.cancel()
        for player in people:
            player.phone.send(Next)
        # In the next hand nobody says anything.
        await until(lambda: in_a_hand(people[0]), *people)
        assert people[0].view is not None
        hand, token = people[0].view.table.hand, people[0].phone.token
        assert hand > 1
        assert token is not None
        words = ("replay", "--data", str(server.data), "--room", show_code(people[0].room))
        everything, public = server.run(*words, "--as", token), server.run(*words)
        for shown in (everything, public):
            heads = [line.split(":")[0] for line in shown.splitlines() if line.startswith("Hand ")]
            assert heads == [f"Hand {number}, xi-to-28" for number in range(1, hand)]
        assert ("own:" in everything, "own:" in public, token in everything) == (True, False, False)
        assert server.run(*words, "--as", token, "--hand", str(hand)).strip() == "No finished hand."


def in_a_hand(player: Player) -> bool:
    return player.view is not None and player.view.table.phase == "playing"
