"""One fault or more for every clause of the sheets."""

from typing import Final

from tests.mutants.mutant import Mutant

SHEET: Final = "seeds/xi-to-28.toml"
HANDS: Final = "server/rules/hands.py"
CHIPS: Final = "server/rules/chips.py"
GAME: Final = "server/rules/stud/game.py"
MOVES: Final = "server/rules/stud/moves.py"
SHOWDOWN: Final = "server/rules/stud/showdown.py"
STATE: Final = "server/rules/stud/state.py"
VIEW: Final = "server/rules/stud/view.py"
FOLD: Final = 'replace(holding, live=False, said="up")'

CLAUSES: Final = (
    Mutant("XT28-01", "sevens are in the pack", SHEET, 'ranks = "89TJQKA"', 'ranks = "789TJQKA"'),
    Mutant(
        "XT28-02",
        "A-8-9-10-J is a straight",
        HANDS,
        "if len(groups) == MOST_CARDS and vector[0] - vector[-1] == MOST_CARDS - 1:",
        "if len(groups) == MOST_CARDS and (vector[0] - vector[-1] == 4 or vector[:2] == (14, 11)):",
    ),
    Mutant("XT28-03", "two or three may play", GAME, "len(stacks) != self._seats", "len(stacks) > self._seats"),
    Mutant("XT28-04", "the ante comes back on a fold", MOVES, FOLD, FOLD[:-1] + ", stack=holding.stack + 1)"),
    Mutant(
        "XT28-05",
        "the first card lies face up",
        MOVES,
        "Zone((hole,), frozenset((seat,)))",
        "Zone((hole,), public=True)",
    ),
    Mutant(
        "XT28-06",
        "folded seats are dealt to",
        MOVES,
        "            holdings.append(replace(holding, paid=0, said=None))\n",
        "            more, rest = rest.drawn()\n"
        "            holdings.append(replace(holding, paid=0, said=None, up=holding.up.with_card(more[0])))\n",
    ),
    Mutant(
        "XT28-07",
        "the hole card is in everybody's view",
        VIEW,
        "hole=holding.hole.seen_by(None)",
        "hole=holding.hole.seen_by(holding.seat)",
    ),
    Mutant("XT28-08", "betting opens before the cards", MOVES, "events.append(Opened(", "events.insert(0, Opened("),
    Mutant("XT28-09", "the weakest cards speak first", MOVES, "label = max(speakers)", "label = min(speakers)"),
    Mutant(
        "XT28-10",
        "anybody may speak at any time",
        MOVES,
        "    if place != state.actor:\n",
        "    if not holding.live:\n",
    ),
    Mutant("XT28-11", "who spoke before a raise is not asked again", MOVES, "closer=place)", "closer=state.closer)"),
    Mutant(
        "XT28-12", "a third tố", MOVES, "if state.raises >= terms.most_raises", "if state.raises > terms.most_raises"
    ),
    Mutant("XT28-12", "the count runs on in the next round", MOVES, "level=0, raises=0,", "level=0,"),
    Mutant(
        "XT28-13", "theo pays the whole level again", MOVES, "Chips(state.level - holding.paid)", "Chips(state.level)"
    ),
    Mutant("XT28-14", "tố skips what was missing", MOVES, "Chips(level - raiser.paid)", "state.terms.step"),
    Mutant("XT28-14", "tố by any number of points", MOVES, " <= action.k <= offer.most:", " <= action.k:"),
    Mutant(
        "XT28-15",
        "a fold gets its points back",
        MOVES,
        FOLD,
        FOLD[:-1] + ", stack=holding.stack + holding.total, total=0)",
    ),
    Mutant(
        "XT28-16", "the round ends at the opener", MOVES, "while place != state.closer", "while place != state.opener"
    ),
    Mutant(
        "XT28-17",
        "only the open cards are compared",
        SHOWDOWN,
        "live = [(holding, complete(holding))",
        "live = [(holding, made(holding.up.cards))",
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
        'ended = replace(paid, phase="fold_win")',
        "opened = tuple(replace(h, hole=h.hole.opened()) for h in paid.holdings)\n"
        '    ended = replace(paid, phase="fold_win", holdings=opened)',
    ),
    Mutant("XT28-21", "the last one plays on alone", MOVES, "if len(after.live()) == 1:", "if not after.live():"),
    Mutant(
        "XT28-22",
        "tố tất is a move",
        "protocol/games/stud.py",
        "ACTIONS = (Theo, To, Up, Show)",
        'class ToTat(Action, frozen=True, tag="to_tat"):\n    pass\n\n\nACTIONS = (Theo, To, Up, Show, ToTat)',
    ),
    Mutant(
        "XT28-23", "a fifth round", MOVES, "if state.round < state.terms.rounds", "if state.round <= state.terms.rounds"
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
        GAME,
        'Chips(int(options["start_points"]))',
        'Chips(int(options["topup_below"]))',
    ),
    Mutant(
        "XT28-26",
        "the most that a hand costs forgets the ante",
        STATE,
        "Chips(self.ante + self.rounds",
        "Chips(self.rounds",
    ),
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
        "for holding, hand in live if hand.key == best)",
        "for holding, hand in live if hand.key == best)[:1]",
    ),
)
