"""A hand as its viewers see it, built from what they see; nothing is deleted from a copy."""

from protocol.games.stud import StudSeat, StudView, StudYou
from server.rules.hands import made
from server.rules.stud.pots import pots_now
from server.rules.stud.state import Holding, StudState, pot


def table_view(state: StudState) -> StudView:
    """The part that is the same for all."""
    holdings, terms, opener = state.holdings, state.terms, state.opener
    seats = [holding.__dict__.get("_seat") or _kept_seat(holding) for holding in holdings]
    if terms.from_button:
        # They stand in seat order already, from another seat on.
        numbers = [holding.seat for holding in holdings]
        lowest = numbers.index(min(numbers))
        seats = seats[lowest:] + seats[:lowest]
    pots = () if state.payouts else pots_now(state)
    # In the order of the fields: by name it takes twice as long.
    return StudView(
        state.phase,
        state.round,
        terms.rounds,
        state.level,
        state.raises,
        terms.most_raises,
        pots[0].amount if len(pots) == 1 else pot(state),
        None if opener is None else holdings[opener].seat,
        holdings[state.actor].seat if state.phase == "bet" else None,
        tuple(seats),
        state.payouts,
        pots,
        state.rake,
        terms.step,
    )


def you_view(holding: Holding) -> StudYou:
    """What the owner of this holding sees alone: what lies face down, and what it makes with the up-cards."""
    kept: StudYou | None = holding.__dict__.get("_you")
    if kept is None:
        kept = holding.__dict__["_you"] = _you(holding)
    return kept


def _you(holding: Holding) -> StudYou:
    label = made((*holding.up.cards, *holding.hole.cards)).label
    return StudYou(holding.hole.seen_by(holding.seat), label, holding.choice)


def _kept_seat(holding: Holding) -> StudSeat:
    """A view of four shows three holdings that the view before has shown: 4 us of 9."""
    seat = holding.__dict__["_seat"] = _seat(holding)
    return seat


def _seat(holding: Holding) -> StudSeat:
    opened = made((*holding.up.cards, *holding.hole.cards)).label if holding.hole.public else None
    return StudSeat(
        seat=holding.seat,
        stack=holding.stack,
        paid=holding.paid,
        total=holding.total,
        status="all_in" if holding.live and holding.all_in else "live" if holding.live else "folded",
        hole=holding.hole.seen_by(None),
        up=holding.up.faces(),
        label=opened or holding.label,
        said=holding.said,
        chosen=holding.choice is not None,
    )
