"""A second way to divide a hand's points, built differently from the product's: chip by chip.

Every seat's points are a column of single chips. Row by row from the bottom, the chips of a row belong together; who
put one in and is still live can win the row. Rows that the same seats can win make a pot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Division:
    """Where all points went. ``pots``: amount, who could win it, its rake, who won it."""

    refunds: dict[int, int] = field(default_factory=dict)
    pots: list[tuple[int, frozenset[int], int, int]] = field(default_factory=list)

    def net(self, paid: Mapping[int, int]) -> dict[int, int]:
        """What each seat won or lost."""
        gains = {seat: self.refunds.get(seat, 0) - amount for seat, amount in paid.items()}
        for amount, _, rake, winner in self.pots:
            gains[winner] += amount - rake
        return gains

    @property
    def rake(self) -> int:
        return sum(rake for _, _, rake, _ in self.pots)


def divided(paid: Mapping[int, int], live: Sequence[int], strength: Mapping[Any, Any], percent: float) -> Division:
    """``strength``: the larger wins, for live seats. ``percent`` of each pot is the house's, rounded down."""
    done = Division()
    rows: list[tuple[int, frozenset[int]]] = []
    for height in range(max(paid.values())):
        in_row = [seat for seat in paid if paid[seat] > height]
        if len(in_row) == 1 and in_row[0] in live:
            # Nobody, not even one who folded, met this chip.
            done.refunds[in_row[0]] = done.refunds.get(in_row[0], 0) + 1
            continue
        able = frozenset(seat for seat in in_row if seat in live)
        # What only folded seats put in lies on top of what is there.
        rows.append((len(in_row), able or rows[-1][1]))
    amounts: dict[frozenset[int], int] = {}
    for chips, able in rows:
        amounts[able] = amounts.get(able, 0) + chips
    for able, amount in amounts.items():
        rake = int(amount * percent / 100 + 1e-9)
        done.pots.append((amount, able, rake, max(able, key=lambda seat: strength[seat])))
    return done
