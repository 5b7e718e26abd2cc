"""An evening that is played once, written down, and played again while lines break."""

from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final

import msgspec

from protocol.codec import decode_outbound
from protocol.ids import Ref, Seat, Turn
from protocol.inbound import (
    Act,
    AnyCommand,
    AnyDo,
    Bank,
    Host,
    Lock,
    Log,
    Next,
    PauseTable,
    React,
    ResumeTable,
    Say,
    SetTitle,
    Sit,
    SitIn,
    SitOut,
    Start,
)
from protocol.outbound import View
from tests.faults.house import House, house
from tests.faults.phone import Phone
from tests.support.legal import some_action

SEATS: Final = 4
WATCHER: Final = 4
"""Looks on, and is cut like the players."""
_OBSERVER: Final = 5
"""Looks on and is never cut: tells what the table said."""
NAMES: Final = ("Lan", "Tú", "Hà", "Minh")


class Step(msgspec.Struct, frozen=True):
    """``after`` so many milliseconds somebody (by the number of his phone) says this; None: nobody says anything."""

    after: int
    who: int
    command: AnyCommand | None


class Script(msgspec.Struct, frozen=True):
    game: str
    seed: int
    steps: tuple[Step, ...]


class Cut(Enum):
    """When a line breaks, for a step."""

    BEFORE = 1
    """What is said is said into a dead line."""
    HANDLED = 2
    """The table did it; nothing is in the journal, nothing is under way."""
    WRITTEN = 3
    """It is in the journal; its answer is under way and never arrives."""
    AFTER = 4


@dataclass(frozen=True)
class Outcome:
    """How an evening ended: what everybody sees, and everything that the table told."""

    shown: tuple[bytes, ...]
    told: tuple[bytes, ...]
    answers: tuple[dict[int, str | None], ...]


class Evening:
    """Six phones in one house: four at the table and two who look on."""

    def __init__(self, at: House) -> None:
        self.house = at
        creator = at.creator()
        self.phones = [creator, *(at.phone() for _ in range(_OBSERVER))]

    def step(self, step: Step, who: int = -1, cut: Cut | None = None) -> None:
        """One step, in which the line of ``who`` breaks; he comes back in the same instant."""
        phone = self.phones[who]
        if step.command is None and cut is Cut.BEFORE:
            # While somebody is away clocks wait for him; his absence takes no time here.
            phone.cut()
            self.back(phone)
        self._wait(step.after, phone if step.command is None and cut in {Cut.HANDLED, Cut.WRITTEN} else None)
        if step.command is not None:
            if cut is Cut.BEFORE:
                phone.cut()
            assert self.say(step.who, step.command) == step.command.ref
            if cut is Cut.HANDLED:
                phone.cut()
            self.house.commit()
            if cut is Cut.WRITTEN:
                phone.cut()
        self.house.settle()
        if cut is Cut.AFTER:
            phone.cut()
        if cut is not None:
            self.back(phone)

    def say(self, who: int, command: AnyCommand) -> Ref:
        """This command under his next ref."""
        return self.phones[who].send(lambda ref: msgspec.structs.replace(command, ref=ref))

    def back(self, phone: Phone) -> None:
        """Connected and in step again, if he was not."""
        if not phone.is_open:
            phone.connect()
        self.house.settle()

    def _wait(self, span_ms: int, loses: Phone | None) -> None:
        """``loses`` does not get what the end of this time brings."""
        if loses is None:
            self.house.wait(span_ms)
            return
        self.house.wait(span_ms - 1)
        self.house.loop.advance(1)
        loses.cut()

    def outcome(self) -> Outcome:
        newest = {phone.v for phone in self.phones}
        assert len(newest) == 1, "somebody is behind"
        assert not any(phone.unanswered for phone in self.phones)
        told = [event for events in self.phones[_OBSERVER].events for event in msgspec.json.decode(events)]
        return Outcome(
            tuple(phone.shown for phone in self.phones),
            tuple(msgspec.json.encode(event) for event in told if event["type"] not in {"went_away", "came_back"}),
            tuple(phone.answers for phone in self.phones),
        )


def played(script: Script, cuts: dict[int, tuple[int, Cut]]) -> Outcome:
    """The evening with these lines broken at these steps."""
    with house(script.game, script.seed) as at:
        evening = Evening(at)
        for number, step in enumerate(script.steps):
            evening.step(step, *cuts.get(number, (-1, None)))
        at.wait(1_000)
        return evening.outcome()


class Author:
    """Plays an evening by chance and writes it down."""

    def __init__(self, game: str, seed: int) -> None:
        self._game = game
        self._seed = seed
        self._chance = Random(seed)  # noqa: S311
        self._steps: list[Step] = []
        self._talked = -10

    def write(self, length: int) -> Script:
        """So many steps."""
        with house(self._game, self._seed) as at:
            evening = Evening(at)
            for seat in range(SEATS):
                self._do(evening, 200, seat, Sit(Ref(0), Seat(seat), NAMES[seat]))
            while len(self._steps) < length:
                self._next(evening)
            assert at.table.core.summary.hand >= 3
        return Script(self._game, self._seed, tuple(self._steps))

    def _next(self, evening: Evening) -> None:
        view = self._view(evening, 0)
        roll = self._chance.random()
        if view.table.pause is not None:
            self._do(evening, 700, 0, Host(Ref(0), ResumeTable()))
        elif roll < 0.12 and len(self._steps) - self._talked > 4:
            self._talked = len(self._steps)
            self._do(evening, 400, self._chance.randrange(SEATS), self._talk(view))
        elif view.table.phase == "playing":
            self._play(evening, view)
        else:
            self._between(evening, view)

    def _talk(self, view: View) -> AnyCommand:
        return self._chance.choice(
            (
                Say(Ref(0), f"câu {len(self._steps)}"),
                React(Ref(0), "clap"),
                Log(Ref(0), view.table.hand),
                SitOut(Ref(0)),
                SitIn(Ref(0)),
                Host(Ref(0), self._order()),
            )
        )

    def _order(self) -> AnyDo:
        """Refused where it is not the host who gives it."""
        return self._chance.choice((Lock(True), Lock(False), SetTitle(f"Bàn {len(self._steps)}"), PauseTable()))

    def _play(self, evening: Evening, view: View) -> None:
        seat = self._chance.choice(sorted(clock.seat for clock in view.table.clocks))
        roll = self._chance.random()
        if roll < 0.05 and view.table.play is not None and self._game != "xi-dach":
            # Who lets a turn of many steps pass and comes back in it has it again (XD-Q34): a drop is not without
            # consequence there.
            due = evening.house.table.core.next_deadline
            assert due is not None
            self._do(evening, max(1, due - evening.house.loop.now()), 0, None)
            return
        you = self._view(evening, seat).you
        turn = Turn((you.turn or 0) + (5 if roll > 0.95 else 0))
        action = some_action(you.offers, self._chance.randrange(10_000))
        who = seat if roll < 0.9 else self._chance.randrange(SEATS)
        self._do(evening, self._chance.randrange(150, 2_500), who, Act(Ref(0), turn, action))

    def _between(self, evening: Evening, view: View) -> None:
        out = [seat.seat for seat in view.table.seats if seat.status == "out"]
        roll = self._chance.random()
        if out:
            self._do(evening, 300, out[0], SitIn(Ref(0)))
        elif view.table.waiting == "bank" or (view.table.bank is not None and view.table.bank.asked is not None):
            asked = view.table.bank.asked if view.table.bank is not None else None
            self._do(evening, 400, asked or 0, Bank(Ref(0), take=roll < 0.8))
        elif roll < 0.5:
            self._do(evening, 500, 0, Host(Ref(0), Start()))
        elif roll < 0.8:
            self._do(evening, 500, self._chance.randrange(SEATS), Next(Ref(0)))
        else:
            self._do(evening, 2_000, 0, None)

    def _do(self, evening: Evening, after: int, who: int, command: AnyCommand | None) -> None:
        ref = evening.phones[who].next_ref
        step = Step(after, who, None if command is None else msgspec.structs.replace(command, ref=ref))
        self._steps.append(step)
        evening.step(step)

    @staticmethod
    def _view(evening: Evening, who: int) -> View:
        view = decode_outbound(evening.phones[who].view)
        assert isinstance(view, View)
        return view
