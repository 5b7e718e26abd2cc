"""The invariants of rules.md 7.5 over random hands of xì tố 32 lá, with random options."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import codec
from protocol.games.stud import Choose, Opened, Theo, To, ToTat, Up
from protocol.ids import Seat
from server.cards.card import RANKS, SUITS, Card
from server.cards.deck import arranged, pack
from server.rules.game import RuleViolation
from server.rules.stud.showdown import strength
from server.rules.stud.state import StudState
from tests.server.rules.stud.hand import Hand32
from tests.server.rules.stud.random_play import at_random
from tests.support.cards import RANKS_32
from tests.support.cold import cold, told

PACK = pack(RANKS_32)
STAKE = 10
MOST_MOMENTS = 500


@dataclass(frozen=True)
class Deal:
    """All that decides a random hand."""

    seed: int
    stacks: tuple[int, ...]
    options: dict[str, Any]
    leaving: float
    """How often somebody leaves instead of the next action."""


DEALS = st.builds(
    Deal,
    seed=st.integers(0, 2**32),
    stacks=st.lists(st.sampled_from([10, 15, 20, 35, 60, 100, 250, 1000]), min_size=2, max_size=6).map(tuple),
    options=st.fixed_dictionaries(
        {
            "betting_rounds": st.sampled_from([4, 3]),
            "choice_default": st.sampled_from(["second", "lower"]),
            "max_raises_per_round": st.sampled_from([0, 1, 3]),
            "suit_rule": st.sampled_from(["leading_group", "highest_card"]),
            "rake_bp": st.sampled_from([500, 0, 333, 1000]),
            "rake_on_fold_win": st.booleans(),
        }
    ),
    leaving=st.sampled_from([0.0, 0.05, 0.3]),
)


@dataclass(frozen=True)
class Moment:
    """The hand after one step."""

    hand: Hand32
    state: StudState
    events: int


def played(deal: Deal) -> tuple[Hand32, list[Moment]]:
    """Any choices and bets, and folds now and then; every illegal action is refused and changes nothing."""
    chance = random.Random(deal.seed)  # noqa: S311
    deck = arranged(PACK, chance.sample(range(32), 32))
    hand = Hand32(deck, deal.stacks, choose=False, **deal.options)
    moments = [Moment(hand, hand.state, len(hand.events))]
    while asked := hand.game.to_act(hand.state):
        seat = chance.choice(sorted(asked))
        if chance.random() < deal.leaving:
            hand.leave(chance.randrange(len(deal.stacks)))
        elif chance.random() < 0.1:
            hand.act(seat, hand.game.fallback(hand.state, seat))
        else:
            illegal(hand, chance)
            offers = hand.offers(seat)
            keep = [offer for offer in offers if offer.__struct_config__.tag != "up"] or list(offers)
            hand.act(seat, at_random(offers if chance.random() < 0.2 else keep, chance))
        moments.append(Moment(hand, hand.state, len(hand.events)))
        assert len(moments) < MOST_MOMENTS
    return hand, moments


def illegal(hand: Hand32, chance: random.Random) -> None:
    before = hand.state
    seat = chance.randrange(len(hand.state.holdings))
    kinds = hand.kinds(seat).split()
    wrong = {"theo": Theo(), "to": To(21), "to_tat": ToTat(), "up": Up(), "choose": Choose(chance.choice([0, 1]))}
    name = chance.choice(sorted(wrong))
    if name in kinds and name != "to":
        return
    with pytest.raises(RuleViolation):
        hand.act(seat, wrong[name])
    assert hand.state is before


def cards_of(state: StudState) -> list[Card]:
    held = [card for holding in state.holdings for card in (*holding.hole.cards, *holding.up.cards)]
    return [*state.deck.cards, *held]


@pytest.mark.rule("XT32-18")
@pytest.mark.rule("XT32-Q23")
@pytest.mark.case("B-XT-09")
@given(DEALS)
def test_points(deal: Deal) -> None:
    """7.5: 2 and 3. No point appears or is lost, no stack is negative, the rake stays within its bounds."""
    hand, moments = played(deal)
    for moment in moments:
        view = hand.game.table_view(moment.state)
        assert sum(seat.stack for seat in view.seats) + view.pot + view.rake == sum(deal.stacks)
        assert all(seat.stack >= 0 for seat in view.seats)
        assert view.pot == sum(pot.amount for pot in view.pots)
    result = hand.result
    paid = {seat.seat: stack - seat.stack for seat, stack in zip(hand.view.seats, deal.stacks, strict=True)}
    assert {seat: -points for seat, points in result.deltas.items()} == paid
    assert sum(result.deltas.values()) == -result.rake
    totals = sum(seat.total for seat in hand.view.seats)
    assert 0 <= result.rake <= totals * deal.options["rake_bp"] // 10_000
    assert sum(payout.amount for payout in result.payouts) + result.rake == totals


@pytest.mark.rule("XT32-02")
@pytest.mark.rule("XT32-22")
@pytest.mark.rule("XT32-Q30")
@pytest.mark.case("B054")
@given(DEALS)
def test_cards(deal: Deal) -> None:
    """7.5: 1. Every card once; five for each live seat at the showdown."""
    hand, moments = played(deal)
    for moment in moments:
        assert sorted(map(hash, cards_of(moment.state))) == sorted(map(hash, PACK))
    if hand.view.phase == "showdown":
        assert all((len(holding.up), len(holding.hole)) == (4, 1) for holding in hand.state.live())


@pytest.mark.rule("XT32-13")
@pytest.mark.rule("XT32-Q11")
@given(DEALS)
def test_rounds(deal: Deal) -> None:
    """7.5: 4, 5 and 7. The level never falls in a round, and all who can pay it have when the next begins."""
    hand, moments = played(deal)
    for before, after in pairwise(moments):
        if after.state.round == before.state.round and before.state.phase == "bet":
            assert after.state.level >= before.state.level
        if after.state.round > before.state.round >= 1:
            totals = {holding.total for holding in after.state.holdings if holding.free}
            assert len(totals) <= 1
        for old, new in zip(before.state.holdings, after.state.holdings, strict=True):
            if not old.live:
                assert (new.live, new.stack, new.total, new.up) == (False, old.stack, old.total, old.up)
        cap = deal.options["max_raises_per_round"]
        assert not cap or after.state.raises <= cap
    first = 5 - deal.options["betting_rounds"]
    assert all(opened.round >= first for opened in hand.all(Opened))


@pytest.mark.rule("XT32-17")
@pytest.mark.rule("XT32-Q20")
@given(DEALS)
def test_winners(deal: Deal) -> None:
    """7.5: 6. No two live hands are equal, and every pot has one winner."""
    hand, _ = played(deal)
    pots = [payout.pot for payout in hand.result.payouts]
    assert pots == list(range(len(pots)))
    assert {payout.seat for payout in hand.result.payouts} <= {holding.seat for holding in hand.state.live()}
    if hand.view.phase == "showdown":
        ranks = [strength(hand.state.terms, holding) for holding in hand.state.live()]
        assert all(one != other for one, other in combinations(ranks, 2))


@pytest.mark.rule("XT32-06")
@pytest.mark.case("B011")
@given(DEALS)
def test_who_is_asked(deal: Deal) -> None:
    """Until the end somebody is; who is has offers, and nobody else."""
    hand, moments = played(deal)
    for moment in moments:
        state = moment.state
        asked = hand.game.to_act(state)
        offered = {seat.seat for seat in hand.game.table_view(state).seats if hand.game.offers(state, seat.seat)}
        if state.phase in {"choose", "bet"}:
            assert asked
            assert asked == offered
            assert state.phase == "choose" or len(asked) == 1
        else:
            assert not asked
        for seat in asked:
            place = state.place(seat)
            assert place is not None
            assert state.holdings[place].live
            assert state.phase == "choose" or not state.holdings[place].all_in


def text(card: Card) -> bytes:
    return f'"{RANKS[card.rank - 2]}{SUITS[card.suit]}"'.encode()


@pytest.mark.rule("XT32-05")
@pytest.mark.rule("XT32-Q03")
@pytest.mark.rule("XT32-Q28")
@given(DEALS)
def test_secrets(deal: Deal) -> None:
    """7.5: 9. No closed card and nothing of the deck in the public part, nobody else's in one's own."""
    hand, moments = played(deal)
    for moment in moments:
        state = moment.state
        public = codec.encode(hand.game.table_view(state))
        public += codec.encode_all(tuple(hand.events[: moment.events]))
        open_to_all = state.phase == "showdown"
        closed = {h.seat: h.hole.cards for h in state.holdings if not (open_to_all and h.live)}
        assert not [card for card in state.deck.cards if text(card) in public]
        assert not [card for held in closed.values() for card in held if text(card) in public]
        for seat in range(len(deal.stacks)):
            own = codec.encode(hand.game.you_view(state, Seat(seat)))
            assert not [card for other, held in closed.items() if other != seat for card in held if text(card) in own]


@given(DEALS)
def test_what_is_shown_is_the_same_to_whoever_looks_first(deal: Deal) -> None:
    """Views and offers are kept: who comes back after a restart sees what the others still see."""
    seats = [Seat(seat) for seat in range(7)]
    hand, moments = played(deal)
    for moment in moments:
        assert told(hand.game, moment.state, seats) == told(hand.game, cold(moment.state), seats)


@given(DEALS)
def test_the_same_deck_and_actions_give_the_same_hand(deal: Deal) -> None:
    """7.5: 8."""
    (first, _), (second, _) = played(deal), played(deal)
    assert first.state == second.state
    assert first.events == second.events


@pytest.mark.rule("XT32-Q26")
@pytest.mark.case("B-XT-20")
@given(DEALS)
def test_a_hand_that_nobody_plays_ends(deal: Deal) -> None:
    """7.5: 12."""
    chance = random.Random(deal.seed)  # noqa: S311
    hand = Hand32(arranged(PACK, chance.sample(range(32), 32)), deal.stacks, choose=False, **deal.options)
    for _ in range(6 + 4 * 6):
        if asked := hand.game.to_act(hand.state):
            seat = min(asked)
            hand.act(seat, hand.game.fallback(hand.state, seat))
    assert hand.view.phase == "showdown"


@pytest.mark.rule("XT32-Q03")
@given(DEALS, st.sampled_from(range(32)), st.sampled_from(range(32)))
def test_offers_tell_nothing_hidden(deal: Deal, one: int, other: int) -> None:
    """Two decks that differ in cards nobody has seen: the same offers and the same public bytes to everybody else."""
    chance = random.Random(deal.seed)  # noqa: S311
    order: Sequence[int] = chance.sample(range(32), 32)
    swapped = list(order)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    hands = [Hand32(arranged(PACK, cards), deal.stacks, choose=False, **deal.options) for cards in (order, swapped)]
    seats = range(len(deal.stacks))
    for _ in seats:
        asked = [hand.game.to_act(hand.state) for hand in hands]
        offers = [[hand.offers(seat) for seat in seats] for hand in hands]
        views = [codec.encode(hand.view) for hand in hands]
        assert asked[0] == asked[1]
        assert offers[0] == offers[1]
        assert views[0] == views[1]
        for hand in hands:
            if len(asked[0]) > 1:
                hand.act(min(asked[0]), Choose(0))
