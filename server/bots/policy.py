"""From what a seat sees to what it does. Imports the protocol only; scripted clients use it too."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from protocol.games import MODULES
from protocol.games.stud import StudView
from protocol.games.xi_dach import XiDachView
from protocol.ids import Ref
from protocol.inbound import Act, AnyCommand, Bank, Next
from protocol.outbound import View
from protocol.play import Action, GameView, Offer
from server.bots import stud, xi_dach

Chance = Callable[[], float]
"""Draws from [0, 1)."""
Policy = Callable[[View, Chance], Action | None]
"""A way to play one game; None: nothing to do now."""

POLICIES: Final[Mapping[type[GameView], Policy]] = {StudView: stud.decide, XiDachView: xi_dach.decide}
"""By the game's own view; a game without one is played by :func:`safe`."""


def command(view: View, ref: Ref, chance: Chance) -> AnyCommand | None:
    """What a seat that sees this tells its table: plays, takes the bank, or is ready to go on. None: nothing."""
    if asked(view) and view.you.turn is not None:
        action = decide(view, chance)
        return None if action is None else Act(ref, view.you.turn, action)
    if asked_to_bank(view):
        return Bank(ref, take=True)
    return Next(ref) if may_go_on(view) else None


def asked(view: View) -> bool:
    """A hand is played and something is offered to this seat; in a pause nobody is asked, and who plays is refused."""
    playing = view.table.phase == "playing" and view.table.pause is None
    return playing and view.you.turn is not None and bool(view.you.offers)


def asked_to_bank(view: View) -> bool:
    """This seat may become the banker."""
    bank = view.table.bank
    return bank is not None and bank.asked is not None and bank.asked == view.you.seat


def may_go_on(view: View) -> bool:
    """The result is on the table, and this seat has not said that it saw it."""
    mine = next((seat for seat in view.table.seats if seat.seat == view.you.seat), None)
    return view.table.phase == "result" and mine is not None and not mine.next


def decide(view: View, chance: Chance) -> Action | None:
    """What the viewer's seat does now; None where nothing is asked of it."""
    if view.table.play is None or not view.you.offers or view.table.phase != "playing":
        return None
    return POLICIES.get(type(view.table.play), safe)(view, chance)


def safe(view: View, chance: Chance) -> Action | None:
    """A plain way through any game: something that costs nothing, if there is such a thing among the offers."""
    plain = [(offer, action) for offer in view.you.offers if (action := _plainest(offer)) is not None]
    free = [action for offer, action in plain if getattr(offer, "cost", None) == 0]
    # An offer without a price may be giving up: better than nothing, worse than going on for free.
    choice = (
        free or [action for offer, action in plain if not hasattr(offer, "cost")] or [action for _, action in plain]
    )
    return choice[int(chance() * len(choice))] if choice else None


def _plainest(offer: Offer) -> Action | None:
    """The action of this offer's tag with nothing but defaults; None where it needs more."""
    struct = _ACTIONS.get(_tag(type(offer)))
    try:
        return None if struct is None else struct()
    except TypeError:
        return None


def _tag(struct: type[msgspec.Struct]) -> Any:
    return struct.__struct_config__.tag


_ACTIONS: Final[Mapping[Any, type[Action]]] = {_tag(struct): struct for module in MODULES for struct in module.ACTIONS}
