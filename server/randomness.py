"""Where chance comes from: the system's secure source, and nothing else (XT28-Q18)."""

import secrets
from collections.abc import Iterator, Sequence

from protocol.codes import ALPHABET

TOKEN_BYTES = 24
"""192 random bits; the design asks for 128 at least."""

_SYSTEM = secrets.SystemRandom()


class SecureShuffler:
    """Fisher-Yates over the system's secure source.

    Each place is drawn from four random bytes of one call of the system (5 us a deck, 45 with a call a card); numbers
    beyond the last whole multiple are drawn again, or the first places would be likelier.
    """

    def order(self, size: int) -> Sequence[int]:
        order = list(range(size))
        drawn = _numbers(secrets.token_bytes(4 * size))
        for last in range(size - 1, 0, -1):
            beyond = _NUMBERS - _NUMBERS % (last + 1)
            while (number := next(drawn, None)) is None or number >= beyond:
                if number is None:
                    drawn = _numbers(secrets.token_bytes(4 * size))
            chosen = number % (last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order


_NUMBERS = 1 << 32


def _numbers(drawn: bytes) -> Iterator[int]:
    return iter(memoryview(drawn).cast("I"))


def new_token() -> str:
    """A secret that proves who holds it: a seat token, a one-time code."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_characters(count: int) -> str:
    """Random characters of a room code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def chance() -> float:
    """From [0, 1): what bots leave to luck."""
    return _SYSTEM.random()
