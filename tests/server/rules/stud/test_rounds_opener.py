"""Who speaks first: rules.md 4, with the examples O01-O19."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from msgspec.structs import replace

from protocol.games.stud import Opened
from server.cards.deck import pack
from server.cards.zone import Zone
from server.rules.hands import made
from server.rules.stud.rounds import begin
from server.rules.stud.state import StudState
from tests.server.rules.stud.hand import Hand, Hand32
from tests.support.cards import RANKS_28, by_seat, cards, stacked

EXAMPLES = """
O01 | Kd | As | Qh | Ac | 1
O02 | Ac | 9h | As | Kd | 0
O03 | 8s | 8h | 8d | 8c | 0
O04 | 8s 8h | Ad Kd | Qs Qc | Jh Td | 2
O05 | As 8c | Ah Kd | 9s 9d folded | Qc Jd | 1
O06 | Kd Qs | Kh Qc | Jd Tc | 9c 8d | 0
O07 | Th Td | Ac Kc | Ts Tc | 9d 8h | 0
O08 | 9s Ts | Ad 8c | Jh Qh | Kc 8d | 1
O09 | 8s 8h 8d | As Ah Kd | Ac Kc Qc | Td 9d 8c | 0
O10 | Qs Qh 9d | Qd Qc Ts | As Kd Jc | Jh Tc 8s | 1
O11 | 9h Th Jh | 8s 8c Ad | As Ks Qs | Kd Qd Tc | 1
O12 | As Kd 9c | Ah Kc Td | Qs Jd 8h | Qc Jh 9d | 1
O13 | 8s 8h 9d 9c | As Ah Kd Qc | Ks Kh Jd Tc | Qd Jc Th 8d | 0
O14 | Ks Kh 8d 8c | Kd Kc 9s 9h | As Qd Jc Th | Ad Qh Jd Tc | 1
O15 | Js Jh Jd 8c | As Ah Ks Kd | Qc Qd Tc 9h | 9s 8h Th Kc | 0
O16 | 9s 9h 9d 9c | As Ah Ad Kc | Ks Kh Kd 8c | Qs Qh Js Jh | 0
O17 | 8h 9h Th Jh | Ac Kd Qs 9c | Ah Kc Jd 8s | Qc Td 9d 8c | 1
O18 | Ks Qh Jd 9c | Kh Qs Jc 9d | Td Tc 8s 8h folded | Qc Js Ts 8c | 0
O19 | Qh Qd 8s 8c | Ts Th 9d Jc | Qs Qc 8h 8d | Kd Jd Tc 9s | 0
"""
ROWS = [tuple(part.strip() for part in row.split("|")) for row in EXAMPLES.strip().splitlines()]
BY_SUIT = {"O02": 2, "O06": 1, "O07": 2, "O19": 2}
"""Where the option ``suit`` names another seat: the ties of XT32's column."""


def opener(state: StudState, *up: str) -> int | None:
    """Who speaks first when these cards lie open; ``folded`` and ``all-in`` may stand behind a seat's."""
    holdings = []
    for holding, text in zip(state.holdings, up, strict=True):
        lying = cards(text.replace("folded", "").replace("all-in", ""))
        holdings.append(
            replace(
                holding,
                live="folded" not in text,
                all_in="all-in" in text,
                up=Zone(lying, public=True),
                shows=made(lying),
            )
        )
    return begin(replace(state, holdings=tuple(holdings), round=len(holdings[0].up)))[0].opener


@pytest.mark.rule("XT28-09")
@pytest.mark.rule("XT28-Q03")
@pytest.mark.rule("XT28-Q04")
@pytest.mark.rule("XT28-Q05")
@pytest.mark.rule("XT32-06")
@pytest.mark.rule("XT32-Q07")
@pytest.mark.parametrize(("number", "s0", "s1", "s2", "s3", "first"), ROWS, ids=[row[0] for row in ROWS])
def test_example(number: str, s0: str, s1: str, s2: str, s3: str, first: str) -> None:
    up = (s0, s1, s2, s3)
    by_suit = BY_SUIT.get(number, int(first))
    assert opener(Hand(stacked()).state, *up) == int(first)
    assert opener(Hand(stacked(), opener_tie="suit").state, *up) == by_suit
    assert opener(Hand32("", [1000] * 4).state, *up) == by_suit


@pytest.mark.rule("XT32-Q08")
def test_example_o20_from_an_all_in_seat_the_word_passes_clockwise() -> None:
    up = ("Kc Qd all-in", "Jh Td", "9s 8d", "Qh 8c")
    assert opener(Hand32("", [1000] * 4).state, *up) == 1
    assert opener(Hand32("", [1000] * 4).state, up[0], "Jh Td all-in", *up[2:]) == 2


def test_no_example_is_missing() -> None:
    assert [row[0] for row in ROWS] == [f"O{number:02}" for number in range(1, 20)]


@pytest.mark.rule("XT28-09")
def test_the_strongest_speaks_and_everybody_is_told_what_for() -> None:
    hand = Hand(stacked(by_seat("8c 9s 9h", "8d Ks Qd", "8h Jd Jh", "8s Ah Ts")))
    hand.play("theo theo theo theo")
    first, second = hand.all(Opened)
    assert (first.seat, first.round, first.label.category, first.label.ranks) == (3, 1, "high_card", ("A",))
    assert (second.seat, second.round, second.label.category, second.label.ranks) == (2, 2, "pair", ("J",))
    assert (hand.turn, hand.view.opener, hand.view.to_act) == (2, 2, 2)


@pytest.mark.rule("XT28-Q02")
@pytest.mark.rule("XT28-Q03")
def test_ties_go_by_the_tables_seat_order() -> None:
    aces = "8s 8h 8d 8c Kd As Qh Ac"
    assert Hand(stacked(aces)).turn == 1
    # From the button's left, seat 2: it gets the king, 3 an ace, 0 the queen, 1 an ace.
    assert Hand(stacked(aces), button=1, seat_order_origin="button").turn == 3


@pytest.mark.rule("XT28-Q10")
def test_what_a_folded_seat_shows_never_counts() -> None:
    hand = Hand(stacked("8s 8h 8d 8c", "Kd As Qh Jc", "9c 9d 9h")).play("up theo theo theo")
    assert hand.turn == 0


@pytest.mark.rule("XT28-Q05")
@pytest.mark.case("B-XT-23")
def test_four_of_a_suit_in_sequence_are_four_single_cards() -> None:
    assert made(cards("8h 9h Th Jh")).label.category == "high_card"
    assert made(cards("8h 9h Th Jh")).key < made(cards("8s 8c 9s Td")).key


@pytest.mark.rule("XT28-Q03")
def test_how_often_the_first_round_needs_the_tie_rule() -> None:
    """rules.md 4.1: 4459 of 20475 deals, exactly."""
    tied = 0
    for four in combinations(pack(RANKS_28), 4):
        ranks = Counter(card.rank for card in four)
        tied += ranks[max(ranks)] > 1
    assert tied == 4459
    assert comb(28, 4) == 20_475
