"""A table of xì dách driven by hand: who has the bank, stakes, and a deck that lies as a test wants."""

from collections.abc import Mapping
from typing import Any, TypeVar

from protocol.games.xi_dach import Bet, XiDachSeat, XiDachView
from protocol.ids import Chips
from protocol.inbound import Bank, Start
from protocol.play import Offer
from protocol.views import Bank as BankView
from tests.support.cards import stacked_order
from tests.support.table import Bench, Same

RANKS_52 = "23456789TJQKA"
O = TypeVar("O", bound=Offer)  # noqa: E741


class XiDachBench(Bench):
    """``people`` friends: connection c sits on seat c - 1; 1 is the host. ``deck``: the cards on top of every deck."""

    def __init__(self, people: int = 3, options: Mapping[str, bool | int | str] | None = None, deck: str = "") -> None:
        super().__init__("xi-dach", dict(options or {}), shuffler=Same(stacked_order(deck, ranks=RANKS_52)))
        self.people = range(1, people + 1)
        self.friends(people)

    @classmethod
    def dealt(cls, *args: Any, stake: int = 10, **given: Any) -> "XiDachBench":
        """The host has the bank, the others have staked, and cards are dealt."""
        bench = cls(*args, **given)
        bench.begin()
        bench.stakes(stake)
        return bench

    def begin(self) -> None:
        """The host takes the bank and starts."""
        assert self.bank(1) is None
        assert self.do(1, Start()) is None

    def bank(self, conn: int, *, take: bool = True) -> str | None:
        """Take the bank, or pass it on; the code of the refusal."""
        return self.code(conn, Bank(self.ref(conn), take))

    def banker(self) -> BankView:
        bank = self.table(self.viewer()).bank
        assert bank is not None
        return bank

    def viewer(self) -> int:
        """Somebody who is still connected."""
        return next(conn for conn in self.people if self.core.player_of(conn) is not None)  # type: ignore[arg-type]

    def hand(self) -> XiDachView:
        """The hand on the table."""
        play = self.table(self.viewer()).play
        assert isinstance(play, XiDachView)
        return play

    def con(self, conn: int) -> XiDachSeat:
        """The seat of this connection as everybody sees it."""
        return next(seat for seat in self.hand().seats if seat.seat == conn - 1)

    def offer(self, conn: int, kind: type[O]) -> O | None:
        """The offer of this kind that a connection has."""
        return next((offer for offer in self.offers(conn) if isinstance(offer, kind)), None)

    def stakes(self, amount: int = 10) -> None:
        """Everybody who is asked for a stake lays one."""
        for seat in self.hand().to_act:
            if self.core.player_of(seat + 1) is not None and self.hand().phase == "betting":  # type: ignore[arg-type]
                self.act(seat + 1, Bet(Chips(amount)))

    def next_hand(self) -> None:
        """The result has been seen; the next hand is asked for its stakes."""
        hand = self.table(self.viewer()).hand
        self.wait(8_000)
        assert self.table(self.viewer()).hand == hand + 1
