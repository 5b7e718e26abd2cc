"""How points are divided. Whole points only; every function conserves them."""

from protocol.ids import Chips


def shares(pot: Chips, winners: int, *, one_each: bool) -> tuple[Chips, ...]:
    """What each of the equal winners takes, in seat order (XT28-19).

    The odd points go to the first, or one each to the first ones (XT28-Q13).
    """
    share, odd = divmod(pot, winners)
    if one_each:
        return tuple(Chips(share + (place < odd)) for place in range(winners))
    return (Chips(share + odd), *(Chips(share),) * (winners - 1))
