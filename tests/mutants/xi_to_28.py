"""One fault or more for every clause and every decision of xì tố 28 lá."""

from typing import Final

from tests.mutants.mutant import Mutant

SHEET: Final = "seeds/xi-to-28.toml"
HANDS: Final = "server/rules/hands.py"
CHIPS: Final = "server/rules/chips.py"
GAME: Final = "server/rules/stud/game.py"
MOVES: Final = "server/rules/stud/moves.py"
OPENING: Final = "server/rules/stud/opening.py"
BETTING: Final = "server/rules/stud/betting.py"
ROUNDS: Final = "server/rules/stud/rounds.py"
POTS: Final = "server/rules/stud/pots.py"
VARIANTS: Final = "server/rules/stud/variants.py"
SHOWDOWN: Final = "server/rules/stud/showdown.py"
STATE: Final = "server/rules/stud/state.py"
VIEW: Final = "server/rules/stud/view.py"
FOLD: Final = 'replace(holding, live=False, said="up")'


MUTANTS: Final = (
    Mutant("XT28-01", "sevens are in the pack", SHEET, 'ranks = "89TJQKA"', 'ranks = "789TJQKA"'),
    Mutant(
        "XT28-02",
        "A-8-9-10-J is a straight",
        HANDS,
        "if len(groups) == MOST_CARDS and vector[0] - vector[-1] == MOST_CARDS - 1:",
        "if len(groups) == MOST_CARDS and (vector[0] - vector[-1] == 4 or vector[:2] == (14, 11)):",
    ),
    Mutant("XT28-03", "two or three may play", GAME, "if not self._fewest <= len", "if not 2 <= len"),
    Mutant("XT28-04", "the ante comes back on a fold", MOVES, FOLD, FOLD[:-1] + ", stack=holding.stack + 1)"),
    Mutant(
        "XT28-05",
        "the first card lies face up",
        OPENING,
        "Zone(down[place :: len(order)], frozenset((seat,)))",
        "Zone(down[place :: len(order)], public=True)",
    ),
    Mutant(
        "XT28-06",
        "folded seats are dealt to",
        ROUNDS,
        "for place in _dealing(state) if holdings[place].live]",
        "for place in _dealing(state)]",
    ),
    Mutant(
        "XT28-07",
        "the hole card is in everybody's view",
        VIEW,
        "hole=holding.hole.seen_by(None)",
        "hole=holding.hole.seen_by(holding.seat)",
    ),
    Mutant("XT28-08", "betting opens before the cards", ROUNDS, "(*events, *more)", "(*more, *events)"),
    Mutant("XT28-09", "the weakest cards speak first", ROUNDS, "best = max(live)", "best = min(live)"),
    Mutant(
        "XT28-10",
        "anybody may speak at any time",
        BETTING,
        'return state.phase == "bet" and place == state.actor',
        'return state.phase == "bet" and state.holdings[place].live',
    ),
    Mutant(
        "XT28-11",
        "who spoke before a raise is not asked again",
        ROUNDS,
        "if holding.paid < level or (holding.acted is None",
        "if (holding.acted is None",
    ),
    Mutant(
        "XT28-12",
        "a third tố",
        BETTING,
        "0 < terms.most_raises <= state.raises",
        "0 < terms.most_raises < state.raises",
    ),
    Mutant("XT28-12", "the count runs on in the next round", ROUNDS, "level=0, raises=0)", "level=0)"),
    Mutant(
        "XT28-13", "theo pays the whole level again", BETTING, "Chips(state.level - holding.paid)", "Chips(state.level)"
    ),
    Mutant(
        "XT28-14",
        "tố skips what was missing",
        BETTING,
        "Chips(offer.call + action.k * offer.step)",
        "Chips(action.k * offer.step)",
    ),
    Mutant("XT28-14", "tố by any number of points", BETTING, "action.k <= offer.most:", "action.k <= offer.most + 1:"),
    Mutant(
        "XT28-15",
        "a fold gets its points back",
        MOVES,
        FOLD,
        FOLD[:-1] + ", stack=holding.stack + holding.total, total=0)",
    ),
    Mutant(
        "XT28-16", "the round ends at the opener", ROUNDS, "state.clockwise(state.actor):", "range(state.opener or 0):"
    ),
    Mutant(
        "XT28-17",
        "only the open cards are compared",
        SHOWDOWN,
        "strengths[holding.seat] = whole.key, ",
        "strengths[holding.seat] = made(holding.up.cards).key, ",
    ),
    Mutant("XT28-18", "a rake of ten percent", SHEET, "rake_bp = 0", "rake_bp = 1000"),
    Mutant("XT28-18", "the weakest hand wins", SHOWDOWN, "best = max(", "best = min("),
    Mutant(
        "XT28-19",
        "the odd point goes to the last winner",
        CHIPS,
        "(Chips(share + odd), *(Chips(share),) * (winners - 1))",
        "(*(Chips(share),) * (winners - 1), Chips(share + odd))",
    ),
    Mutant(
        "XT28-20",
        "a flush beats a full house",
        "protocol/play.py",
        '    "flush",\n    "full_house",\n',
        '    "full_house",\n    "flush",\n',
    ),
    Mutant(
        "XT28-21",
        "a win by folds opens the hole cards",
        SHOWDOWN,
        'replace(back, phase="fold_win")',
        'replace(back, phase="fold_win", holdings=tuple(replace(h, hole=h.hole.opened()) for h in back.holdings))',
    ),
    Mutant("XT28-21", "the last one plays on alone", MOVES, "if len(after.live()) == 1:", "if not after.live():"),
    Mutant(
        "XT28-22",
        "tố tất is a move",
        VARIANTS,
        "all_in=False",
        "all_in=True",
    ),
    Mutant(
        "XT28-23",
        "a fifth round",
        ROUNDS,
        "if state.round == state.terms.rounds",
        "if state.round > state.terms.rounds",
    ),
    Mutant(
        "XT28-24",
        "a command that pays points in",
        "protocol/inbound.py",
        "AnyCommand = (\n    Sit |",
        'class Deposit(Command, frozen=True, tag="deposit"):\n    amount: int\n\n\nAnyCommand = (\n    Deposit | Sit |',
    ),
    Mutant(
        "XT28-25",
        "the top-up stops at its own mark",
        VARIANTS,
        'grant="start_points"',
        'grant="topup_below"',
    ),
    Mutant(
        "XT28-26",
        "the most that a hand costs forgets the ante",
        STATE,
        "Chips(self.ante + rounds",
        "Chips(rounds",
    ),
    Mutant("XT28-Q01", "two are enough", GAME, "sheet.number(variant.fewest)", "2"),
    Mutant("XT28-Q02", "the button moves nothing", OPENING, "button + 1 if terms.from_button else 0", "0"),
    Mutant("XT28-Q03", "suits break ties of openers", ROUNDS, "if by_suit", "if True"),
    Mutant(
        "XT28-Q04",
        "no kickers among open cards",
        ROUNDS,
        "(holding.shows.key, place)",
        "((holding.shows.key[0], holding.shows.key[1][:1]), place)",
    ),
    Mutant(
        "XT28-Q05",
        "open cards of one suit count as a flush",
        ROUNDS,
        "(holding.shows.key, place)",
        "((8, ()) if len(holding.up) > 2 and len({card.suit for card in holding.up.cards}) == 1 "
        "else holding.shows.key, place)",
    ),
    Mutant("XT28-Q06", "play goes the other way", STATE, "(first + step) % count", "(first - step) % count"),
    Mutant("XT28-Q07", "the ante is part of the level", ROUNDS, "level=0,", "level=state.terms.ante,"),
    Mutant(
        "XT28-Q08",
        "no check-raise",
        BETTING,
        "if 0 < terms.most_raises <= state.raises:",
        'if 0 < terms.most_raises <= state.raises or holding.said == "check":',
    ),
    Mutant(
        "XT28-Q09",
        "no fold where a check is free",
        BETTING,
        "offers.append(UpOffer(holding.total))",
        "offers.extend([UpOffer(holding.total)] if call else [])",
    ),
    Mutant("XT28-Q10", "a folded seat's cards are turned down", MOVES, FOLD, FOLD[:-1] + ", up=Zone(public=True))"),
    Mutant("XT28-Q11", "the ante alone must be covered", OPENING, "least = terms.least", "least = terms.ante"),
    Mutant(
        "XT28-Q12",
        "the mark of the top-up is fixed",
        GAME,
        "return Chips(int(options[self._variant.least]))",
        "return Chips(9)",
    ),
    Mutant("XT28-Q13", "the option of odd points is turned round", CHIPS, "if one_each:", "if not one_each:"),
    Mutant(
        "XT28-Q14",
        "equal categories share",
        SHOWDOWN,
        "strengths[h.seat] == best]",
        "strengths[h.seat][0][0] == best[0][0]]",
    ),
    Mutant("XT28-Q15", "a folded hand may be shown", MOVES, "holding.live and hidden", "hidden"),
    Mutant(
        "XT28-Q16",
        "who leaves out of turn stays in",
        MOVES,
        'if state.phase not in {"choose", "bet"} or not state.holdings[place].live:\n        return Step',
        'if state.phase not in {"choose", "bet"} or place != state.actor:\n        return Step',
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
        "XT28-Q19",
        "cards are dealt against the order",
        ROUNDS,
        "zip(order, cards, strict=True)",
        "zip(order, cards[::-1], strict=True)",
    ),
)
