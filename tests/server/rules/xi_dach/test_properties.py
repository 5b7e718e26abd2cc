"""The invariants of rules.md 7.5 over random hands and option sets."""

import math
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given

from protocol import codec
from protocol.cards import Open
from protocol.games.xi_dach import Bet
from protocol.ids import Chips, Seat
from server.cards.card import Card
from server.cards.deck import arranged, pack
from tests.server.rules.xi_dach.hand import GAME, RANKS, Hand
from tests.server.rules.xi_dach.story import CHOICES, OPTIONS, ORDERS, STACKS, played
from tests.server.rules.xi_dach.test_view import named, seen
from tests.support.cold import cold, told

HANDS = (ORDERS, CHOICES, OPTIONS, STACKS)


def held(hand: Hand) -> list[Card]:
    state = hand.state
    return [card for zone in (state.banker.cards, *(con.cards for con in state.cons)) for card in zone.cards]


@pytest.mark.rule("XD-01")
@pytest.mark.rule("XD-12")
@pytest.mark.rule("XD-Q01")
@given(*HANDS)
def test_cards(order: Sequence[int], choices: list[int], options: dict[str, Any], stacks: list[int]) -> None:
    """7.5: 1. Every card once; two to five a hand; they leave the deck in its order."""
    whole = pack(RANKS)
    for moment in played(order, choices, options, stacks):
        cards = held(moment)
        assert {*cards, *moment.state.deck.cards} == set(whole)
        assert len(cards) + len(moment.state.deck) == 52
        assert moment.state.deck.cards == arranged(whole, order).cards[len(cards) :]
        sizes = [len(zone) for zone in (moment.state.banker.cards, *(con.cards for con in moment.state.cons))]
        assert moment.view.phase == "betting" or not cards or all(2 <= size <= 5 for size in sizes)


@pytest.mark.rule("XD-05")
@pytest.mark.rule("XD-Q04")
@pytest.mark.rule("XD-Q25")
@given(*HANDS)
def test_points(order: Sequence[int], choices: list[int], options: dict[str, Any], stacks: list[int]) -> None:
    """7.5: 2 and 3. Results sum to 0, nobody can lose more than he has, and reservations cover what is paid."""
    for moment in played(order, choices, options, stacks):
        view = moment.view
        for place in view.seats:
            assert place.reserved <= stacks[place.seat]
        if moment.over:
            result = moment.result
            assert set(result.deltas) == set(map(Seat, range(len(stacks))))
            assert sum(result.deltas.values()) == 0
            assert all(stacks[seat] + delta >= 0 for seat, delta in result.deltas.items())
            assert result.played == (moment.view.order != ())
            assert all(payout.amount > 0 for payout in result.payouts)
            for place in view.seats:
                if place.settlement is not None:
                    assert abs(place.settlement.amount) <= place.reserved


@pytest.mark.rule("XD-Q15")
@pytest.mark.rule("XD-26")
@given(*HANDS)
def test_results_stand(order: Sequence[int], choices: list[int], options: dict[str, Any], stacks: list[int]) -> None:
    """7.5: 7 and 11. A settled con's result and cards never change, and he is asked nothing any more."""
    moments = played(order, choices, options, stacks)
    for before, after in pairwise(moments):
        for place in before.view.seats:
            if place.settlement is not None:
                now = after.seat(place.seat)
                assert (now.settlement, now.cards) == (place.settlement, place.cards)
                assert before.offers(place.seat) == ()
    last = moments[-1].view
    assert all(place.settlement for place in last.seats if place.seat != last.banker)


@pytest.mark.rule("XD-26")
@pytest.mark.case("B157")
@given(*HANDS)
def test_who_is_asked(order: Sequence[int], choices: list[int], options: dict[str, Any], stacks: list[int]) -> None:
    """Somebody is, until the hand is over; and never the banker while cons draw."""
    for moment in played(order, choices, options, stacks):
        asked = GAME.to_act(moment.state)
        assert bool(asked) is not moment.over
        assert all(moment.offers(seat) for seat in asked)
        assert moment.view.to_act == tuple(sorted(asked))
        if moment.view.phase == "cons":
            assert len(asked) == 1
            assert Seat(0) not in asked
        if moment.view.phase == "banker":
            assert asked == {Seat(0)}


@pytest.mark.rule("XD-Q31")
@pytest.mark.rule("XD-30")
@given(*HANDS)
def test_secrets(order: Sequence[int], choices: list[int], options: dict[str, Any], stacks: list[int]) -> None:
    """7.5: 9. Nobody gets a card that is not his, not public, not shown to him, and not the banker's as inspected."""
    for moment in played(order, choices, options, stacks):
        public = {card for place in moment.view.seats if isinstance(place.cards, Open) for card in place.cards.cards}
        assert named(seen(moment, None)) == public
        for seat in range(len(stacks)):
            you = GAME.you_view(moment.state, Seat(seat))
            mine = set(you.cards.cards) if isinstance(you.cards, Open) else set()
            mine |= set(you.banker.cards) if isinstance(you.banker, Open) else set()
            mine |= {card for shown in you.shown for card in shown.cards}
            assert named(seen(moment, seat)) == public | mine
        assert GAME.you_view(moment.state, Seat(0)).shown == ()


@pytest.mark.rule("XD-Q31")
def test_what_is_shown_is_the_same_to_whoever_looks_first() -> None:
    """Views are kept while cards are the same: who comes back after a restart sees what the others still see."""
    seats = [Seat(seat) for seat in range(5)]
    drawn_after_a_look = 0
    for seed in range(80):
        # Long ones: the banker must come to inspect, and to draw after that.
        chance = random.Random(seed)  # noqa: S311
        order, choices = chance.sample(range(52), 52), chance.choices(range(256), k=60)
        for moment in played(order, choices, {}, [400] * 4):
            assert told(GAME, moment.state, seats) == told(GAME, cold(moment.state), seats)
            looks = [len(con.banker) for con in moment.state.cons if len(con.banker)]
            drawn_after_a_look += any(0 < look < len(moment.state.banker.cards) for look in looks)
    assert drawn_after_a_look


@given(*HANDS)
def test_the_same_deck_and_actions_give_the_same_hand(
    order: Sequence[int], choices: list[int], options: dict[str, Any], stacks: list[int]
) -> None:
    """7.5: 8."""
    first, second = played(order, choices, options, stacks)[-1], played(order, choices, options, stacks)[-1]
    assert first.state == second.state
    assert first.events == second.events


@given(ORDERS, OPTIONS, STACKS)
def test_a_hand_that_nobody_plays_ends(order: Sequence[int], options: dict[str, Any], stacks: list[int]) -> None:
    """7.5: 12: without a stake at once; and with stakes on the table too."""
    assert not played(order, [], options, stacks)[-1].result.played
    hand = Hand(cons=[""] * (len(stacks) - 1), stakes=None, stack=4000, zone=arranged(pack(RANKS), order), max_seats=6)
    for seat in hand.order:
        hand.bet(seat, 10)
    assert hand.by_clock().result.played


@pytest.mark.rule("XD-17")
@given(ORDERS, CHOICES, OPTIONS, STACKS)
def test_suits_change_no_result(
    order: Sequence[int], choices: list[int], options: dict[str, Any], stacks: list[int]
) -> None:
    """The pack lies rank by rank, so that the same hand in other suits is one index further within four."""
    turned = [index - index % 4 + (index + 1) % 4 for index in order]
    one, other = (played(deck, choices, options, stacks)[-1].result for deck in (order, turned))
    assert one == other


@pytest.mark.rule("XD-Q20")
@pytest.mark.rule("XD-Q19")
def test_equal_policies_win_nothing_from_each_other() -> None:
    """7.5: 10. Everybody draws to 16, in a long seeded run at a full table."""
    chance = random.Random(16)  # noqa: S311
    whole, options = pack(RANKS), GAME.sheet.full({})
    stacks = {Seat(seat): Chips(100) for seat in range(5)}
    results = []
    for number in range(2500):
        order = chance.sample(range(52), 52)
        state = GAME.deal(options, stacks, Seat(number % 5), arranged(whole, order)).state
        while (result := GAME.result(state)) is None:
            seat = min(GAME.to_act(state))
            action = Bet(Chips(10)) if state.phase == "betting" else GAME.fallback(state, seat)
            state = GAME.apply(state, seat, action).state
        results.append(result.deltas[Seat(number % 5)] / 10)
    mean = sum(results) / len(results)
    error = math.sqrt(sum((one - mean) ** 2 for one in results)) / len(results)
    assert error < 0.06
    assert abs(mean) < error


@given(*HANDS)
def test_a_hand_survives_the_wire(
    order: Sequence[int], choices: list[int], options: dict[str, Any], stacks: list[int]
) -> None:
    """Events and views are encoded without a card of ours: the encoder would refuse one."""
    last = played(order, choices, options, stacks)[-1]
    assert all(codec.encode(event) for event in last.events)
    assert codec.encode(last.view)
