"""Clients' keys for new rooms: who asks again gets the room that he got before."""

import hashlib
from dataclasses import dataclass
from typing import Final

import msgspec

from protocol.codec import encode
from protocol.ids import Millis, RoomCode
from protocol.inbound import CreateRoom
from server.table.effects import Position

KEY_MS: Final = 3_600_000
"""How long a resent request gets the very token that it got before."""
KEYS_KEPT: Final = 10_000


class Created(msgspec.Struct, frozen=True):
    """A room, and the token of who made it: to be told when the journal has committed ``position``."""

    code: RoomCode
    token: str
    position: Position = Position(0)

    def __repr__(self) -> str:
        return f"Created({self.code!r})"


@dataclass(slots=True, frozen=True)
class Made:
    request: CreateRoom
    created: Created
    at: Millis


class Keys:
    """What was made under them in this process, the oldest forgotten first."""

    def __init__(self) -> None:
        self._made: dict[str, Made] = {}

    def get(self, key: str | None) -> Made | None:
        return None if key is None else self._made.get(key)

    def remember(self, key: str, made: Made) -> None:
        if len(self._made) >= KEYS_KEPT:
            del self._made[next(iter(self._made))]
        self._made[key] = made

    def forget_old(self, now: Millis) -> None:
        for key in [key for key, made in self._made.items() if now - made.at >= KEY_MS]:
            del self._made[key]


def digest_of(key: str) -> bytes:
    """As it is kept: whoever reads the file cannot ask under it."""
    return hashlib.sha256(key.encode()).digest()


def asked(request: CreateRoom) -> str:
    """Tells requests apart."""
    return hashlib.sha256(encode(request)).hexdigest()
