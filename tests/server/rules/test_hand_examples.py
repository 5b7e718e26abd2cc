"""The comparisons E01-E40 of rules.md 3.5, in both games."""

import pytest

from server.rules.hands import leading_suit, made
from tests.support.cards import cards

EXAMPLES = """
E01 | 8h 9h Th Jh Qh | As Ah Ad Ac Kd | A
E02 | 8s 8h 8d 8c As | Ks Kh Kd Ac Ah | A
E03 | Ks Kh Kd Kc 8s | Qs Qh Qd Qc As | A
E04 | 8s 8h 8d As Ah | 9s 9h 9d Ts Th | B
E05 | As Ks Qs Js 9s | 8d 8h 8c 9d 9h | B
E06 | 8c 9c Tc Jc Kc | As Kd Qd Jh Ts | A
E07 | Th Jc Qd Kh Ac | 9s Ts Jd Qs Ks | A
E08 | Qh Js Ts 9s 8s | Qs Jh Th 9h 8h | split
E09 | As 8h 9d Tc Jh | 8s 8d 9c Td Jc | B
E10 | Qs Kd Ac 8h 9s | 8s 8c 9h Td Jc | B
E11 | 8s 8h 8d 9c Tc | As Ah Ks Kh Qd | A
E12 | Qs Qh Qd 9c 8s | Js Jh Jd Ac Kc | A
E13 | Ks Kd Qs Qh Jc | Ac Ad 8h 8c 9d | B
E14 | As Ah Ks Kh 8d | Ad Ac Qs Qh Jd | A
E15 | Kh Kd Qh Qd Ac | Ks Kc Qs Qc Jh | A
E16 | Ks Kd Qd Qc 9c | Kh Kc Qs Qh 9s | split
E17 | Kh Kc Qs Qh As | Ks Kd Qd Qc Ah | split
E18 | Ts Th Ad 9c 8d | Td Tc Ks Qs Js | A
E19 | 9h 9d As Kd Jc | 9s 9c Ah Kc Jd | split
E20 | 8s 8h Ad Kc Qh | 9d 9c Ts Jh Kd | B
E21 | As Kd Qc Jh 9d | Ah Kc Qd Ts 9h | A
E22 | As Kd Qc Jh 9d | Ah Ks Qs Js 9s | split
E23 | Ah Kh Jh 9h 8h | As Ks Js 9s 8s | split
E24 | Ah Kh Jh 9h 8h | Ad Qd Jd Td 8d | A
E25 | Ac Qc Tc 9c 8c | Ks Qs Ts 9s 8s | A
E26 | 8h 9h Th Jh Qh | 8s 9s Ts Js Qs | split
E27 | 9c Tc Jc Qc Kc | 8s 9s Ts Js Qs | A
E28 | Tc Jc Qc Kc Ac | 9s Ts Js Qs Ks | A
E29 | 8s 8d 9h 9c Tc | As Ad Kc Qh Js | A
E30 | 9s Th Jd Qc Ks | 8c 8d 8h As Kd | A
E31 | 8h 9c Td Js Ks | 8s 9d Th Jc Kd | split
E32 | Js Jd As 9h 8c | Jh Jc Ad Th 8d | B
E33 | As 7h 8d 9c Th | 7s 7d Jc Qd Kh | B
E34 | 7c 8d 9h Ts Jc | As Ah Ad Kc Qd | A
E35 | 7s 8s 9d Th Jh | 8c 9h Tc Jd Qc | B
E36 | 7s 7h 7d 8c 9c | As Ah Kd Kc Qs | A
E37 | 7h 8h 9h Th Qh | As Ks Qd Js Tc | A
E38 | 7d 8d 9d Td Jd | Ks Kh Kd Kc As | A
E39 | 7s 7d 8s 8d Ac | 7h 7c 8h 8c Ks | A
E40 | 7h 7d As Kh Qc | 7s 7c Ad Kc Jh | A
"""
ROWS = [tuple(part.strip() for part in row.split("|")) for row in EXAMPLES.strip().splitlines()]
BY_SUIT = {"E08": "B", "E16": "A", "E17": "B", "E19": "B", "E22": "A", "E23": "B", "E26": "B", "E31": "A"}
"""Where XT28 splits: who wins in XT32."""

BUGS = """
B-XT-01 | Ks Kh Qd Qc 9c | Js Jh Ts Td Ac
B-XT-02 | Ks Kh Kd Qc Qd | 8s 8h 8d Ac Ad
B-XT-03 | Qs Qh Qd 9c 8d | 8s 8h 8c Ac Kd
B-XT-04 | Ks Kh Kd Kc Qd | 8s 8h 8d 8c Ad
B-XT-05 | Th Jc Qc Kc Ac | 8s 9s Ts Js Qd
B-XT-06 | Ad Qh Jc 9d 8c | Kh Qc Tc 9c 8d
B-XT-07 | 9h 9d Ac Kc Jc | 9s 9c Ts 8s Js
B-XT-15 | Kh Kd Qc Jh 9d | 8s 8h Ad Kc Qs
B-XT-16 | Ah Kh Qd Jc 9d | As Qs Jd Ts 8s
B-XT-21 | 9h 9c Ad Qs Jh | 9s 9d Ks Qh Jd
B-XT-22 | Kd Kc 9s 9h Ts | Ks Kh 8s 8h As
B-XT-03 | Qs Qh Qd 9c 8d | 7s 7h 7d Ac Kd
B-XT-05 | Th Jc Qc Kc Ac | 7s 8s 9s Ts Jd
B-XT-06 | Ad Qh Jc 9d 8c | Kh Qc Tc 9c 7d
B-XT-07 | 9h 9d Ac Kc Jc | 9s 9c Ts 8s 7s
B-XT-15 | Kh Kd Qc Jh 9d | 7s 7h Ad Kc Qs
B-XT-16 | Ah Kh 9c 8h 7d | As Qs Jd Ts 8s
"""
BUG_ROWS = [tuple(part.strip() for part in row.split("|")) for row in BUGS.strip().splitlines()]

TWO_PAIRS = [
    ("9c 9d 8h 8s Th", "8c 8d Kc Kd Ah", "B"),
    ("9c 9d 8h 8s Kc", "9h 9s 8c 8d Qc", "A"),
    ("As Ah 8c 8d 9c", "Kc Kd Qc Qd Jc", "A"),
]


def winner(first: str, second: str) -> str:
    assert not set(first.split()) & set(second.split())
    a, b = made(cards(first)).key, made(cards(second)).key
    return "split" if a == b else "A" if a > b else "B"


def winner_32(first: str, second: str) -> str:
    """With the suit of the leading group."""
    a, b = ((made(hand).key, leading_suit(hand)) for hand in (cards(first), cards(second)))
    assert a != b
    return "A" if a > b else "B"


@pytest.mark.rule("XT28-20")
@pytest.mark.rule("XT32-14")
@pytest.mark.rule("XT32-15")
@pytest.mark.rule("XT32-16")
@pytest.mark.rule("HAND-04")
@pytest.mark.parametrize(("number", "first", "second", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_example(number: str, first: str, second: str, expected: str) -> None:
    assert winner(first, second) == expected
    assert winner_32(first, second) == BY_SUIT.get(number, expected)
    assert winner_32(second, first) != winner_32(first, second)


def test_no_example_is_missing() -> None:
    assert [row[0] for row in ROWS] == [f"E{number:02}" for number in range(1, 41)]


@pytest.mark.rule("HAND-04")
@pytest.mark.parametrize(("number", "stronger", "weaker"), BUG_ROWS, ids=[row[0] for row in BUG_ROWS])
def test_what_others_got_wrong(number: str, stronger: str, weaker: str) -> None:
    """Bugs of rules.md 6.4; where a seven stood in theirs, once with an eight for the pack of 28."""
    assert winner(stronger, weaker) == winner_32(stronger, weaker) == "A"


@pytest.mark.case("B048")
@pytest.mark.parametrize(("first", "second", "expected"), TWO_PAIRS)
def test_two_pairs_are_judged_by_the_right_pairs(first: str, second: str, expected: str) -> None:
    assert winner(first, second) == expected


@pytest.mark.case("B050")
@pytest.mark.rule("HAND-05")
def test_a_true_tie_is_a_tie_both_ways_round() -> None:
    first, second = "Ac Kd Jh 9s 8c", "Ad Kc Js 9h 8d"
    assert winner(first, second) == winner(second, first) == "split"
