"""One fault for every decision of ours where the source of the game is silent."""

from typing import Final

from tests.mutants.catalogue import CHIPS, FOLD, GAME, MOVES, SHOWDOWN
from tests.mutants.mutant import Mutant

DECISIONS: Final = (
    Mutant("XT28-Q01", "two are enough", GAME, "return self._seats, self._seats", "return 2, self._seats"),
    Mutant("XT28-Q02", "the button moves nothing", MOVES, "button + 1 if terms.from_button else 0", "0"),
    Mutant("XT28-Q03", "suits break ties of openers", MOVES, "if state.terms.opener_by_suit", "if True"),
    Mutant(
        "XT28-Q04",
        "no kickers among open cards",
        MOVES,
        "speakers.append((shows.key,",
        "speakers.append(((shows.key[0], shows.key[1][:1]),",
    ),
    Mutant(
        "XT28-Q05",
        "open cards of one suit count as a flush",
        MOVES,
        "speakers.append((shows.key,",
        "suits = {card.suit for card in up.cards}\n"
        "        speakers.append(((8, ()) if number > 2 and len(suits) == 1 else shows.key,",
    ),
    Mutant("XT28-Q06", "play goes the other way", MOVES, "(state.actor + 1) % seats", "(state.actor - 1) % seats"),
    Mutant("XT28-Q07", "the ante is part of the level", MOVES, "level=0,", "level=state.terms.ante,"),
    Mutant(
        "XT28-Q08",
        "no check-raise",
        MOVES,
        "if state.raises >= terms.most_raises:",
        'if state.raises >= terms.most_raises or holding.said == "check":',
    ),
    Mutant(
        "XT28-Q09",
        "no fold where a check is free",
        MOVES,
        "holding.stack), up)",
        "holding.stack), up)[: 3 if call else 2]",
    ),
    Mutant("XT28-Q10", "a folded seat's cards are turned down", MOVES, FOLD, FOLD[:-1] + ", up=Zone(public=True))"),
    Mutant("XT28-Q11", "the ante alone must be covered", MOVES, "if stack < terms.exposure", "if stack < terms.ante"),
    Mutant(
        "XT28-Q12",
        "the mark of the top-up is fixed",
        GAME,
        'return Chips(int(options["topup_below"]))',
        "return Chips(9)",
    ),
    Mutant("XT28-Q13", "the option of odd points is turned round", CHIPS, "if one_each:", "if not one_each:"),
    Mutant("XT28-Q14", "equal categories share", SHOWDOWN, "if hand.key == best", "if hand.key[0] == best[0]"),
    Mutant("XT28-Q15", "a folded hand may be shown", MOVES, "holding.live and hidden", "hidden"),
    Mutant(
        "XT28-Q16",
        "who leaves out of turn stays in",
        MOVES,
        'if state.phase != "bet" or not state.holdings[place].live:\n        return Step',
        'if state.phase != "bet" or place != state.actor:\n        return Step',
    ),
    Mutant("XT28-Q17", "the clock folds free checks", GAME, "return Theo() if free else Up()", "return Up()"),
    Mutant(
        "XT28-Q18",
        "the shuffle stops one card early",
        "server/randomness.py",
        "range(size - 1, 0, -1)",
        "range(size - 1, 1, -1)",
    ),
    Mutant(
        "XT28-Q19", "cards are dealt against the order", MOVES, "coming = iter(cards)", "coming = iter(cards[::-1])"
    ),
)
