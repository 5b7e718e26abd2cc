"""One fault or more for every clause and every decision of xì tố 32 lá."""

from typing import Final

from tests.mutants.mutant import Mutant

SHEET: Final = "seeds/xi-to-32.toml"
BETTING: Final = "server/rules/stud/betting.py"
GAME: Final = "server/rules/stud/game.py"
HANDS: Final = "server/rules/hands.py"
MOVES: Final = "server/rules/stud/moves.py"
OPENING: Final = "server/rules/stud/opening.py"
POTS: Final = "server/rules/stud/pots.py"
ROUNDS: Final = "server/rules/stud/rounds.py"
SHOWDOWN: Final = "server/rules/stud/showdown.py"
STATE: Final = "server/rules/stud/state.py"
VARIANTS: Final = "server/rules/stud/variants.py"
VIEW: Final = "server/rules/stud/view.py"

MUTANTS: Final = (
    Mutant("XT32-01", "seven may play", SHEET, "seats = 6", "seats = 7"),
    Mutant("XT32-01", "one may play alone", SHEET, "fewest_seats = 2", "fewest_seats = 1"),
    Mutant("XT32-02", "sixes are in the pack", SHEET, 'ranks = "789TJQKA"', 'ranks = "6789TJQKA"'),
    Mutant("XT32-03", "the ante is one point", VARIANTS, "ante=stake", "ante=Chips(1)"),
    Mutant("XT32-04", "the first cards lie open", OPENING, "frozenset((seat,)))", "frozenset((seat,)), public=True)"),
    Mutant(
        "XT32-04", "both cards come at once", OPENING, "down[place :: len(order)]", "down[2 * place : 2 * place + 2]"
    ),
    Mutant(
        "XT32-05", "a choice turns up the other card", OPENING, "if holding.choice else", "if not holding.choice else"
    ),
    Mutant(
        "XT32-05",
        "a choice may be made again",
        OPENING,
        "if holding.choice is None) if state.phase",
        "if True) if state.phase",
    ),
    Mutant("XT32-06", "the weakest open cards speak first", ROUNDS, "return -max(shown)", "return -min(shown)"),
    Mutant(
        "XT32-06",
        "who gave up is dealt to",
        ROUNDS,
        "for place in _dealing(state) if holdings[place].live]",
        "for place in _dealing(state)]",
    ),
    Mutant("XT32-07", "hands are compared a round early", SHEET, "rounds = 4", "rounds = 3"),
    Mutant("XT32-07", "the smallest hand wins", SHOWDOWN, "best = max(", "best = min("),
    Mutant("XT32-08", "the last one plays on alone", MOVES, "if len(after.live()) == 1:", "if not after.live():"),
    Mutant(
        "XT32-09",
        "a fold gets back what was bet",
        MOVES,
        'replace(holding, live=False, said="up")',
        'replace(holding, live=False, said="up", stack=holding.stack + holding.total, total=0)',
    ),
    Mutant("XT32-10", "theo pays the level anew", BETTING, "Chips(state.level - holding.paid)", "Chips(state.level)"),
    Mutant("XT32-11", "twenty-one stakes", SHEET, "most_steps = 20", "most_steps = 21"),
    Mutant("XT32-11", "a raise by nothing", BETTING, "offer.least <= action.k", "0 <= action.k"),
    Mutant(
        "XT32-11",
        "the call is not paid",
        BETTING,
        "Chips(offer.call + action.k * offer.step)",
        "Chips(action.k * offer.step)",
    ),
    Mutant(
        "XT32-12",
        "the last points in are no tố tất",
        BETTING,
        "all_in = state.terms.all_in and amount == before.stack",
        "all_in = False",
    ),
    Mutant(
        "XT32-13",
        "who checked is asked twice",
        ROUNDS,
        "return holding.paid < level or",
        "return holding.paid <= level or",
    ),
    Mutant(
        "XT32-14",
        "a flush beats a full house",
        "protocol/play.py",
        '    "flush",\n    "full_house",\n',
        '    "full_house",\n    "flush",\n',
    ),
    Mutant(
        "XT32-15",
        "other cards do not count beside a pair",
        HANDS,
        "for count, _ in groups if count > 1)], vector)",
        "for count, _ in groups if count > 1)], vector if len(vector) != 4 else vector[:1])",
    ),
    Mutant("XT32-16", "hearts beat spades", "server/cards/card.py", 'SUITS: Final = "cdhs"', 'SUITS: Final = "cdsh"'),
    Mutant("XT32-16", "the worst suit of a pair counts", HANDS, "return max(card.suit for", "return min(card.suit for"),
    Mutant(
        "XT32-17",
        "equal ranks share",
        VARIANTS,
        'suit_rule="highest_card" if options["suit_rule"] == "highest_card" else "leading_group"',
        'suit_rule="none"',
    ),
    Mutant("XT32-18", "a rake of six percent", SHOWDOWN, "pot.amount * rake_bp // 10_000", "pot.amount * 6 // 100"),
    Mutant("XT32-19", "losers keep a point", SHOWDOWN, "h.stack + gains[h.seat])", "h.stack + (gains[h.seat] or 1))"),
    Mutant(
        "XT32-20",
        "who leaves stays in",
        MOVES,
        'if state.phase not in {"choose", "bet"} or',
        'if state.phase in {"choose", "bet"} or',
    ),
    Mutant(
        "XT32-21", "nothing comes back", SHOWDOWN, "live) if state.terms.refunds else None", "live) if False else None"
    ),
    Mutant(
        "XT32-22",
        "a card is burnt each round",
        ROUNDS,
        "state.deck.drawn(len(order))",
        "state.deck.drawn(1 + len(order))",
    ),
    Mutant("XT32-23", "fives count as cards", HANDS, 'RANKS.index("7") + 2', 'RANKS.index("3") + 2'),
    Mutant("XT32-Q01", "always four rounds", VARIANTS, 'rounds - int(options["betting_rounds"]) + 1', "1"),
    Mutant(
        "XT32-Q02",
        "the fifth card lies face down",
        ROUNDS,
        "up = holding.up.with_card(card)",
        "up = holding.up.with_card(card) if number < 4 else holding.up",
    ),
    Mutant(
        "XT32-Q03",
        "a choice is turned up at once",
        VIEW,
        "up=holding.up.faces(),",
        "up=holding.up.faces() or holding.hole.opened().faces()[: holding.choice is not None],",
    ),
    Mutant(
        "XT32-Q03",
        "a state that is printed tells the choice",
        STATE,
        'return f"<Holding of seat {self.seat}>"',
        'return f"<Holding of seat {self.seat}, {self.choice}>"',
    ),
    Mutant("XT32-Q04", "the clock turns up the first card", OPENING, "_SECOND = 1", "_SECOND = 0"),
    Mutant(
        "XT32-Q04",
        "the higher for the lower",
        OPENING,
        "_order(second) < _order(first)",
        "_order(second) > _order(first)",
    ),
    Mutant(
        "XT32-Q05",
        "the ante comes back before the choice",
        MOVES,
        'elif state.phase == "choose":\n',
        'elif state.phase == "choose":\n'
        "        back = replace(after.holdings[place], stack=holding.stack + holding.total)\n"
        "        after = with_holding(after, place, back)\n",
    ),
    Mutant(
        "XT32-Q05",
        "a fold during the choice",
        MOVES,
        "return choose_offers(state, place)",
        'return choose_offers(state, place) or betting.bet_offers(replace(state, phase="bet", actor=place), place)',
    ),
    Mutant("XT32-Q06", "dealt in seat order", VARIANTS, "deal_from_strongest=True", "deal_from_strongest=False"),
    Mutant(
        "XT32-Q07",
        "equal open cards speak in seat order",
        VARIANTS,
        "opener_by_suit=True",
        "opener_by_suit=False",
    ),
    Mutant(
        "XT32-Q08",
        "an all-in seat is first to speak",
        ROUNDS,
        "first = free[0]",
        "first = strongest(state)",
    ),
    Mutant("XT32-Q09", "only single stakes", SHEET, "most_steps = 20", "most_steps = 1"),
    Mutant(
        "XT32-Q10",
        "the last raise is the least",
        BETTING,
        "offers.append(ToOffer(call, terms.step, state.level, 1, steps",
        "offers.append(ToOffer(call, terms.step, state.level, max(1, call // terms.step), steps",
    ),
    Mutant("XT32-Q11", "the limit is never reached", VARIANTS, 'int(options["max_raises_per_round"])', "0"),
    Mutant("XT32-Q11", "no limit is a limit", BETTING, "if 0 < terms.most_raises <=", "if 0 <= terms.most_raises <="),
    Mutant(
        "XT32-Q12",
        "twenty stakes bind tố tất",
        BETTING,
        "offers.append(ToTatOffer(holding.stack, level",
        "offers.append(ToTatOffer(min(holding.stack, call + 20 * terms.step), level",
    ),
    Mutant("XT32-Q13", "theo with too few points", BETTING, "if holding.stack >= call:", "if True:"),
    Mutant(
        "XT32-Q14",
        "any all-in re-opens",
        BETTING,
        "state.level - holding.acted < terms.step",
        "state.level == holding.acted",
    ),
    Mutant(
        "XT32-Q14",
        "several short ones do not add up",
        BETTING,
        "acted=level,",
        "acted=level if level > state.level else before.acted,",
    ),
    Mutant(
        "XT32-Q15",
        "one alone is asked",
        ROUNDS,
        "holding.acted is None and answerable(holdings, holding)",
        "holding.acted is None",
    ),
    Mutant(
        "XT32-Q15",
        "a raise that nobody can answer",
        BETTING,
        "if not answerable(state.holdings, holding):",
        "if False:",
    ),
    Mutant("XT32-Q16", "the ante is part of the level", ROUNDS, "level=0,", "level=state.terms.ante,"),
    Mutant("XT32-Q17", "dealt in with nothing", OPENING, "if stack < terms.least:", "if stack < terms.least - 1:"),
    Mutant(
        "XT32-Q17",
        "with the ante alone one is asked to bet",
        OPENING,
        "all_in=terms.all_in and stacks[seat] == terms.ante",
        "all_in=False",
    ),
    Mutant("XT32-Q17b", "ten stakes are enough", SHEET, "least_buy_in_stakes = 20", "least_buy_in_stakes = 10"),
    Mutant(
        "XT32-Q18",
        "folded seats do not bound what comes back",
        POTS,
        "*sorted(paid.values()))",
        "*sorted(p for s, p in paid.items() if s in live))",
    ),
    Mutant(
        "XT32-Q18",
        "rake is taken of what comes back",
        POTS,
        "Chips(most - second))",
        "Chips((most - second) * 95 // 100))",
    ),
    Mutant("XT32-Q19", "one pot for all", POTS, "for height in sorted(set(claims.values())):", "for height in (top,):"),
    Mutant(
        "XT32-Q19",
        "what a folded seat put on top is lost",
        POTS,
        "upper = max(paid.values()) if height == top else height",
        "upper = height",
    ),
    Mutant(
        "XT32-Q20",
        "the best hand takes side pots too",
        SHOWDOWN,
        "best = max(strengths[seat] for seat in pot.seats)",
        "best = max(strengths.values())",
    ),
    Mutant(
        "XT32-Q20",
        "the reading of suits is fixed",
        SHOWDOWN,
        "suit = highest_suit(cards)",
        "suit = leading_suit(cards)",
    ),
    Mutant(
        "XT32-Q21",
        "a win by folds is never raked",
        SHOWDOWN,
        "if state.terms.rake_on_fold_win else 0",
        "if False else 0",
    ),
    Mutant("XT32-Q22", "only the profit is raked", SHOWDOWN, "pot.amount * rake_bp", "pot.amount // 2 * rake_bp"),
    Mutant(
        "XT32-Q23",
        "the rake is rounded up",
        SHOWDOWN,
        "pot.amount * rake_bp // 10_000",
        "-(-pot.amount * rake_bp // 10_000)",
    ),
    Mutant(
        "XT32-Q24",
        "a leaver gets back what nobody called",
        POTS,
        "if most > second and seat in live else",
        "if most > second else",
    ),
    Mutant(
        "XT32-Q25",
        "who leaves all-in may still win",
        MOVES,
        'if state.phase not in {"choose", "bet"} or not state.holdings[place].live:\n        return Step',
        'if state.phase not in {"choose", "bet"} or not state.holdings[place].free:\n        return Step',
    ),
    Mutant("XT32-Q26", "the clock folds free checks", GAME, "return Theo() if free else Up()", "return Up()"),
    Mutant("XT32-Q26", "time banks run while cards are chosen", GAME, ", personal=False)", ")"),
    Mutant(
        "XT32-Q27",
        "the winner alone opens",
        SHOWDOWN,
        "if h.live else h for h in back.holdings),",
        "if h.live and h is back.live()[0] else h for h in back.holdings),",
    ),
    Mutant("XT32-Q28", "a folded hand may be shown", MOVES, "holding.live and hidden", "hidden"),
    Mutant(
        "XT32-Q28",
        "a win by folds opens the hole cards",
        SHOWDOWN,
        'replace(back, phase="fold_win")',
        'replace(back, phase="fold_win", holdings=tuple(replace(h, hole=h.hole.opened()) for h in back.holdings))',
    ),
    Mutant("XT32-Q29", "betting goes on alone", ROUNDS, "or len(free) < 2:", "or not free:"),
    Mutant(
        "XT32-Q30",
        "a card is burnt at first",
        OPENING,
        "deck.drawn(len(order) * terms.down)",
        "deck.drawn(1 + len(order) * terms.down)",
    ),
)
