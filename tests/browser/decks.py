"""Decks that a test knows."""

from collections import deque
from collections.abc import Callable, Sequence
from secrets import token_hex

from server.randomness import new_characters
from server.rooms.lobby import Chances


class Decks:
    """Deals these orders one after the other, then the pack as it comes out of the box."""

    def __init__(self, *orders: Sequence[int]) -> None:
        self._orders = deque(orders)

    def order(self, size: int) -> Sequence[int]:
        return self._orders.popleft() if self._orders else range(size)


def fixed(*orders: Sequence[int]) -> Chances:
    """Known decks; codes and secrets by chance, but such that no secret looks like a card."""
    token: Callable[[], str] = lambda: token_hex(16)  # noqa: E731
    return Chances(Decks(*orders), new_characters, token)
