"""An action without its sockets: from a text frame to finished frames, in one process, with everything else on.

    python -m tests.bench.inner [--actions 20000] [--at-once 8] [--rooms 60] [--profile out.prof]

Prints the CPU that an action takes from the frame to the journal's batch, and from the batch to the frames' leaving.
For work on the hot path: it repeats to a few per cent on a busy machine, where a whole server does not. With 60 rooms
what an action needs is in the caches; with ``--rooms 2500 --at-once 2`` it is not, as at so many real tables.
"""

import argparse
import asyncio
import cProfile
import gc
import logging
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

import structlog
import uvloop

from protocol.codec import decode_outbound, encode
from protocol.ids import Millis, Ref, Seat
from protocol.inbound import CreateRoom, Hello, Sit
from protocol.outbound import Welcome
from server.clock import wall_seconds
from server.hub.budgets import Budgets
from server.hub.sessions import Sessions
from server.hub.tally import Tally
from server.journal.sqlite import RunningLoop, SqliteJournal, at_once
from server.journal.store import Store
from server.randomness import SecureShuffler, new_characters, new_token
from server.rooms.lobby import Chances, Lobby
from server.rules.registry import games
from server.settings import shipped
from tests.bench.generator import GAMES
from tests.bench.lanes import SEATS, Choices

ROOMS: Final = 60
ROOM_MS: Final = 750
"""What passes for a room between two of its actions: less than a table takes for a sleep of the machine."""


LOOPBACK: Final = "127.0.0.1"
"""The one address from which 2,500 rooms may be opened at once."""


class Wire:
    """A transport that keeps up and keeps the last frame."""

    paused = False

    def __init__(self) -> None:
        self.full = self.ready = _nothing
        self.last = b""
        self.other: list[bytes] = []

    def write(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"view"'):
            self.last = frame
        else:
            self.other.append(frame)

    def close(self, code: int) -> None:
        raise AssertionError(code)

    cut = close


class Fast:
    """A Clock that goes ROOM_MS while every room acts once: what one may say in a second is not the question here."""

    def __init__(self) -> None:
        self.ms = 1.0

    def now(self) -> Millis:
        return Millis(int(self.ms))


class Place:
    """A server's parts without its web."""

    def __init__(self, data: Path, clock: Fast) -> None:
        store = Store(data / "journal.db")
        journal = SqliteJournal(store, RunningLoop(), at_once, wall_seconds)
        chances = Chances(SecureShuffler(), new_characters, new_token)
        self.lobby = Lobby(
            games(shipped("seeds")),
            shard="K7",
            journal=journal,
            clock=clock,
            chances=chances,
            epoch=1,
            most_rooms=100_000,
            bot_wanted=lambda actor, player: None,
        )
        self.sessions = Sessions(self.lobby, journal, clock, new_token, 100_000, Budgets("home"), Tally())
        self.journal = journal


class Seated:
    """One room with its four connections."""

    def __init__(self, place: Place, game: str, chance: Random) -> None:
        self._sessions = place.sessions
        made = place.lobby.create(CreateRoom(game))
        self.wires = [Wire() for _ in range(SEATS)]
        self.connections = [place.sessions.open(wire, LOOPBACK) for wire in self.wires]
        self.choices = Choices(SEATS, chance.random)
        for number, connection in enumerate(self.connections):
            token = made.token if number == 0 else None
            place.sessions.text(connection, encode(Hello(1, made.code, token)).decode())
            place.sessions.text(connection, encode(Sit(Ref(1), Seat(number), f"Load {number}")).decode())

    def next(self) -> tuple[int, str] | None:
        """What is said next, and by whom."""
        for number, wire in enumerate(self.wires):
            for frame in wire.other:
                answer = decode_outbound(frame)
                if isinstance(answer, Welcome):
                    self.choices.refs[number] = Ref(answer.next_ref + 1)
            wire.other.clear()
            if not wire.last:
                return None
        found = self.choices.next([wire.last for wire in self.wires])
        return None if found is None else (found[0], found[1].decode())


class Evening:
    """Rooms that play. ``heard_ns`` and ``let_out_ns``: CPU for what was done so far, in ``done`` actions."""

    def __init__(self, data: Path, at_once_: int, most: int) -> None:
        self._clock = Fast()
        self.place = Place(data, self._clock)
        self._at_once = at_once_
        self._most = most
        self._chance = Random(1)  # noqa: S311
        self._rooms: list[Seated] = []
        self.heard_ns = self.let_out_ns = self.done = 0

    async def begin(self) -> None:
        """Make the rooms, and seat everybody."""
        for number in range(self._most):
            self._rooms.append(Seated(self.place, GAMES[number % len(GAMES)], self._chance))
            await asyncio.sleep(0)
        # As a server does.
        gc.disable()
        gc.collect()
        gc.freeze()

    async def play(self, actions: int, profiler: cProfile.Profile | None = None) -> None:
        """As many actions more."""
        most = self.done + actions
        while self.done < most:
            self._clock.ms += ROOM_MS * self._at_once / self._most
            rooms = self._chance.sample(self._rooms, self._at_once)
            chosen = [(room, *said) for room in rooms if (said := room.next()) is not None]
            if profiler is not None:
                profiler.enable()
            begun = time.thread_time_ns()
            for room, number, text in chosen:
                self.place.sessions.text(room.connections[number], text)
            heard = time.thread_time_ns()
            await asyncio.sleep(0)
            self.let_out_ns += time.thread_time_ns() - heard
            if profiler is not None:
                profiler.disable()
            self.heard_ns += heard - begun
            self.done += len(chosen)
            await asyncio.sleep(0 if chosen else 0.01)


async def measure(actions: int, at_once_: int, most: int, profile: Path | None) -> tuple[float, float]:
    """CPU in us an action: hearing it, and committing and letting out."""
    with tempfile.TemporaryDirectory() as data:
        evening = Evening(Path(data), at_once_, most)
        await evening.begin()
        profiler = cProfile.Profile() if profile is not None else None
        await evening.play(actions, profiler)
        if profiler is not None:
            profiler.dump_stats(str(profile))
        assert evening.place.journal.committed == evening.place.journal.appended
    return evening.heard_ns / evening.done / 1000, evening.let_out_ns / evening.done / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=20_000)
    parser.add_argument("--at-once", type=int, default=8, help="actions in one turn of the loop, and in one commit")
    parser.add_argument("--rooms", type=int, default=ROOMS)
    parser.add_argument("--profile", type=Path, help="write a cProfile of it here")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    heard, let_out = uvloop.run(measure(given.actions, given.at_once, given.rooms, given.profile))
    sys.stdout.write(f"{heard:.1f} us heard, {let_out:.1f} us committed and let out, {heard + let_out:.1f} together\n")


def _nothing() -> None:
    return None


if __name__ == "__main__":
    main()
