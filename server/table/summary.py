"""What is said of a room to those who are not in it."""

import msgspec

from protocol.views import Phase
from server.table.state import Options, Table


class RoomSummary(msgspec.Struct, frozen=True):
    """What the lobby says of a room."""

    title: str
    game: str
    options: Options
    seats: int
    taken: int
    locked: bool
    ask: bool
    hand: int
    phase: Phase
    people: int
    """Connected, without bots."""
    listed: bool
    """The host shows the room on the first page."""


def summed_up(table: Table) -> RoomSummary:
    """The room as it is now."""
    return RoomSummary(
        title=table.title,
        game=table.game.sheet.game,
        options=table.options,
        seats=len(table.seating),
        taken=sum(1 for chair in table.seating if chair.player is not None),
        locked=table.locked,
        ask=table.ask,
        hand=table.hands,
        phase=table.phase,
        people=table.people.present,
        listed=table.listed,
    )
