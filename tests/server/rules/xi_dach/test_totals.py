"""What cards count: rules.md 5.1 to 5.3 by enumeration."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from protocol.games.xi_dach import XiDachLabel
from server.cards.card import Card
from server.cards.deck import pack
from server.rules.xi_dach.totals import label, natural, totals
from tests.server.rules.xi_dach.hand import RANKS, counting
from tests.support.cards import cards

PACK = pack(RANKS)
MODES = ("free", "by_count", "western", "one_or_ten")
TWO = list(combinations(PACK, 2))


def shown(text: str, **options: bool | int | str) -> str:
    """``"points 20"``."""
    found = label(cards(text), 16, counting(**options))
    return f"{found.kind} {found.total}"


@pytest.mark.rule("XD-19")
@pytest.mark.rule("XD-20")
@pytest.mark.rule("XD-Q12")
def test_naturals_among_all_two_cards() -> None:
    """5.1."""
    with_ten = Counter(natural(two, counting()) for two in TWO)
    assert (with_ten["xi_ban"], with_ten["xi_dach"]) == (6, 64)
    without = Counter(natural(two, counting(ten_makes_xidach=False)) for two in TWO)
    assert (without["xi_ban"], without["xi_dach"]) == (6, 48)
    assert natural(cards("Ah Ts"), counting()) == "xi_dach"
    assert natural(cards("Ah Ts"), counting(ten_makes_xidach=False)) is None
    assert natural(cards("Ah Ts 2c"), counting()) is None


@pytest.mark.rule("XD-14")
@pytest.mark.rule("XD-15")
@pytest.mark.rule("XD-18")
@pytest.mark.parametrize("mode", MODES)
def test_all_two_card_totals(mode: str) -> None:
    """5.1."""
    expected = {
        4: 6, 5: 16, 6: 22, 7: 32, 8: 38, 9: 48, 10: 54, 11: 64, 12: 118, 13: 128, 14: 118, 15: 112, 16: 102, 17: 96,
        18: 86, 19: 80, 20: 136,
    }  # fmt: skip
    if mode == "one_or_ten":
        expected |= {11: 64, 12: 134, 20: 120}
    found = Counter(
        hand.total for two in TWO if (hand := label(two, 16, counting(ace_mode=mode))).kind in {"points", "non"}
    )
    assert found == expected
    assert sum(found.values()) + 70 == 1326
    if mode == "free":
        assert sum(count for total, count in found.items() if total < 16) == 756
        assert sum(count for total, count in found.items() if total >= 16) == 500


def test_two_hands_of_one_pack() -> None:
    """5.1: pairs of two-card hands, by classes of ranks (ace, ten-card, other)."""
    found: Counter[tuple[str | None, str | None]] = Counter()
    for (first, ways), (second, more) in _pairs():
        found[first, second] += ways * more
    assert sum(found.values()) == 1_624_350
    assert found["xi_ban", "xi_ban"] == 6
    assert found["xi_dach", "xi_dach"] == 2880
    assert found["xi_dach", "xi_ban"] == 192
    none = Fraction(found[None, None], 1_624_350)
    assert 1 - none == Fraction(16823, 162435)


def _pairs() -> list[tuple[tuple[str | None, int], tuple[str | None, int]]]:
    sizes = (4, 16, 32)
    found = []
    for one in _twos(sizes):
        left = tuple(size - count for size, count in zip(sizes, one, strict=True))
        found += [((_kind(one), _ways(sizes, one)), (_kind(other), _ways(left, other))) for other in _twos(left)]
    return found


def _twos(sizes: tuple[int, ...]) -> list[tuple[int, int, int]]:
    every = [(aces, tens, 2 - aces - tens) for aces in range(3) for tens in range(3 - aces)]
    return [one for one in every if all(count <= size for count, size in zip(one, sizes, strict=True))]


def _ways(sizes: tuple[int, ...], counts: tuple[int, ...]) -> int:
    return prod(comb(size, count) for size, count in zip(sizes, counts, strict=True))


def _kind(counts: tuple[int, int, int]) -> str | None:
    ranks = [rank for rank, count in zip((14, 13, 5), counts, strict=True) for _ in range(count)]
    return natural([Card(rank, suit) for suit, rank in enumerate(ranks)], counting())


def test_the_chance_that_nobody_holds_a_natural() -> None:
    """5.1, whose last digit for ten hands is one too high: it is 0.5569555."""

    @cache
    def ways(hands: int, sizes: tuple[int, int, int]) -> Fraction:
        if not hands:
            return Fraction(1)
        total = comb(sum(sizes), 2)
        found = Fraction(0)
        for one in _twos(sizes):
            if _kind(one) is None:
                left = (sizes[0] - one[0], sizes[1] - one[1], sizes[2] - one[2])
                found += Fraction(_ways(sizes, one), total) * ways(hands - 1, left)
        return found

    expected = (0.896432, 0.847620, 0.800723, 0.755695, 0.712488, 0.671057, 0.631354, 0.593336, 0.556956)
    assert [round(float(ways(hands, (4, 16, 32))), 6) for hands in range(2, 11)] == list(expected)


@cache
def _five(mode: str, least: int = 16) -> Counter[XiDachLabel]:
    found: Counter[XiDachLabel] = Counter()
    rule = counting(ace_mode=mode, ngu_linh_min=least)
    for ranks in combinations_with_replacement(range(2, 15), 5):
        counts = Counter(ranks)
        if max(counts.values()) <= 4:
            hand = label([Card(rank, 0) for rank in ranks], 16, rule)
            found[hand] += prod(comb(4, count) for count in counts.values())
    return found


@pytest.mark.rule("XD-31")
@pytest.mark.rule("XD-Q17")
@pytest.mark.rule("XD-Q10")
@pytest.mark.parametrize(
    ("mode", "ngu_linh", "non"),
    [("free", 127_940, 12_032), ("by_count", 124_652, 15_320), ("western", 126_416, 13_556),
     ("one_or_ten", 127_936, 12_036)],
)  # fmt: skip
def test_all_five_cards(mode: str, ngu_linh: int, non: int) -> None:
    """5.2."""
    kinds: Counter[str] = Counter()
    for hand, ways in _five(mode).items():
        kinds[hand.kind] += ways
    assert sum(kinds.values()) == 2_598_960
    assert kinds["ngu_linh"] == ngu_linh
    assert kinds["non"] == non
    assert ngu_linh + non == 139_972
    assert kinds["points"] == 0
    any_total = sum(ways for hand, ways in _five(mode, 0).items() if hand.kind == "ngu_linh")
    assert any_total == 139_972


@pytest.mark.rule("XD-32")
@pytest.mark.rule("XD-Q17")
@pytest.mark.parametrize(
    ("mode", "values"),
    [("free", (8_376, 12_080, 16_760, 22_628, 29_864, 38_232)),
     ("by_count", (8_344, 11_988, 16_520, 22_144, 28_948, 36_708))],
)  # fmt: skip
def test_the_value_of_a_ngu_linh(mode: str, values: tuple[int, ...]) -> None:
    """5.2: the smallest total from 16 on."""
    assert tuple(_five(mode)[XiDachLabel("ngu_linh", total)] for total in range(16, 22)) == values


@pytest.mark.rule("XD-16")
@pytest.mark.rule("XD-Q10")
@pytest.mark.rule("XD-Q11")
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("As 9s", "points 20, points 20, points 20, points 19"),
        ("As 5s", "points 16, points 16, points 16, non 15"),
        ("As 3d 8c", "points 21, points 21, non 12, points 21"),
        ("As 5d 6c", "points 21, points 21, non 12, points 21"),
        ("As Ad Tc", "points 21, points 21, non 12, points 21"),
        ("As Ad Ac", "points 21, points 21, non 13, points 21"),
        ("As Ad 9c", "points 21, points 21, points 21, points 20"),
        ("As 9d 5c", "non 15, non 15, non 15, non 15"),
        ("As 5d 6c 3s", "non 15, non 15, non 15, non 15"),
        ("As 2d 2c 5s", "points 20, non 10, points 20, points 19"),
        ("As Ad 2c 2s", "points 16, non 6, points 16, non 15"),
        ("As Ad 2c 3s 4s", "ngu_linh 20, non 11, ngu_linh 21, ngu_linh 20"),
        ("As Ad Ac Ah 2s", "ngu_linh 16, non 6, ngu_linh 16, non 15"),
        ("2s 2d 2c 2h 3s", "non 11, non 11, non 11, non 11"),
        ("8s 9d Tc As", "quac 28, quac 28, quac 28, quac 28"),
        ("As Ad Tc Ts", "quac 22, quac 22, quac 22, quac 22"),
        ("As Kd Qc 5s", "quac 26, quac 26, quac 26, quac 26"),
    ],
)
def test_hands_that_the_ways_of_counting_tell_apart(hand: str, expected: str) -> None:
    """5.3."""
    assert ", ".join(shown(hand, ace_mode=mode) for mode in MODES) == expected


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        pytest.param("As 3d 8c", 21, marks=pytest.mark.case("B-XD-01")),
        pytest.param("As Ad Tc", 21, marks=pytest.mark.case("B-XD-02")),
        pytest.param("As Ad Ac", 21, marks=[pytest.mark.case("B-XD-03"), pytest.mark.case("B-XD-04")]),
        pytest.param("As 9d 5c", 15, marks=[pytest.mark.case("B-XD-04b"), pytest.mark.case("B-XD-05")]),
        pytest.param("As Kd Qc 5s", 26, marks=pytest.mark.case("B-XD-06")),
        pytest.param("As 9d", 20, marks=pytest.mark.case("B-XD-07")),
        pytest.param("As Ad 9c", 21, marks=pytest.mark.case("B-XD-08")),
    ],
)
def test_what_others_counted_wrongly(hand: str, total: int) -> None:
    """Rules.md 6.1."""
    assert label(cards(hand), 16, counting()).total == total


@pytest.mark.case("B056")
def test_two_fives_and_two_aces_are_21() -> None:
    assert shown("5s Ad 5c As") == "points 21"
    assert shown("5s Ad 5c As", ace_mode="by_count") == "non 12"


@pytest.mark.rule("XD-Q17")
def test_five_cards_under_the_mark() -> None:
    assert shown("2s 2d 2c 2h 3s", ngu_linh_min=0) == "ngu_linh 11"
    assert shown("As Ad Ac Ah 2s", ngu_linh_min=0, ace_mode="by_count") == "ngu_linh 6"
    assert label(cards("2s 3d 2c 3h 4s"), 14, counting()) == XiDachLabel("points", 14)


@pytest.mark.rule("XD-17")
@pytest.mark.parametrize("mode", MODES)
def test_suits_do_not_matter(mode: str) -> None:
    one = {tuple(card.rank for card in two): label(two, 16, counting(ace_mode=mode)) for two in TWO}
    assert all(label(two, 16, counting(ace_mode=mode)) == one[tuple(card.rank for card in two)] for two in TWO)


@pytest.mark.rule("XD-Q13")
def test_the_age_tells_points_from_non() -> None:
    assert label(cards("Ts 4d"), 14, counting()).kind == "points"
    assert label(cards("Ts 4d"), 15, counting()).kind == "non"


def test_no_two_cards_go_over_and_no_five_have_no_total() -> None:
    assert all(min(totals(two, "free")) <= 20 for two in TWO)
    with pytest.raises(KeyError):
        totals(cards("2s 3s 4s 5s 6s 7s"), "free")
