"""A hand of xì dách as one frozen value.

Cons stand in the order of the deal: from the banker's right, seat numbers falling (XD-10, XD-Q09). That order deals,
gives the turns (XD-26) and pays penalties (XD-Q25).
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from protocol.games.xi_dach import Settlement, XiDachLabel, XiDachPhase
from protocol.ids import Chips, Seat
from protocol.play import Payout
from server.cards.zone import Zone
from server.rules.sheet import RuleSheet
from server.rules.xi_dach.totals import Counting, label

InspectTiming = Literal["finished_only", "banker_turn_only", "any"]
AgainstQuac = Literal["win", "push", "lose"]


class Terms(msgspec.Struct, frozen=True, dict=True):
    """What holds in one hand: the sheet's parameters and the table's options. Chips, but for counts and totals."""

    counting: Counting
    first_cards: int
    den_from: int
    min_bet: Chips
    max_bet: Chips
    con_min: int
    banker_min_2cards: int
    banker_min_3plus: int
    inspect_timing: InspectTiming
    banker_wins_both_bust: bool
    allow_dan_non: bool
    non_vs_banker_quac: AgainstQuac
    overdraw: bool
    """Drawing over 21 is possible, and penalised (XD-34)."""
    den_28: bool
    mult_xi_ban: int
    mult_xi_dach: int
    mult_ngu_linh: int
    reveal_banker_at_end: bool
    allow_show: bool

    @cached_property
    def reserve(self) -> int:
        """What each point of a stake may come to cost: the largest multiplier (XD-Q04)."""
        return max(self.mult_xi_ban, self.mult_xi_dach, self.mult_ngu_linh)

    def banker_min(self, cards: int) -> int:
        """The banker's age with so many cards (XD-Q13b)."""
        return self.banker_min_2cards if cards == self.first_cards else self.banker_min_3plus


def terms(sheet: RuleSheet, options: Mapping[str, bool | int | str]) -> Terms:
    """The terms of a hand under these options; KeyError or TypeError where the sheet lacks a parameter."""
    counting = {
        "ace_mode": options["ace_mode"],
        "ten_makes_xidach": options["ten_makes_xidach"],
        "ngu_linh_min": options["ngu_linh_min"],
        "limit": sheet.number("limit"),
        "most_cards": sheet.number("most_cards"),
    }
    return msgspec.convert(
        {
            **options,
            "counting": counting,
            "first_cards": sheet.number("first_cards"),
            "den_from": sheet.number("den_from"),
            "banker_wins_both_bust": options["both_bust"] == "banker_wins",
            "overdraw": options["overdraw"] == "allow_and_penalise",
            "den_28": options["den_28"] == "banker",
        },
        Terms,
    )


class Banker(msgspec.Struct, frozen=True, dict=True):
    """Nhà cái. Chips. Its ``__dict__`` keeps what was made of it alone (view.py)."""

    seat: Seat
    stack: Chips
    """Before the hand."""
    cards: Zone
    finished: bool = False


class Con(msgspec.Struct, frozen=True, dict=True):
    """Nhà con: what one seat has, and what it did. Its ``__dict__`` keeps what was made of it alone (view.py)."""

    seat: Seat
    stack: Chips
    """Before the hand."""
    cards: Zone
    stake: Chips = Chips(0)
    decided: bool = False
    """While stakes are laid: has staked, or sits out."""
    gone: bool = False
    """Left the table while stakes were laid (XD-Q06)."""
    shown: Zone = Zone()
    """What the other cons have been let see of the cards."""
    banker: Zone = Zone()
    """The banker's cards as they were when he inspected this con (XD-30)."""
    finished: bool = False
    overdrew: bool = False
    settlement: Settlement | None = None

    def __repr__(self) -> str:
        return f"<Con {self.seat}>"


class XiDachState(msgspec.Struct, frozen=True, dict=True):
    """One hand. ``actor`` is a place in ``cons`` while ``phase`` is ``cons``.

    Its ``__dict__`` keeps what is ``reserved``, and who is asked for a stake (stakes.py).
    """

    terms: Terms
    banker: Banker
    cons: tuple[Con, ...]
    """All who could stake, while stakes are laid; then those who did."""
    deck: Zone
    sat_out: tuple[Seat, ...] = ()
    actor: int = 0
    phase: XiDachPhase = "betting"
    penalties: tuple[Payout, ...] = ()
    """Paid by cons who drew over 21; ``pot`` is the payer's seat."""

    def place(self, seat: Seat) -> int | None:
        """Where this con stands in the order; None for the banker and for who is not in the hand."""
        for place, con in enumerate(self.cons):
            if con.seat == seat:
                return place
        return None

    def unsettled(self) -> tuple[Con, ...]:
        """Cons without a result, in deal order."""
        return tuple(con for con in self.cons if con.settlement is None)

    def reserved(self) -> Chips:
        """What the banker may have to pay for all stakes together (XD-Q04)."""
        # Each stake that is laid asks for it a dozen times.
        kept: Chips | None = self.__dict__.get("_reserved")
        if kept is None:
            kept = self.__dict__["_reserved"] = Chips(self.terms.reserve * sum([con.stake for con in self.cons]))
        return kept


SEATS: Final = 16
"""More than any table has: seat numbers fall from the banker's right and come round from above."""


def deal_order(seats: Mapping[Seat, Chips], banker: Seat) -> tuple[Seat, ...]:
    """Everybody but the banker, from his right on (XD-Q09)."""
    return tuple(sorted((seat for seat in seats if seat != banker), key=lambda seat: (banker - seat) % SEATS))


def con_label(state: XiDachState, con: Con) -> XiDachLabel:
    """What a con's cards make."""
    return label(con.cards.cards, state.terms.con_min, state.terms.counting)


def banker_label(state: XiDachState) -> XiDachLabel:
    """What the banker's cards make."""
    return label_of_bank(state, state.banker.cards)


def label_of_bank(state: XiDachState, cards: Zone) -> XiDachLabel:
    """What these cards make in the banker's hand."""
    return label(cards.cards, state.terms.banker_min(len(cards)), state.terms.counting)


def of_age(label: XiDachLabel) -> bool:
    """Whether one may stop on this, or inspect with it."""
    return label.kind not in {"non", "quac"}


def with_con(state: XiDachState, place: int, con: Con) -> XiDachState:
    """The state with another con at this place."""
    return replace(state, cons=(*state.cons[:place], con, *state.cons[place + 1 :]))


def payouts(state: XiDachState) -> tuple[Payout, ...]:
    """What was paid so far, to whom and by which clause; ``pot`` names the con whose stake or penalty it is."""
    paid = []
    for con in state.cons:
        if con.settlement is not None and con.settlement.amount:
            taker = con.seat if con.settlement.amount > 0 else state.banker.seat
            paid.append(Payout(taker, Chips(abs(con.settlement.amount)), con.seat, con.settlement.rule))
    return (*paid, *state.penalties)


def deltas(state: XiDachState) -> dict[Seat, int]:
    """What each seat of the hand won or lost so far."""
    won = dict.fromkeys(state.sat_out, 0)
    won[state.banker.seat] = 0
    for con in state.cons:
        amount = 0 if con.settlement is None else con.settlement.amount
        won[con.seat] = amount
        won[state.banker.seat] -= amount
    for payout in state.penalties:
        won[payout.seat] += payout.amount
        won[Seat(payout.pot)] -= payout.amount
    return won
