"""Who can win what: uncalled points, main pot and side pots. Whole points only; nothing is lost."""

from collections.abc import Mapping

from protocol.games.stud import StudPot
from protocol.ids import Chips, Seat
from server.rules.stud.state import StudState


def uncalled(paid: Mapping[Seat, Chips], live: frozenset[Seat]) -> tuple[Seat, Chips] | None:
    """What comes back, and to whom (XT32-Q18): a live seat that alone paid most gets what exceeds the second most.

    ``paid`` holds all seats of the hand; a folded seat gets nothing back (XT32-Q24).
    """
    *_, second, most = (0, *sorted(paid.values()))
    (seat,) = [seat for seat, amount in paid.items() if amount == most][:1]
    return (seat, Chips(most - second)) if most > second and seat in live else None


def layers(paid: Mapping[Seat, Chips], claims: Mapping[Seat, Chips]) -> tuple[StudPot, ...]:
    """Main pot first, then the side pots (XT32-Q19).

    ``claims``: up to how many points of each other's each live seat can win. Every height at which one ends closes a
    pot; what a folded seat paid above the last goes into the last. No two pots are for the same seats.
    """
    heights = sorted(set(claims.values()))
    if len(heights) == 1:
        # All can win all: the commonest by far.
        whole = Chips(sum(paid.values()))
        return (StudPot(whole, tuple(sorted(claims))),) if whole else ()
    pots = []
    below = 0
    for height in heights:
        upper = max(paid.values()) if height == heights[-1] else height
        amount = sum(min(amount, upper) - min(amount, below) for amount in paid.values())
        if amount:
            able = sorted(seat for seat, claim in claims.items() if claim >= height)
            pots.append(StudPot(Chips(amount), tuple(able)))
        below = height
    return tuple(pots)


def pots_now(state: StudState) -> tuple[StudPot, ...]:
    """The pots as they lie on the table: only an all-in seat's claim ends where its points did."""
    # Once a view: in one round through the holdings.
    whole, seats, capped = 0, [], False
    for holding in state.holdings:
        whole += holding.total
        if holding.live:
            seats.append(holding.seat)
            capped = capped or holding.all_in
    if not capped:
        # All can win all.
        return (StudPot(Chips(whole), tuple(sorted(seats))),)
    paid = {holding.seat: holding.total for holding in state.holdings}
    most = max(paid.values())
    return layers(paid, {h.seat: h.total if h.all_in else most for h in state.live()})
