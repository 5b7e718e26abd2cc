"""One process of the server on a simulated machine: its own parts, wired as server/web/app.py does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from protocol.codes import ALPHABET
from protocol.errors import CloseCode
from protocol.ids import Millis, RoomCode
from protocol.inbound import CreateRoom
from server.bots.house import House, Pace
from server.hub.budgets import Budgets
from server.hub.connection import Connection
from server.hub.sessions import Sessions
from server.hub.tally import Tally
from server.hub.transport import PlainTransport
from server.journal.sqlite import RunningLoop, SqliteJournal
from server.rooms.keys import Created
from server.rooms.lobby import Chances, Draining, KeyConflict, Lobby, RoomBusy, RoomsFull
from server.table.core import TableCore
from server.table.effects import Effect, Position, Row
from server.table.messages import ConnId, TableMessage
from tests.sim.disk import Disk
from tests.sim.link import GONE, Link
from tests.sim.loop import Machine, MachineClock, SimLoop
from tests.sim.luck import luck
from tests.sim.watch import Step, Watchers, before
from tests.support.lobby import GAMES

WALL_S: Final = 1_800_000_000
SHARD: Final = "K7"
ADDRESS: Final = "192.168.1.20"
"""Everybody comes through one router."""
MOST: Final = 100
"""Rooms and connections: more than any world has."""


class WatchedJournal(SqliteJournal):
    """The server's own journal, and somebody who sees what is appended."""

    on_append: Callable[[RoomCode, Sequence[Row], Position], None]

    def append(self, room: RoomCode, rows: Sequence[Row]) -> Position:
        position = super().append(room, rows)
        self.on_append(room, rows, position)
        return position


class Fortune:
    """All chance of the server's own, over all its processes: from one seed, and no secret comes twice."""

    def __init__(self, seed: str) -> None:
        self.play = luck(seed, "bots").random
        self.pause = luck(seed, "thoughts").random
        self._decks = luck(seed, "decks")
        self._codes = luck(seed, "codes")
        self._secrets = 0

    def order(self, size: int) -> list[int]:
        return self._decks.sample(range(size), size)

    def characters(self, count: int) -> str:
        return "".join(self._codes.choices(ALPHABET, k=count))

    def secret(self) -> str:
        self._secrets += 1
        return f"secret{self._secrets:06d}{'x' * 20}"


@dataclass(slots=True)
class World:
    """What a process finds when it starts."""

    loop: SimLoop
    disk: Disk
    fortune: Fortune
    watchers: Watchers
    pace: Pace
    on_saving: Callable[[bool], None]


class Server:
    """Alive from its making until ``kill`` or the end of ``stop``."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._loop = world.loop
        self.machine = Machine()
        self._steps: dict[RoomCode, Step] = {}
        self._cores: dict[RoomCode, TableCore] = {}
        self._ends: dict[Link, Connection] = {}
        self.stopping = False
        self._loop.within(self.machine, self._start)

    def _start(self) -> None:
        world = self._world
        self.store = world.disk.open()
        self.epoch, start = self.store.begin(WALL_S + self._loop.now // 1000)
        self.clock = MachineClock(self._loop, self.machine, start)
        self.journal = WatchedJournal(self.store, RunningLoop(), world.disk.runner(self.machine), self._wall_s)
        self.journal.on_append = self._appended
        fortune = world.fortune
        self.house = House(play=fortune.play, pause=fortune.pause, pace=world.pace)
        self.lobby = Lobby(
            GAMES,
            shard=SHARD,
            journal=self.journal,
            clock=self.clock,
            chances=Chances(fortune, fortune.characters, fortune.secret),
            epoch=self.epoch,
            most_rooms=MOST,
            bot_wanted=self.house.play,
        )
        self.sessions = Sessions(self.lobby, self.journal, self.clock, fortune.secret, MOST, Budgets("home"), Tally())
        hub = self.journal.on_saving

        def saving(on: bool) -> None:
            world.on_saving(on)
            hub(on)

        self.journal.on_saving = saving
        for call in world.watchers.started:
            call(self)
        self.sessions.start()

    @property
    def tables(self) -> dict[RoomCode, TableCore]:
        """The rooms that are in memory."""
        return {code: room.actor.core for code, room in self.lobby._rooms.items()}

    # The network's side.

    def accept(self, link: Link) -> None:
        """A client connects; nobody answers while the process goes."""
        if not self.sessions.make_room():
            link.client_learns(GONE)
            return
        transport = PlainTransport(link.send, link.abort)
        link.host, link.open_there = self, True
        self._ends[link] = self.sessions.open(transport, ADDRESS)

    def link_of(self, conn: ConnId) -> Link | None:
        """The line of a connection."""
        return next((link for link, one in self._ends.items() if one.conn == conn), None)

    def heard(self, link: Link, text: str) -> None:
        """As server/web/socket.py reads."""
        connection = self._ends[link]
        for call in self._world.watchers.heard:
            call(connection.conn, text)
        try:
            self.sessions.text(connection, text)
        except Exception as error:
            self._loop.raised(error)
            connection.outbox.end(CloseCode.INTERNAL)

    def lost(self, link: Link) -> None:
        connection = self._ends.pop(link)
        for call in self._world.watchers.closed:
            call(connection.conn)
        self.sessions.lost(connection)

    def sends(self, link: Link, message: dict[str, Any]) -> bool:
        if message["type"] == "websocket.send" and (connection := self._ends.get(link)) is not None:
            data = message["text"].encode()
            for call in self._world.watchers.left:
                call(connection.conn, data)
        return self.machine.alive

    def incoming(self, delay_ms: int, call: Callable[..., object], *args: Any) -> None:
        self._loop.into(self.machine, delay_ms, call, *args)

    def create(self, request: CreateRoom, reply: Callable[[Created | None], None]) -> None:
        """As server/web/api.py makes a room: the answer waits for the journal."""
        try:
            created = self.lobby.create(request)
        except (Draining, KeyConflict, RoomBusy, RoomsFull):
            reply(None)
            return
        self.journal.after(created.position, lambda: reply(created))

    # Its end.

    def kill(self, *, told: bool) -> None:
        """The process is gone from one instruction to the next. ``told``: the kernel closes its sockets."""
        if self.machine.alive:
            self._end(told=told)
            self._world.disk.lose(self.store)

    def stop(self) -> None:
        """SIGTERM."""
        self.stopping = True
        self._loop.within(self.machine, lambda: self._loop.create_task(self._stop()))

    async def _stop(self) -> None:
        await self.sessions.close()
        self.journal.close()
        if not self.machine.alive:
            # Killed while it wrote the end.
            return
        self._end(told=True)
        if not self.store.closed:
            # The disk took no more: as if the process had been killed.
            self._world.disk.lose(self.store)

    def _end(self, *, told: bool) -> None:
        self.machine.alive = False
        for call in self._world.watchers.ended:
            call(self)
        for link in self._ends:
            link.process_died(told=told)
        self.machine.die()

    # The checkers' side.

    def _wall_s(self) -> int:
        return WALL_S + self._loop.now // 1000

    def _appended(self, room: RoomCode, rows: Sequence[Row], position: Position) -> None:
        core = self.tables.get(room)
        if core is None or not self.machine.alive:
            return
        if self._cores.get(room) is not core:
            self._cores[room] = core
            self._steps.pop(room, None)
            self._follow(room, core)
        step = self._steps.pop(room, None) or Step(room, core, (), position, before(core))
        step.rows, step.position = rows, position
        for call in self._world.watchers.told:
            call(step)

    def _follow(self, room: RoomCode, core: TableCore) -> None:
        receive = core.receive

        def received(now: Millis, message: TableMessage) -> list[Effect]:
            was = before(core)
            effects = receive(now, message)
            self._steps[room] = Step(room, core, (), Position(0), was, message, effects)
            return effects

        core.receive = received  # type: ignore[method-assign]
