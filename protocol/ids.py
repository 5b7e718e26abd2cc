"""Distinct types for the numbers and names on the wire."""

from typing import Annotated, Final, NewType

from msgspec import Meta

MAX_INT: Final = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly (IEEE 754 binary64)."""

RoomCode = NewType("RoomCode", str)
"""Ten canonical characters, see :mod:`protocol.codes`."""
PlayerId = NewType("PlayerId", int)
"""Public number of a person or bot in one room; never a proof of identity."""
Seat = NewType("Seat", int)
"""0..n-1, clockwise (rules.md 0.1)."""
Ref = NewType("Ref", int)
"""A player's own number of a command, strictly increasing."""
Turn = NewType("Turn", int)
"""Names one decision of one seat (rules.md 7.2); known to that seat only."""
Chips = NewType("Chips", int)
"""Whole points."""
Millis = NewType("Millis", int)
"""Milliseconds: an instant of the server's clock, or a span."""

RefIn = Annotated[Ref, Meta(ge=1, le=MAX_INT)]
TurnIn = Annotated[Turn, Meta(ge=0, le=MAX_INT)]
SeatIn = Annotated[Seat, Meta(ge=0, le=9)]
PlayerIn = Annotated[PlayerId, Meta(ge=1, le=MAX_INT)]
TimeIn = Annotated[Millis, Meta(ge=0, le=MAX_INT)]
