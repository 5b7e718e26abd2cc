"""What a client may send. Unknown fields are refused, every integer and text is bounded."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta
from msgspec.structs import force_setattr

from protocol.events import Reaction
from protocol.games import AnyAction
from protocol.ids import PlayerIn, RefIn, SeatIn, TimeIn, TurnIn
from protocol.texts import CHAT_LENGTH, NAME_LENGTH, TITLE_LENGTH, RawChat, RawName, RawTitle, clean

FRAME_LIMIT: Final = 4096
"""Bytes of one inbound frame; a larger one closes the socket with 1009."""
TOKEN_LENGTH: Final = 64
"""Most characters of a token; ours have 32 (192 random bits)."""


class _In(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type"):
    pass


Token = Annotated[str, Meta(min_length=16, max_length=TOKEN_LENGTH)]
OptionName = Annotated[str, Meta(max_length=40)]
OptionValue = bool | Annotated[int, Meta(ge=-(10**9), le=10**9)] | Annotated[str, Meta(max_length=40)]
Options = Annotated[dict[OptionName, OptionValue], Meta(max_length=40)]


class Hello(_In, frozen=True, tag="hello"):
    """First on every socket, within 5 s. Without a token: a new visitor. ``move``: the one-time code of a seat."""

    protocol: Annotated[int, Meta(ge=0, le=10**6)]
    room: Annotated[str, Meta(max_length=20)]
    token: Token | None = None
    move: Annotated[str, Meta(min_length=16, max_length=TOKEN_LENGTH)] | None = None
    lang: Annotated[str, Meta(max_length=16)] = "vi"

    def __repr__(self) -> str:
        return "<Hello>"


class Beat(_In, frozen=True, tag="beat"):
    """The echo of the server's beat."""

    now: TimeIn


class Command(_In, frozen=True):
    """Something that changes the table, or tries to; gets exactly one answer."""

    ref: RefIn


class Sit(Command, frozen=True, tag="sit"):
    """Take a seat under a name. On a bot's seat: after the hand."""

    seat: SeatIn
    name: RawName

    def __post_init__(self) -> None:
        force_setattr(self, "name", clean(self.name, NAME_LENGTH))


class Claim(Command, frozen=True, tag="claim"):
    """ "That away seat is mine": asks the host for it."""

    seat: SeatIn
    name: RawName

    def __post_init__(self) -> None:
        force_setattr(self, "name", clean(self.name, NAME_LENGTH))


class Leave(Command, frozen=True, tag="leave"):
    """Give the seat up; the balance is kept for this player (rules.md 7.6)."""


class SitOut(Command, frozen=True, tag="sit_out"):
    """Not dealt in from the next hand."""


class SitIn(Command, frozen=True, tag="sit_in"):
    """Dealt in again from the next hand."""


class Next(Command, frozen=True, tag="next"):
    """Ready: the next hand need not wait for me."""


class Bank(Command, frozen=True, tag="bank"):
    """Between hands: take the bank where it is offered or free, or pass it on."""

    take: bool


class Act(Command, frozen=True, tag="act"):
    """Play. ``turn`` names the question that this answers."""

    turn: TurnIn
    action: AnyAction


class Rebuy(Command, frozen=True, tag="rebuy"):
    """Ask for points, where the table's ``rebuy`` option lets the host decide."""


class Say(Command, frozen=True, tag="say"):
    """Chat."""

    text: RawChat

    def __post_init__(self) -> None:
        force_setattr(self, "text", clean(self.text, CHAT_LENGTH))


class React(Command, frozen=True, tag="react"):
    """A sign instead of words."""

    kind: Reaction


class Log(Command, frozen=True, tag="log"):
    """Ask for the public events of a hand: this one or the last one."""

    hand: Annotated[int, Meta(ge=0, le=10**9)]


class MoveSeat(Command, frozen=True, tag="move_seat"):
    """Ask for a one-time code that moves this seat to another device."""


class _Do(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type"):
    pass


class Start(_Do, frozen=True, tag="start"):
    """Begin the first hand now."""


class AddBot(_Do, frozen=True, tag="add_bot"):
    """Put a bot on a seat that is empty or long away; on all empty seats without a number."""

    seat: SeatIn | None = None


class RemoveBot(_Do, frozen=True, tag="remove_bot"):
    """After the hand."""

    seat: SeatIn


class Kick(_Do, frozen=True, tag="kick"):
    """The seat plays on by fallback, is freed after the hand and its owner barred (rules.md 7.2)."""

    player: PlayerIn


class Unkick(_Do, frozen=True, tag="unkick"):
    """Lift a bar."""

    player: PlayerIn


class PauseTable(_Do, frozen=True, tag="pause"):
    """Stop the clocks, 10 minutes at most."""


class ResumeTable(_Do, frozen=True, tag="resume"):
    """End the pause."""


class Lock(_Do, frozen=True, tag="lock"):
    """Nobody else may sit."""

    on: bool


class Ask(_Do, frozen=True, tag="ask"):
    """Strangers need a yes to sit."""

    on: bool


class ListRoom(_Do, frozen=True, tag="list_room"):
    """Show this room on the first page, where every visitor of the server sees it."""

    on: bool


class Approve(_Do, frozen=True, tag="approve"):
    """Answer somebody's request."""

    player: PlayerIn
    yes: bool


class Transfer(_Do, frozen=True, tag="transfer"):
    """Make somebody else the host."""

    player: PlayerIn


class SetOptions(_Do, frozen=True, tag="set_options"):
    """Change some of the table's rules; in a hand, from the next one."""

    options: Options


class SetTitle(_Do, frozen=True, tag="set_title"):
    """Name the table."""

    title: RawTitle

    def __post_init__(self) -> None:
        force_setattr(self, "title", clean(self.title, TITLE_LENGTH))


class CloseRoom(_Do, frozen=True, tag="close_room"):
    """The end; voids a running hand."""


AnyDo = (
    Start | AddBot | RemoveBot | Kick | Unkick | PauseTable | ResumeTable | Lock | Ask | ListRoom | Approve | Transfer
    | SetOptions | SetTitle | CloseRoom
)  # fmt: skip


class Host(Command, frozen=True, tag="host"):
    """Something only the host may do (or, for a bot on a long-empty seat while the host is away, anybody)."""

    do: AnyDo


AnyCommand = (
    Sit | Claim | Leave | SitOut | SitIn | Next | Bank | Act | Rebuy | Say | React | Log | MoveSeat | Host
)  # fmt: skip
Inbound = Hello | Beat | AnyCommand


class CreateRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/rooms``. ``key``: the client's own, so that a resent request makes one room."""

    game: Annotated[str, Meta(max_length=40)]
    options: Options = {}
    title: RawTitle | None = None
    key: Annotated[str, Meta(min_length=16, max_length=TOKEN_LENGTH)] | None = None

    def __post_init__(self) -> None:
        if self.title is not None:
            force_setattr(self, "title", clean(self.title, TITLE_LENGTH))

    def __repr__(self) -> str:
        return f"<CreateRoom {self.game}>"
