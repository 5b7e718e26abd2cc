"""Actions out of offers, for any of the games: which an offer allows, and one of them by number."""

from typing import Any, Final

from protocol.games import MODULES
from protocol.games.stud import Choose, To, ToOffer
from protocol.games.xi_dach import Bet, BetOffer, Inspect, InspectOffer, Stand, StandOffer
from protocol.ids import Chips
from protocol.play import Action, Offer


def tag(struct: type[Action] | type[Offer]) -> Any:
    """By which an action and its offer know each other."""
    return struct.__struct_config__.tag


_ACTIONS: Final = {tag(struct): struct for module in MODULES for struct in module.ACTIONS}


def allows(offer: Offer, action: Action) -> bool:
    """Whether this offer is taken up by this action."""
    if tag(type(offer)) != tag(type(action)):
        return False
    match offer, action:
        case ToOffer(), To():
            return offer.least <= action.k <= offer.most
        case BetOffer(), Bet():
            return offer.least <= action.amount <= offer.most
        case StandOffer(), Stand():
            return action.confirm_non or not offer.needs_confirm
        case InspectOffer(), Inspect():
            return action.seat in offer.seats
        case _:
            return True


def taken_up(offer: Offer, pick: int) -> Action:
    """One of the actions that this offer allows: its bounds, or something between them."""
    match offer:
        case ToOffer():
            return To(_between(offer.least, offer.most, pick))
        case BetOffer():
            return Bet(Chips(_between(offer.least, offer.most, pick)))
        case StandOffer():
            return Stand(confirm_non=offer.needs_confirm)
        case InspectOffer():
            return Inspect(offer.seats[pick % len(offer.seats)])
        case _ if tag(type(offer)) == tag(Choose):
            return Choose(pick % 2)
        case _:
            action = _ACTIONS[tag(type(offer))]()
            assert isinstance(action, Action)
            return action


def some_action(offers: tuple[Offer, ...], pick: int) -> Action:
    """Something legal. Giving up is rare, or no hand would get anywhere."""
    staying = [offer for offer in offers if tag(type(offer)) not in {"up", "skip_bet"}]
    choice = staying if staying and pick % 9 else list(offers)
    return taken_up(choice[pick // 9 % len(choice)], pick)


def _between(least: int, most: int, pick: int) -> int:
    return (least, most, least + pick % (most - least + 1))[pick % 3]
