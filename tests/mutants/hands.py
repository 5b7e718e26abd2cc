"""Faults in the order of hands, which both xì tố games have in common."""

from typing import Final

from tests.mutants.mutant import Mutant

HANDS: Final = "server/rules/hands.py"
SHOWDOWN: Final = "server/rules/stud/showdown.py"


MUTANTS: Final = (
    Mutant(
        "HAND-01", "two pair are no more than one", HANDS, 'CATEGORIES.index("two_pair")', 'CATEGORIES.index("pair")'
    ),
    Mutant(
        "HAND-02",
        "straights wrap round the ace",
        HANDS,
        "vector[0] - vector[-1] == MOST_CARDS - 1",
        "vector[0] - vector[-1] in (4, 6)",
    ),
    Mutant(
        "HAND-03",
        "a royal flush is no straight flush",
        HANDS,
        "STRAIGHT_FLUSH if category == STRAIGHT else",
        "STRAIGHT_FLUSH if category == STRAIGHT and vector < (14,) else",
    ),
    Mutant(
        "HAND-04",
        "the kickers of a pair do not count",
        HANDS,
        "for count, _ in groups if count > 1)], vector)",
        "for count, _ in groups if count > 1)], vector if len(vector) != 4 else vector[:1])",
    ),
    Mutant(
        "HAND-04",
        "single cards are compared before the pair",
        HANDS,
        "vector = tuple(rank for _, rank in groups)",
        "vector = tuple(sorted(set(ranks), reverse=True))",
    ),
    Mutant(
        "HAND-05",
        "the first of equal hands takes all",
        SHOWDOWN,
        "strengths[h.seat] == best])",
        "strengths[h.seat] == best][:1])",
    ),
)
