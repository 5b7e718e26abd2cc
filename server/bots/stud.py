"""A sober xì tố player: looks at its own cards, the open ones and the price."""

from collections.abc import Callable, Sequence
from typing import Final

from protocol.cards import FaceUp, Open
from protocol.games.stud import StudSeat, StudView, StudYou, Theo, TheoOffer, To, ToOffer, Up
from protocol.outbound import View
from protocol.play import Action

_RANKS: Final = "23456789TJQKA"
_LOWEST: Final = {"xi-to-28": "8"}
"""The lowest rank of a game's pack; where it is not written here, all thirteen ranks are thought possible."""
_HAND: Final = 5
_RAISE_EDGE: Final = 1.1
"""Raises with this many times an equal share of winning; tuned against random and ever-calling players."""
_BLUFF: Final = 0.06
_SLOW: Final = 0.15
"""How often it bets with nothing, and only calls with a good hand."""

Strength = tuple[tuple[int, ...], tuple[int, ...]]
"""Sizes of the groups, then their ranks: larger is stronger among hands of one size."""
_STRAIGHT: Final = (3, 1, 2)
_FLUSH: Final = (3, 1, 3)
_STRAIGHT_FLUSH: Final = (5,)
"""Sizes that stand where these hands belong: above (3, 1, 1), below (3, 2); above (4, 1) (HAND-01)."""


def decide(view: View, chance: Callable[[], float]) -> Action | None:
    """Theo, Tố or Úp for the seat on turn; never folds what is free. Costs about 50 us."""
    play, you, seat = view.table.play, view.you.play, view.you.seat
    if not isinstance(play, StudView) or not isinstance(you, StudYou) or play.to_act != seat:
        return None
    theo = next((offer for offer in view.you.offers if isinstance(offer, TheoOffer)), None)
    to = next((offer for offer in view.you.offers if isinstance(offer, ToOffer)), None)
    if theo is None:
        return Up()
    hole = you.hole.cards if isinstance(you.hole, Open) else ()
    own = next(place for place in play.seats if place.seat == seat)
    others = [place for place in play.seats if place.seat != seat and place.status == "live"]
    ahead = _ahead(view.table.game, (*own.up, *hole), play.seats, others)
    share = 1 / (len(others) + 1)
    if to is not None and (
        (ahead > _RAISE_EDGE * share and chance() >= _SLOW) or (theo.cost == 0 and chance() < _BLUFF)
    ):
        return To(k=to.least)
    # Cards to come draw every hand towards an equal share.
    worth = ahead + (share - ahead) * (play.rounds - play.round) / (play.rounds + 1)
    if theo.cost == 0 or worth * (play.pot + theo.cost) > theo.cost:
        return Theo()
    return Up()


def _ahead(game: str, mine: Sequence[FaceUp], seats: Sequence[StudSeat], others: Sequence[StudSeat]) -> float:
    """The chance that nobody is ahead now, if every unseen card is as likely to lie face down as any other."""
    seen = {*mine, *(card for place in seats for card in place.up)}
    unseen = [
        rank + suit
        for rank in _RANKS[_RANKS.index(_LOWEST.get(game, _RANKS[0])) :]
        for suit in "cdhs"
        if rank + suit not in seen
    ]
    strength = strength_of(mine)
    chance = 1.0
    for place in others:
        behind = 0
        known: dict[str, bool] = {}
        one_suit = len(place.up) == _HAND - 1 and len({card[1] for card in place.up}) == 1
        for card in unseen:
            kind = card if one_suit else card[0]
            if kind not in known:
                known[kind] = strength_of((*place.up, FaceUp(card))) <= strength
            behind += known[kind]
        chance *= behind / len(unseen)
    return chance


def strength_of(cards: Sequence[FaceUp]) -> Strength:
    """How strong these cards are, against as many others."""
    ranks = [_RANKS.index(card[0]) for card in cards]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    vector = tuple(rank for _, rank in groups)
    if len(vector) == _HAND:
        straight = vector[0] - vector[-1] == _HAND - 1
        flush = len({card[1] for card in cards}) == 1
        if straight or flush:
            return (_STRAIGHT_FLUSH if straight and flush else _FLUSH if flush else _STRAIGHT), vector
    return tuple(size for size, _ in groups), vector
