"""Where the cards of an xì dách hand lie, and which other cards the public could not tell from them (rules.md 7.4)."""

from collections.abc import Mapping, Sequence, Set
from itertools import product
from random import Random
from typing import Any, Final

import msgspec

from protocol.games.xi_dach import Draw, EndTurn, Inspect, ShowHand, Stand
from tests.leaks.hand import Deed, Elsewhere, Hand, Lying, turned
from tests.leaks.world import Order

_ATTEMPTS: Final = 120
_SEATS: Final = 16


class _Past(msgspec.Struct, frozen=True):
    """Something that cards of the same public story must agree with."""

    step: int
    kind: str
    seat: int = -1
    by_clock: bool = False
    outcome: str = ""


class XiDachHand(Hand):
    """The banker is the button."""

    def __init__(self, game: str, number: int, order: Order, begun: int, table: Mapping[str, Any], button: int) -> None:
        super().__init__(game, number, order, begun, table, button)
        self._stakes: set[int] = set()
        self._past: list[_Past] = []

    def learn(self, event: dict[str, Any], step: int, deed: Deed | None) -> None:
        seat = event.get("seat", -1)
        match event["type"]:
            case "staked":
                self._stakes.add(seat)
            case "sat_this_out":
                self._stakes.discard(seat)
            case "hands_dealt":
                self._deal(step)
            case "drew":
                self._past.append(_Past(step, "drew", seat, not _did(deed, seat, Draw)))
                self._take(seat, step)
            case "stood":
                self._past.append(_Past(step, "stood", seat, not _did(deed, seat, Stand, EndTurn)))
            case "inspected" if self.trusting or _inspects(deed, self.button, seat):
                self._past.append(_Past(step, "inspected", seat))
                self._open(seat, step)
                for card in self._lying(self.button):
                    card.eyes.setdefault(seat, step)
            case "settled" if self._past and self._past[-1].kind == "inspected":
                self._past[-1] = msgspec.structs.replace(self._past[-1], outcome=event["outcome"])
            case "hand_shown" if self.trusting or _did(deed, seat, ShowHand):
                for card in self._lying(seat):
                    for other in self.seats[:-1]:
                        card.eyes.setdefault(other, step)
            case "hand_ended":
                self._end(step)
            case _:
                pass

    def elsewhere(self, known: Set[int], until: int, own: Set[int], chance: Random) -> Elsewhere:
        """Any cards that would have let all happen as it did; else others of the same value."""
        hidden = self._hidden(known)
        if self.ended >= until and not self.trusting:
            for _ in range(_ATTEMPTS):
                order = turned(self.order, hidden, chance)
                if self._would_agree(order, until):
                    return Elsewhere(tuple(order))
        alike: dict[str, list[int]] = {}
        for place in hidden:
            rank = self.texts[self.order[place]][0]
            alike.setdefault("K" if rank in "JQK" else rank, []).append(place)
        order = list(self.order)
        for places in alike.values():
            moved = turned(self.order, places, chance)
            for place in places:
                order[place] = moved[place]
        return Elsewhere(tuple(order))

    def _deal(self, step: int) -> None:
        """From the banker's right, seat numbers falling; he is the last. A natural is shown at once."""
        cons = sorted(self._stakes, key=lambda seat: (self.button - seat) % _SEATS)
        self.seats = (*cons, self.button)
        self.cards = [Lying(place, seat) for place, seat in enumerate(self.seats * 2)]
        self._past.append(_Past(step, "dealt"))
        for seat in self.seats:
            if self._natural(self._ranks(self.order, [card.place for card in self._lying(seat)])):
                self._open(seat, step)

    def _take(self, seat: int, step: int) -> None:
        self.cards.append(Lying(len(self.cards), seat))
        if len(list(self._lying(seat))) == 5:
            self._open(seat, step)

    def _end(self, step: int) -> None:
        self.ended = step
        den = self.options["den_28"] == "banker" and self._sums(self.button)[0] >= 28
        for seat in self.seats:
            if seat != self.button or self.options["reveal_banker_at_end"] or den:
                self._open(seat, step)

    def _open(self, seat: int, step: int) -> None:
        for card in self._lying(seat):
            card.opened = min(card.opened, step)

    def _sums(self, seat: int) -> list[int]:
        places = [card.place for card in self._lying(seat)]
        return sums(self._ranks(self.order, places), self.options["ace_mode"]) if places else [0]

    def _ranks(self, order: Sequence[int], places: Sequence[int]) -> str:
        return "".join(self.texts[order[place]][0] for place in places)

    def _natural(self, ranks: str) -> bool:
        others = "ATJQK" if self.options["ten_makes_xidach"] else "AJQK"
        return len(ranks) == 2 and "A" in ranks and ranks.replace("A", "", 1) in others

    def _as_natural(self, order: list[int], places: Sequence[int]) -> bool:
        """Whether these two cards are a natural if, and only if, they were one."""
        before, now = self._ranks(self.order, places), self._ranks(order, places)
        return before == now or not (self._natural(before) or self._natural(now))

    def _kind(self, seat: int, ranks: str) -> tuple[str, int]:
        """Over 21, ngũ linh, of age or under it; and the total."""
        found = sums(ranks, self.options["ace_mode"])
        under = [total for total in found if total <= 21]
        if not under:
            return "quac", found[0]
        least = self.options["ngu_linh_min"]
        if len(ranks) == 5 and under[-1] >= least:
            return "ngu_linh", min(total for total in under if total >= least)
        bankers = "banker_min_2cards" if len(ranks) == 2 else "banker_min_3plus"
        age = self.options[bankers if seat == self.button else "con_min"]
        return "points" if under[-1] >= age else "non", under[-1]

    def _would_agree(self, order: list[int], until: int) -> bool:
        """Whether these cards let everything before ``until`` happen as it did."""
        held_by: dict[int, list[int]] = {seat: [] for seat in self.seats}
        overdrew: set[int] = set()
        for past in (past for past in self._past if past.step < until):
            if past.kind == "dealt":
                for place, seat in enumerate(self.seats * 2):
                    held_by[seat].append(place)
                if not all(self._as_natural(order, places) for places in held_by.values()):
                    return False
                continue
            places = held_by[past.seat]
            kind, total = self._kind(past.seat, self._ranks(order, places))
            banker = self._kind(self.button, self._ranks(order, held_by[self.button]))
            match past.kind:
                case "drew":
                    if kind == "quac":
                        overdrew.add(past.seat)
                    if kind != "non" and (past.by_clock or (kind == "quac" and not self._overdraws(past.seat))):
                        return False
                    places.append(sum(len(held) for held in held_by.values()))
                    if past.seat == self.button and self._kind(past.seat, self._ranks(order, places))[0] == "quac":
                        return False
                case "stood":
                    bound = past.by_clock or past.seat == self.button or not self.options["allow_dan_non"]
                    if kind == "non" and bound:
                        return False
                case _:
                    if banker[0] not in {"points", "ngu_linh"}:
                        return False
                    if past.outcome != _compared(kind, total, *banker, overdrew=past.seat in overdrew):
                        return False
        return True

    def _overdraws(self, seat: int) -> bool:
        return seat != self.button and self.options["overdraw"] == "allow_and_penalise"


def sums(ranks: str, mode: str) -> list[int]:
    """All totals of these cards, smallest first: an ace counts by the table's mode."""
    by_count = {2: (10, 11), 3: (1, 10, 11)}.get(len(ranks), (1,))
    ace = {"free": (1, 10, 11), "by_count": by_count, "one_or_ten": (1, 10), "western": (1, 11)}[mode]
    pips = sum(10 if rank in "TJQK" else int(rank) for rank in ranks if rank != "A")
    return sorted({pips + sum(values) for values in product(ace, repeat=ranks.count("A"))})


def _compared(kind: str, total: int, banker: str, bankers: int, *, overdrew: bool) -> str:
    """The con's outcome against a banker of age."""
    if overdrew:
        return "lose"
    order = ("quac", "non", "points", "ngu_linh")
    mine, his = (order.index(kind), total), (order.index(banker), bankers)
    if kind == banker == "ngu_linh":
        mine, his = his, mine
    return "win" if mine > his else "lose" if mine < his else "push"


def _did(deed: Deed | None, seat: int, *actions: type) -> bool:
    return deed is not None and deed.seat == seat and isinstance(deed.action, actions)


def _inspects(deed: Deed | None, banker: int, target: int) -> bool:
    return _did(deed, banker, Inspect) and deed.action.seat == target  # type: ignore[union-attr]
