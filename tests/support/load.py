"""A server without a network or time, for the load test's clients: one table behind wires that a test can freeze."""

import asyncio
from collections.abc import Coroutine, Sequence
from random import Random
from typing import Any

from protocol.codec import decode_inbound, encode
from protocol.ids import Millis
from protocol.inbound import AnyCommand, Beat, Hello
from protocol.outbound import Beat as ServerBeat
from protocol.web import RoomCreated
from server.loadtest.plan import Plan
from server.loadtest.stats import Stats
from server.loadtest.table import Ground, Table
from server.loadtest.wheel import Wheel
from server.loadtest.wire import Ear
from server.table.messages import ConnId, Told
from tests.support.loop import VirtualLoop
from tests.support.table import HOST_TOKEN, ROOM, Bench

_TURNS = 6
"""Of the event loop, in which whatever was said has been answered."""


class Shuffled:
    """Another order each time, the same ones for one seed."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)  # noqa: S311

    def order(self, size: int) -> Sequence[int]:
        order = list(range(size))
        self._chance.shuffle(order)
        return order


class Line:
    """One connection of a client to the toy server."""

    def __init__(self, toy: "Toy", conn: ConnId, ear: Ear) -> None:
        self._toy = toy
        self.conn = conn
        self.ear = ear
        self.reads = True
        self.sent: list[bytes] = []
        self.given = 0

    def send(self, payload: bytes) -> None:
        self.sent.append(payload)
        self._toy.hear(self, payload)

    def abort(self) -> None:
        self._toy.hang_up(self)

    def pause(self) -> None:
        self.reads = False

    def resume(self) -> None:
        self.reads = True
        self._toy.speak()


class Toy:
    """``frozen``: takes what comes and does nothing, as under SIGSTOP. ``deaf``: hears it later, but its clock goes on.
    ``refuse``: what the next connect meets.
    """

    def __init__(self, game: str = "xi-to-28", seed: int = 1) -> None:
        self.time = VirtualLoop()
        self.bench = Bench(game, shuffler=Shuffled(seed))
        self.frozen = False
        self.deaf = False
        self.refuse: list[Exception] = []
        self.lines: dict[ConnId, Line] = {}
        self.base = "http://toy"
        self.unheard: list[tuple[Line, bytes]] = []
        self._conns = 0

    # What an Api and an Address are to a table.

    async def create(self, game: str) -> RoomCreated:
        return RoomCreated(str(ROOM), "http://toy/r/x", HOST_TOKEN, "/s/K7/ws")

    async def open(self, path: str, ear: Ear, *, receive_bytes: int | None = None) -> Line:
        if self.refuse:
            raise self.refuse.pop(0)
        self._conns += 1
        line = self.lines[ConnId(self._conns)] = Line(self, ConnId(self._conns), ear)
        return line

    # The server.

    def hear(self, line: Line, payload: bytes) -> None:
        if self.frozen or self.deaf:
            self.unheard.append((line, payload))
            return
        message = decode_inbound(payload)
        self.bench.now = self.time.now()
        match message:
            case Hello(token=token):
                self.bench.hello(line.conn, token)
            case Beat():
                pass
            case _:
                command: AnyCommand = message
                self.bench.tell(Told(line.conn, command))
        self.speak()

    def speak(self) -> None:
        """Deliver what the table has said, and end what it has dropped."""
        loop = asyncio.get_running_loop()
        for line in list(self.lines.values()):
            frames = self.bench.frames[line.conn]
            while line.reads and line.given < len(frames):
                loop.call_soon(self._deliver, line, frames[line.given])
                line.given += 1
            if line.conn in self.bench.drops:
                del self.lines[line.conn]
                loop.call_soon(line.ear.lost, self.bench.drops[line.conn])

    def beat(self) -> None:
        """A server's beat to everybody."""
        for line in self.lines.values():
            line.ear.frame(encode(ServerBeat(self.time.now())), self.seconds())

    def hang_up(self, line: Line) -> None:
        """The client drops a connection."""
        if self.lines.pop(line.conn, None) is not None:
            self.bench.lose(line.conn)
            self.speak()

    def cut(self, line: Line, code: int = 1006) -> None:
        """The network, or the server, drops it."""
        if self.lines.pop(line.conn, None) is not None:
            self.bench.lose(line.conn)
            self.speak()
            line.ear.lost(code)

    def thaw(self) -> None:
        """Go on, with all that came meanwhile."""
        self.frozen = self.deaf = False
        unheard, self.unheard = self.unheard, []
        for line, payload in unheard:
            self.hear(line, payload)

    # Time.

    def seconds(self) -> float:
        return self.time.now() / 1000

    async def pass_(self, span_ms: int, step_ms: int = 10) -> None:
        """Let time go on, and everything happen in it."""
        for _ in range(0, span_ms, step_ms):
            self.time.advance(step_ms)
            await settle()
            due = self.bench.core.next_deadline
            if not self.frozen and due is not None and due <= self.time.now():
                self.bench.now = self.time.now()
                self.bench.take(self.bench.core.wake(Millis(self.bench.now)))
                self.speak()
                await settle()

    async def stutter(self, chance: Random) -> None:
        """Be deaf, be frozen, do not reach some, for spans that come to the table's own deadlines and beyond.

        Nobody may say a second thing while the first is on its way.
        """
        for _ in range(40):
            self.deaf = chance.random() < 0.6
            self.frozen = chance.random() < 0.1
            for line in self.lines.values():
                line.reads = chance.random() < 0.8
            await self.pass_(round(chance.expovariate(1 / 9_000)) + 50, step_ms=50)
            assert len(self.unheard) <= 1
            self.thaw()
            lines = list(self.lines.values())
            for line in chance.sample(lines, len(lines)):
                line.resume()
            await self.pass_(chance.choice((50, 50, 3_000)), step_ms=50)

    def _deliver(self, line: Line, data: bytes) -> None:
        if line.conn in self.lines:
            line.ear.frame(data, self.seconds())


class Play:
    """A toy server and one table that plays at it."""

    def __init__(self, *, game: str = "xi-to-28", **plan: Any) -> None:
        self.toy = Toy(game)
        self.stats = Stats()
        self.tasks: list[asyncio.Task[None]] = []
        self.wheel = Wheel(self.toy.seconds, self.toy.time.call_later)
        toy: Any = self.toy
        self.ground = Ground(Plan(url="http://toy", **plan), toy, toy, self.wheel, self.stats, self.spawn)
        self.table = Table(self.ground, 0, game)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.get_running_loop().create_task(work))

    async def begin(self, rate: float = 1.0) -> None:
        """Open the table, and play from now on; everything counts."""
        await self.table.open()
        self.stats.measuring = True
        self.stats.began = self.toy.seconds()
        self.table.play(rate)


async def settle() -> None:
    """Let all that can run do so."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)
