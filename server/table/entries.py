"""What a table records: inputs, not consequences, each with player and ref (design 7).

A journal implements how they are kept. Times are the table's own milliseconds.
"""

from typing import Literal

import msgspec

from protocol.events import HostCause, LeaveCause, VoidCause
from protocol.ids import Chips, Millis, PlayerId, Ref, RoomCode, Seat, Turn
from protocol.inbound import AnyDo
from protocol.play import Action
from server.rules.game import Result

Options = dict[str, bool | int | str]
LedgerKind = Literal["grant", "topup", "rebuy", "result"]


class Entry(msgspec.Struct, frozen=True, tag_field="type"):
    """``at``: when it happened."""

    at: Millis


class RoomOpened(Entry, frozen=True, tag="room_opened"):
    room: RoomCode
    game: str
    options: Options
    title: str


class PlayerJoined(Entry, frozen=True, tag="player_joined"):
    """A visitor, or a bot (without a token). The hash is the only trace of a token anywhere."""

    player: PlayerId
    token_hash: str | None
    bot: bool = False


class TokenMoved(Entry, frozen=True, tag="token_moved"):
    player: PlayerId
    token_hash: str
    by_host: bool


class Seated(Entry, frozen=True, tag="seated"):
    """``ref`` here and below: the player's own command; None where the host or the table did it."""

    player: PlayerId
    ref: Ref | None
    seat: Seat
    name: str


class Left(Entry, frozen=True, tag="left"):
    """Gives the seat up: at once between hands, after the hand else."""

    player: PlayerId
    ref: Ref | None
    seat: Seat
    cause: LeaveCause


class SatOut(Entry, frozen=True, tag="sat_out"):
    player: PlayerId
    ref: Ref | None
    """None: by two timeouts in a row, or for want of points."""


class SatIn(Entry, frozen=True, tag="sat_in"):
    player: PlayerId
    ref: Ref | None


class Away(Entry, frozen=True, tag="away"):
    player: PlayerId


class Back(Entry, frozen=True, tag="back"):
    player: PlayerId


class Asked(Entry, frozen=True, tag="asked"):
    """Waits for the host's yes."""

    player: PlayerId
    ref: Ref | None
    kind: str
    seat: Seat
    name: str


class HostChanged(Entry, frozen=True, tag="host_changed"):
    player: PlayerId | None
    cause: HostCause


class HostCommand(Entry, frozen=True, tag="host_command"):
    player: PlayerId
    ref: Ref
    do: AnyDo


class Paused(Entry, frozen=True, tag="paused"):
    player: PlayerId


class Resumed(Entry, frozen=True, tag="resumed"):
    cause: str


class BankAnswered(Entry, frozen=True, tag="bank_answered"):
    """Took the bank, or passed it on; ``ref`` None: let the time pass, or could not keep it."""

    player: PlayerId
    ref: Ref | None
    take: bool


class NextTapped(Entry, frozen=True, tag="next_tapped"):
    player: PlayerId
    ref: Ref


class Said(Entry, frozen=True, tag="said"):
    player: PlayerId
    ref: Ref
    text: str


class HandStarted(Entry, frozen=True, tag="hand_started"):
    """``order``: the deck, as a permutation of the sheet's pack; a secret at rest."""

    hand: int
    rules_version: int
    parameters: str
    options: Options
    stacks: dict[Seat, Chips]
    button: Seat
    order: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<HandStarted {self.hand}>"


class Acted(Entry, frozen=True, tag="acted"):
    """An action, by a command or (``ref`` None) by the clock. ``bank``: what is left of the seat's time bank."""

    seat: Seat
    ref: Ref | None
    turn: Turn | None
    action: Action
    cause: str
    bank: Millis


class HandVoided(Entry, frozen=True, tag="hand_voided"):
    hand: int
    cause: VoidCause


class HandFinished(Entry, frozen=True, tag="hand_finished"):
    hand: int
    result: Result


class LedgerEntry(Entry, frozen=True, tag="ledger_entry"):
    """Points won and lost by account; the house is account 0, the sum is zero."""

    kind: LedgerKind
    hand: int
    postings: dict[PlayerId, int]


class RoomClosed(Entry, frozen=True, tag="room_closed"):
    cause: str
