"""Scripted people: they sit down, play, talk, wander off and come back, and do what one should not do."""

from collections.abc import Callable
from random import Random
from typing import Any, Final, Literal

from protocol.inbound import Act, AddBot, Approve, Bank, Command, Host, MoveSeat, Next, Rebuy, ResumeTable, Sit, Start
from protocol.outbound import MoveCode, View
from protocol.views import SeatView
from server.bots.policy import decide
from tests.sim.device import Device
from tests.sim.loop import SimLoop
from tests.support.legal import some_action

Style = Literal["steady", "wild", "sleepy", "lost in thought"]
STYLES: Final[tuple[Style, ...]] = ("steady", "steady", "wild", "wild", "wild", "sleepy", "lost in thought")
NAMES: Final = ("Lan", "Tú", "Hà", "Minh", "Vy", "Bảo", "Khôi", "Ngọc", "Sơn", "Thảo", "Hạnh", "Đức")
TAKEN_OVER, KICKED, ROOM_CLOSED, MOVED = 4004, 4003, 4006, 4005
REFUSALS: Final = 3
"""So often refused, a question is left to the clock."""


class Person:
    """One player, with one device or more. ``trick`` is what it does besides playing."""

    def __init__(
        self,
        loop: SimLoop,
        chance: Random,
        open_device: Callable[[str, "Person"], Device],
        name: str,
        trick: Callable[["Person", View], None],
    ) -> None:
        self.name = name
        self.chance = chance
        self.style = chance.choice(STYLES)
        self.restless_ms = chance.choice((2_000, 6_000, 20_000))
        self.watches = chance.random() < 0.08
        self.calm = False
        """No more tricks."""
        self.pause = False
        """Nothing at all for a moment."""
        self.gone = False
        """At home, or turned away for good."""
        self.device: Device | None = None
        self.last: Command | None = None
        """The newest command, for who says things twice."""
        self.room = ""
        self._loop = loop
        self._open_device = open_device
        self._trick = trick
        self._thinks = False
        self._tried: tuple[object, int] = (None, 0)

    def come(self, room: str, token: str | None = None) -> None:
        """Open the link of a table."""
        self.room = room
        self._with(token)
        self._loop.outside(self._pause(self.restless_ms), self._restless)

    def open_again(self, *, keep: bool = False) -> None:
        """Load the page anew; or (``keep``) open it in another window, while the first one is still there."""
        device = self.device
        if self.gone or device is None:
            return
        if not keep:
            device.leave()
        self._with(device.token)

    def wander_off(self) -> None:
        """The window is closed, and opened again later."""
        if self.device is not None:
            self.device.leave()
            self._loop.outside(self._pause(25_000), self.open_again)

    def go_home(self) -> None:
        """Close everything."""
        self.gone = True
        if self.device is not None:
            self.device.leave()

    def return_home(self, token: str | None) -> None:
        """Come to the table again."""
        self.gone = False
        self._with(token)

    def look_again(self) -> None:
        """After a pause."""
        if self.device is not None:
            self.shown(self.device)

    def say(self, make: Callable[[Any], Command]) -> None:
        """Send a command."""
        device = self.device
        if device is not None and (ref := device.send(make)) is not None:
            self.last = device.pending.get(ref, self.last)

    # What the device shows.

    def shown(self, device: Device) -> None:
        if device is self.device and not self._thinks and not self.gone:
            self._thinks = True
            self._loop.outside(self._thought(), self._think)

    def ended(self, device: Device, code: int) -> None:
        if device is not self.device or self.gone:
            return
        if code == ROOM_CLOSED:
            self.gone = True
        elif code == KICKED:
            # As somebody else.
            self._loop.outside(self._pause(10_000), self._with_nothing)
        elif code == TAKEN_OVER and self.chance.random() < 0.5:
            self._loop.outside(self._pause(8_000), self.open_again)
        else:
            # The other window, if there is one, is not ours to see: it is opened here again some day.
            self._loop.outside(self._pause(30_000), self.open_again)

    def answered(self, device: Device, command: Command, answer: Any) -> None:
        if isinstance(command, MoveSeat) and isinstance(answer, MoveCode) and not self.gone:
            self._with(None, answer.code)

    # What goes on inside.

    def _with(self, token: str | None, move: str | None = None) -> None:
        device = self.device = self._open_device(self.room, self)
        device.token, device.move = token, move
        self._thinks = False
        device.connect()

    def _with_nothing(self) -> None:
        if not self.gone:
            self._with(None)

    def _pause(self, mean_ms: int) -> int:
        return 50 + round(self.chance.expovariate(1 / mean_ms))

    def _thought(self) -> int:
        if self.style == "sleepy" and self.chance.random() < 0.15:
            return self.chance.randint(4_000, 60_000)
        if self.style == "lost in thought" and self.chance.random() < 0.3:
            return self.chance.randint(20_000, 150_000)
        return self._pause(400)

    def _restless(self) -> None:
        self._loop.outside(self._pause(self.restless_ms), self._restless)
        device = self.device
        if not self.calm and not self.gone and device is not None and device.welcomed and device.data:
            self._trick(self, device.view)

    def _think(self) -> None:
        self._thinks = False
        device = self.device
        if self.gone or self.pause or device is None or not device.welcomed or not device.data or device.pending:
            return
        view = device.view
        question = (view.table.hand, view.table.phase, view.you.turn, view.you.seat, device.epoch)
        again = self._tried[1] + 1 if self._tried[0] == question else 0
        command = self._wish(view) if again < REFUSALS else None
        if command is not None:
            self._tried = (question, again)
            self.say(command)

    def _wish(self, view: View) -> Callable[[Any], Command] | None:
        """What this person wants to do now."""
        table, you = view.table, view.you
        mine = None if you.seat is None else table.seats[you.seat]
        if mine is None:
            return self._a_seat(view)
        if you.host and (wish := self._as_host(view)) is not None:
            return wish
        if table.phase == "playing" and you.turn is not None and you.offers and table.pause is None:
            turn = you.turn
            wild = self.style == "wild" or self.chance.random() < 0.1
            action = some_action(you.offers, self.chance.randrange(9_000)) if wild else decide(view, self.chance.random)
            return None if action is None else lambda ref: Act(ref, turn, action)
        if table.bank is not None and table.bank.asked == you.seat:
            take = self.chance.random() < 0.8
            return lambda ref: Bank(ref, take)
        if table.phase == "result" and not mine.next and self.chance.random() < 0.8:
            return Next
        if mine.status == "out" and table.options["rebuy"] == "host_approves" and self.chance.random() < 0.3:
            return Rebuy
        return None

    def _a_seat(self, view: View) -> Callable[[Any], Command] | None:
        if self.watches or (view.you.name and any(seat.heir == view.you.name for seat in view.table.seats)):
            return None
        free = [seat for seat in view.table.seats if seat.player is None]
        bots = [seat for seat in view.table.seats if seat.bot and seat.heir is None]
        seats: list[SeatView] = free or bots
        if not seats:
            return None
        number = self.chance.choice(seats).seat
        return lambda ref: Sit(ref, number, self.name)

    def _as_host(self, view: View) -> Callable[[Any], Command] | None:
        table = view.table
        if table.requests and self.chance.random() < 0.7:
            player, yes = table.requests[0].player, self.chance.random() < 0.8
            return lambda ref: Host(ref, Approve(player, yes))
        if table.pause is not None:
            return (lambda ref: Host(ref, ResumeTable())) if self.chance.random() < 0.5 else None
        if table.phase != "waiting":
            return None
        taken = sum(seat.player is not None for seat in table.seats)
        if taken < 2 or (taken < len(table.seats) and self.chance.random() < 0.3):
            return lambda ref: Host(ref, AddBot())
        return lambda ref: Host(ref, Start())
