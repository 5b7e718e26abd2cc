"""A sober xì tố player: looks at its own cards, the open ones and the price."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from protocol.cards import FaceUp, Open
from protocol.games.stud import (
    Choose,
    ChooseOffer,
    StudSeat,
    StudView,
    StudYou,
    Theo,
    TheoOffer,
    To,
    ToOffer,
    ToTat,
    ToTatOffer,
    Up,
)  # fmt: skip
from protocol.outbound import View
from protocol.play import Action, Offer

_RANKS: Final = "23456789TJQKA"
_LOWEST: Final = {"xi-to-28": "8", "xi-to-32": "7"}
"""The lowest rank of a game's pack; where it is not written here, all thirteen ranks are thought possible."""
_HAND: Final = 5
_RAISE_EDGE: Final = 1.1
"""Raises with this many times an equal share of winning; tuned against random and ever-calling players."""
_BLUFF: Final = 0.06
_SLOW: Final = 0.15
"""How often it bets with nothing, and only calls with a good hand."""
_RESPECT: Final = 0.3
"""By so much more it wants to be ahead for each raise after the second of a round."""
_FEAR: Final = 0.25
_LEAST_PART: Final = 0.4
"""Of the pot, times its lead, it raises by at least this part."""
_SURE: Final = 0.98
_ALL_IN: Final = 0.2
"""So often it puts everything in with the last card dealt and a hand that is surely the best."""

Kind = TypeVar("Kind", bound=Offer)
Strength = tuple[tuple[int, ...], tuple[int, ...]]
"""Sizes of the groups, then their ranks: larger is stronger among hands of one size."""
_STRAIGHT: Final = (3, 1, 2)
_FLUSH: Final = (3, 1, 3)
_STRAIGHT_FLUSH: Final = (5,)
"""Sizes that stand where these hands belong: above (3, 1, 1), below (3, 2); above (4, 1) (HAND-01)."""


def decide(view: View, chance: Callable[[], float]) -> Action | None:
    """What the seat does that is asked; never folds what is free. Costs about 50 us."""
    play, you = view.table.play, view.you.play
    if not isinstance(play, StudView) or not isinstance(you, StudYou):
        return None
    hole = you.hole.cards if isinstance(you.hole, Open) else ()
    if _offered(view, ChooseOffer) is not None:
        return _choice(hole, chance)
    own = next((place for place in play.seats if place.seat == view.you.seat), None)
    if own is None or play.to_act != own.seat:
        return None
    theo, tat = _offered(view, TheoOffer), _offered(view, ToTatOffer)
    others = [place for place in play.seats if place.seat != own.seat and place.status != "folded"]
    ahead = _ahead(view.table.game, (*own.up, *hole), play.seats, others)
    share = 1 / (len(others) + 1)
    free = theo is not None and theo.cost == 0
    # Whoever raises again and again has something.
    edge = share * (_RAISE_EDGE + _RESPECT * max(0, play.raises - 1))
    if (ahead > edge and chance() >= _SLOW) or (free and chance() < _BLUFF):
        raised = _raise(view, play, ahead, share, chance)
        if raised is not None:
            return raised
    cost = theo.cost if theo is not None else tat.cost if tat is not None else None
    if cost is None:
        return Up()
    # Cards to come draw every hand towards an equal share.
    worth = ahead + (share - ahead) * (play.rounds - play.round) / (play.rounds + 1)
    if free or worth * _winnable(view, play, own, cost) > cost * _caution(cost, play.pot):
        return ToTat() if theo is None else Theo()
    return Up()


def _offered(view: View, kind: type[Kind]) -> Kind | None:
    return next((offer for offer in view.you.offers if isinstance(offer, kind)), None)


def _choice(cards: Sequence[FaceUp], chance: Callable[[], float]) -> Action:
    """Open the lower card and keep the better one, but not so always that it can be read."""
    lower = min(range(len(cards)), key=lambda place: _RANKS.index(cards[place][0]), default=1)
    return Choose(lower if chance() >= _SLOW else 1 - lower)


def _raise(view: View, play: StudView, ahead: float, share: float, chance: Callable[[], float]) -> Action | None:
    """A part of the pot, larger with the better hand; all in only with the surest ones, or where it is no more."""
    to, tat = _offered(view, ToOffer), _offered(view, ToTatOffer)
    lead = max(0.0, ahead - share) / (1 - share)
    size = play.pot * lead * (_LEAST_PART + chance() * (1 - _LEAST_PART))
    sure = ahead > _SURE and play.round == play.rounds and chance() < _ALL_IN
    if tat is not None and tat.raises and (sure or (to is None and tat.cost <= size)):
        return ToTat()
    return None if to is None else To(max(to.least, min(to.most, round(size / to.step))))


def _winnable(view: View, play: StudView, own: StudSeat, cost: int) -> float:
    """What this seat can win by paying ``cost`` more: as much of each seat's points, less the rake."""
    reach = own.total + cost
    rake_bp = int(view.table.options.get("rake_bp", 0))
    whole = reach + sum(min(place.total, reach) for place in play.seats if place.seat != own.seat)
    return whole * (1 - rake_bp / 10_000)


def _caution(cost: int, pot: int) -> float:
    """Who asks for more than the pot mostly has a reason."""
    return 1 + _FEAR * max(0.0, min(1.0, cost / pot - 1))


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
