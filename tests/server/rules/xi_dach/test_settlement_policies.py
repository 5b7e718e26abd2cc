"""Rules.md 5.4: exact results of policies, by the product's own counting and comparing."""

from collections import defaultdict
from fractions import Fraction

import pytest

from protocol.games.xi_dach import XiDachLabel
from server.rules.xi_dach.settlement import Verdict, compared
from server.rules.xi_dach.state import Terms
from server.rules.xi_dach.totals import label, natural
from tests.server.rules.xi_dach.hand import rules
from tests.server.rules.xi_dach.policies import (
    PACK,
    SIZES,
    WAYS,
    Finals,
    Ranks,
    cards_of,
    chance,
    finals,
    meetings,
    twos,
    until,
)

FREE = rules()


def drawing_to(age: int, terms: Terms) -> Finals:
    return finals(until(lambda _: age, terms), terms)


def spread(terms: Terms) -> dict[str, float]:
    """Percent of each kind of final hand of one who draws to 16; points by total."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for ranks, ways in drawing_to(16, terms).items():
        hand = label(cards_of(ranks), 16, terms.counting)
        found[str(hand.total) if hand.kind == "points" else hand.kind] += chance(ranks, ways)
    assert sum(found.values()) == 1
    return {kind: round(float(100 * share), 4) for kind, share in found.items()}


@pytest.mark.rule("XD-25")
def test_one_who_draws_to_16() -> None:
    assert spread(FREE) == {
        "16": 13.4634, "17": 13.2043, "18": 12.4141, "19": 12.0713, "20": 16.1602, "21": 6.7107, "quac": 19.8217,
        "ngu_linh": 0.7721, "non": 0.1033, "xi_ban": 0.4525, "xi_dach": 4.8265,
    }  # fmt: skip
    by_count = spread(rules(ace_mode="by_count"))
    assert (by_count["quac"], by_count["ngu_linh"], by_count["non"]) == (19.8532, 0.9461, 0.2161)


@pytest.mark.rule("XD-Q23")
def test_28_is_out_of_reach_for_who_draws_under_age() -> None:
    """25 at most below 16; 28 needs a draw at 18 or more, and 31 is the end."""

    def highest(age: int) -> int:
        return max(label(cards_of(ranks), 16, FREE.counting).total for ranks in drawing_to(age, FREE))

    assert highest(16) == 25
    assert [highest(age) for age in (17, 18)] == [26, 27]
    assert highest(19) == 28
    assert highest(22) == 31


@pytest.mark.rule("XD-Q13b")
@pytest.mark.rule("XD-Q20")
@pytest.mark.parametrize(
    ("options", "ages", "win", "push", "lose"),
    [
        ({}, (16, 16), 0.432711, 0.134577, 0.432711),
        ({"banker_min_2cards": 15}, (15, 16), 0.451909, 0.121213, 0.426878),
        ({"banker_min_2cards": 15, "banker_min_3plus": 15}, (15, 15), 0.462649, 0.113899, 0.423452),
        ({"ace_mode": "by_count"}, (16, 16), 0.432969, 0.134063, 0.432969),
    ],
)
def test_con_against_banker(
    options: dict[str, int | str], ages: tuple[int, int], win: float, push: float, lose: float
) -> None:
    terms = rules(**options)
    bankers = finals(until(terms.banker_min, terms), terms)
    assert ages == (terms.banker_min(2), terms.banker_min(3))
    found = meetings(drawing_to(16, terms), bankers, terms)
    assert sum(found.values()) == 1
    by = {outcome: _sum(found, outcome) for outcome in ("win", "push", "lose")}
    assert [round(float(by[outcome]), 6) for outcome in ("win", "push", "lose")] == [win, push, lose]
    ev = by["win"] - by["lose"]
    if ages == (16, 16):
        assert ev == 0
        assert by["push"] > Fraction(1, 8)
    else:
        assert round(float(ev), 6) == {15: 0.039197, 16: 0.025032}[ages[1]]


def _sum(found: dict[Verdict, Fraction], outcome: str) -> Fraction:
    return sum((share for verdict, share in found.items() if verdict.outcome == outcome), Fraction(0))


@pytest.mark.rule("XD-Q19")
@pytest.mark.rule("XD-Q27")
def test_the_parts_of_the_zero() -> None:
    found = meetings(drawing_to(16, FREE), drawing_to(16, FREE), FREE)

    def share(rule: str, outcome: str) -> float:
        picked = [share for verdict, share in found.items() if (verdict.rule, verdict.outcome) == (rule, outcome)]
        return round(float(sum(picked)), 6)

    assert round(share("XD-22", "win") + share("XD-23", "win"), 6) == 0.050895
    assert share("XD-22", "lose") == 0.050895
    assert share("XD-Q27", "push") == 0.001777
    assert share("XD-Q20", "push") == 0.038851


def test_bust_of_one_only() -> None:
    """Counted from the final hands: the con busts and the banker does not, and the other way."""
    hands = drawing_to(16, FREE)
    bust = {ranks: ways for ranks, ways in hands.items() if _final(ranks).kind == "quac"}
    # Naturals of the other end the hand before anybody draws.
    rest = {
        ranks: ways
        for ranks, ways in hands.items()
        if ranks not in bust and natural(cards_of(ranks), FREE.counting) is None
    }
    assert round(float(sum(meetings(bust, rest, FREE).values())), 6) == 0.148560
    assert round(float(sum(meetings(rest, bust, FREE).values())), 6) == 0.148560


def _final(ranks: Ranks) -> XiDachLabel:
    return label(cards_of(ranks), 16, FREE.counting)


@pytest.mark.rule("XD-Q14")
@pytest.mark.rule("XD-28")
@pytest.mark.parametrize(
    ("total", "before", "after"),
    [
        (15, 0.202463, -0.579469),
        (16, 0.294027, -0.435297),
        (17, 0.456712, -0.152700),
        (18, 0.604465, 0.119457),
        (19, 0.738898, 0.379765),
        (20, 0.905876, 0.672686),
    ],
)
def test_why_an_untouched_hand_is_not_inspected(total: int, before: float, after: float) -> None:
    """The banker's result for a point, by his two cards, before and after the con drew."""
    terms = rules(banker_min_2cards=15)
    untouched = {ranks: ways for ranks, ways in twos().items() if natural(cards_of(ranks), terms.counting) is None}
    drawn = {
        ranks: ways for ranks, ways in drawing_to(16, terms).items() if natural(cards_of(ranks), terms.counting) is None
    }
    assert round(_banker_with(total, untouched, terms), 6) == before
    assert round(_banker_with(total, drawn, terms), 6) == after


def _banker_with(total: int, cons: Finals, terms: Terms) -> float:
    weight, won = 0, 0
    scale = [WAYS[PACK - 2 - size][5 - size] for size in range(6)]
    for banker, ways in twos().items():
        hand = label(cards_of(banker), 15, terms.counting)
        if hand.total != total or hand.kind != "points":
            continue
        for con, sequences in cons.items():
            share = ways * sequences
            for size, mine, other in zip(SIZES, banker, con, strict=True):
                share *= WAYS[size][mine + other]
            share *= scale[sum(con)]
            verdict = compared(label(cards_of(con), 16, terms.counting), hand, terms)
            weight += share
            won += share * {"win": -1, "push": 0, "lose": 1}[verdict.outcome]
    return won / weight
