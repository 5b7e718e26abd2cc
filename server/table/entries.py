"""What a table writes down. A journal keeps it in order (design 7).

A table is a function of what it is told and of the decks it draws. So its journal holds just that, since the last
deal: the state before the deal (server/table/snapshot.py), the deck, and every message with its instant. Told again,
the table is the same to the byte, clocks and answers included. What people want to read later is written beside it:
the book, finished hands, names.

Instants are the table's own milliseconds, which go on over restarts.
"""

from typing import Literal

import msgspec

from protocol.events import AnyEvent, VoidCause
from protocol.games import AnyAction
from protocol.ids import Chips, Millis, PlayerId, Seat
from server.rules.game import Result
from server.table.messages import TableMessage

Options = dict[str, bool | int | str]
LedgerKind = Literal["grant", "topup", "rebuy", "result"]


class Heard(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="heard"):
    """A message, when it came, and the table's version after it."""

    at: Millis
    v: int
    message: TableMessage


class Dealt(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="deck"):
    """A hand began right after the snapshot. ``order``: the deck, a permutation of the pack; a secret at rest."""

    v: int
    order: tuple[int, ...]

    def __repr__(self) -> str:
        return "<Dealt>"


Input = Heard | Dealt
"""What a table is told again."""


class Entry(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """For readers. ``at``: when it happened."""

    at: Millis


class Named(Entry, frozen=True, tag="named"):
    """Somebody sits down under this name; the book is by player, so it must outlive the chair."""

    player: PlayerId
    name: str
    bot: bool


class Move(msgspec.Struct, frozen=True, gc=False):
    """What one seat did to a hand; ``action`` None: it left the table."""

    at: Millis
    seat: Seat
    action: AnyAction | None

    def __repr__(self) -> str:
        return f"<Move of seat {self.seat}>"


class HandFinished(Entry, frozen=True, tag="hand_finished"):
    """A whole hand, as it can be shown again: to everybody, or to one who was dealt into it (server/table/history.py).

    ``parameters`` names the rules that it was played by. Written once more where somebody shows cards after it.
    """

    hand: int
    game: str
    parameters: str
    options: Options
    players: dict[Seat, PlayerId]
    names: dict[Seat, str]
    stacks: dict[Seat, Chips]
    button: Seat
    began: Millis
    order: tuple[int, ...]
    """The deck: a secret at rest, and hidden cards stay hidden for good."""
    moves: tuple[Move, ...]
    events: tuple[AnyEvent, ...]
    result: Result

    def __repr__(self) -> str:
        return f"<HandFinished {self.hand}>"


class HandVoided(Entry, frozen=True, tag="hand_voided"):
    hand: int
    cause: VoidCause


class LedgerEntry(Entry, frozen=True, tag="ledger_entry"):
    """Points won and lost by account; the house is account 0, the sum is zero."""

    kind: LedgerKind
    hand: int
    postings: dict[PlayerId, int]


class RoomClosed(Entry, frozen=True, tag="room_closed"):
    cause: str


AnyEntry = Named | HandFinished | HandVoided | LedgerEntry | RoomClosed
