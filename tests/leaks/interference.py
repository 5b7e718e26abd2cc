"""Two worlds that differ only in cards which a viewer may not see must look the same to that viewer (rules.md 7.4)."""

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec

from server.table.messages import ConnId
from tests.leaks.oracle import HandRecord, Record
from tests.leaks.world import HTTP, PACK, Got, Order, Script, World, played

_NEVER: Final = 10**9


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
    """For each viewer: another deck that agrees on all the viewer sees, played by the same script.

    Either all that the viewer has not seen changes in one hand, and the runs are compared up to the first
    declassification there; or (no such hand) to the end, and only cards change that nobody but their owners ever sees.
    Those change in all other hands too.
    """
    chance = Random(seed)  # noqa: S311
    for viewer in (HTTP, *sorted(record.identities)):
        own = set(record.may_ever_see(viewer))
        first = chance.choice((None, *record.hands))
        changed = {
            hand.number: _shuffled(hand, own, chance, all_hidden=hand.number == first) for hand in record.hands.values()
        }
        until = _NEVER if first is None else _declassified(record.hands[first], own)
        other = played(_until(script, until), record.decks.fresh(changed))
        found = _first_difference(viewer, world.got[viewer], other.got[viewer], until)
        if found is not None:
            yield found


def _until(script: Script, step: int) -> Script:
    return Script(script.options, script.steps[:step])


def _declassified(hand: HandRecord, own: set[tuple[int, int]]) -> int:
    return min((step for seat, step in hand.opened.items() if (hand.number, seat) not in own), default=_NEVER)


def _shuffled(hand: HandRecord, own: set[tuple[int, int]], chance: Random, *, all_hidden: bool) -> Order:
    """The hand's deck with all cards moved among themselves that this viewer does not see."""
    seats = len(hand.seats)
    hidden = [
        place
        for place, seat in enumerate(hand.seats)
        if (hand.number, seat) not in own and (all_hidden or seat not in hand.opened)
    ]
    undealt = list(range(seats + len(hand.up), PACK))
    places = hidden + undealt
    order = list(hand.order)
    # Turned by a random amount within a random order: every hidden card becomes another.
    shuffled = chance.sample(places, len(places))
    for place, source in zip(shuffled, shuffled[1:] + shuffled[:1], strict=True):
        order[place] = hand.order[source]
    return tuple(order)


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
