"""Every way a round of betting can go, counted (rules.md 5.6)."""

import pytest

from protocol.games.stud import TheoOffer
from protocol.ids import Seat
from server.rules.stud.state import StudState
from tests.server.rules.stud.hand import WORDS, Hand, game
from tests.support.cards import stacked

SEQUENCES = [(2, 11, 9, 4), (3, 61, 43, 7), (4, 299, 185, 10)]


def count(state: StudState, *, free_fold: bool) -> tuple[int, int]:
    """How many sequences finish round two from here, and the length of the longest."""
    stud = game()
    if state.round > 2 or state.phase != "bet":
        return 1, 0
    (seat,) = stud.to_act(state)
    offers = stud.offers(state, seat)
    free = any(isinstance(offer, TheoOffer) and offer.cost == 0 for offer in offers)
    sequences, longest = 0, 0
    for word in ("theo", "to", "up"):
        if word == "up" and free and not free_fold:
            continue
        if word == "to" and stud.blocked(state, seat):
            continue
        more, length = count(stud.apply(state, seat, WORDS[word]).state, free_fold=free_fold)
        sequences += more
        longest = max(longest, length + 1)
    return sequences, longest


@pytest.mark.rule("XT28-11")
@pytest.mark.rule("XT28-12")
@pytest.mark.rule("XT28-16")
@pytest.mark.rule("XT28-Q09")
@pytest.mark.parametrize(("live", "all_ways", "without_free_fold", "longest"), SEQUENCES)
def test_the_betting_tree(live: int, all_ways: int, without_free_fold: int, longest: int) -> None:
    folds = 4 - live
    hand = Hand(stacked()).play("up " * folds + "theo " * live)
    assert hand.view.round == 2
    assert sum(seat.status == "live" for seat in hand.view.seats) == live
    assert count(hand.state, free_fold=True) == (all_ways, longest)
    assert count(hand.state, free_fold=False)[0] == without_free_fold


@pytest.mark.rule("XT28-16")
def test_the_tree_is_the_same_for_every_opener() -> None:
    for ace in range(4):
        up = ["Kd", "Qs", "Jh"]
        up.insert(ace, "Ac")
        hand = Hand(stacked("8s 8h 8d 8c", " ".join(up), "9s 9h 9d 9c")).play("theo " * 4)
        assert count(hand.state, free_fold=True) == (299, 10)
        assert hand.game.offers(hand.state, Seat(ace))
