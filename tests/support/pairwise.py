"""Few sets of options in which every two values of different options meet."""

import random
from collections.abc import Iterable
from itertools import combinations
from typing import Final

from server.rules.game import AnyGame, OptionValue
from server.rules.sheet import Option, OptionsInvalid

Options = dict[str, OptionValue]
Pair = frozenset[tuple[str, OptionValue]]
TRIES: Final = 40
"""Of how many random completions the one that covers most is taken."""
HOPELESS: Final = 600
"""After so many completions that the game refuses, two values do not go together."""


def values(option: Option) -> list[OptionValue]:
    """What is worth trying: all of a few, or an integer's bounds and default."""
    if option.choices:
        return [choice.value for choice in option.choices]
    if isinstance(option.default, bool):
        return [True, False]
    if option.least is None or option.most is None:
        return [option.default]
    return sorted({option.least, int(option.default), option.most})


class Pairwise:
    """``rows`` cover every pair of values but those of ``impossible``, which the game refuses together."""

    def __init__(self, game: AnyGame, seed: int = 1) -> None:
        self._game = game
        self._random = random.Random(seed)  # noqa: S311
        self._values = {option.name: values(option) for option in game.sheet.options}
        self.rows: list[Options] = []
        self.impossible: set[Pair] = set()
        left = {
            frozenset((one, other))
            for first, second in combinations(self._values, 2)
            for one in self._of(first)
            for other in self._of(second)
        }
        for pair in sorted(left, key=lambda pair: sorted(map(str, pair))):
            if pair in left:
                row = self._best(pair, left)
                if row is None:
                    self.impossible.add(pair)
                    left.discard(pair)
                else:
                    self.rows.append(row)
                    left -= pairs(row)

    def _of(self, name: str) -> list[tuple[str, OptionValue]]:
        return [(name, value) for value in self._values[name]]

    def _best(self, pair: Pair, left: set[Pair]) -> Options | None:
        found: list[Options] = []
        for _ in range(HOPELESS):
            row = {name: self._random.choice(values) for name, values in self._values.items()} | dict(pair)
            if self._allowed(row):
                found.append(row)
            if len(found) == TRIES:
                break
        return max(found, key=lambda row: len(pairs(row) & left), default=None)

    def _allowed(self, row: Options) -> bool:
        try:
            self._game.check_options(row)
        except OptionsInvalid:
            return False
        return True


def pairs(row: Options) -> set[Pair]:
    """All pairs of values in one set of options."""
    return {frozenset(pair) for pair in combinations(row.items(), 2)}


def covered(rows: Iterable[Options]) -> set[Pair]:
    """All pairs of values in these sets."""
    return {pair for row in rows for pair in pairs(row)}
