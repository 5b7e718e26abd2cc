"""What happens in an evening, by chance: play above all, and now and then everything else that people do."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from protocol.ids import PlayerId, Ref, Seat, Turn
from protocol.inbound import (
    Act,
    AddBot,
    AnyCommand,
    AnyDo,
    Approve,
    Ask,
    Bank,
    Claim,
    Host,
    Kick,
    Leave,
    Lock,
    Log,
    MoveSeat,
    Next,
    PauseTable,
    React,
    Rebuy,
    RemoveBot,
    ResumeTable,
    Say,
    SetOptions,
    SetTitle,
    Sit,
    SitIn,
    SitOut,
    Start,
    Transfer,
    Unkick,
)
from protocol.views import TableView
from server.table.tokens import digest
from tests.faults.machine import THINK_MS
from tests.faults.recording import Comes, Drops, Recorder
from tests.support.legal import some_action

NAMES: Final = ("An", "Bình", "Chi", "Dũng", "Em", "Giang")
PLAYERS: Final = 3
"""They sit down at once, beside a bot; the others look on, come late, ask for a seat."""
PHONES: Final = len(NAMES)
_QUIET: Final = 4
"""Steps between two that are no play: nobody talks faster than is allowed."""

Make = Callable[[Ref], AnyCommand]


class Director:
    """Called with a recorder, directs until there are ``commits``."""

    def __init__(self, seed: int, commits: int) -> None:
        self._chance = Random(seed)  # noqa: S311
        self._commits = commits
        self._quiet = 0

    def __call__(self, to: Recorder) -> None:
        for who in range(PLAYERS):
            to.do(200, who, Comes())
            to.say(300, who, partial(Sit, seat=Seat(who), name=NAMES[who]))
        to.do(100, PLAYERS, Comes())
        to.say(100, 0, lambda ref: Host(ref, AddBot(Seat(PLAYERS))))
        while len(to.cuts) < self._commits:
            self._next(to)

    def _next(self, to: Recorder) -> None:
        table = to.view(self._here(to)[0]).table
        self._quiet += 1
        if self._quiet > _QUIET and self._chance.random() < 0.35:
            self._quiet = 0
            self._something_else(to, table)
        elif table.pause is not None:
            self._host(to, 900, ResumeTable())
        elif table.phase == "playing":
            self._play(to, table)
        else:
            self._between(to, table)

    def _play(self, to: Recorder, table: TableView) -> None:
        """Who is to act does, or lets the time pass; now and then too late, twice, or with somebody else at once."""
        seat = self._chance.choice(sorted(clock.seat for clock in table.clocks))
        who = self._at(to, seat)
        roll = self._chance.random()
        if who is None or roll < 0.06:
            # A bot, or somebody who is away, or asleep.
            to.do(self._until_something(to), 0, None)
            return
        you = to.view(who).you
        if you.turn is None:
            to.do(1_000, 0, None)
            return
        turn = Turn(you.turn + (3 if roll > 0.94 else 0))
        action = some_action(you.offers, self._chance.randrange(10_000))
        alone = roll < 0.85
        to.say(self._chance.randrange(150, 2_500), who, lambda ref: Act(ref, turn, action), tick_ends=alone)
        if not alone:
            other = self._chance.choice(self._here(to))
            to.say(0, other, lambda ref: React(ref, "clap"))
        if roll > 0.97:
            to.say_again(50, who)

    def _between(self, to: Recorder, table: TableView) -> None:
        roll = self._chance.random()
        who = self._chance.choice(self._here(to))
        bank = table.bank
        if bank is not None and bank.asked is not None and (asked := self._at(to, bank.asked)) is not None:
            to.say(700, asked, lambda ref: Bank(ref, take=roll < 0.7))
        elif table.waiting == "host":
            self._host(to, 600, Start())
        elif roll < 0.25:
            to.say(400, who, Next)
        else:
            to.do(self._until_something(to), 0, None)

    def _something_else(self, to: Recorder, table: TableView) -> None:
        who = self._chance.choice(self._here(to))
        gone = [one for one, phone in enumerate(to.at.phones) if not phone.is_open and self._may_come(to, one)]
        roll = self._chance.random()
        unseated = [one for one in self._here(to) if to.view(one).you.seat is None]
        if gone and roll < 0.3:
            to.do(500, self._chance.choice(gone), Comes())
        elif roll < 0.4 and len(self._here(to)) > 2:
            to.do(300, who, Drops())
        elif unseated and roll < 0.6:
            self._sit(to, self._chance.choice(unseated), table)
        elif table.requests and roll < 0.8:
            self._host(to, 400, Approve(table.requests[0].player, roll < 0.75))
        elif roll < 0.8:
            to.say(400, who, self._said(to, table))
        else:
            do = self._order(table)
            to.say(400, who if roll > 0.97 else self._the_host(to), lambda ref: Host(ref, do))

    def _said(self, to: Recorder, table: TableView) -> Make:
        number = len(to.cuts)
        choices: tuple[Make, ...] = (
            lambda ref: Say(ref, f"câu {number}"),
            lambda ref: React(ref, "wow"),
            lambda ref: Log(ref, table.hand),
            lambda ref: Log(ref, table.hand + 7),
            MoveSeat,
            SitOut,
            SitIn,
            Next,
            Rebuy,
            Leave,
            lambda ref: Bank(ref, take=False),
        )
        return self._chance.choice(choices)

    def _order(self, table: TableView) -> AnyDo:
        taken = [seat.player for seat in table.seats if seat.player is not None]
        somebody = self._chance.choice([*taken, PlayerId(9)])
        choices: tuple[AnyDo, ...] = (
            Lock(on=not table.locked),
            Ask(on=not table.ask),
            SetTitle(f"Bàn {table.hand}"),
            SetOptions({"turn_timeout_s": 15 + table.hand}),
            SetOptions({"turn_timeout_s": -1}),
            PauseTable(),
            Transfer(somebody),
            Kick(somebody),
            Unkick(table.barred[0].player if table.barred else somebody),
            AddBot(),
            RemoveBot(Seat(PLAYERS)),
            Start(),
        )
        return self._chance.choice(choices)

    def _sit(self, to: Recorder, who: int, table: TableView) -> None:
        free = [seat.seat for seat in table.seats if seat.player is None or seat.bot]
        away = [seat.seat for seat in table.seats if seat.away_since is not None]
        if away and self._chance.random() < 0.5:
            to.say(500, who, lambda ref: Claim(ref, away[0], NAMES[who]))
        else:
            to.say(500, who, lambda ref: Sit(ref, self._chance.choice([*free, Seat(0)]), NAMES[who]))

    def _host(self, to: Recorder, after_ms: int, do: AnyDo) -> None:
        to.say(after_ms, self._the_host(to), lambda ref: Host(ref, do))

    def _the_host(self, to: Recorder) -> int:
        """Whoever is the host; somebody else where he is away."""
        here = self._here(to)
        return next((who for who in here if to.view(who).you.host), here[0])

    def _at(self, to: Recorder, seat: Seat) -> int | None:
        return next((who for who in self._here(to) if to.view(who).you.seat == seat), None)

    def _here(self, to: Recorder) -> list[int]:
        return [who for who, phone in enumerate(to.at.phones) if phone.is_open]

    def _may_come(self, to: Recorder, who: int) -> bool:
        """Neither barred, nor was his seat given to another device meanwhile."""
        token = to.at.phones[who].token
        person = None if token is None else to.at.core(to.room).table.people.of_token(digest(token))
        return token is None or (person is not None and not person.barred)

    def _until_something(self, to: Recorder) -> int:
        """The table's next deadline, or a bot's thought before it."""
        due = to.at.core(to.room).next_deadline
        thought = to.at.loop.now() + THINK_MS
        return max(1, min(due or thought, thought) - to.at.loop.now())
