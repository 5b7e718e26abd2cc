"""A data folder as a long evening leaves it when the process is killed: many rooms, all in mid-hand, people at them."""

import dataclasses
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, Final

from protocol.codec import decode_outbound
from protocol.codes import ALPHABET, CODE_LENGTH, SHARD_LENGTH
from protocol.ids import RoomCode, Seat
from protocol.inbound import Host, Sit, Start
from protocol.outbound import View
from server.bots import policy
from server.journal.folder import journal_file
from server.journal.store import Store
from tests.faults.machine import SHARD, Machine, machine
from tests.faults.phone import Phone
from tests.support.journal import WALL_S
from tests.support.watched import Shuffled

GAMES: Final = ("xi-to-28", "xi-to-32", "xi-dach")
NAMES: Final = ("Lan", "Tú", "Hà", "Minh")
THINK_MS: Final = 700
MOVES: Final = 5
"""Rounds of moves into the last hand."""
CHUNK: Final = 50_000
"""Rows of one commit."""
_MOST_ROUNDS: Final = 100_000

Row = tuple[Any, ...]


class Evening:
    """A room that was really played. ``host``: the token of its host. Rows are those of the journal's tables."""

    def __init__(self, folder: Path, game: str, seed: int, hands: int) -> None:
        with machine(folder) as at:
            self.room, self.host = _played(at, game, seed, hands)
            db = at.store._db
            (self.snapshot,) = db.execute("SELECT at, snapshot FROM rooms").fetchall()
            counting = "SELECT at, data FROM inputs WHERE id > (SELECT heard FROM rooms) ORDER BY id"
            self.inputs: list[Row] = db.execute(counting).fetchall()
            self.records: list[Row] = db.execute("SELECT topic, hand, data FROM records ORDER BY id").fetchall()

    def snapshot_of(self, room: RoomCode) -> Row:
        """The same table under another code."""
        at, data = self.snapshot
        return at, data.replace(self.room.encode(), room.encode())


def filled(data: Path, rooms: int, hands: int) -> dict[RoomCode, str]:
    """Fill an empty folder; by code, the token of each room's host.

    One evening of each game is played, with another deck for every hand; all other rooms are copies of these under
    codes of their own, written in the order in which a busy server would have.
    """
    evenings = [Evening(data / f"played-{game}", game, number, hands) for number, game in enumerate(GAMES)]
    chance = Random(rooms)  # noqa: S311
    codes = [RoomCode(SHARD + "".join(chance.choices(ALPHABET, k=CODE_LENGTH - SHARD_LENGTH))) for _ in range(rooms)]
    copies = dict(zip(codes, cycle(evenings)))
    (data / "shard").write_text(SHARD, encoding="ascii")
    with closing(Store(journal_file(data, SHARD))) as store:
        records = _in_turn({room: evening.records for room, evening in copies.items()})
        _insert(store, "records (topic, hand, data, wall_s, room)", ((*row, WALL_S, room) for room, row in records))
        inputs = _in_turn({room: evening.inputs for room, evening in copies.items()})
        _insert(store, "inputs (at, data, room)", ((*row, room) for room, row in inputs))
        tables = ((*evening.snapshot_of(room), WALL_S, room) for room, evening in copies.items())
        _insert(store, "rooms (at, snapshot, used_s, room)", tables)
    return {room: evening.host for room, evening in copies.items()}


def _in_turn(rows: dict[RoomCode, list[Row]]) -> Iterator[tuple[RoomCode, Row]]:
    """The first row of each room, the second of each, and so on."""
    for number in range(max(map(len, rows.values()))):
        for room, own in rows.items():
            if number < len(own):
                yield room, own[number]


def _insert(store: Store, into: str, rows: Iterator[Row]) -> None:
    marks = ", ".join("?" * (into.count(",") + 1))
    while batch := list(islice(rows, CHUNK)):
        with store._transaction as db:
            db.executemany(f"INSERT INTO {into} VALUES ({marks})", batch)  # noqa: S608
        store.checkpoint()


def _played(at: Machine, game: str, seed: int, hands: int) -> tuple[RoomCode, str]:
    """Four people play until the last of so many hands is in mid-play; the room, and the host's token."""
    at.lobby._chances = dataclasses.replace(at.lobby._chances, shuffler=Shuffled(seed))
    made = at.create(game)
    people = [at.phone(made.code, made.token), *(at.phone(made.code) for _ in NAMES[1:])]
    for seat, phone in enumerate(people):
        phone.send(lambda ref, seat=seat: Sit(ref, Seat(seat), NAMES[seat]))  # type: ignore[misc]
    chance = Random(seed)  # noqa: S311
    more = MOVES
    for _ in range(_MOST_ROUNDS):
        at.settle()
        at.wait(THINK_MS)
        summary = at.core(made.code).summary
        if summary.hand >= hands and summary.phase == "playing":
            if not more:
                return made.code, made.token
            more -= 1
        for phone in people:
            _moves(phone, chance)
    raise AssertionError("they never come to the last hand")


def _moves(phone: Phone, chance: Random) -> None:
    view = decode_outbound(phone.view)
    assert isinstance(view, View)
    command = policy.command(view, phone.next_ref, chance.random)  # type: ignore[arg-type]
    if command is not None:
        phone.send(lambda _: command)
    elif view.table.waiting == "host" and view.you.host:
        phone.send(lambda ref: Host(ref, Start()))
