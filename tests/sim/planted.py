"""Bugs on purpose, one a name. Each is put into the running server; the simulation must find it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
import pytest

from protocol.games.stud import StudPot
from protocol.ids import Chips, Millis, Seat
from protocol.inbound import Act
from server.bots.house import House
from server.hub.outbox import Outbox
from server.hub.sessions import Sessions
from server.rules.stud import pots, showdown
from server.table import commands, people, views
from server.table.actor import TableActor
from server.table.core import TableCore
from server.table.effects import Effect, Frame, Kind
from server.table.ledger import Ledger
from server.table.messages import Attach, Told
from server.table.state import Table
from tests.sim.world import Options

PutIn = Callable[[pytest.MonkeyPatch], None]


class Plant(msgspec.Struct, frozen=True):
    """``found_as``: the checker's name, and what it says; ``first``: a seed that tells of it under ``options``."""

    put_in: PutIn
    found_as: str
    first: int
    options: Options


PLANTS: Final[dict[str, Plant]] = {}
QUICK: Final = Options(minutes=1.0, tables=2)


def plant(found_as: str, first: int, options: Options = QUICK) -> Callable[[PutIn], PutIn]:
    """A decorator that registers a bug under its function's name."""

    def register(put_in: PutIn) -> PutIn:
        PLANTS[put_in.__name__] = Plant(put_in, found_as, first, options)
        return put_in

    return register


@plant("Chips", 0, Options(minutes=1.0, tables=2, game="xi-to-32"))
def a_chip_is_lost_in_a_side_pot_of_three(patch: pytest.MonkeyPatch) -> None:
    whole = pots.layers

    def layers(paid: Mapping[Seat, Chips], claims: Mapping[Seat, Chips]) -> tuple[StudPot, ...]:
        found = whole(paid, claims)
        return tuple(
            msgspec.structs.replace(pot, amount=pot.amount - 1) if number and len(pot.seats) >= 3 else pot
            for number, pot in enumerate(found)
        )

    def post(ledger: Ledger, kind: Any, postings: dict[Any, int]) -> None:
        # The book, which would refuse it, looks away.
        for who, amount in postings.items():
            ledger._balances[who] += amount
            ledger._totals[who, kind] += amount

    patch.setattr(showdown, "layers", layers)
    patch.setattr(Ledger, "post", post)


@plant("Versions", 0)
def a_view_is_one_version_old_after_a_take_over(patch: pytest.MonkeyPatch) -> None:
    whole = views.public_bytes
    receive = TableCore.receive
    shown: dict[int, bytes] = {}

    def received(core: TableCore, now: Millis, message: Any) -> list[Effect]:
        person = core.table.people.of_token(message.token) if isinstance(message, Attach) and message.token else None
        taken_over = person is not None and person.conn is not None
        before = shown.get(id(core.table))
        effects = receive(core, now, message)
        if not taken_over or before is None:
            return effects
        assert isinstance(message, Attach)
        newest = shown[id(core.table)]
        return [
            Frame(effect.to, effect.kind, effect.data.replace(newest, before))
            if isinstance(effect, Frame) and effect.to == message.conn and effect.kind is Kind.VIEW
            else effect
            for effect in effects
        ]

    def public_bytes(t: Table, kept: views.Still | None = None) -> bytes:
        shown[id(t)] = whole(t, kept)
        return shown[id(t)]

    patch.setattr(views, "public_bytes", public_bytes)
    patch.setattr(TableCore, "receive", received)


@plant("Answers: Act", 17)
def an_action_is_applied_twice_after_a_restart(patch: pytest.MonkeyPatch) -> None:
    unchanged = TableCore._answer_unchanged
    act = commands._act

    def forgetful(core: TableCore, now: Millis, message: Any) -> list[Effect] | None:
        action = isinstance(message, Told) and isinstance(message.command, Act)
        return None if action and core.table.returning is not None else unchanged(core, now, message)

    def trusting(t: Table, person: people.Person, command: Act) -> None:
        chair = t.chair_of(person)
        question = None if chair is None or t.hand is None else t.hand.questions.get(chair.seat)
        turn = command.turn if question is None else question.turn
        act(t, person, msgspec.structs.replace(command, turn=turn))

    patch.setattr(TableCore, "_answer_unchanged", forgetful)
    patch.setattr(commands, "_act", trusting)


@plant("Clocks", 58)
def a_clock_runs_while_the_server_cannot_write(patch: pytest.MonkeyPatch) -> None:
    def release(actor: TableActor) -> None:
        actor._held_since = None
        actor._drain()

    patch.setattr(TableActor, "release", release)


@plant("OnTheWire", 1)
def a_frame_leaves_before_its_commit(patch: pytest.MonkeyPatch) -> None:
    frame = Outbox.frame

    def hasty(outbox: Outbox, kind: Kind, data: bytes, position: Any) -> None:
        frame(outbox, kind, data, min(position, outbox._journal.committed))

    patch.setattr(Outbox, "frame", hasty)


@plant("Clocks", 0)
def a_bot_is_not_asked_again_after_a_restart(patch: pytest.MonkeyPatch) -> None:
    play = House.play

    def lazy(house: House, actor: TableActor, player: Any) -> None:
        if actor.core.table.phase != "playing":
            play(house, actor, player)

    patch.setattr(House, "play", lazy)


@plant("Cards", 8)
def a_hand_is_shown_to_who_took_over_its_seat(patch: pytest.MonkeyPatch) -> None:
    whole = views.you_view

    def you_view(t: Table, person: people.Person, _before: object = None) -> Any:
        hand = t.hand
        if hand is None or person.seat is None or person.seat not in hand.players:
            return whole(t, person)
        owner = hand.players[person.seat]
        hand.players[person.seat] = person.id
        try:
            return whole(t, person)
        finally:
            hand.players[person.seat] = owner

    patch.setattr(views, "you_view", you_view)


@plant("Clocks", 0)
def a_restart_costs_the_time_that_it_took(patch: pytest.MonkeyPatch) -> None:
    def impatient(clock: Any, now: Millis, hold: Millis) -> None:
        clock.due = Millis(clock.due - hold // 10)

    patch.setattr("server.table.timing.SeatClock.server_left", impatient)


@plant("Bounds", 58)
def a_connection_that_reads_nothing_keeps_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Outbox, "_make_room_for", lambda *_: None)
    patch.setattr(Outbox, "_over_bounds", lambda _: False)


@plant("Clocks", 46)
def a_process_that_stood_still_takes_the_time(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Sessions, "_look_whether_we_slept", lambda _: None)


@plant("Clocks", 7, Options(faults="disk_slow,disk_stuck"))
def a_commit_that_blocks_takes_the_time(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Sessions, "_blocked", lambda *_: None)
