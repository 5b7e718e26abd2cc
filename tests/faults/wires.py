"""Phones over real sockets: they come back by themselves, and play."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final, cast

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidHandshake

from protocol.codec import decode_outbound, encode
from protocol.ids import RoomCode, Seat
from protocol.inbound import Act, Bank, Host, Next, Sit, Start
from protocol.outbound import View
from protocol.web import RoomCreated
from server.bots.policy import decide
from server.clock import MonotonicClock
from server.hub.connection import Connection
from server.hub.transport import Transport
from tests.faults.daemon import PATIENCE_S
from tests.faults.line import Line
from tests.faults.phone import Phone

BACK_S: Final = 0.05
"""Between two tries to get through."""
THINK_S: Final = 0.06
"""Nobody says more in a second than he may."""
SEATS: Final = 4
CARDS: Final = re.compile(rb'"([2-9TJQKA][cdhs])"')
_LOST: Final = 1006


async def until(wanted: Callable[[], bool], *whom: object) -> None:
    """Wait for what real processes do. AssertionError where it does not come, with how each of ``whom`` stands."""
    await patiently(_becomes(wanted), *whom)


async def patiently(coming: Awaitable[object], *whom: object) -> None:
    """The same for what can be awaited."""
    try:
        await asyncio.wait_for(coming, PATIENCE_S)
    except TimeoutError:
        raise AssertionError("\n".join([f"not within {PATIENCE_S:g} s", *map(repr, whom)])) from None


async def _becomes(wanted: Callable[[], bool]) -> None:
    while not wanted():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


class _Wire:
    """One socket: what is said waits until it is open."""

    def __init__(self, wires: "Wires", line: Line) -> None:
        self.out: asyncio.Queue[str] = asyncio.Queue()
        self.outbox = None
        """The server's, which cannot be seen from here."""
        self._wires = wires
        self._line = line
        self.task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        code = _LOST
        try:
            async with connect(
                self._wires.url, compression=None, max_size=None, max_queue=None, ping_interval=None, proxy=None
            ) as ws:
                sender = asyncio.get_running_loop().create_task(self._send(ws))
                try:
                    async for frame in ws:
                        self._hear(str(frame).encode())
                finally:
                    sender.cancel()
                code = ws.close_code or _LOST
        except (OSError, EOFError, InvalidHandshake, ConnectionClosedError):
            pass
        except Exception as error:
            self._wires.wrong = error
        self._line.close(code)
        self._line.deliver()
        self._wires.news.set()

    def _hear(self, frame: bytes) -> None:
        self._line.write(frame)
        self._line.deliver()
        self._wires.news.set()

    async def _send(self, ws: ClientConnection) -> None:
        try:
            while True:
                await ws.send(await self.out.get())
        except ConnectionClosed:
            return


class Wires:
    """An Exchange: every call gets a socket of its own to this address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.news = asyncio.Event()
        """Something came, or a line is gone."""
        self.wrong: Exception | None = None
        """What a phone found wrong with what it heard, or whatever else a line should not have broken by."""

    def __repr__(self) -> str:
        return f"<Wires to {self.url}, wrong: {self.wrong!r}>"

    def check(self) -> None:
        """Raise what was wrong."""
        if self.wrong is not None:
            raise self.wrong

    def open(self, transport: Transport) -> Connection:
        return cast("Connection", _Wire(self, cast("Line", transport)))

    def text(self, connection: Connection, frame: str) -> None:
        cast("_Wire", connection).out.put_nowait(frame)

    def lost(self, connection: Connection) -> None:
        cast("_Wire", connection).task.cancel()
        # The wire says no more: its own phone has let it go.
        self.news.set()


class Player:
    """Sits down, plays and wants more, without a thought; what he sees must hang together over all restarts."""

    def __init__(self, url: str, room: RoomCreated, seat: int, name: str, token: str | None = None) -> None:
        self.wires = Wires(url)
        self.made = room
        self.room = RoomCode(room.code)
        self.phone = Phone(self.wires, self.room, token, MonotonicClock().now)
        self.seat = Seat(seat)
        self.name = name
        self.hand = 0
        """The hand on the table."""
        self.seen = 0
        """The newest whose result he saw."""
        self.said = asyncio.Event()
        """Something of his is under way."""
        self.does = ""
        self._chance = Random(seat)  # noqa: S311
        self._welcomes = 0
        self._acknowledged = 0
        """The newest command that was answered when the line broke."""
        self._cards: dict[int, set[bytes]] = {}

    def __repr__(self) -> str:
        view = self.view
        sees = "nothing" if view is None else f"hand {view.table.hand}, {view.table.phase}, turn {view.you.turn}"
        return f"<{self.name} {self.does}; saw the end of {self.seen}, sees {sees}; {self.phone!r}, {self.wires!r}>"

    @property
    def view(self) -> View | None:
        """What he sees, on this socket."""
        if self.phone.v < 0:
            return None
        view = decode_outbound(self.phone.view)
        assert isinstance(view, View)
        return view

    def own_cards(self, hand: int) -> set[bytes]:
        """All that he ever saw of his own in this hand."""
        views = [decode_outbound(frame) for _, frame in self.phone.got if frame.startswith(b'{"type":"view"')]
        mine = [view.you for view in views if isinstance(view, View) and view.table.hand == hand]
        return {card for you in mine for card in CARDS.findall(encode(you))}

    def moves_to(self, url: str, hand: int, cards: set[bytes]) -> None:
        """The house is at this address now, as it was when he had these cards in this hand."""
        assert cards
        assert cards <= self.own_cards(hand), "another deck"
        self.wires.url = url
        self.phone.cut()
        self.phone.v = -1
        self.phone.answers.clear()
        self.seen = hand - 1
        self._cards = {hand: cards}

    async def play(self) -> None:
        """Until cancelled; comes back whenever the line is gone."""
        while True:
            self.wires.check()
            self.wires.news.clear()
            if not self.phone.is_open:
                self.does = "comes back"
                await asyncio.sleep(BACK_S)
                self._acknowledged = max(self.phone.answers, default=0)
                self.phone.connect()
            self._look()
            self.does = "waits"
            await self.wires.news.wait()
            self.does = "thinks"
            await asyncio.sleep(THINK_S)

    def _look(self) -> None:
        phone, view = self.phone, self.view
        if view is None:
            return
        if phone.welcomes > self._welcomes:
            self._welcomes = phone.welcomes
            assert phone._known > self._acknowledged, "an answer is forgotten"
        self._check_cards(view)
        self.hand = view.table.hand
        if view.table.phase == "result" and view.table.play is not None:
            self.seen = view.table.hand
        if not phone.unanswered:
            self._say(view)
        if phone.unanswered:
            self.said.set()

    def _say(self, view: View) -> None:
        table, you, send = view.table, view.you, self.phone.send
        if you.seat is None:
            send(lambda ref: Sit(ref, self.seat, self.name))
        elif table.bank is not None and table.bank.asked == you.seat:
            send(lambda ref: Bank(ref, take=True))
        elif table.waiting == "host" and you.host and sum(seat.player is not None for seat in table.seats) == SEATS:
            send(lambda ref: Host(ref, Start()))
        elif table.phase == "result" and not table.seats[you.seat].next:
            send(Next)
        elif (turn := you.turn) is not None and (action := decide(view, self._chance.random)) is not None:
            send(lambda ref: Act(ref, turn, action))

    def _check_cards(self, view: View) -> None:
        """No card of his in a hand turns into another."""
        if view.table.phase == "playing" and view.you.play is not None and view.you.turn is not None:
            mine = set(CARDS.findall(encode(view.you)))
            seen = mine | set(CARDS.findall(encode(view.table)))
            before = self._cards.setdefault(view.table.hand, mine)
            assert before <= seen, "another deck"
            before |= mine
