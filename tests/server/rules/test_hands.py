"""What cards make: categories, order and names."""

import pytest

from protocol.play import HandLabel
from server.rules.hands import CATEGORIES, highest_suit, leading_suit, made
from tests.support.cards import cards

ONE_OF_EACH = [
    ("straight_flush", "8h 9h Th Jh Qh", ("Q",)),
    ("quads", "8s 8h 8d 8c As", ("8", "A")),
    ("full_house", "9s 9h 9d 8c 8s", ("9", "8")),
    ("flush", "8c 9c Tc Jc Kc", ("K", "J", "T", "9", "8")),
    ("straight", "Th Jc Qd Kh Ac", ("A",)),
    ("trips", "8s 8h 8d 9c Tc", ("8", "T", "9")),
    ("two_pair", "8s 8d 9h 9c Tc", ("9", "8", "T")),
    ("pair", "8s 8d 9c Td Jc", ("8", "J", "T", "9")),
    ("high_card", "As 8h 9d Tc Jh", ("A", "J", "T", "9", "8")),
]
NO_STRAIGHTS = ["As 8h 9d Tc Jh", "As 7h 8d 9c Th", "Ks As 8h 9d Tc", "Qs Kd Ac 8h 9s", "Js Qd Kc Ah 8s"]


@pytest.mark.rule("XT28-20")
@pytest.mark.rule("HAND-01")
def test_the_nine_categories_from_strong_to_weak() -> None:
    hands = [made(cards(text)) for _, text, _ in ONE_OF_EACH]
    assert [hand.label.category for hand in hands] == [category for category, _, _ in ONE_OF_EACH]
    assert [hand.key for hand in hands] == sorted((hand.key for hand in hands), reverse=True)
    assert [hand.key[0] for hand in hands] == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert len(CATEGORIES) == 9


@pytest.mark.case("B066")
@pytest.mark.parametrize(("category", "text", "ranks"), ONE_OF_EACH)
def test_a_hand_is_named_by_what_wins_it(category: str, text: str, ranks: tuple[str, ...]) -> None:
    label = made(cards(text)).label
    assert (label.category, label.ranks) == (category, ranks)


@pytest.mark.case("B066")
def test_a_flush_is_not_called_a_straight() -> None:
    assert made(cards("Ks Qs 8s As 9s")).label == HandLabel("flush", ("A", "K", "Q", "9", "8"))


@pytest.mark.rule("HAND-01")
@pytest.mark.rule("XT28-20")
@pytest.mark.case("B046")
def test_a_flush_is_below_a_full_house_and_above_a_straight() -> None:
    best_flush, worst_flush = made(cards("As Ks Qs Js 9s")), made(cards("8c 9c Tc Jc Kc"))
    assert best_flush.key < made(cards("8d 8h 8c 9d 9h")).key
    assert worst_flush.key > made(cards("As Kd Qd Jh Ts")).key


@pytest.mark.rule("XT28-02")
@pytest.mark.rule("HAND-02")
@pytest.mark.case("B046")
@pytest.mark.parametrize("text", NO_STRAIGHTS)
def test_the_ace_is_high_only_and_nothing_wraps(text: str) -> None:
    assert made(cards(text)).label.category == "high_card"


@pytest.mark.rule("HAND-02")
@pytest.mark.case("B046")
@pytest.mark.parametrize("text", NO_STRAIGHTS)
def test_what_is_no_straight_is_no_straight_flush_either(text: str) -> None:
    suited = " ".join(word[0] + "h" for word in text.split())
    assert made(cards(suited)).label.category == "flush"


@pytest.mark.rule("XT28-02")
@pytest.mark.rule("HAND-02")
@pytest.mark.parametrize(
    ("text", "top"),
    [("8s 9h Td Jc Qs", "Q"), ("9s Th Jd Qc Ks", "K"), ("Ts Jh Qd Kc As", "A"), ("7s 8h 9d Tc Js", "J")],
)
def test_the_straights(text: str, top: str) -> None:
    """Three in the pack of 28; the fourth needs a seven."""
    assert made(cards(text)).label == HandLabel("straight", (top,))


@pytest.mark.rule("HAND-03")
def test_a_royal_flush_is_only_the_highest_straight_flush() -> None:
    royal, next_best = made(cards("Tc Jc Qc Kc Ac")), made(cards("9s Ts Js Qs Ks"))
    assert royal.label == HandLabel("straight_flush", ("A",))
    assert royal.key[0] == next_best.key[0]
    assert royal.key > next_best.key


@pytest.mark.rule("HAND-04")
@pytest.mark.rule("XT28-Q14")
@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("Ks Kh Kd Kc 8s", "Qs Qh Qd Qc As"),
        ("9s 9h 9d Ts Th", "8s 8h 8d As Ah"),
        ("Qs Qh Qd 9c 8s", "Js Jh Jd Ac Kc"),
        ("Ac Ad 8h 8c 9d", "Ks Kd Qs Qh Jc"),
        ("As Ah Ks Kh 8d", "Ad Ac Qs Qh Jd"),
        ("Kh Kd Qh Qd Ac", "Ks Kc Qs Qc Jh"),
        ("Ts Th Ad 9c 8d", "Td Tc Ks Qs Js"),
        ("Jh Jc Ad Th 8d", "Js Jd As 9h 8c"),
        ("As Kd Qc Jh 9d", "Ah Kc Qd Ts 9h"),
        ("Ah Kh Jh 9h 8h", "Ad Qd Jd Td 8d"),
        ("As Ks Qd Jd 9d", "Ah Kh Qh Js 8h"),
    ],
)
def test_groups_first_then_every_other_card(stronger: str, weaker: str) -> None:
    assert made(cards(stronger)).key > made(cards(weaker)).key


@pytest.mark.rule("HAND-05")
@pytest.mark.rule("XT28-20")
def test_suits_never_break_a_tie() -> None:
    assert made(cards("Ks Kd Qd Qc 9c")) == made(cards("Kh Kc Qs Qh 9s"))
    assert made(cards("8h 9h Th Jh Qh")) == made(cards("8s 9s Ts Js Qs"))


@pytest.mark.parametrize("text", ["", "As Ks Qs Js Ts 9s", "As Ah Ad Ac Kd Kh", "2s", "9h 2s", "6s 7s 8s 9s Ts"])
def test_only_one_to_five_cards_of_a_pack_are_judged(text: str) -> None:
    """B-XT-17: a hand of six or seven is nobody's hand here."""
    with pytest.raises(ValueError, match="one to five cards"):
        made(cards(text))


@pytest.mark.parametrize(
    ("text", "suit"), [("As", 3), ("Ad 9s 9h", 3), ("Kd Kh As", 2), ("9c 9d Ts Td 8s", 3), ("As Kc Kd", 1)]
)
def test_the_leading_suit_is_the_best_of_the_leading_group(text: str, suit: int) -> None:
    """rules.md 3.3: never a kicker's, never the lower pair's."""
    assert leading_suit(cards(text)) == suit


@pytest.mark.rule("XT32-Q20")
@pytest.mark.parametrize(
    ("text", "suit"), [("9s 9h Kd Qc Jh", 1), ("Ks Kh 9d 9c As", 3), ("7c 8d 9h Tc Jc", 0), ("Kc Kh", 2)]
)
def test_the_highest_suit_is_that_of_the_highest_card(text: str, suit: int) -> None:
    assert highest_suit(cards(text)) == suit
