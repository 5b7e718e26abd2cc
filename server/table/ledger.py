"""The book of a room: who got, won and lost how many points. Every entry sums to zero; the house is account 0."""

from collections import defaultdict
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from protocol.ids import Chips, PlayerId
from server.table.entries import LedgerKind

HOUSE: Final = PlayerId(0)


class Ledger:
    """Balances, changed by :meth:`post` alone."""

    def __init__(
        self,
        balances: Mapping[PlayerId, int] = MappingProxyType({}),
        totals: Mapping[tuple[PlayerId, LedgerKind], int] = MappingProxyType({}),
    ) -> None:
        self._balances: defaultdict[PlayerId, int] = defaultdict(int, balances)
        self._totals: defaultdict[tuple[PlayerId, LedgerKind], int] = defaultdict(int, totals)

    @property
    def balances(self) -> Mapping[PlayerId, int]:
        """Of every account that was ever used."""
        return self._balances

    @property
    def totals(self) -> Mapping[tuple[PlayerId, LedgerKind], int]:
        return self._totals

    def balance(self, player: PlayerId) -> Chips:
        return Chips(self._balances.get(player, 0))

    def total(self, player: PlayerId, kind: LedgerKind) -> int:
        """All that an account got (or gave, below zero) by entries of one kind."""
        return self._totals.get((player, kind), 0)

    def known(self, player: PlayerId) -> bool:
        """Whether the account was ever used: a player is granted points once (rules.md 7.6)."""
        return player in self._balances

    @property
    def sum(self) -> int:
        """Over all accounts, the house included: zero."""
        return sum(self._balances.values())

    def post(self, kind: LedgerKind, postings: dict[PlayerId, int]) -> None:
        """Book an entry; ValueError, and nothing booked, where it does not sum to zero or takes a player below it."""
        if sum(postings.values()) != 0:
            raise ValueError(f"a {kind} entry must sum to zero")
        if any(self._balances.get(who, 0) + amount < 0 for who, amount in postings.items() if who != HOUSE):
            raise ValueError(f"a {kind} entry would take a balance below zero")
        for who, amount in postings.items():
            self._balances[who] += amount
            self._totals[who, kind] += amount
