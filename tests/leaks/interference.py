"""Two worlds that differ only in what a viewer may not know must look the same to that viewer (rules.md 7.4)."""

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from protocol.games.stud import Choose
from protocol.games.xi_dach import Stand
from protocol.ids import Turn
from protocol.inbound import Act
from server.table.messages import ConnId, TableMessage, Told
from tests.leaks.hand import NEVER, Elsewhere
from tests.leaks.oracle import Record
from tests.leaks.world import HTTP, Got, Script, World, played

_VIEWS: Final = 5
"""So many kinds of viewers of one story are looked at, at most."""

Own = frozenset[tuple[int, int]]
"""Hands and seats whose cards a viewer sees as their owner."""


class Difference(msgspec.Struct, frozen=True):
    """The first thing that a viewer sees and should not: the leak."""

    viewer: ConnId
    step: int
    one: bytes
    other: bytes

    def __str__(self) -> str:
        where = next((i for i, pair in enumerate(zip(self.one, self.other, strict=False)) if pair[0] != pair[1]), 0)
        around = slice(max(0, where - 120), where + 40)
        return f"connection {self.viewer}, step {self.step}:\n  {self.one[around]!r}\n  {self.other[around]!r}"


def differences(script: Script, world: World, record: Record, seed: int) -> Iterator[Difference]:
    """For viewers who own the same seats: another deck that agrees on all they see, played by the same script.

    In one hand all is changed that they have not seen up to some moment, and the runs are compared up to the next
    declassification there; in the others only what they never see.
    """
    chance = Random(seed)  # noqa: S311
    viewers: dict[Own, list[ConnId]] = {}
    for viewer in (HTTP, *sorted(record.identities)):
        viewers.setdefault(frozenset(record.owns(viewer)), []).append(viewer)
    nobody, *owners = viewers
    for own in (nobody, *chance.sample(owners, min(len(owners), _VIEWS - 1))):
        changed, until = _elsewhere(record, own, chance)
        other = _other(script, record, own, changed, min(until, len(script.steps)))
        for viewer in viewers[own]:
            found = _first_difference(viewer, world.got[viewer], other.got[viewer], until)
            if found is not None:
                yield found
                break


def _elsewhere(record: Record, own: Own, chance: Random) -> tuple[dict[int, Elsewhere], int]:
    """Other decks for all hands, and how long they look alike."""
    changed, until = {}, NEVER
    picked = chance.choice((None, *record.hands))
    for hand in record.hands.values():
        seats = {seat for number, seat in own if number == hand.number}
        moment = chance.choice(hand.moments(seats)) if hand.number == picked else NEVER - 1
        known, ends = hand.known(seats, moment)
        changed[hand.number] = hand.elsewhere(known, ends, seats, chance)
        until = min(until, ends)
    return changed, until


def _other(script: Script, record: Record, own: Own, changed: dict[int, Elsewhere], until: int) -> World:
    def adapt(world: World, step: int, message: TableMessage) -> TableMessage | None:
        said = record.said.get(step)
        if said is None or (said.hand, said.deed.seat) in own or not isinstance(message, Told):
            return message
        if script.game != "xi-dach":
            choice = changed[said.hand].choices.get(said.deed.seat)
            chooses = isinstance(said.deed.action, Choose) and said.done and choice is not None
            return _with(message, Choose(choice), None) if chooses and choice is not None else message
        # With these cards he might be allowed what he was not; what he did he says as he now has to.
        if not said.done:
            return _with(message, said.deed.action, 0)
        view = world.latest(message.conn, "view")
        action = Stand(confirm_non=True) if isinstance(said.deed.action, Stand) else said.deed.action
        return _with(message, action, None if view is None else view["you"]["turn"])

    decks = record.decks.fresh({number: other.order for number, other in changed.items()})
    return played(script, decks, until, adapt)


def _with(message: Told, action: object, turn: int | None) -> Told:
    command = message.command
    assert isinstance(command, Act)
    return replace(message, command=replace(command, action=action, turn=Turn(command.turn if turn is None else turn)))


def _first_difference(viewer: ConnId, one: list[Got], other: list[Got], until: int) -> Difference | None:
    left = [got for got in one if got.step < until]
    right = [got for got in other if got.step < until]
    for a, b in zip(left, right, strict=False):
        if a != b:
            return Difference(viewer, min(a.step, b.step), a.data, b.data)
    if len(left) != len(right):
        longer = left if len(left) > len(right) else right
        extra = longer[min(len(left), len(right))]
        return Difference(viewer, extra.step, extra.data, b"nothing")
    return None
