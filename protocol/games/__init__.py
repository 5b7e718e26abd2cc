"""One module a game. Found by name: each defines ACTIONS, OFFERS, EVENTS, VIEWS and YOUS, tuples of its structs."""

import importlib
import pkgutil
from types import ModuleType
from typing import TYPE_CHECKING, Any, Union

from protocol.play import Action, Event, GameView, GameYou, Offer

MODULES: tuple[ModuleType, ...] = tuple(
    importlib.import_module(f"{__name__}.{found.name}")
    for found in sorted(pkgutil.iter_modules(__path__), key=lambda found: found.name)
)


def _union(name: str) -> Any:
    """The union of one kind of struct over all games; msgspec refuses two of one tag."""
    return Union[tuple(struct for module in MODULES for struct in getattr(module, name))]  # noqa: UP007


if TYPE_CHECKING:
    AnyAction = Action
    AnyOffer = Offer
    AnyView = GameView
    AnyYou = GameYou
    GameEvent = Event
else:
    AnyAction = _union("ACTIONS")
    AnyOffer = _union("OFFERS")
    AnyView = _union("VIEWS")
    AnyYou = _union("YOUS")
    GameEvent = _union("EVENTS")
