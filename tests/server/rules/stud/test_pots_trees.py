"""Random trees of all-ins through the engine, each settled as the second splitter settles it."""

import random
from collections import Counter

import pytest
from hypothesis import settings

from protocol.games.stud import Anted, Called, Raised, Refunded, To, ToOffer
from protocol.play import Action
from server.cards.deck import arranged, pack
from server.rules.stud.showdown import strength
from tests.server.rules.stud.hand import Hand32
from tests.server.rules.stud.random_play import at_random
from tests.support.cards import RANKS_32
from tests.support.pots import divided

PACK = pack(RANKS_32)
SAMPLE, ALL = 2_000, 20_000
STACKS = (10, 11, 19, 20, 25, 37, 60, 100, 101, 150, 150, 250, 400)


def trees() -> int:
    """How many: all of them where more is looked at (HYPOTHESIS_PROFILE=deep)."""
    return ALL if settings.get_current_profile_name() == "deep" else SAMPLE


def choice(hand: Hand32, chance: random.Random) -> Action:
    """Few folds and many all-ins, so that most hands have side pots."""
    offers = hand.offers()
    weights = {"to_tat": 5, "theo": 6, "to": 3, "up": 1}
    (offer,) = chance.choices(offers, [weights[str(offer.__struct_config__.tag)] for offer in offers])
    return To(chance.randint(1, min(offer.most, 6))) if isinstance(offer, ToOffer) else at_random((offer,), chance)


def paid_in(hand: Hand32) -> dict[int, int]:
    """What everybody put in, added up from what the table was told."""
    paid = Counter[int]()
    for event in hand.events:
        if isinstance(event, Anted):
            paid.update(dict.fromkeys(event.seats, event.amount))
        elif isinstance(event, Called | Raised):
            paid[event.seat] += event.paid
    return dict(paid)


@pytest.mark.rule("XT32-Q18")
@pytest.mark.rule("XT32-Q19")
@pytest.mark.rule("XT32-Q23")
@pytest.mark.rule("XT32-Q25")
@pytest.mark.rule("XT32-21")
def test_every_tree_ends_as_the_oracle_says() -> None:
    chance = random.Random(32)  # noqa: S311
    pots = Counter[int]()
    for _ in range(trees()):
        seats = chance.randint(2, 6)
        stacks = [chance.choice(STACKS) for _ in range(seats)]
        rake_bp = chance.choice([500, 500, 333, 1000, 0])
        order = chance.sample(range(32), 32)
        hand = Hand32(arranged(PACK, order), stacks, rake_bp=rake_bp, betting_rounds=chance.choice([3, 4]))
        while hand.game.to_act(hand.state):
            if chance.random() < 0.01:
                hand.leave(chance.randrange(seats))
            else:
                hand.act(hand.turn, choice(hand, chance))
        paid = paid_in(hand)
        live = [holding.seat for holding in hand.state.live()]
        # Alone, one wins by anything.
        ranks = {h.seat: strength(hand.state.terms, h) if len(live) > 1 else None for h in hand.state.live()}
        oracle = divided(paid, live, ranks, rake_bp / 100)
        assert hand.result.deltas == oracle.net(paid)
        assert {back.seat: back.amount for back in hand.all(Refunded)} == oracle.refunds
        assert [(won.seat, won.amount) for won in hand.result.payouts] == [
            (winner, amount - rake) for amount, _, rake, winner in oracle.pots
        ]
        assert hand.result.rake == oracle.rake
        assert hand.stacks == [stack + oracle.net(paid)[seat] for seat, stack in enumerate(stacks)]
        pots[len(oracle.pots)] += 1
    assert pots[1] and pots[2] and pots[3] and pots[4]  # noqa: PT018
