"""People who come and go by the thousand leave nothing behind.

With real sockets, against a server process: ``python -m tests.bench.cycles``.
"""

import asyncio
import gc
from collections import Counter, deque
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

import pytest

from protocol.codec import encode
from protocol.ids import Ref, RoomCode, Seat
from protocol.inbound import CreateRoom, Hello, React, Sit
from server.hub import budgets
from server.hub import transport as module
from server.hub.budgets import Budgets
from server.hub.sessions import Sessions
from server.hub.tally import Tally
from server.hub.transport import PlainTransport
from server.journal.sqlite import RunningLoop
from server.table.people import MOST_PEOPLE, Person
from tests.support.lobby import make_lobby

CYCLES: Final = 10_000
WARM: Final = 3 * MOST_PEOPLE
"""Rounds after which everything that is bounded is full."""
KINDS: Final = 7
_PAGE: Final = 4096


class Peer:
    """An ASGI server's side of a socket. ``gone``: sending fails, as after a reset; ``deaf``: it takes for ever."""

    def __init__(self, sessions: Sessions) -> None:
        self.gone = False
        self.deaf: asyncio.Event | None = None
        self.transport = PlainTransport(self._send, self._abort)
        self.connection = sessions.open(self.transport)
        self._sessions = sessions

    async def _send(self, message: dict[str, Any]) -> None:
        if self.deaf is not None:
            await self.deaf.wait()
        if self.gone:
            raise ConnectionResetError
        if message["type"] == "websocket.close":
            self._end()

    def _abort(self) -> None:
        self.gone = True
        if self.deaf is not None:
            self.deaf.set()
        self._end()

    def reset(self) -> None:
        self.gone = True
        self._end()

    def say(self, frame: str) -> None:
        self._sessions.text(self.connection, frame)

    def _end(self) -> None:
        self._sessions.lost(self.connection)


def hello(code: RoomCode, token: str | None = None) -> str:
    return encode(Hello(1, code, token)).decode()


async def cycle(number: int, sessions: Sessions, room: RoomCode, token: str) -> None:
    """One of the ways in which somebody comes and goes."""
    peer = Peer(sessions)
    match number % KINDS:
        case 0:
            peer.reset()
        case 1:
            peer.say(hello(room))
            peer.reset()
        case 2:
            peer.say(hello(room, token))
            peer.say(encode(Sit(Ref(number), Seat(0), "Lan")).decode())
            await asyncio.sleep(0)
            peer.reset()
        case 3:
            peer.say(hello(room, "x" * 32))
            await asyncio.sleep(0)
            peer.reset()
        case 4:
            # Taken over by another window, whose socket breaks while something is on its way.
            peer.say(hello(room, token))
            other = Peer(sessions)
            other.say(hello(room, token))
            other.say(encode(React(Ref(number), "clap")).decode())
            other.gone = True
            await asyncio.sleep(0)
            other.reset()
        case 5:
            # Reads nothing, and is closed for what it says.
            peer.deaf = asyncio.Event()
            peer.say(hello(room))
            peer.connection.binary()
        case _:
            peer.say(hello(room))
            peer.connection.binary()


def counts() -> Counter[str]:
    gc.collect()
    return Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())


def kept(*roots: object) -> int:
    """How much all lists and tables hold that can be reached from here."""
    seen: set[int] = set()
    total, ahead = 0, list(roots)
    while ahead:
        one = ahead.pop()
        if id(one) in seen or isinstance(one, type | ModuleType | FunctionType):
            continue
        seen.add(id(one))
        if isinstance(one, dict | list | set | deque):
            total += len(one)
        ahead.extend(gc.get_referents(one))
    return total


def memory_mib() -> float:
    """Nothing where the machine does not say."""
    page = Path("/proc/self/statm")
    return int(page.read_text(encoding="ascii").split()[1]) * _PAGE / 2**20 if page.exists() else 0.0


async def settled(sessions: Sessions) -> None:
    """All that closes is closed, and the deadlines of closing are over."""
    for _ in range(10):
        await asyncio.sleep(0)
    await asyncio.sleep(2 * module.FLUSH_S)
    assert len(sessions) == 0


@pytest.mark.case("B234")
async def test_ten_thousand_who_come_and_go_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FLUSH_S", 0.05)
    monkeypatch.setattr(budgets, "MOST_KEPT", 100)
    loop = asyncio.get_running_loop()
    rig = make_lobby(loop=RunningLoop())
    tokens = iter(range(10**9))
    sessions = Sessions(
        rig.lobby, rig.journal, rig.clock, lambda: f"fresh-{next(tokens):026}", 100, Budgets("home"), Tally()
    )
    sessions.start()
    made = rig.lobby.create(CreateRoom("xi-to-28"))
    for number in range(WARM):
        await cycle(number, sessions, made.code, made.token)
    await settled(sessions)
    before, held, tasks, memory = counts(), kept(sessions), len(asyncio.all_tasks()), memory_mib()
    timers = len(loop._scheduled)  # type: ignore[attr-defined]
    for number in range(WARM, WARM + CYCLES):
        await cycle(number, sessions, made.code, made.token)
        if number % 500 == 0:
            await settled(sessions)
    await settled(sessions)
    grown, more = counts() - before, kept(sessions) - held
    # Strangers who are gone are forgotten many at a time.
    people = grown.pop(f"{Person.__module__}.{Person.__qualname__}", 0)
    assert people <= MOST_PEOPLE
    assert {name for name in grown if name.startswith(("server.", "protocol.", "asyncio", "_asyncio"))} == set()
    assert sum(grown.values()) < 5 * MOST_PEOPLE, grown.most_common(10)
    assert more < CYCLES / 2
    assert len(asyncio.all_tasks()) == tasks
    assert len(loop._scheduled) <= timers + 1  # type: ignore[attr-defined]
    assert memory_mib() - memory < 20
    assert rig.lobby.find(made.code) is not None
    await sessions.close()
    rig.journal.close()
