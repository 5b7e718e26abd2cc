"""The house's xì dách player: as good as the best stop policy of rules.md 5.4, and never out of place."""

import math
import random
import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import codec
from protocol.cards import Closed, Open
from protocol.games.xi_dach import (
    Bet,
    Draw,
    DrawOffer,
    EndTurn,
    EndTurnOffer,
    Inspect,
    InspectOffer,
    SkipBet,
    SkipBetOffer,
    Stand,
    StandOffer,
    XiDachSeat,
    XiDachView,
    XiDachYou,
)  # fmt: skip
from protocol.ids import Chips, Millis, PlayerId, Seat, Turn
from protocol.outbound import View
from protocol.play import Action, GameView, GameYou, Offer
from protocol.views import SeatView, TableView, YouView
from server.bots.policy import decide
from server.cards.card import Card
from server.cards.deck import arranged, pack
from server.cards.zone import Zone
from server.rules.xi_dach.state import XiDachState
from server.rules.xi_dach.totals import label
from tests.server.rules.xi_dach.hand import GAME, RANKS, Hand, rules
from tests.server.rules.xi_dach.policies import Finals, Stops, finals, meetings, until
from tests.server.rules.xi_dach.story import action_of

TERMS = rules()
ME, BANKER = Seat(1), Seat(0)


def framed(play: GameView, you: GameYou, seat: Seat, offers: tuple[Offer, ...], **options: Any) -> View:
    chairs = tuple(SeatView(Seat(number), PlayerId(number + 1), balance=Chips(1000)) for number in range(5))
    table = TableView(
        title="", game="xi-dach", options=GAME.sheet.full(options), later={}, hand=1, phase="playing", waiting=None,
        seats=chairs, host=None, locked=False, ask=False, requests=(), watchers=0, pause=None, starts=None, clocks=(),
        play=play,
    )  # fmt: skip
    own = YouView(
        player=PlayerId(1), name="", seat=seat, host=False, bank=Millis(0), turn=Turn(1), offers=offers, blocked=(),
        play=you, answered=None,
    )  # fmt: skip
    return View(v=1, epoch=1, table=table, events=(), you=own)


def seen(state: XiDachState, seat: int, **options: Any) -> View:
    """What a seat of a running hand gets, through the wire and back."""
    me = Seat(seat)
    view = framed(GAME.table_view(state), GAME.you_view(state, me), me, GAME.offers(state, me), **options)
    read = codec.decode_outbound(codec.encode(view))
    assert isinstance(read, View)
    return read


def asked(cards: Sequence[Card], *, banker: bool, other: int) -> Action | None:
    """The bot's decision with these cards against one who holds so many."""
    hand = label(cards, 16, TERMS.counting)
    of_age = hand.kind in {"points", "ngu_linh"}
    seats = tuple(
        XiDachSeat(seat, Chips(0), Chips(0), True, Closed(count), None, False, None)
        for seat, count in ((BANKER, len(cards) if banker else other), (ME, other if banker else len(cards)))
    )
    seat = BANKER if banker else ME
    play = XiDachView("banker" if banker else "cons", BANKER, (seat,), (ME, BANKER), seats, 40)
    you = XiDachYou(Open(Zone(cards, public=True).faces()), hand, of_age)
    if banker:
        left = (ME,)
        offers: tuple[Offer, ...] = (DrawOffer(penalty=False),)
        offers += (InspectOffer(left), EndTurnOffer(left)) if of_age else ()
    else:
        offers = (DrawOffer(penalty=False), StandOffer(needs_confirm=not of_age))
    return decide(framed(play, you, seat, offers), lambda: 0.5)


def ev(found: dict[Any, Fraction]) -> Fraction:
    signs = {"win": 1, "push": 0, "lose": -1}
    return sum((share * signs[verdict.outcome] for verdict, share in found.items()), Fraction(0))


def settles_with(size: int) -> Stops:
    """Whether the bot as banker settles with a con of so many cards on what he has."""
    return lambda cards: isinstance(asked(cards, banker=True, other=size), EndTurn | Inspect)


def drawing_to_16() -> Finals:
    return finals(until(lambda _: 16, TERMS), TERMS)


@pytest.mark.rule("XD-25")
def test_as_con_it_is_better_than_stopping_at_16() -> None:
    """5.4: the best stop policy against a banker who stops at 16 is worth exactly 0 a point."""
    mine = finals(lambda cards: isinstance(asked(cards, banker=False, other=2), Stand), TERMS)
    assert ev(meetings(mine, drawing_to_16(), TERMS)) > Fraction(2, 100)


@pytest.mark.rule("XD-Q16")
def test_as_banker_it_is_better_than_stopping_at_16() -> None:
    """Against one con who stops at 16; whom it inspects depends on how many cards he holds."""
    cons = drawing_to_16()
    won = Fraction(0)
    for size in (2, 3, 4, 5):
        held = {ranks: ways for ranks, ways in cons.items() if sum(ranks) == size}
        won -= ev(meetings(held, finals(settles_with(size), TERMS), TERMS))
    assert won > Fraction(2, 100)


def result_of(hands: int, seed: int, *, banker: bool) -> tuple[float, float]:
    """Mean and standard error, in stakes a hand, of one house player among four who choose at random."""
    chance = random.Random(seed)  # noqa: S311
    options, whole = GAME.sheet.full({}), pack(RANKS)
    stacks = {Seat(seat): Chips(1000) for seat in range(4)}
    results = []
    for number in range(hands):
        me, bank = Seat(number % 4), Seat((number + (0 if banker else 1)) % 4)
        state = GAME.deal(options, stacks, bank, arranged(whole, chance.sample(range(52), 52))).state
        while (result := GAME.result(state)) is None:
            seat = min(GAME.to_act(state))
            if seat == me:
                action = decide(seen(state, seat), chance.random)
            else:
                action = action_of(chance.choice(GAME.offers(state, seat)), chance.randrange(256))
            assert action is not None
            state = GAME.apply(state, seat, action).state
        results.append(result.deltas[me] / 10)
    mean = sum(results) / hands
    return mean, math.sqrt(sum((points - mean) ** 2 for points in results)) / hands


@pytest.mark.parametrize("banker", [False, True])
def test_it_beats_players_who_choose_at_random(banker: bool) -> None:
    mean, error = result_of(400, seed=21, banker=banker)
    assert mean > 3 * error


def test_it_stakes_a_little() -> None:
    hand = Hand("Tc 7h", ["Td 8d", "9c 8c"], stakes=None)
    view = seen(hand.state, 1)
    stakes = [decide(view, lambda: 0.0), decide(view, lambda: 0.5), decide(view, lambda: 0.999)]
    assert stakes == [Bet(Chips(10)), Bet(Chips(25)), Bet(Chips(40))]
    assert decide(seen(hand.bet(1, 10).state, 1), lambda: 0.5) is None
    poor = Hand("Tc 7h", ["Td 8d"], stakes=None, stacks={1: 12})
    assert decide(seen(poor.state, 1), lambda: 0.999) == Bet(Chips(12))


def test_where_it_cannot_stake_it_sits_out() -> None:
    hand = Hand("Tc 7h", ["Td 8d"], stakes=None)
    view = seen(hand.state, 1)
    only = replace(view, you=replace(view.you, offers=(SkipBetOffer(Chips(0)),)))
    assert decide(only, lambda: 0.5) == SkipBet()


def test_it_waits_until_it_is_asked() -> None:
    """The banker of age while others draw, and a con who could only show his cards."""
    hand = Hand("Tc 9h", ["Td 8d", "9c 8c"]).play("stand")
    assert hand.offers(0)
    assert hand.offers(2)
    assert [decide(seen(hand.state, seat), lambda: 0.5) for seat in (0, 2)] == [None, None]


def test_over_21_and_at_17_it_stands_under_age_it_draws() -> None:
    over = Hand("Tc 9h", ["Td 6d"], "Ks", overdraw="allow_and_penalise").play("draw")
    assert decide(seen(over.state, 1, overdraw="allow_and_penalise"), lambda: 0.5) == Stand()
    assert decide(seen(Hand("Tc 9h", ["Td 7d"]).state, 1), lambda: 0.5) == Stand()
    assert decide(seen(Hand("Tc 9h", ["Td 4d"], con_min=14).state, 1, con_min=14), lambda: 0.5) == Draw()
    assert decide(seen(Hand("Tc 9h", ["Ad 7d"]).state, 1), lambda: 0.5) == Draw()
    soft = Hand("Tc 9h", ["Ad 7d"], ace_mode="western")
    assert decide(seen(soft.state, 1, ace_mode="western"), lambda: 0.5) == Stand()


def test_with_16_it_inspects_who_drew_and_draws_against_who_did_not() -> None:
    hand = Hand("Tc 6h", ["Td 4d", "9c 8c"], "2c 3c").play("draw stand stand")
    assert decide(seen(hand.state, 0), lambda: 0.5) == Inspect(Seat(2))
    hand.inspect(2)
    assert decide(seen(hand.state, 0), lambda: 0.5) == Draw()
    hand.play("draw")
    assert decide(seen(hand.state, 0), lambda: 0.5) == EndTurn()
    soft = Hand("Ac 5h", ["Td 4d"], "2c").play("draw stand")
    assert decide(seen(soft.state, 0), lambda: 0.5) == Draw()
    assert decide(seen(Hand("Tc 5h", ["Td 8d"]).play("stand").state, 0), lambda: 0.5) == Draw()


@pytest.mark.case("B-XD-44")
def test_it_knows_what_its_seat_sees_and_nothing_else() -> None:
    """As banker against two hands that look alike: the same bytes, the same decision."""
    one, other = (Hand("Tc 6h", [two]).play(word) for two, word in (("Td Kd", "stand"), ("2d 3d", "non")))
    views = [seen(hand.state, 0) for hand in (one, other)]
    assert codec.encode(views[0]) == codec.encode(views[1])
    assert decide(views[0], lambda: 0.5) == decide(views[1], lambda: 0.5)


def test_it_is_quick() -> None:
    """The bound is 2 ms a decision; one is 10 us on a quiet machine."""
    view = seen(Hand("Tc 6h", ["Td 4d", "9c 8c"], "2c").play("draw stand stand").state, 0)
    start = time.process_time()
    for _ in range(100):
        decide(view, lambda: 0.5)
    assert time.process_time() - start < 100 * 0.002
