"""The house players see a View and answer with an action."""

import math
import random
import time
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import codec
from protocol.games.stud import StudView, Theo, TheoOffer, To, ToOffer, Up, UpOffer
from protocol.games.xi_dach import XiDachView
from protocol.ids import Chips, Millis, PlayerId, Seat, Turn
from protocol.outbound import View
from protocol.play import Action, GameView, Offer
from protocol.views import TableView, YouView
from server.bots.policy import POLICIES, decide, safe
from server.cards.deck import arranged, pack
from server.rules.game import AnyGame
from tests.server.rules.stud.hand import GAME, Hand
from tests.support.cards import RANKS_28, by_seat, stacked

PACK = pack(RANKS_28)


def seen(game: AnyGame, state: Any, seat: Seat) -> View:
    """What a seat of a running hand gets, through the wire and back."""
    table = TableView(
        title="", game=game.sheet.game, options=game.sheet.full({}), later={}, hand=1, phase="playing", waiting=None,
        seats=(), host=None,
        locked=False, ask=False, requests=(), watchers=0, pause=None, starts=None, clocks=(),
        play=game.table_view(state),
    )  # fmt: skip
    you = YouView(
        player=PlayerId(1), name="", seat=seat, host=False, bank=Millis(0), turn=Turn(1),
        offers=game.offers(state, seat), blocked=(), play=game.you_view(state, seat), answered=None,
    )  # fmt: skip
    view = codec.decode_outbound(codec.encode(View(v=1, epoch=1, table=table, events=(), you=you)))
    assert isinstance(view, View)
    return view


def decision(hand: Hand, chance: float = 0.5) -> Action | None:
    return decide(seen(hand.game, hand.state, hand.turn), lambda: chance)


def result_of(hands: int, seed: int) -> tuple[float, float]:
    """Mean and standard error, in points a hand, of one house player among three who choose at random."""
    chance = random.Random(seed)  # noqa: S311
    options = GAME.sheet.full({})
    results = []
    for number in range(hands):
        order = list(range(28))
        chance.shuffle(order)
        me = number % 4
        state = GAME.deal(options, {Seat(seat): Chips(100) for seat in range(4)}, Seat(3), arranged(PACK, order)).state
        while (result := GAME.result(state)) is None:
            (seat,) = GAME.to_act(state)
            offers = GAME.offers(state, seat)
            action = decide(seen(GAME, state, seat), chance.random) if seat == me else at_random(offers, chance)
            assert action is not None
            state = GAME.apply(state, seat, action).state
        results.append(result.deltas[Seat(me)])
    mean = sum(results) / hands
    return mean, math.sqrt(sum((points - mean) ** 2 for points in results) / hands / (hands - 1))


def at_random(offers: tuple[Offer, ...], chance: random.Random) -> Action:
    match chance.choice(offers):
        case TheoOffer():
            return Theo()
        case ToOffer():
            return To()
        case _:
            return Up()


def test_it_beats_random_players() -> None:
    mean, error = result_of(2000, seed=28)
    assert mean > 3 * error


def test_it_never_folds_what_is_free_and_never_does_what_is_not_offered() -> None:
    chance = random.Random(2)  # noqa: S311
    for _ in range(150):
        order = list(range(28))
        chance.shuffle(order)
        hand = Hand(arranged(PACK, order))
        while hand.game.to_act(hand.state):
            free = any(isinstance(offer, TheoOffer) and offer.cost == 0 for offer in hand.offers())
            action = decide(seen(hand.game, hand.state, hand.turn), chance.random)
            assert action is not None
            assert not (free and isinstance(action, Up))
            hand.act(hand.turn, action)


def test_it_raises_with_the_best_and_folds_the_worst() -> None:
    deck = by_seat("As Ah Ad Ac 9d", "8h 9c Tc Qd Ks", "Kd Kh Kc Qs Js", "8d 9h Jd Qh 8s")
    hand = Hand(stacked(deck)).play("theo " * 12)
    assert hand.turn == 0
    assert decision(hand) == To(k=1)
    hand.play("to")
    assert decision(hand) == Up()


def test_it_sees_its_own_and_the_open_cards_only() -> None:
    """Two deals that differ in what lies face down elsewhere: the same decision from the same bytes."""
    one = by_seat("As Ah Ad Ac 9d", "8h 9c Tc Qd Ks", "Kd Kh Kc Qs Js", "8d 9h Jd Qh 8s")
    two = by_seat("As Ah Ad Ac 9d", "8d 9c Tc Qd Ks", "8h Kh Kc Qs Js", "Kd 9h Jd Qh 8s")
    first, second = (Hand(stacked(deck)).play("theo " * 12) for deck in (one, two))
    views = [codec.encode(seen(hand.game, hand.state, hand.turn)) for hand in (first, second)]
    assert views[0] == views[1]
    assert decision(first) == decision(second)


def test_it_is_quick() -> None:
    """The bound is 2 ms a decision; one is 50 us on a quiet machine."""
    hand = Hand(stacked()).play("theo " * 12)
    view = seen(hand.game, hand.state, hand.turn)
    start = time.process_time()
    for _ in range(50):
        decide(view, lambda: 0.5)
    assert time.process_time() - start < 50 * 0.002


def test_nothing_to_do_is_nothing_done() -> None:
    hand = Hand(stacked())
    other = seen(hand.game, hand.state, Seat((hand.turn + 1) % 4))
    assert decide(other, lambda: 0.0) is None
    view = seen(hand.game, hand.state, hand.turn)
    assert decide(replace(view, table=replace(view.table, phase="result")), lambda: 0.0) is None
    assert decide(replace(view, table=replace(view.table, play=None)), lambda: 0.0) is None
    hand.play("up up up")
    winner = hand.result.payouts[0].seat
    assert hand.offers(winner)
    assert decide(seen(hand.game, hand.state, winner), lambda: 0.0) is None


class Strange(GameView, frozen=True, tag="strange"):
    """A game that nobody wrote a player for."""


class Costly(Offer, frozen=True, tag="costly"):
    cost: int


def strange(*offers: Offer) -> View:
    hand = Hand(stacked())
    view = seen(hand.game, hand.state, hand.turn)
    return replace(view, table=replace(view.table, play=Strange()), you=replace(view.you, offers=offers))


@pytest.mark.parametrize("chance", [0.0, 0.5, 0.999])
def test_an_unknown_game_is_played_by_the_safest_offer(chance: float) -> None:
    free, dear = TheoOffer(Chips(0), Chips(9)), TheoOffer(Chips(1), Chips(8))
    assert decide(strange(UpOffer(Chips(1)), free), lambda: chance) == Theo()
    assert decide(strange(UpOffer(Chips(1)), dear), lambda: chance) == Up()
    assert decide(strange(dear), lambda: chance) == Theo()
    assert decide(strange(Costly(3)), lambda: chance) is None


def test_the_plain_way_plays_xi_to_too() -> None:
    assert list(POLICIES) == [StudView, XiDachView]
    hand = Hand(stacked())
    while hand.game.to_act(hand.state):
        action = safe(seen(hand.game, hand.state, hand.turn), lambda: 0.0)
        assert action == Theo()
        hand.act(hand.turn, action)
