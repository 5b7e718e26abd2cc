"""Random hands: legal and illegal play by everybody, over decks and options at random; the clock plays the rest."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from protocol import codec
from protocol.games.xi_dach import (
    Bet,
    BetOffer,
    Draw,
    DrawOffer,
    EndTurn,
    EndTurnOffer,
    Inspect,
    InspectOffer,
    ShowHand,
    SkipBet,
    SkipBetOffer,
    Stand,
    StandOffer,
)  # fmt: skip
from protocol.ids import Chips, Seat
from protocol.play import Action, Offer
from server.cards.deck import arranged, pack
from server.rules.game import RuleViolation
from tests.server.rules.xi_dach.hand import GAME, RANKS, SHEET, Hand

ORDERS = st.permutations(range(52))
CHOICES = st.lists(st.integers(0, 255), max_size=60)
"""Who acts, and with which of his offers; every ninth is an illegal action, every seventeenth a leaving seat."""
MOST = 140
"""Ten hands of five cards, their stakes and inspections: no hand is longer."""


def _values(name: str) -> st.SearchStrategy[bool | int | str]:
    option = next(option for option in SHEET.options if option.name == name)
    if option.choices:
        return st.sampled_from([choice.value for choice in option.choices])
    if isinstance(option.default, bool):
        return st.booleans()
    assert option.least is not None
    assert option.most is not None
    return st.integers(option.least, option.most)


PLAYED = (
    "ace_mode", "ten_makes_xidach", "con_min", "banker_min_2cards", "banker_min_3plus", "inspect_timing",
    "ngu_linh_min", "both_bust", "allow_dan_non", "non_vs_banker_quac", "overdraw", "den_28", "mult_xi_ban",
    "mult_xi_dach", "mult_ngu_linh", "reveal_banker_at_end", "allow_show",
)  # fmt: skip
OPTIONS = st.fixed_dictionaries({}, optional={name: _values(name) for name in PLAYED})
STACKS = st.lists(st.integers(10, 400), min_size=2, max_size=6)


def played(order: Sequence[int], choices: Sequence[int], options: dict[str, Any], stacks: Sequence[int]) -> list[Hand]:
    """One entry a moment, each with the state and the events up to it."""
    whole = {"max_seats": 10, "max_bet": 200, **options}
    zone = arranged(pack(RANKS), order)
    held = dict(enumerate(stacks))
    hand = Hand(cons=[""] * (len(stacks) - 1), stakes=None, stacks=held, zone=zone, **whole)
    moments = [snapshot(hand)]
    for choice in choices:
        if hand.over:
            break
        seats = [seat for seat in range(len(stacks)) if hand.offers(seat)]
        seat = seats[choice % len(seats)]
        if choice % 9 == 8:
            illegal(hand, choice)
        elif choice % 17 == 16:
            hand.took(GAME.leave(hand.state, Seat(choice % len(stacks))))
        else:
            offers = hand.offers(seat)
            few = hand.view.phase == "betting" and choice // 10 % 4 < 3
            hand.act(seat, action_of(offers[0 if few else choice // 10 % len(offers)], choice))
        moments.append(snapshot(hand))
    while not hand.over:
        seat = min(GAME.to_act(hand.state))
        hand.act(seat, GAME.fallback(hand.state, seat))
        moments.append(snapshot(hand))
        assert len(moments) <= MOST + len(choices)
    return moments


def action_of(offer: Offer, choice: int) -> Action:
    """Something that this offer allows."""
    match offer:
        case BetOffer(least=least, most=most):
            return Bet(Chips(least + choice * 7 % (most - least + 1)))
        case SkipBetOffer():
            return SkipBet()
        case DrawOffer():
            return Draw()
        case StandOffer():
            return Stand(confirm_non=offer.needs_confirm)
        case InspectOffer(seats=seats):
            return Inspect(seats[choice % len(seats)])
        case EndTurnOffer():
            return EndTurn()
        case _:
            return ShowHand()


def illegal(hand: Hand, choice: int) -> None:
    """Everything that is not offered is refused, changes nothing, and hands back the sender's own offers."""
    before, picture = hand.state, codec.encode(hand.view)
    seat = Seat(choice % (len(hand.order) + 2))
    kinds = {type(offer) for offer in hand.offers(seat)}
    for offer, action in (
        (BetOffer, Bet(Chips(10))), (SkipBetOffer, SkipBet()), (DrawOffer, Draw()), (StandOffer, Stand()),
        (InspectOffer, Inspect(Seat(choice % 7))), (EndTurnOffer, EndTurn()),
    ):  # fmt: skip
        if offer not in kinds:
            with pytest.raises(RuleViolation) as refused:
                GAME.apply(hand.state, seat, action)
            assert refused.value.offers == hand.offers(seat)
    assert hand.state is before
    assert codec.encode(hand.view) == picture


def snapshot(hand: Hand) -> Hand:
    copy = object.__new__(Hand)
    copy.options, copy.order, copy.state, copy.events = hand.options, hand.order, hand.state, list(hand.events)
    return copy
