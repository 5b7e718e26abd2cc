"""Theo, tố and tố tất. Legality is decided in ``bet_offers`` and nowhere else."""

from typing import Final

from msgspec.structs import replace

from protocol.games.stud import Called, Raised, Theo, TheoOffer, To, ToOffer, ToTat, ToTatOffer, UpOffer
from protocol.ids import Chips
from protocol.play import Action, Blocked, Offer
from server.rules.game import Step
from server.rules.stud.rounds import answerable, go_on
from server.rules.stud.state import Holding, StudState

_LOOKED_FOR_WITH_ALL_IN: Final = tuple(
    [
        (offer, action, str(action.__struct_config__.tag))
        for offer, action in ((TheoOffer, Theo()), (ToOffer, To()), (ToTatOffer, ToTat()))
    ]
)
_LOOKED_FOR: Final = _LOOKED_FOR_WITH_ALL_IN[:2]
"""Offer, action and its tag. Made once: 1.5 us where one is blocked, 2.3 where they are made each time."""


def on_turn(state: StudState, place: int) -> bool:
    """Whether this place is to speak."""
    return state.phase == "bet" and place == state.actor


def bet_offers(state: StudState, place: int) -> tuple[Offer, ...]:
    """What the seat on turn may do, and what it costs."""
    if not on_turn(state, place):
        return ()
    # Asked for the question, for the answer, and for what is blocked.
    kept: tuple[Offer, ...] | None = state.__dict__.get("_offers")
    if kept is None:
        kept = state.__dict__["_offers"] = _bet_offers(state, place)
    return kept


def _bet_offers(state: StudState, place: int) -> tuple[Offer, ...]:
    holding, terms = state.holdings[place], state.terms
    stack = holding.stack
    call = Chips(state.level - holding.paid)
    may_raise = raise_ban(state, holding) is None
    offers: list[Offer] = []
    if stack >= call:
        offers.append(TheoOffer(call, Chips(stack - call)))
    if may_raise:
        steps = (stack - call) // terms.step
        if steps > terms.most_steps:
            steps = terms.most_steps
        if steps > 0:
            offers.append(ToOffer(call, terms.step, state.level, 1, steps, stack))
    if terms.all_in and (may_raise or stack <= call):
        level = Chips(max(state.level, holding.paid + stack))
        offers.append(ToTatOffer(stack, level, level > state.level))
    offers.append(UpOffer(holding.total))
    return tuple(offers)


def bet_blocked(state: StudState, place: int) -> tuple[Blocked, ...]:
    """What the seat on turn might look for and may not do, with the clause."""
    if not on_turn(state, place):
        return ()
    offers = bet_offers(state, place)
    looked_for = _LOOKED_FOR_WITH_ALL_IN if state.terms.all_in else _LOOKED_FOR
    if len(offers) > len(looked_for):
        # All of it, and Úp.
        return ()
    offered = [type(offer) for offer in offers]
    return tuple(
        [Blocked(tag, bet_refusal(state, place, action)) for offer, action, tag in looked_for if offer not in offered]
    )


def bet_refusal(state: StudState, place: int, action: Action) -> str:
    """The clause that an action of the seat on turn breaks, when it is not offered."""
    cites, ban = state.terms.cites, raise_ban(state, state.holdings[place])
    match action:
        case Theo():
            return cites.short
        case To():
            return ban or cites.bounds
        case ToTat():
            return ban if ban is not None and state.terms.all_in else cites.all_in
        case _:
            return cites.turn


def raise_ban(state: StudState, holding: Holding) -> str | None:
    """The clause that forbids this seat to raise now; None where nothing does."""
    terms = state.terms
    if 0 < terms.most_raises <= state.raises:
        return terms.cites.cap
    if not answerable(state.holdings, holding):
        return terms.cites.unanswered
    if holding.acted is not None and state.level - holding.acted < terms.step:
        return terms.cites.reopen
    return None


def bet(state: StudState, place: int, action: Action, offer: Offer) -> Step[StudState] | None:
    """Carry ``action`` out if it is what ``offer`` offers; None if not. Úp is not a bet."""
    if isinstance(action, Theo) and isinstance(offer, TheoOffer):
        return _put_in(state, place, offer.cost, called=True)
    if isinstance(action, To) and isinstance(offer, ToOffer) and offer.least <= action.k <= offer.most:
        return _put_in(state, place, Chips(offer.call + action.k * offer.step))
    if isinstance(action, ToTat) and isinstance(offer, ToTatOffer):
        return _put_in(state, place, offer.cost)
    return None


def _put_in(state: StudState, place: int, amount: Chips, *, called: bool = False) -> Step[StudState]:
    """Pay; what exceeds the level lifts it, by a full raise or by a short tố tất (XT32-Q14)."""
    holdings = list(state.holdings)
    before = holdings[place]
    paid = Chips(before.paid + amount)
    level = max(state.level, paid)
    all_in = state.terms.all_in and amount == before.stack
    holdings[place] = after = replace(
        before,
        stack=Chips(before.stack - amount),
        paid=paid,
        total=Chips(before.total + amount),
        acted=level,
        all_in=all_in,
        said=("theo" if amount else "check") if called else "to_tat" if all_in else "to",
    )
    # Its owner sees the cards that he saw: half of all that is made of holdings is made of these.
    if (you := before.__dict__.get("_you")) is not None:
        after.__dict__["_you"] = you
    raises = state.raises + (level - state.level >= state.terms.step)
    moved, events = go_on(state, tuple(holdings), level, raises)
    if level > state.level:
        return Step(moved, (Raised(before.seat, amount, level, raises, all_in), *events))
    return Step(moved, (Called(before.seat, amount, all_in), *events))
