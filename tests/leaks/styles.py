"""How people play each game in the stories: what they choose among their offers, and what they try in vain."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from protocol.games.stud import Choose, Show, Theo, To, ToTat, Up
from protocol.games.xi_dach import Bet, Draw, EndTurn, Inspect, ShowHand, SkipBet, Stand
from protocol.ids import Chips, Seat
from protocol.play import Action

Take = Callable[[], int]
"""The next byte of the tape."""
Offers = Mapping[str, dict[str, Any]]
"""A seat's offers by their type."""


class Style(msgspec.Struct, frozen=True):
    """One game as the stories play it."""

    options: Mapping[str, Sequence[bool | int | str]]
    """Values to draw the table's options from."""
    move: Callable[[Offers, Take], Action]
    """By the seat whose clock runs."""
    wrong: Sequence[Action]
    """Tried out of turn, twice, too much: mostly refused."""
    show: Action
    aside: Callable[[Offers, Mapping[str, Any], Take], Action | None] = lambda offers, play, take: None
    """By a seat that may do something while it is not to act; it sees the hand's public part."""


def _theo_to_up(offers: Offers, take: Take) -> Action:
    roll = take()
    return Theo() if roll < 170 else To() if roll < 230 and "to" in offers else Up() if roll > 235 else Theo()


def _with_two_cards(offers: Offers, take: Take) -> Action:
    roll = take()
    if "choose" in offers:
        return Choose(roll % 2)
    if roll > 248:
        return Up()
    if roll > 238 and "to_tat" in offers:
        return ToTat()
    if roll > 190 and "to" in offers:
        return To(min(offers["to"]["most"], 1 + roll % 3))
    if "theo" in offers:
        return Theo()
    return ToTat() if roll % 2 and "to_tat" in offers else Up()


def _of_age_or_not(offers: Offers, take: Take) -> Action:
    roll = take()
    if "bet" in offers:
        bet = offers["bet"]
        return Bet(Chips(bet["least"] + roll % (bet["most"] - bet["least"] + 1))) if roll > 12 else SkipBet()
    if "skip_bet" in offers:
        return SkipBet()
    if "end_turn" in offers or "stand" not in offers:
        return _as_banker(offers, roll)
    stand = offers["stand"]
    if "draw" not in offers or roll < (50 if stand["needs_confirm"] else 170):
        # Sometimes with a needless yes, sometimes without the needed one.
        return Stand(confirm_non=stand["needs_confirm"] != (roll % 5 == 0))
    return Draw()


def _as_banker(offers: Offers, roll: int) -> Action:
    if "inspect" in offers and roll < 130:
        seats = offers["inspect"]["seats"]
        return Inspect(Seat(seats[roll % len(seats)]))
    return EndTurn() if "end_turn" in offers and roll < 200 else Draw()


def _inspects_or_shows(offers: Offers, play: Mapping[str, Any], take: Take) -> Action | None:
    roll = take()
    if "inspect" in offers and roll < 170:
        # Mostly one whom he may not.
        seats = offers["inspect"]["seats"]
        others = [seat for seat in play["order"][:-1] if seat not in seats]
        return Inspect(Seat(seats[0] if roll % 3 == 0 or not others else others[roll % len(others)]))
    return ShowHand() if "show_hand" in offers and roll < 60 else None


STYLES: Final[Mapping[str, Style]] = {
    "xi-to-28": Style(
        {
            "seat_order_origin": ("seat0", "button"),
            "opener_tie": ("seat_order", "suit"),
            "odd_points": ("all_to_first", "one_each"),
            "show_after": (True, True, False),
            "rebuy": ("auto", "host_approves"),
            "start_points": (100, 12),
        },
        _theo_to_up,
        (Show(), To(k=2), To(k=20), Theo()),
        Show(),
    ),
    "xi-to-32": Style(
        {
            "betting_rounds": (4, 3),
            "choice_default": ("second", "lower"),
            "suit_rule": ("leading_group", "highest_card"),
            "max_raises_per_round": (0, 2),
            "show_after": (True, True, False),
            "rake_bp": (500, 0),
            "rake_on_fold_win": (True, False),
            "rebuy": ("auto", "host_approves"),
            "buy_in": (1_000, 200),
        },
        _with_two_cards,
        (Show(), To(k=20), Theo(), Choose(0), Choose(1), ToTat()),
        Show(),
    ),
    "xi-dach": Style(
        {
            "inspect_timing": ("finished_only", "finished_only", "any", "banker_turn_only"),
            "reveal_banker_at_end": (True, False),
            "overdraw": ("refuse", "refuse", "allow_and_penalise"),
            "ace_mode": ("free", "by_count", "one_or_ten", "western"),
            "ten_makes_xidach": (True, False),
            "con_min": (16, 15, 14),
            "banker_min_2cards": (16, 15),
            "banker_min_3plus": (16, 15),
            "max_seats": (5, 4, 7),
            "allow_dan_non": (True, True, False),
            "den_28": ("banker", "off"),
            "ngu_linh_min": (16, 0),
            "non_vs_banker_quac": ("win", "push", "lose"),
            "both_bust": ("push", "banker_wins"),
            "mult_xi_ban": (1, 3),
            "mult_xi_dach": (1, 2),
            "mult_ngu_linh": (1, 2),
            "allow_show": (True, True, True, False),
            "banker_rotation": ("fixed", "fixed", "every_hand"),
            "rebuy": ("auto", "host_approves"),
            "buy_in": (1_000, 120),
            "min_bet": (10, 10, 40),
        },
        _of_age_or_not,
        (Draw(), Stand(), Stand(confirm_non=True), EndTurn(), Inspect(Seat(0)), Inspect(Seat(2)), Bet(Chips(7))),
        ShowHand(),
        _inspects_or_shows,
    ),
}  # fmt: skip
