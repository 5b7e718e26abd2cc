"""What an eye can see of cards."""

from typing import NewType

import msgspec

FaceUp = NewType("FaceUp", str)
"""Rank and suit of a visible card, such as ``As`` or ``Td``."""


class Open(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="open"):
    """Cards that this viewer sees."""

    cards: tuple[FaceUp, ...]


class Closed(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="closed"):
    """Cards that this viewer does not see: their number and nothing else."""

    count: int


Seen = Open | Closed


def faces(seen: Seen) -> tuple[FaceUp, ...]:
    """The visible ones."""
    return seen.cards if isinstance(seen, Open) else ()
