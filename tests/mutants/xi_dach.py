"""One fault or more for every clause of xì dách."""

from typing import Final

from tests.mutants.mutant import Mutant

SHEET: Final = "seeds/xi-dach.toml"
TOTALS: Final = "server/rules/xi_dach/totals.py"
STATE: Final = "server/rules/xi_dach/state.py"
STAKES: Final = "server/rules/xi_dach/stakes.py"
TURNS: Final = "server/rules/xi_dach/turns.py"
MOVES: Final = "server/rules/xi_dach/moves.py"
SETTLEMENT: Final = "server/rules/xi_dach/settlement.py"
VIEW: Final = "server/rules/xi_dach/view.py"
GAME: Final = "server/rules/xi_dach/game.py"

MUTANTS: Final = (
    Mutant("XD-01", "twos are left out", SHEET, 'ranks = "23456789TJQKA"', 'ranks = "3456789TJQKA"'),
    Mutant("XD-02", "a hand for one", SHEET, "fewest_seats = 2", "fewest_seats = 1"),
    Mutant("XD-03", "any seat is the banker", GAME, "if button not in stacks:", "if False:"),
    Mutant("XD-04", "the banker stakes too", STATE, "for seat in seats if seat != banker)", "for seat in seats)"),
    Mutant(
        "XD-04",
        "the deal does not wait for all stakes",
        STAKES,
        "    if asked(state):\n",
        "    if asked(state) and not any(con.stake for con in state.cons):\n",
    ),
    Mutant("XD-05", "a con who wins gets half", SETTLEMENT, '"win": 1, "push": 0', '"win": 0.5, "push": 0'),
    Mutant("XD-06", "nobody sees what the banker needs", VIEW, "reserved=state.reserved()", "reserved=Chips(0)"),
    Mutant(
        "XD-07",
        "a loser's stake goes to the first con",
        STATE,
        "else state.banker.seat\n            paid",
        "else state.cons[0].seat\n            paid",
    ),
    Mutant(
        "XD-08",
        "a shown hand is seen by all",
        TURNS,
        "shown=Zone(con.cards.cards, others)",
        "shown=Zone(con.cards.cards, public=True)",
    ),
    Mutant(
        "XD-08",
        "showing takes the cards out of the hand",
        TURNS,
        "replace(con, shown=Zone(con.cards.cards, others))",
        "replace(con, cards=Zone(), shown=Zone(con.cards.cards, others))",
    ),
    Mutant("XD-09", "22 is not too much", SHEET, "limit = 21", "limit = 22"),
    Mutant("XD-10", "cards go round to the left", STATE, "(banker - seat) % SEATS", "(seat - banker) % SEATS"),
    Mutant("XD-10", "three cards each", SHEET, "first_cards = 2", "first_cards = 3"),
    Mutant("XD-11", "the banker sees the stock", VIEW, "len(state.deck)", "state.deck.cards[0].rank"),
    Mutant(
        "XD-12",
        "draws skip a card",
        TURNS,
        "(card,), rest = state.deck.drawn()\n    con =",
        "(_, card), rest = state.deck.drawn(2)\n    con =",
    ),
    Mutant(
        "XD-13",
        "everybody sees a con's cards",
        VIEW,
        "cards=con.cards.seen_by(None)",
        "cards=con.cards.seen_by(con.seat)",
    ),
    Mutant(
        "XD-14", "a number counts one more", TOTALS, "pips += min(card.rank, _TEN)", "pips += min(card.rank + 1, _TEN)"
    ),
    Mutant("XD-15", "a jack counts 11", TOTALS, "pips += min(card.rank, _TEN)", "pips += min(card.rank, 11)"),
    Mutant("XD-16", "an ace counts 1 or 11 only", TOTALS, '"free": lambda _: (1, 10, 11)', '"free": lambda _: (1, 11)'),
    Mutant(
        "XD-17",
        "a spade counts more",
        TOTALS,
        "_label(tuple([card.rank for card in cards])",
        "_label(tuple([min(card.rank + card.suit // 3, ACE) for card in cards])",
    ),
    Mutant("XD-18", "the last card does not count", TOTALS, "for card in cards:", "for card in cards[:-1] or cards:"),
    Mutant("XD-19", "two aces are no xì bàn", TOTALS, "if low == ACE:", "if low > ACE:"),
    Mutant("XD-20", "nine and ace are xì dách", TOTALS, "least = _TEN if", "least = 9 if"),
    Mutant(
        "XD-21",
        "a natural stays closed",
        TURNS,
        "        events.append(NaturalShown(",
        "        assert not (NaturalShown(",
    ),
    Mutant("XD-22", "cons draw against a natural", SETTLEMENT, "if con is banker is None:", "if con is None:"),
    Mutant(
        "XD-22",
        "the banker's natural beats all",
        SETTLEMENT,
        "    ahead = _NATURALS.index(con) - _NATURALS.index(banker)\n",
        "    ahead = -1 if banker else 1\n",
    ),
    Mutant(
        "XD-23",
        "naturals wait for the banker",
        SETTLEMENT,
        "    if con is banker is None:\n",
        "    if banker is None:\n",
    ),
    Mutant(
        "XD-24", "xì dách is above xì bàn", SETTLEMENT, '(None, "xi_dach", "xi_ban")', '(None, "xi_ban", "xi_dach")'
    ),
    Mutant("XD-25", "nobody may draw from 16 on", MOVES, 'if kind != "quac" or terms.overdraw:', 'if kind == "non":'),
    Mutant(
        "XD-26",
        "the turn passes after every card",
        TURNS,
        "        return with_con(state, place, con), (event,)\n",
        "        after, more = _next_turn(with_con(state, place, con), place + 1)\n"
        "        return after, (event, *more)\n",
    ),
    Mutant(
        "XD-26", "any con may draw", MOVES, '"cons" and place == state.actor:\n        kind', '"cons":\n        kind'
    ),
    Mutant("XD-27", "non counts as points", SETTLEMENT, 'case "non", _:', 'case "non", "none":'),
    Mutant(
        "XD-27",
        "standing under age says so",
        TURNS,
        "    return after, (Stood(con.seat), *events)\n",
        '    twice = con_label(state, con).kind == "non"\n'
        "    return after, (Stood(con.seat), *((Stood(con.seat),) if twice else ()), *events)\n",
    ),
    Mutant(
        "XD-28",
        "a banker of age is waited for while cons draw",
        MOVES,
        "            return frozenset((state.cons[state.actor].seat,))\n",
        "            more = (state.banker.seat,) if turns.inspectable(state) else ()\n"
        "            return frozenset((state.cons[state.actor].seat, *more))\n",
    ),
    Mutant("XD-28", "no inspection while cons draw", TURNS, 'and timing == "banker_turn_only"', 'and timing != "any"'),
    Mutant(
        "XD-29",
        "equal totals go to the banker",
        SETTLEMENT,
        '    if ahead == 0:\n        return Verdict("push", 0, push)\n',
        "",
    ),
    Mutant("XD-29", "less wins", SETTLEMENT, "_by(con.total - banker.total,", "_by(banker.total - con.total,"),
    Mutant(
        "XD-30",
        "an inspected con sees nothing",
        TURNS,
        "banker=Zone(state.banker.cards.cards, frozenset((con.seat,)))",
        "banker=Zone()",
    ),
    Mutant(
        "XD-30",
        "all see the cards of a banker who inspects",
        TURNS,
        "    on_turn = state.phase",
        "    state = replace(state, banker=replace(state.banker, cards=state.banker.cards.opened()))\n"
        "    on_turn = state.phase",
    ),
    Mutant(
        "XD-31",
        "five cards are only points",
        TOTALS,
        "if len(cards) == counting.most_cards and",
        "if len(cards) > counting.most_cards and",
    ),
    Mutant(
        "XD-32",
        "the larger ngũ linh wins",
        SETTLEMENT,
        "_by(banker.total - con.total,",
        "_by(con.total - banker.total,",
    ),
    Mutant(
        "XD-33",
        "five cards stay closed",
        TURNS,
        "con = replace(con, cards=con.cards.opened(), finished=True)\n    five",
        "con = replace(con, finished=True)\n    five",
    ),
    Mutant("XD-33", "a sixth card", SHEET, "most_cards = 5", "most_cards = 6"),
    Mutant(
        "XD-34",
        "drawing over 21 is forgotten",
        TURNS,
        'con.overdrew or con_label(state, con).kind == "quac"',
        "con.overdrew",
    ),
    Mutant("XD-35", "non and quắc are alike", SETTLEMENT, 'Verdict("lose", 1, "XD-35")', 'Verdict("push", 0, "XD-35")'),
    Mutant("XD-36", "a natural waits for ngũ linh", SETTLEMENT, 'rule = "XD-22" if banker', 'rule = "XD-22" if con'),
    Mutant(
        "XD-37", "the age with two cards holds for three", STATE, "if cards == self.first_cards else", "if cards else"
    ),
    Mutant("XD-38", "28 is only over 21", SHEET, "den_from = 28", "den_from = 29"),
)
