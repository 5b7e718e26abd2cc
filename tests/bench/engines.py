"""The rules of xì tố 28 against pokerkit on the same stud: five cards of a pack of 28, one down, fixed limit.

Both play whole hands of four seats that call, check, or raise once in eight, and are asked before each action all that
is legal and what it costs, from how much to how much one may raise included, and after it how it stands. CPU an action,
dealing and showdown included.
"""

import gc
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final

from pokerkit import Automation, BettingStructure, Card, Opening, Rank, StandardHighHand, State, Street, Suit

from protocol.games.stud import Theo, To, ToOffer
from protocol.ids import Chips, Seat
from server.cards.deck import arranged, pack
from server.rules.game import AnyGame, Options
from server.rules.registry import games
from server.settings import shipped
from tests.bench.figures import Figure, ratios

SEATS: Final = 4
STACK: Final = 100
RAISES: Final = 1 / 8
"""Of all actions, where one may."""
LEAST: Final = 10
"""Times faster than pokerkit that the rules must be."""
_RANKS: Final = "89TJQKA"
_DECK: Final[Any] = tuple(Card(Rank(rank), Suit(suit)) for rank in _RANKS for suit in "cdhs")
_STACKS: Final = {Seat(seat): Chips(STACK) for seat in range(SEATS)}
_STREETS: Final = tuple(
    Street(False, down, 0, False, Opening.HIGH_HAND, 1, 1) for down in ((False, True), (True,), (True,), (True,))
)
_ALL: Final = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING, Automation.CARD_BURNING,
    Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING,
)  # fmt: skip


def ours(game: AnyGame, options: Options, chance: Random) -> int:
    """One hand; how many actions it had."""
    order = list(range(len(_DECK)))
    chance.shuffle(order)
    deck = arranged(pack(_RANKS), order)
    state = game.deal(options, _STACKS, Seat(0), deck).state
    actions = 0
    while game.result(state) is None:
        (seat,) = game.to_act(state)
        offers = game.offers(state, seat)
        raises = chance.random() < RAISES and any(isinstance(offer, ToOffer) for offer in offers)
        state = game.apply(state, seat, To(1) if raises else Theo()).state
        actions += 1
    return actions


def pokerkits(chance: Random) -> int:
    """One hand; how many actions it had."""
    state = State(_ALL, _DECK, (StandardHighHand,), _STREETS, BettingStructure.FIXED_LIMIT, True, 1, 0, 0, STACK, SEATS)
    actions = 0
    while state.status:
        # As much as our offers say.
        _ = state.can_fold(), state.can_check_or_call(), state.checking_or_calling_amount
        raises = state.can_complete_bet_or_raise_to()
        _ = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
        if chance.random() < RAISES and raises:
            state.complete_bet_or_raise_to()
        else:
            state.check_or_call()
        actions += 1
    return actions


def compare(rounds: int, say: Callable[[str], None]) -> list[Figure]:
    """CPU an action of both, in turns."""
    game = games(shipped("seeds"))["xi-to-28"]
    options = game.sheet.full({})
    found: dict[str, list[float]] = {"ours": [], "pokerkit": []}
    for number in range(rounds):
        mine, theirs = Random(number), Random(number)  # noqa: S311
        found["ours"].append(_us(lambda chance=mine: ours(game, options, chance), 300))  # type: ignore[misc]
        found["pokerkit"].append(_us(lambda chance=theirs: pokerkits(chance), 30))  # type: ignore[misc]
        say(f"round {number + 1} rules {found['ours'][-1]:.1f} us an action, pokerkit {found['pokerkit'][-1]:.1f} us")
    return [
        Figure("engines: CPU an action, xì tố 28", "us", tuple(found["ours"])),
        Figure("engines: CPU an action, pokerkit", "us", tuple(found["pokerkit"])),
        ratios("engines: xì tố 28 / pokerkit", found["ours"], found["pokerkit"], 1 / LEAST),
    ]


def _us(hand: Callable[[], int], hands: int) -> float:
    """Without the garbage collector, as in a server (server/web/machine.py)."""
    gc.collect()
    gc.disable()
    begun = time.thread_time_ns()
    actions = sum(hand() for _ in range(hands))
    took = time.thread_time_ns() - begun
    gc.enable()
    return took / actions / 1000
