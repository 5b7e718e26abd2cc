"""Room codes: two characters of shard and eight random ones, in Crockford's base 32."""

from typing import Final

from protocol.ids import RoomCode

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SHARD_LENGTH: Final = 2
CODE_LENGTH: Final = 10
_READ: Final = str.maketrans("ILO", "110", "- ")
_LONGEST_TYPED: Final = 20


def parse_code(text: str) -> RoomCode | None:
    """Read a code as people type it (any case, dashes, I and L for 1, O for 0); None if it is none."""
    if len(text) > _LONGEST_TYPED:
        return None
    code = text.upper().translate(_READ)
    if len(code) != CODE_LENGTH or any(char not in ALPHABET for char in code):
        return None
    return RoomCode(code)


def show_code(code: RoomCode) -> str:
    """The code as it is shown and linked: ``K7-Q2M9-XDT4``."""
    return f"{code[:2]}-{code[2:6]}-{code[6:]}"


def shard_of(code: RoomCode) -> str:
    """The shard that owns a room: the first two characters of its code."""
    return code[:SHARD_LENGTH]
