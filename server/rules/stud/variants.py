"""The two games of xì tố: what each makes of its sheet and options for the one engine."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from protocol.ids import Chips
from server.rules.sheet import OptionsInvalid, RuleSheet
from server.rules.stud.state import Cites, Terms

Options = Mapping[str, bool | int | str]


class Variant(msgspec.Struct, frozen=True):
    """One game. ``terms`` raises KeyError or TypeError where the sheet lacks a parameter."""

    terms: Callable[[RuleSheet, Options], Terms]
    check: Callable[[RuleSheet, Options, Terms], None]
    """OptionsInvalid where options do not go together."""
    fewest: str
    """The sheet's parameter: fewest seats that are dealt to. The most are ``seats``."""
    grant: str
    """The option: points of a new player, and what a top-up restores."""
    least: str
    """The option: with less nobody is dealt in."""


def _terms_28(sheet: RuleSheet, options: Options) -> Terms:
    return Terms(
        cites=_CITES_28,
        ante=Chips(sheet.number("ante")),
        step=Chips(sheet.number("raise_step")),
        most_steps=sheet.number("most_steps"),
        most_raises=sheet.number("raises_per_round"),
        all_in=False,
        rounds=sheet.number("rounds"),
        first_bet=1,
        down=1,
        lower_by_default=False,
        from_button=options["seat_order_origin"] == "button",
        deal_from_strongest=False,
        opener_by_suit=options["opener_tie"] == "suit",
        suit_rule="none",
        odd_one_each=options["odd_points"] == "one_each",
        refunds=False,
        rake_bp=sheet.number("rake_bp"),
        rake_on_fold_win=False,
        show_after=bool(options["show_after"]),
    )


def _check_28(sheet: RuleSheet, options: Options, terms: Terms) -> None:
    """XT28-Q12: a top-up lets a player be dealt in, and whoever is dealt in outlasts the hand."""
    if int(options["start_points"]) < int(options["topup_below"]):
        raise OptionsInvalid("start_points", "must be at least topup_below")
    if int(options["topup_below"]) < terms.least:
        raise OptionsInvalid("topup_below", f"must be at least {terms.least}")


def _terms_32(sheet: RuleSheet, options: Options) -> Terms:
    stake = Chips(int(options["stake"]))
    rounds = sheet.number("rounds")
    return Terms(
        cites=_CITES_32,
        ante=stake,
        step=stake,
        most_steps=sheet.number("most_steps"),
        most_raises=int(options["max_raises_per_round"]),
        all_in=True,
        rounds=rounds,
        first_bet=rounds - int(options["betting_rounds"]) + 1,
        down=2,
        lower_by_default=options["choice_default"] == "lower",
        from_button=False,
        deal_from_strongest=True,
        opener_by_suit=True,
        suit_rule="highest_card" if options["suit_rule"] == "highest_card" else "leading_group",
        odd_one_each=False,
        refunds=True,
        rake_bp=int(options["rake_bp"]),
        rake_on_fold_win=bool(options["rake_on_fold_win"]),
        show_after=bool(options["show_after"]),
    )


def _check_32(sheet: RuleSheet, options: Options, terms: Terms) -> None:
    """XT32-Q17b: who sits down can play a while."""
    least = sheet.number("least_buy_in_stakes") * terms.ante
    if int(options["buy_in"]) < least:
        raise OptionsInvalid("buy_in", f"must be at least {least}")


_CITES_28: Final = Cites(
    turn="XT28-10",
    choice="XT28-10",
    choosing="XT28-10",
    short="XT28-Q11",
    bounds="XT28-14",
    cap="XT28-12",
    reopen="XT28-12",
    unanswered="XT28-12",
    all_in="XT28-22",
    folded="XT28-15",
    show="XT28-Q15",
    stacks="XT28-Q11",
    seats="XT28-03",
    best="XT28-18",
    side="XT28-18",
    split="XT28-19",
    fold_win="XT28-21",
)
_CITES_32: Final = Cites(
    turn="XT32-06",
    choice="XT32-05",
    choosing="XT32-Q05",
    short="XT32-Q13",
    bounds="XT32-11",
    cap="XT32-Q11",
    reopen="XT32-Q14",
    unanswered="XT32-Q15",
    all_in="XT32-12",
    folded="XT32-09",
    show="XT32-Q28",
    stacks="XT32-Q17",
    seats="XT32-01",
    best="XT32-18",
    side="XT32-Q19",
    split="XT32-17",
    fold_win="XT32-08",
)

XT28: Final = Variant(_terms_28, _check_28, fewest="seats", grant="start_points", least="topup_below")
XT32: Final = Variant(_terms_32, _check_32, fewest="fewest_seats", grant="buy_in", least="stake")
