"""A lobby without a network: rooms, tables and a journal on a clock that stands still unless told."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from protocol.ids import Millis, PlayerId
from server.hub.budgets import Budgets
from server.hub.sessions import Sessions
from server.hub.tally import Tally
from server.journal.sqlite import Loop, SqliteJournal
from server.rooms.lobby import Chances, Lobby
from server.rules.registry import games
from server.table.actor import TableActor
from server.web.toll import Toll
from tests.support.journal import TickLoop, memory_journal
from tests.support.seeds import SEEDS

GAMES = games(SEEDS)


class StillClock:
    """A clock that a test moves."""

    def __init__(self, now: int = 1_000_000) -> None:
        self._now = now

    def now(self) -> Millis:
        return Millis(self._now)

    def push(self, ms: int) -> None:
        self._now += ms


class Ticks:
    """The end of the loop's tick, when a test says so."""

    def __init__(self) -> None:
        self._calls: list[Callable[[], None]] = []

    def __call__(self, call: Callable[[], None], /) -> None:
        self._calls.append(call)

    def end(self) -> None:
        """End the tick."""
        calls, self._calls = self._calls, []
        for call in calls:
            call()


class Unshuffled:
    """A deck as it comes out of the box."""

    def order(self, size: int) -> range:
        return range(size)


@dataclass
class LobbyRig:
    lobby: Lobby
    clock: StillClock
    ticks: Ticks
    journal: SqliteJournal
    bots: list[tuple[TableActor, PlayerId]] = field(default_factory=list)


def make_lobby(shard: str = "K7", most_rooms: int = 100, loop: Loop | None = None) -> LobbyRig:
    """A lobby whose codes and tokens count up. Without a ``loop`` a tick ends when the test says so."""
    clock, ticks = StillClock(), Ticks()
    journal = memory_journal(loop or TickLoop(ticks))
    numbers = count(1)
    bots: list[tuple[TableActor, PlayerId]] = []
    lobby = Lobby(
        GAMES,
        shard=shard,
        journal=journal,
        clock=clock,
        chances=Chances(
            Unshuffled(),
            lambda length: f"{next(numbers):0{length}}",
            lambda: f"token-{next(numbers):026}",
        ),
        epoch=7,
        most_rooms=most_rooms,
        bot_wanted=lambda actor, player: bots.append((actor, player)),
    )
    return LobbyRig(lobby, clock, ticks, journal, bots)


def free_toll() -> Toll:
    """Asks nothing of whoever asks from nowhere, within reason."""
    return Toll(Budgets("home"), StillClock(), Tally())


def make_sessions(rig: LobbyRig, most: int = 8, tally: Tally | None = None) -> Sessions:
    """The connections of this lobby; at home, from nowhere in particular."""
    return Sessions(rig.lobby, rig.journal, rig.clock, lambda: "t" * 32, most, Budgets("home"), tally or Tally())
