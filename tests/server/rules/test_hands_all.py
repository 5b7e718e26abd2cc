"""All 98,280 hands of the pack of 28, against an evaluator that is not ours and the counts of rules.md 3."""

from collections import Counter, defaultdict
from itertools import combinations, pairwise
from math import comb

import pytest
from phevaluator.evaluator import evaluate_cards  # type: ignore[import-untyped]

from server.cards.card import RANKS, SUITS
from server.cards.deck import pack
from server.rules.hands import CATEGORIES, Key, made
from tests.support.cards import RANKS_28

HANDS = list(combinations(pack(RANKS_28), 5))
KEYS = [made(hand).key for hand in HANDS]

COUNTS = {
    "straight_flush": (12, 3),
    "quads": (168, 42),
    "full_house": (1_008, 42),
    "flush": (72, 18),
    "straight": (3_060, 3),
    "trips": (6_720, 105),
    "two_pair": (15_120, 105),
    "pair": (53_760, 140),
    "high_card": (18_360, 18),
}
TIES = {
    "straight_flush": 18,
    "flush": 108,
    "straight": 370_350,
    "two_pair": 22_680,
    "pair": 725_760,
    "high_card": 2_222_100,
}
WORST_RANK = {
    "straight_flush": 10,
    "quads": 166,
    "full_house": 322,
    "flush": 1599,
    "straight": 1609,
    "trips": 2467,
    "two_pair": 3325,
    "pair": 6185,
    "high_card": 7462,
}
"""The last rank of each category in the evaluator's own table of 7,462 classes."""


@pytest.mark.rule("XT28-20")
@pytest.mark.rule("HAND-01")
@pytest.mark.rule("HAND-04")
@pytest.mark.rule("HAND-05")
def test_every_hand_stands_where_an_independent_evaluator_puts_it() -> None:
    theirs: defaultdict[Key, set[int]] = defaultdict(set)
    for hand, key in zip(HANDS, KEYS, strict=True):
        theirs[key].add(evaluate_cards(*(RANKS[card.rank - 2] + SUITS[card.suit] for card in hand)))
    assert all(len(ranks) == 1 for ranks in theirs.values())
    in_order = [(key, rank) for key, (rank,) in sorted(theirs.items())]
    assert all(weaker > stronger for (_, weaker), (_, stronger) in pairwise(in_order))
    for (category, _), rank in in_order:
        assert next(name for name, worst in WORST_RANK.items() if rank <= worst) == CATEGORIES[category]


@pytest.mark.rule("XT28-01")
@pytest.mark.rule("XT28-02")
@pytest.mark.rule("HAND-02")
def test_hands_and_classes_of_each_category() -> None:
    """rules.md 3.1."""
    assert len(HANDS) == comb(28, 5) == 98_280
    hands: Counter[str] = Counter(CATEGORIES[key[0]] for key in KEYS)
    classes: Counter[str] = Counter(CATEGORIES[key[0]] for key in set(KEYS))
    assert {name: (hands[name], classes[name]) for name in COUNTS} == COUNTS
    assert len(set(KEYS)) == 476


@pytest.mark.rule("HAND-05")
def test_how_many_pairs_of_hands_tie() -> None:
    """rules.md 3.2: pairs without a common card."""
    by_key: defaultdict[Key, list[int]] = defaultdict(list)
    for hand, key in zip(HANDS, KEYS, strict=True):
        by_key[key].append(sum(1 << 4 * card.rank + card.suit for card in hand))
    ties: Counter[str] = Counter()
    for key, masks in by_key.items():
        for place, mask in enumerate(masks):
            ties[CATEGORIES[key[0]]] += [mask & other for other in masks[place + 1 :]].count(0)
    assert {name: count for name, count in ties.items() if count} == TIES
    assert ties.total() == 3_341_016


@pytest.mark.rule("XT28-09")
@pytest.mark.parametrize(("open_cards", "classes"), [(1, 7), (2, 28), (3, 84), (4, 210)])
def test_classes_of_visible_hands(open_cards: int, classes: int) -> None:
    """rules.md 4.1: ranks and multiplicities only."""
    assert len({made(cards).key for cards in combinations(pack(RANKS_28), open_cards)}) == classes
