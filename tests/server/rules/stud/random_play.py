"""Players who do anything that is offered."""

import random
from collections.abc import Sequence

from protocol.games.stud import (
    Choose,
    ChooseOffer,
    Show,
    ShowOffer,
    Theo,
    TheoOffer,
    To,
    ToOffer,
    ToTat,
    ToTatOffer,
    Up,
)
from protocol.play import Action, Offer


def at_random(offers: Sequence[Offer], chance: random.Random) -> Action:
    """One of the actions that are offered, each kind as likely as any other."""
    match chance.choice(offers):
        case ChooseOffer():
            return Choose(chance.randrange(2))
        case TheoOffer():
            return Theo()
        case ToOffer(least=least, most=most):
            return To(chance.randint(least, most))
        case ToTatOffer():
            return ToTat()
        case ShowOffer():
            return Show()
        case _:
            return Up()
