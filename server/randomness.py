"""Where chance comes from: the system's secure source, and nothing else (XT28-Q18)."""

import secrets
from collections.abc import Sequence

from protocol.codes import ALPHABET

TOKEN_BYTES = 24
"""192 random bits; the design asks for 128 at least."""

_SYSTEM = secrets.SystemRandom()


class SecureShuffler:
    """Fisher-Yates over the system's secure source."""

    def order(self, size: int) -> Sequence[int]:
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            chosen = secrets.randbelow(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order


def new_token() -> str:
    """A secret that proves who holds it: a seat token, a one-time code."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_characters(count: int) -> str:
    """Random characters of a room code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def chance() -> float:
    """From [0, 1): what bots leave to luck."""
    return _SYSTEM.random()
