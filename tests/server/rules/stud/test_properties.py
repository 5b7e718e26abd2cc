"""The invariants of rules.md 7.5 over random hands."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import codec
from protocol.games.stud import Called, Folded, Raised, Show, ShowOffer, Theo, TheoOffer, To, ToOffer, Up, UpOffer
from protocol.ids import Seat
from protocol.play import Action, Event, Offer
from server.cards.card import RANKS, SUITS, Card
from server.cards.deck import arranged, pack
from server.rules.game import RuleViolation
from server.rules.stud.state import StudState, pot
from tests.server.rules.stud.hand import Hand
from tests.support.cards import RANKS_28
from tests.support.cold import cold, told

ORDERS = st.permutations(range(28))
SEATS = [Seat(seat) for seat in range(5)]
"""And one who was not dealt in."""
CHOICES = st.lists(st.integers(0, 9), max_size=40)
"""Indices into the offers, out of range ones being illegal actions; when they are used up the clock plays."""
OPTIONS = st.fixed_dictionaries(
    {
        "seat_order_origin": st.sampled_from(["seat0", "button"]),
        "opener_tie": st.sampled_from(["seat_order", "suit"]),
        "odd_points": st.sampled_from(["all_to_first", "one_each"]),
        "button": st.integers(0, 3),
    }
)
ACTION_OF: dict[type[Offer], Action] = {TheoOffer: Theo(), ToOffer: To(), UpOffer: Up(), ShowOffer: Show()}
SPOKEN = (Called, Raised, Folded)


def played(order: Sequence[int], choices: Sequence[int], options: dict[str, int | str]) -> list[Hand]:
    """A random hand: one entry a moment, each with the state and the events up to it."""
    hand = Hand(arranged(pack(RANKS_28), order), **options)  # type: ignore[arg-type]
    moments = [snapshot(hand)]
    left = list(choices)
    for _ in range(41):
        if not hand.game.to_act(hand.state):
            return moments
        choice = left.pop(0) if left else None
        offers = hand.offers()
        if choice is None:
            hand.act(hand.turn, hand.game.fallback(hand.state, hand.turn))
        elif choice < len(offers):
            hand.act(hand.turn, ACTION_OF[type(offers[choice])])
        elif choice == 9:
            hand.leave(sum(left) % 4)
        else:
            illegal(hand, choice)
        moments.append(snapshot(hand))
    while hand.game.to_act(hand.state):
        hand.act(hand.turn, hand.game.fallback(hand.state, hand.turn))
        moments.append(snapshot(hand))
        assert len(moments) < 41 + 4 * 4 + 2
    return moments


def snapshot(hand: Hand) -> Hand:
    copy = object.__new__(Hand)
    copy.game, copy.options, copy.state, copy.events = hand.game, hand.options, hand.state, list(hand.events)
    return copy


def illegal(hand: Hand, choice: int) -> None:
    before, picture = hand.state, codec.encode(hand.view)
    seat, action = [((hand.turn + 1) % 4, Theo()), (hand.turn, To(k=choice)), (hand.turn, Show())][choice % 3]
    with pytest.raises(RuleViolation) as refused:
        hand.act(seat, action)
    assert refused.value.offers == hand.offers(seat)
    assert hand.state is before
    assert codec.encode(hand.view) == picture


def cards_of(state: StudState) -> list[Card]:
    held = [card for holding in state.holdings for card in (*holding.hole.cards, *holding.up.cards)]
    return [*state.deck.cards, *held]


def in_round(events: Sequence[Event], number: int) -> list[Event]:
    starts = [place for place, event in enumerate(events) if type(event).__name__ == "Opened"]
    end = starts[number] if number < len(starts) else len(events)
    return list(events[starts[number - 1] : end])


@pytest.mark.rule("XT28-26")
@given(ORDERS, CHOICES, OPTIONS)
def test_points(order: Sequence[int], choices: list[int], options: dict[str, int | str]) -> None:
    """7.5: 2 (money), 3 (nobody pays more than 9, the pot is at most 36, at most 2 a round)."""
    for moment in played(order, choices, options):
        view, state = moment.view, moment.state
        assert sum(seat.stack for seat in view.seats) + view.pot == 400
        assert pot(state) == view.pot <= 36
        assert all(seat.total <= 9 and 0 <= seat.paid <= 2 and seat.stack >= 91 for seat in view.seats)
        assert 0 <= view.level <= 2
        result = moment.game.result(state)
        if result is not None:
            assert sum(result.deltas.values()) == 0
            assert {seat.seat: seat.stack - 100 for seat in view.seats} == result.deltas
            assert sum(payout.amount for payout in result.payouts) == sum(seat.total for seat in view.seats)
            assert min(payout.amount for payout in result.payouts) >= 1


@pytest.mark.rule("XT28-06")
@pytest.mark.rule("XT28-Q18")
@pytest.mark.case("B054")
@given(ORDERS, CHOICES, OPTIONS)
def test_cards(order: Sequence[int], choices: list[int], options: dict[str, int | str]) -> None:
    """7.5: 1. Every card once; at the showdown five for each live seat; folded cards never come back."""
    whole = {(card.rank, card.suit) for card in pack(RANKS_28)}
    moments = played(order, choices, options)
    for moment in moments:
        held = cards_of(moment.state)
        assert len(held) == 28
        assert {(card.rank, card.suit) for card in held} == whole
        assert len(moment.state.deck) >= 8
        for holding in moment.state.live():
            assert len(holding.up) == moment.state.round
    if moments[-1].view.phase == "showdown":
        assert all(len(holding.up) == 4 for holding in moments[-1].state.live())


@pytest.mark.rule("XT28-16")
@pytest.mark.rule("XT28-12")
@given(ORDERS, CHOICES, OPTIONS)
def test_rounds(order: Sequence[int], choices: list[int], options: dict[str, int | str]) -> None:
    """7.5: 4 (at most ten actions a round, the level never falls in it), 5 (equal at its end), 7."""
    moments = played(order, choices, options)
    for before, after in pairwise(moments):
        if before.view.round == after.view.round:
            assert after.view.level >= before.view.level
        if after.view.round > before.view.round:
            assert len({seat.total for seat in after.view.seats if seat.status == "live"}) == 1
        for left, right in zip(before.view.seats, after.view.seats, strict=True):
            if left.status == "folded":
                assert (right.status, right.total, right.up, right.hole) == ("folded", left.total, left.up, left.hole)
    for number in range(1, moments[-1].view.round + 1):
        events = in_round(moments[-1].events, number)
        assert sum(isinstance(event, Raised) for event in events) <= 2
        assert sum(isinstance(event, SPOKEN) and not getattr(event, "left", False) for event in events) <= 10


@pytest.mark.rule("XT28-10")
@pytest.mark.case("B011")
@given(ORDERS, CHOICES, OPTIONS)
def test_one_seat_is_asked(order: Sequence[int], choices: list[int], options: dict[str, int | str]) -> None:
    """Until the hand is over exactly one seat, a live one, is on turn, and it alone has offers."""
    for moment in played(order, choices, options):
        asked = moment.game.to_act(moment.state)
        offered = {seat for seat in range(4) if moment.offers(seat)}
        if moment.view.phase == "bet":
            assert len(asked) == 1
            assert asked == offered == {moment.view.to_act}
            assert moment.seat(moment.turn).status == "live"
        else:
            assert asked == frozenset()
            assert len(offered) <= 1


@pytest.mark.rule("XT28-07")
@given(ORDERS, CHOICES, OPTIONS)
def test_secrets(order: Sequence[int], choices: list[int], options: dict[str, int | str]) -> None:
    """7.5: 9. No closed card in the public part, nobody else's in one's own."""
    for moment in played(order, choices, options):
        public = codec.encode(moment.view) + b"".join(map(codec.encode, moment.events))
        closed = {
            holding.seat: RANKS[holding.hole.cards[0].rank - 2] + SUITS[holding.hole.cards[0].suit]
            for holding in moment.state.holdings
            if moment.view.phase != "showdown" or not holding.live
        }
        assert not [card for card in closed.values() if f'"{card}"'.encode() in public]
        for seat in range(4):
            own = codec.encode(moment.game.you_view(moment.state, Seat(seat)))
            assert not [card for other, card in closed.items() if other != seat and card.encode() in own]


@given(ORDERS, CHOICES, OPTIONS)
def test_what_is_shown_is_the_same_to_whoever_looks_first(
    order: Sequence[int], choices: list[int], options: dict[str, int | str]
) -> None:
    """Views and offers are kept: who comes back after a restart sees what the others still see."""
    for moment in played(order, choices, options):
        assert told(moment.game, moment.state, SEATS) == told(moment.game, cold(moment.state), SEATS)


@given(ORDERS, CHOICES, OPTIONS)
def test_the_same_deck_and_actions_give_the_same_hand(
    order: Sequence[int], choices: list[int], options: dict[str, int | str]
) -> None:
    """7.5: 8."""
    first, second = played(order, choices, options)[-1], played(order, choices, options)[-1]
    assert first.state == second.state
    assert first.events == second.events


@pytest.mark.rule("XT28-23")
@given(ORDERS)
def test_a_hand_that_nobody_plays_ends_after_four_rounds(order: Sequence[int]) -> None:
    """7.5: 12."""
    last = played(order, [], {})[-1]
    assert (last.view.phase, last.view.round) == ("showdown", 4)
    assert sum(isinstance(event, Called) for event in last.events) == 16
