"""Many tables on one machine, played by chance: what happens at one depends on no other."""

from random import Random
from typing import Final

from protocol.codec import decode_outbound
from protocol.ids import Millis, RoomCode, Seat
from protocol.inbound import Act, AddBot, Bank, Host, Say, Sit, Start
from protocol.outbound import View
from server.hub.connection import Connection
from tests.faults.machine import Machine
from tests.faults.phone import Phone
from tests.support.legal import some_action

TABLES: Final = 51
FAILING: Final = 24
"""The number of the table at which something is planted; it acts in the same tick as every second one."""
APART_MS: Final = 40
"""So much later the others act."""
STEP_MS: Final = 900
NAMES: Final = ("Lan", "Tú", "Hà")
_GAMES: Final = ("xi-to-28", "xi-to-32", "xi-dach")

Heard = list[tuple[Millis, bytes]]
"""Every frame that left for somebody, beats too, and when."""


class Party:
    """One room: three people and a bot."""

    def __init__(self, at: Machine, number: int) -> None:
        made = at.create(_GAMES[number % len(_GAMES)])
        self.room: RoomCode = made.code
        self.phones = [at.phone(made.code, made.token), *(at.phone(made.code) for _ in NAMES[1:])]
        self.heard: list[Heard] = [[] for _ in NAMES]
        self._chance = Random(number)  # noqa: S311
        for seat, phone in enumerate(self.phones):
            phone.send(lambda ref, seat=seat: Sit(ref, Seat(seat), NAMES[seat]))  # type: ignore[misc]
        self.phones[0].send(lambda ref: Host(ref, AddBot(Seat(len(NAMES)))))
        at.settle()

    def view(self, phone: Phone) -> View:
        view = decode_outbound(phone.view)
        assert isinstance(view, View)
        return view

    @property
    def seen(self) -> View:
        """What the host sees."""
        return self.view(self.phones[0])

    @property
    def balances(self) -> list[int]:
        return [seat.balance for seat in self.seen.table.seats]

    def does_something(self, *, acts: bool = False) -> None:
        """One thing that this table's own chance chooses. ``acts``: whoever is asked plays."""
        roll = self._chance.random()
        somebody = self.phones[self._chance.randrange(len(self.phones))]
        if acts or roll < 0.8:
            for phone in self.phones:
                self._play(phone, self.view(phone), self._chance.randrange(10_000))
        elif roll < 0.9:
            somebody.connect()
        else:
            somebody.send(lambda ref: Say(ref, "hay"))

    def _play(self, phone: Phone, view: View, pick: int) -> None:
        table, you = view.table, view.you
        turn = you.turn
        if table.bank is not None and you.seat is not None and table.bank.asked == you.seat:
            phone.send(lambda ref: Bank(ref, take=True))
        elif table.phase != "playing" and table.hand == 0 and you.host:
            phone.send(lambda ref: Host(ref, Start()))
        elif turn is not None and any(clock.seat == you.seat for clock in table.clocks):
            action = some_action(you.offers, pick)
            phone.send(lambda ref: Act(ref, turn, action))


class Crowd:
    """All tables, one after the other opened on this machine."""

    def __init__(self, at: Machine) -> None:
        self._whose: dict[int, Heard] = {}
        self._begin(at)
        self.parties = [Party(at, number) for number in range(TABLES)]
        self._at = at

    @property
    def failing(self) -> Party:
        return self.parties[FAILING]

    @property
    def others(self) -> list[Party]:
        return [party for party in self.parties if party is not self.failing]

    def play(self, steps: int) -> None:
        """So many steps: half of the tables act in one tick, and in one commit, the others a moment later."""
        for _ in range(steps):
            for half in (0, 1):
                for party in self.parties[half::2]:
                    party.does_something(acts=party is self.failing)
                self._at.settle()
                self._at.wait(APART_MS)
            for phone in self.failing.phones:
                if not phone.is_open:
                    phone.connect()
            self._at.settle()
            self._at.wait(STEP_MS - 2 * APART_MS)

    def last_word(self) -> None:
        """Somebody at a sound table says something: from this instant on the next process's clock goes on."""
        self.others[0].phones[0].send(lambda ref: Say(ref, "hay"))
        self._at.settle()

    def moved(self, at: Machine) -> None:
        """The process ended, and this one was started: all come back in its first tick."""
        self._begin(at)
        for party in self.parties:
            for phone in party.phones:
                phone.moved(at, at.loop.now)
                at.phones.append(phone)
                phone.connect()
        at.settle()

    def _begin(self, at: Machine) -> None:
        self._at = at
        self._whose.clear()
        at.look = self._look

    def _look(self, connection: Connection | None, frame: bytes) -> None:
        if connection is None or not hasattr(self, "parties"):
            return
        heard = self._whose.get(connection.conn)
        if heard is None:
            heard = self._whose[connection.conn] = next(
                party.heard[seat]
                for party in self.parties
                for seat, phone in enumerate(party.phones)
                if phone.outbox is connection.outbox
            )
        heard.append((self._at.loop.now(), frame))
