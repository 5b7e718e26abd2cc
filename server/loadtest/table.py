"""One room under load: its players, its clock, and the one action that is on its way.

An action is due at its tick, or when the table's previous action was seen by all seats, whichever is later; that wait
is told apart as "busy". Its latency runs from there until the view that answers it has reached the last seat, so a
server that stands still is measured as it is felt, and not only by those who happened to ask (coordinated omission).
"""

from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec

from protocol.codec import decode_outbound
from protocol.errors import CloseCode
from protocol.ids import Ref, Seat
from protocol.inbound import Act, AnyCommand, CloseRoom, Host, Sit
from protocol.outbound import Rejected, View
from server.loadtest import script
from server.loadtest.api import Api
from server.loadtest.checks import held_twice
from server.loadtest.client import Client
from server.loadtest.crossing import went_on
from server.loadtest.picture import Picture
from server.loadtest.plan import Plan, PlanInvalid
from server.loadtest.problems import Failed, Refused, Unopened
from server.loadtest.stats import Stats
from server.loadtest.wheel import Wheel, served
from server.loadtest.wire import Address

UNANSWERED_S: Final = 30.0
"""An action without an answer for so long is given up, and its player comes anew."""
AFTER_REFUSAL_S: Final = 0.5
"""A table whose command was refused waits this long, or it would only ask the same again."""
BACK_S: Final = 3.0
"""A player whom the server dropped comes back after up to so long, drawn anew each time."""


@dataclass(slots=True)
class Ground:
    """What all tables of a run have in common."""

    plan: Plan
    address: Address
    api: Api
    wheel: Wheel
    stats: Stats
    spawn: Callable[[Coroutine[Any, Any, None]], None]
    """Runs something beside."""


@dataclass(slots=True)
class _Flight:
    """An action on its way. ``v``: the version that answers it, once known; ``unseen``: who has yet to get it."""

    client: Client
    ref: Ref
    kind: str
    tick: float
    due: float
    sent: float
    command: AnyCommand
    before: View
    """What it was decided on."""
    timed: bool
    """The table's clock had played in that hand."""
    since: list[bytes] = field(default_factory=list)
    """What its client got since, until the answer."""
    v: int = 0
    unseen: list[Client] = field(default_factory=list)


class Table:
    """A room and its players. ``open`` and ``close`` are its ends; in between it plays by itself."""

    def __init__(self, ground: Ground, number: int, game: str) -> None:
        self.code = ""
        self.game = game
        self.clients: list[Client] = []
        self.path = ""
        self.playing = False
        self._ground = ground
        self._stats = ground.stats
        self._now = ground.wheel.now
        self._number = number
        self._chance = Random(f"{ground.plan.seed}/{number}")  # noqa: S311
        self._picture = Picture()
        self._rate = 0.0
        self._ticks: deque[float] = deque()
        self._flight: _Flight | None = None
        self._free_at = 0.0
        self._held = False
        self._first = 0

    async def open(self) -> None:
        """Make the room and seat everybody. Unopened; PlanInvalid where the game needs another number of seats."""
        plan = self._ground.plan
        created = await self._ground.api.create(self.game)
        self.code, self.path = created.code, created.ws
        for number in range(plan.seats):
            token = created.token if number == 0 else None
            client = Client(self._ground.address, self, self.code, self.path, Seat(number), token)
            self.clients.append(client)
            await self.connect(client)
            refused = await client.ask(Sit(client.next_ref, client.seat, f"Load {number + 1}"))
            if refused is not None:
                raise PlanInvalid(f"{self.game}: seat {number} is refused ({refused}): change --seats")
        table = self._picture.table
        if table is not None and table.waiting == "players":
            raise PlanInvalid(f"{self.game} is not played by {plan.seats}: change --seats or --game")

    async def connect(self, client: Client) -> None:
        """Open a client's connection, and count how that went. Unopened."""
        try:
            await client.connect()
        except Refused as problem:
            self._stats.refused[problem.why] += 1
            raise
        except Failed as problem:
            self._stats.failed[problem.why] += 1
            raise
        self._stats.opened += 1

    def play(self, rate: float) -> None:
        """Begin, with ``rate`` actions a second on an open schedule; 0: one after the other."""
        self.playing = True
        self._rate = rate
        self._free_at = self._now()
        self._wind()

    def stop(self) -> None:
        """No new action; what is on its way goes on."""
        self.playing = False
        self._stats.late_ticks += len(self._ticks)
        self._ticks.clear()

    @property
    def busy(self) -> bool:
        """Whether an action is on its way."""
        return self._flight is not None

    def give_up(self) -> None:
        """An action on its way counts as late as it is now."""
        if self._flight is not None:
            self._stats.error("unanswered", self.code)
            self._land(self._flight, self._now())

    def abandon(self) -> None:
        """Leave without a word: a room that could not be set up."""
        for client in self.clients:
            client.drop()

    async def close(self) -> bool:
        """Close the room and all connections. False where the server did not do it."""
        self.playing = False
        closed = False
        if self.clients:
            host = self.clients[0]
            try:
                if not host.connected:
                    await host.connect()
                closed = await host.ask(Host(host.next_ref, CloseRoom())) is None
            except Unopened as problem:
                # The socket's end is an answer too.
                closed = str(int(CloseCode.ROOM_CLOSED)) in problem.why
        self.abandon()
        return closed

    async def reconnect(self, client: Client) -> None:
        """Drop a connection, if it is there, and open it again, and note how long that took."""
        acts = self._flight is not None and self._flight.client is client
        if client.connecting or acts:
            # Since it was chosen its turn came: an action is not to be lost on purpose.
            return
        began = self._now()
        client.drop()
        self._left(client)
        try:
            await self.connect(client)
        except Unopened:
            self._come_back(client)
            return
        self._stats.reconnects.record(self._now() - began)
        self._go_on()

    def look(self, instant: float) -> None:
        """Called now and then: a player whose action was never answered comes anew."""
        flight = self._flight
        if flight is not None and instant - flight.sent >= UNANSWERED_S:
            self._stats.error("unanswered", self.code)
            self._land(flight, instant)
            self._ground.spawn(self.reconnect(flight.client))

    def idle(self) -> list[Client]:
        """Connected players that have no action on its way."""
        acting = None if self._flight is None else self._flight.client
        return [client for client in self.clients if client.connected and client is not acting]

    def view(self, client: Client, data: bytes, at: float) -> None:
        """A view came to this client."""
        stats = self._stats
        stats.frames += 1
        stats.received += len(data)
        hands = self._picture.hands
        try:
            seen = self._picture.read(data)
        except (msgspec.MsgspecError, ValueError):
            stats.error("unreadable", self.code)
            return
        stats.hands += self._picture.hands - hands
        stats.skipped += seen.skipped
        for fault in seen.faults:
            stats.error(f"check: {fault}", self.code)
        if seen.v <= client.v:
            stats.error("check: version does not grow", self.code)
        client.saw(seen.v, seen.you, seen.own)
        flight = self._flight
        if flight is not None and flight.client is client and not flight.v:
            flight.since.append(data)
        self._seen(client, at)

    def done(self, client: Client, ref: Ref) -> None:
        """A command was carried out, and no view says so."""
        flight = self._answered(client, ref)
        if flight is not None:
            self._answer(flight)
            self._seen_by_all(flight, self._now())

    def rejected(self, client: Client, rejected: Rejected) -> None:
        """A command was refused."""
        flight = self._answered(client, rejected.ref)
        if flight is not None and _void(flight, rejected.code):
            # Its answer is what the table shows instead, and it took as long as any.
            self._stats.crossed += 1
            self._answer(flight)
            self._seen_by_all(flight, self._now())
            return
        self._stats.error(f"refused: {rejected.code}", self.code)
        if flight is not None:
            self._flight = None
            self._held = True
            self._ground.wheel.at(self._now() + AFTER_REFUSAL_S, self._let_go)

    def gone(self, client: Client, code: int) -> None:
        """The server ended this connection, or the network did."""
        self._left(client)
        if self.playing:
            self._stats.error(f"closed: {code}", self.code)
            self._come_back(client)

    def _come_back(self, client: Client) -> None:
        if self.playing:
            back = self._now() + self._chance.random() * BACK_S
            self._ground.wheel.at(back, lambda _: self._ground.spawn(self.reconnect(client)))

    # The clock.

    def _wind(self) -> None:
        """The next tick. A closed run has the first only: what is seen by all brings the next."""
        if self._rate:
            self._ground.wheel.at(self._now() + self._chance.expovariate(self._rate), self._tick)
        else:
            self._ground.wheel.at(self._now(), self._closed_tick)

    def _tick(self, due: float) -> None:
        if not self.playing:
            return
        self._ground.wheel.at(due + self._chance.expovariate(self._rate), self._tick)
        self._ticks.append(served(due, self._now()))
        self._go_on()

    def _closed_tick(self, due: float) -> None:
        if self.playing:
            self._ticks.append(served(due, self._now()))
            self._go_on()

    def _let_go(self, due: float) -> None:
        self._held = False
        self._free_at = due
        self._next(due)
        self._go_on()

    def _go_on(self) -> None:
        """Act on the oldest tick, if there is one and somebody has something to do."""
        if self._flight is not None or self._held or not self._ticks or not self.playing:
            return
        found = self._wanted()
        if found is None:
            return
        client, command, before = found
        tick = self._ticks.popleft()
        due = max(tick, self._free_at)
        kind = command.action if isinstance(command, Act) else command
        sent, timed = self._now(), self._picture.timed
        self._flight = _Flight(client, command.ref, str(_tag(kind)), tick, due, sent, command, before, timed)
        client.send(command)

    def _wanted(self) -> tuple[Client, AnyCommand, View] | None:
        """What somebody at this table would do now, and what he sees."""
        count = len(self.clients)
        for step in range(count):
            client = self.clients[(self._first + step) % count]
            you = client.you
            if you is None or client.v != self._picture.v or not client.connected:
                continue
            view = self._picture.as_seen(you)
            command = None if view is None else script.wanted(view, client.next_ref, self._chance.random)
            if view is not None and command is not None:
                self._first = (self._first + step + 1) % count
                return client, command, view
        return None

    # The action on its way.

    def _seen(self, client: Client, at: float) -> None:
        flight = self._flight
        if flight is None:
            self._free_at = at
            self._go_on()
            return
        if not flight.v:
            answered = client.you.answered if client is flight.client and client.you is not None else None
            if answered is None or answered.ref < flight.ref or answered.code is not None:
                return
            self._answer(flight)
        elif client.v >= flight.v and client in flight.unseen:
            flight.unseen.remove(client)
        self._seen_by_all(flight, at)

    def _answered(self, client: Client, ref: Ref | None) -> _Flight | None:
        """The action on its way, if this is the first answer to it."""
        flight = self._flight
        known = flight is not None and flight.client is client and flight.ref == ref and not flight.v
        return flight if known else None

    def _answer(self, flight: _Flight) -> None:
        """What the client that acted shows now answers it."""
        flight.v = flight.client.v
        flight.unseen = [one for one in self.clients if one.v < flight.v and one.connected]

    def _seen_by_all(self, flight: _Flight, at: float) -> None:
        if not flight.unseen:
            self._land(flight, at)

    def _left(self, client: Client) -> None:
        """A seat that is gone is not waited for; its own action is void."""
        flight = self._flight
        if flight is None:
            return
        if flight.client is client:
            self._flight = None
            self._stats.error("lost with its connection", self.code)
            self._next(self._now())
        elif client in flight.unseen:
            flight.unseen.remove(client)
            if not flight.unseen:
                self._land(flight, self._now())

    def _land(self, flight: _Flight, at: float) -> None:
        self._flight = None
        self._free_at = at
        self._stats.acted(flight.kind, tick=flight.tick, due=flight.due, sent=flight.sent, seen=at)
        if held_twice(client.own for client in self.clients if client.v == self._picture.v):
            self._stats.error("check: card in two hands", self.code)
        self._next(at)
        self._go_on()

    def _next(self, at: float) -> None:
        """In a closed run the end of an action brings the next, whatever came of it."""
        if self._rate or not self.playing:
            return
        think = self._ground.plan.think
        if think:
            self._ground.wheel.at(at + self._chance.expovariate(1 / think), self._closed_tick)
        else:
            self._ticks.append(at)


def _void(flight: _Flight, code: str) -> bool:
    """Whether the table's clock made a refused command void while it was on its way."""
    since = [view for data in flight.since if isinstance(view := decode_outbound(data), View)]
    return went_on(flight.command, code, flight.before, since, timed=flight.timed)


def _tag(struct: msgspec.Struct) -> object:
    return struct.__struct_config__.tag
