"""Exact results of drawing policies: rank multisets weighted by the sequences that lead to them.

One con and one banker draw from one pack. Cards of one pack are exchangeable, so a con's final hand ``c`` and a
banker's ``b`` meet with the weight of ``c`` times that of ``b`` times the ways to draw the ranks of both together.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import perm
from typing import Final

from protocol.games.xi_dach import XiDachLabel
from server.cards.card import Card
from server.rules.xi_dach.settlement import Verdict, compared, naturals
from server.rules.xi_dach.state import Terms
from server.rules.xi_dach.totals import label, natural

RANKS: Final = (14, 2, 3, 4, 5, 6, 7, 8, 9, 10)
"""Ten-cards count alike and make xì dách alike, so they are one rank of sixteen cards."""
SIZES: Final = (4,) * 9 + (16,)
PACK: Final = 52
WAYS: Final = [[perm(size, count) for count in range(6)] for size in range(PACK + 1)]

Ranks = tuple[int, ...]
"""How many of each rank."""
Stops = Callable[[tuple[Card, ...]], bool]
"""Whether a policy stops on these cards."""
Kind = tuple[XiDachLabel, int]
"""What a final hand makes, of so many cards."""
Finals = dict[Ranks, int]
"""Final hand -> sequences of ranks that lead to it."""


@cache
def cards_of(ranks: Ranks) -> tuple[Card, ...]:
    return tuple(Card(RANKS[place], 0) for place, count in enumerate(ranks) for _ in range(count))


def more(ranks: Ranks) -> Iterator[tuple[Ranks, int]]:
    """One card more, and how many such cards are left."""
    for place, count in enumerate(ranks):
        if count < SIZES[place]:
            yield (*ranks[:place], count + 1, *ranks[place + 1 :]), SIZES[place] - count


def finals(stops: Stops, terms: Terms) -> Finals:
    """All final hands of a policy. Naturals, five cards and more than 21 end it by the rules."""
    level: dict[Ranks, int] = {(0,) * len(RANKS): 1}
    found: Finals = {}
    for size in range(1, 6):
        reached: Counter[Ranks] = Counter()
        for ranks, ways in level.items():
            for after, _ in more(ranks):
                reached[after] += ways
        level = {}
        for ranks, ways in reached.items():
            cards = cards_of(ranks)
            ended = size > 1 and (
                natural(cards, terms.counting) is not None
                or size == terms.counting.most_cards
                or label(cards, 16, terms.counting).kind == "quac"
                or stops(cards)
            )
            (found if ended else level)[ranks] = ways
    return found


def until(age: Callable[[int], int], terms: Terms) -> Stops:
    """Stop on the age of so many cards, or more."""
    return lambda cards: label(cards, age(len(cards)), terms.counting).kind in {"points", "ngu_linh"}


def chance(ranks: Ranks, ways: int) -> Fraction:
    """That one alone ends with this hand."""
    found = ways
    for size, count in zip(SIZES, ranks, strict=True):
        found *= WAYS[size][count]
    return Fraction(found, perm(PACK, sum(ranks)))


def verdict(con: tuple[Card, ...], banker: tuple[Card, ...], terms: Terms) -> Verdict:
    """What the product's own functions say of two final hands."""
    by_two = naturals(natural(con, terms.counting), natural(banker, terms.counting), terms)
    return by_two or compared(*labels(con, banker, terms), terms)


def labels(con: tuple[Card, ...], banker: tuple[Card, ...], terms: Terms) -> tuple[XiDachLabel, XiDachLabel]:
    return (
        label(con, terms.con_min, terms.counting),
        label(banker, terms.banker_min(len(banker)), terms.counting),
    )


def meetings(cons: Finals, bankers: Finals, terms: Terms) -> dict[Verdict, Fraction]:
    """How likely each verdict is between a con and a banker who play so."""
    judge = cache(lambda con, banker: verdict(cards_of(con), cards_of(banker), terms))
    by_kind: defaultdict[Kind, list[tuple[list[tuple[int, int]], int]]] = defaultdict(list)
    example: dict[Kind, Ranks] = {}
    for ranks, ways in bankers.items():
        cards = cards_of(ranks)
        kind = (label(cards, terms.banker_min(len(cards)), terms.counting), len(cards))
        example.setdefault(kind, ranks)
        by_kind[kind].append(([(place, count) for place, count in enumerate(ranks) if count], ways))
    found: defaultdict[tuple[Verdict, int, int], int] = defaultdict(int)
    for con, ways in cons.items():
        left = [WAYS[size - count] for size, count in zip(SIZES, con, strict=True)]
        mine = ways
        for size, count in zip(SIZES, con, strict=True):
            mine *= WAYS[size][count]
        for kind, hands in by_kind.items():
            together = 0
            for held, more_ways in hands:
                for place, count in held:
                    more_ways *= left[place][count]
                together += more_ways
            found[judge(con, example[kind]), sum(con), sum(example[kind])] += mine * together
    result: defaultdict[Verdict, Fraction] = defaultdict(Fraction)
    for (judged, size, other), sequences in found.items():
        result[judged] += Fraction(sequences, perm(PACK, size + other))
    return dict(result)


def twos() -> Finals:
    """All two-card hands by rank, and the sequences of each."""
    level: Counter[Ranks] = Counter({(0,) * len(RANKS): 1})
    for _ in range(2):
        reached: Counter[Ranks] = Counter()
        for ranks, ways in level.items():
            for after, _ in more(ranks):
                reached[after] += ways
        level = reached
    return dict(level)
