"""Four friends in mid-hand, where time is short."""

from typing import Final

from protocol.codec import decode_outbound
from protocol.games.stud import Theo, Up
from protocol.ids import Millis, Ref, Seat
from protocol.inbound import Act, Host, Say, Sit, Start
from protocol.outbound import View
from protocol.play import Action
from tests.faults.machine import Machine
from tests.faults.phone import Phone

NAMES: Final = ("Lan", "Tú", "Hà", "Minh")
TURN_MS: Final = 15_000
BANK_MS: Final = 5_000
"""Almost all of it is used up."""


class Table:
    """Four in a hand, and one who looks on. Two seconds of a turn have passed."""

    def __init__(self, at: Machine) -> None:
        self.at = at
        made = at.create("xi-to-28", turn_timeout_s=TURN_MS // 1000)
        self.room = made.code
        self.seats = [at.phone(self.room, made.token), *(at.phone(self.room) for _ in NAMES[1:])]
        self.watcher = at.phone(self.room)
        self.newcomers: list[Phone] = []
        for seat, phone in enumerate(self.seats):
            phone.send(lambda ref, seat=seat: Sit(ref, Seat(seat), NAMES[seat]))  # type: ignore[misc]
        at.settle()
        for chair in at.core(self.room).table.seating:
            chair.allowance.bank = Millis(0)
        self.seats[0].send(lambda ref: Host(ref, Start()))
        at.settle()
        for _ in range(3):
            at.wait(1_000)
            self.act()
            at.settle()
        at.wait(2_000)

    def view(self, phone: Phone) -> View:
        view = decode_outbound(phone.view)
        assert isinstance(view, View)
        return view

    def on_turn(self) -> Phone:
        return next(phone for phone in self.seats if self.view(phone).you.turn is not None)

    def act(self) -> tuple[Phone, Ref]:
        """Whoever is asked calls."""
        return self._acts(Theo())

    def gives_up(self) -> tuple[Phone, Ref]:
        """Whoever is asked."""
        return self._acts(Up())

    def _acts(self, action: Action) -> tuple[Phone, Ref]:
        phone = self.on_turn()
        turn = self.view(phone).you.turn
        assert turn is not None
        return phone, phone.send(lambda ref: Act(ref, turn, action))

    def somebody_does_something(self, number: int) -> None:
        """One of the things that people do while nothing seems to happen."""
        first, second, third, _ = self.seats
        match number % 5:
            case 0:
                second.connect()
            case 1:
                third.send(lambda ref: Say(ref, "đứng hình rồi"))
            case 2:
                self.newcomers.append(self.at.phone(self.room))
            case 3:
                for frame in list(first.unanswered.values()):
                    first.say(frame)
            case _:
                self.watcher.connect()

    def left_ms(self) -> int:
        """What the seat on turn has left, its bank apart."""
        (clock,) = self.view(self.watcher).table.clocks
        return clock.due - self.at.loop.now()

    @property
    def everybody(self) -> list[Phone]:
        return [*self.seats, self.watcher, *self.newcomers]
