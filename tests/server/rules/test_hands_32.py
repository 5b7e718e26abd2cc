"""All 201,376 hands of the pack of 32, and all open cards, against an evaluator that is not ours and rules.md 3, 4."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import combinations, pairwise
from math import comb
from operator import and_

import pytest
from phevaluator.evaluator import evaluate_cards  # type: ignore[import-untyped]

from server.cards.card import RANKS, SUITS, Card
from server.cards.deck import pack
from server.rules.hands import CATEGORIES, Key, highest_suit, leading_suit, made
from tests.server.rules.test_hands_all import WORST_RANK
from tests.support.cards import RANKS_32, cards

PACK = pack(RANKS_32)
HANDS = list(combinations(PACK, 5))
KEYS = [made(hand).key for hand in HANDS]

COUNTS = {
    "straight_flush": (16, 4),
    "quads": (224, 56),
    "full_house": (1_344, 56),
    "flush": (208, 52),
    "straight": (4_080, 4),
    "trips": (10_752, 168),
    "two_pair": (24_192, 168),
    "pair": (107_520, 280),
    "high_card": (53_040, 52),
}
TIES = {
    "straight_flush": 24,
    "flush": 312,
    "straight": 493_800,
    "two_pair": 36_288,
    "pair": 1_451_520,
    "high_card": 6_419_400,
}
Suit = Callable[[Sequence[Card]], int]


def bits(hand: Iterable[Card]) -> int:
    return sum(1 << 4 * card.rank + card.suit for card in hand)


def classes() -> dict[Key, list[tuple[Card, ...]]]:
    found: defaultdict[Key, list[tuple[Card, ...]]] = defaultdict(list)
    for hand, key in zip(HANDS, KEYS, strict=True):
        found[key].append(hand)
    return found


def ties(hands: Sequence[tuple[Card, ...]]) -> Iterable[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Pairs without a common card."""
    masks = [bits(hand) for hand in hands]
    for place, mask in enumerate(masks):
        for other in range(place + 1, len(masks)):
            if not mask & masks[other]:
                yield hands[place], hands[other]


@pytest.mark.rule("XT32-14")
@pytest.mark.rule("XT32-15")
@pytest.mark.rule("HAND-01")
@pytest.mark.rule("HAND-02")
@pytest.mark.rule("HAND-04")
def test_every_hand_stands_where_an_independent_evaluator_puts_it() -> None:
    """Its only straight with a low ace is A-2-3-4-5, which this pack does not have."""
    theirs: defaultdict[Key, set[int]] = defaultdict(set)
    for hand, key in zip(HANDS, KEYS, strict=True):
        theirs[key].add(evaluate_cards(*(RANKS[card.rank - 2] + SUITS[card.suit] for card in hand)))
    assert all(len(ranks) == 1 for ranks in theirs.values())
    in_order = [(key, rank) for key, (rank,) in sorted(theirs.items())]
    assert all(weaker > stronger for (_, weaker), (_, stronger) in pairwise(in_order))
    for (category, _), rank in in_order:
        assert next(name for name, worst in WORST_RANK.items() if rank <= worst) == CATEGORIES[category]


@pytest.mark.rule("XT32-02")
@pytest.mark.rule("HAND-02")
def test_hands_and_classes_of_each_category() -> None:
    """rules.md 3.1."""
    assert len(HANDS) == comb(32, 5) == 201_376
    hands: Counter[str] = Counter(CATEGORIES[key[0]] for key in KEYS)
    found: Counter[str] = Counter(CATEGORIES[key[0]] for key in set(KEYS))
    assert {name: (hands[name], found[name]) for name in COUNTS} == COUNTS
    assert len(set(KEYS)) == 840


@pytest.mark.rule("XT32-16")
def test_how_many_pairs_of_hands_are_decided_by_suit() -> None:
    """rules.md 3.2. The classes of a category differ in names of ranks only: one stands for all of its size."""
    shapes: defaultdict[tuple[str, int], list[list[tuple[Card, ...]]]] = defaultdict(list)
    for key, hands in classes().items():
        shapes[CATEGORIES[key[0]], len(hands)].append(hands)
    assert len(shapes) == len(COUNTS)
    found = {name: len(alike) * sum(1 for _ in ties(alike[0])) for (name, _), alike in shapes.items()}
    assert {name: count for name, count in found.items() if count} == TIES
    assert sum(TIES.values()) == 8_401_344


@pytest.mark.rule("XT32-16")
@pytest.mark.rule("XT32-17")
@pytest.mark.rule("HAND-05")
@pytest.mark.parametrize(("suit", "keys"), [(leading_suit, 2_296), (highest_suit, 2_898)])
def test_with_the_suit_no_two_hands_tie(suit: Suit, keys: int) -> None:
    """rules.md 3.4: hands with one key have a card in common, so they are never both dealt."""
    common: dict[tuple[Key, int], int] = {}
    for hand, key in zip(HANDS, KEYS, strict=True):
        whole = (key, suit(hand))
        common[whole] = common.get(whole, -1) & bits(hand)
    assert len(common) == keys
    assert all(common.values())


@pytest.mark.rule("XT32-Q20")
@pytest.mark.parametrize(
    ("lead_is_high", "lead_is_low", "category", "differ", "all_ties"),
    [
        ("Ks Kh Qd Jc 9s", "9s 9h Kd Qc Js", "pair", 544_320, 1_451_520),
        ("Ks Kh Qd Qc 9s", "Ks Kh Qd Qc As", "two_pair", 6_048, 36_288),
    ],
)
def test_where_the_two_readings_of_the_tie_break_differ(
    lead_is_high: str, lead_is_low: str, category: str, differ: int, all_ties: int
) -> None:
    """rules.md 3.4: only where a kicker is the highest card. One class stands for all alike in this."""
    by_key = classes()
    of_category = [key for key in by_key if CATEGORIES[key[0]] == category]
    below = sum(key[1][0] < max(key[1]) for key in of_category)

    def split(text: str) -> tuple[int, int]:
        decided = [
            (leading_suit(one) > leading_suit(other), highest_suit(one) > highest_suit(other))
            for one, other in ties(by_key[made(cards(text)).key])
        ]
        return sum(leading != highest for leading, highest in decided), len(decided)

    assert split(lead_is_high)[0] == 0
    other, tied = split(lead_is_low)
    assert other * below == differ
    assert tied * len(of_category) == all_ties


@pytest.mark.rule("XT32-06")
@pytest.mark.rule("XT32-Q07")
@pytest.mark.case("B-XT-10")
@pytest.mark.parametrize(("open_cards", "keys", "ranks"), [(1, 32, 8), (2, 136, 36), (3, 408, 120), (4, 988, 330)])
def test_open_cards_never_tie_either(open_cards: int, keys: int, ranks: int) -> None:
    """rules.md 4.1."""
    found: defaultdict[tuple[Key, int], list[int]] = defaultdict(list)
    for some in combinations(PACK, open_cards):
        found[made(some).key, leading_suit(some)].append(bits(some))
    assert len(found) == keys
    assert len({key for key, _ in found}) == ranks
    assert all(reduce(and_, alike) for alike in found.values())


@pytest.mark.rule("XT32-23")
@pytest.mark.parametrize("text", ["5s 5h 3d 3c 7s", "6s", "2h 7s 8s"])
def test_cards_below_seven_make_no_hand(text: str) -> None:
    with pytest.raises(ValueError, match="not one to five cards of a pack"):
        made(cards(text))
