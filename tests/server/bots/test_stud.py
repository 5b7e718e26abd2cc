"""The judgement of the house player, against the rules it may not import."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from protocol.cards import FaceUp
from server.bots.stud import strength_of
from server.rules.hands import made
from tests.support.cards import RANKS_28, cards

PACK = [rank + suit for rank in RANKS_28 for suit in "cdhs"]


@given(st.permutations(PACK), st.integers(1, 5))
def test_it_orders_hands_of_one_size_as_the_rules_do(order: Sequence[str], size: int) -> None:
    hands = [order[size * place : size * (place + 1)] for place in range(5)]
    by_rules = [made(cards(" ".join(hand))).key for hand in hands]
    by_house = [strength_of([FaceUp(card) for card in hand]) for hand in hands]
    for one in range(5):
        for other in range(5):
            assert (by_rules[one] < by_rules[other]) == (by_house[one] < by_house[other])


def test_it_knows_the_categories() -> None:
    hands = [
        "8h 9h Th Jh Qh", "8s 8h 8d 8c As", "9s 9h 9d 8c 8s", "8c 9c Tc Jc Kc", "Th Jc Qd Kh Ac",
        "8s 8h 8d 9c Tc", "8s 8d 9h 9c Tc", "8s 8d 9c Td Jc", "As 8h 9d Tc Jh",
    ]  # fmt: skip
    strengths = [strength_of([FaceUp(card) for card in hand.split()]) for hand in hands]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == 9
