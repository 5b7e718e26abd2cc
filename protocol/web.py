"""What goes over HTTP beside the socket: rooms, rule sheets, refusals.

A room is asked for with :class:`protocol.inbound.CreateRoom`.
"""

import msgspec

from protocol.events import AnyEvent
from protocol.ids import Millis, PlayerId, Seat
from protocol.outbound import View

OptionValue = bool | int | str


class RoomCreated(msgspec.Struct, frozen=True):
    """The answer to ``POST /api/rooms``, 201."""

    code: str
    """Canonical room code."""
    link: str
    """What friends open."""
    token: str
    """The creator's proof of identity: never part of a link."""
    ws: str
    """Path of the room's socket."""

    def __repr__(self) -> str:
        return f"<RoomCreated {self.code}>"


class RoomInfo(msgspec.Struct, frozen=True):
    """The answer to ``GET /api/rooms/{code}``: what a stranger with the link may know before sitting down."""

    code: str
    title: str
    game: str
    options: dict[str, OptionValue]
    seats: int
    taken: int
    locked: bool
    """Nobody else may sit; watching is still possible."""
    ask: bool
    """Strangers need the host's yes to sit."""
    ws: str
    link: str
    """What to pass on to friends: it leads here from their devices too."""
    closed: bool = False
    """Nobody plays here any more; its hands and its book can still be read."""


class ListedRoom(msgspec.Struct, frozen=True):
    """A room that its host shows on the first page."""

    code: str
    title: str
    game: str
    seats: int
    taken: int


class RoomOnShow(ListedRoom, frozen=True):
    """The same, with the way there."""

    link: str


class Rooms(msgspec.Struct, frozen=True):
    """The answer to ``GET /api/rooms``."""

    rooms: tuple[RoomOnShow, ...]


class RoomElsewhere(msgspec.Struct, frozen=True):
    """The body of the 307 that answers for a room of another node; ``location`` leads to its own answer."""

    code: str
    ws: str
    """The whole URL of its socket."""
    link: str


class HandLine(msgspec.Struct, frozen=True):
    """One finished hand at one glance. ``ended_s``: the time of day, in seconds since 1970."""

    hand: int
    game: str
    ended_s: int
    players: dict[Seat, PlayerId]
    names: dict[Seat, str]
    deltas: dict[Seat, int]
    """What each seat won, below zero what it lost."""
    rake: int
    showdown: bool


class Hands(msgspec.Struct, frozen=True):
    """The answer to ``GET .../hands``: newest first; ``more``: there are older ones, asked for with ``before``."""

    hands: tuple[HandLine, ...]
    more: bool = False
    you: PlayerId = PlayerId(0)
    """Who asks, by the token in the header; 0: nobody who plays here."""


class Moment(msgspec.Struct, frozen=True):
    """One step of a hand that is shown again; ``at``: ms of the table's clock."""

    at: Millis
    view: View


class HandShown(msgspec.Struct, frozen=True):
    """The answer to ``GET .../hands/{hand}``: step by step as the asker saw it (by the token in the header; else
    as everybody did). ``moments`` is empty where the rules have changed since; ``events`` is what was told of it.
    """

    line: HandLine
    moments: tuple[Moment, ...]
    events: tuple[AnyEvent, ...]


class Account(msgspec.Struct, frozen=True):
    """One player's points: ``grants`` were given to him, ``result`` he won at the table. The house is player 0."""

    player: PlayerId
    name: str
    bot: bool
    balance: int
    grants: int
    result: int


class BookEntry(msgspec.Struct, frozen=True):
    """Points that changed hands; the sum is zero."""

    kind: str
    hand: int
    at_s: int
    postings: dict[PlayerId, int]


class Book(msgspec.Struct, frozen=True):
    """The answer to ``GET .../book``."""

    accounts: tuple[Account, ...]
    entries: tuple[BookEntry, ...]
    you: PlayerId = PlayerId(0)
    """Who asks, by the token in the header; 0: nobody who plays here."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused. ``option`` names the table option at fault."""

    code: str
    problem: str
    option: str | None = None


class Text(msgspec.Struct, frozen=True):
    """Words in both languages."""

    vi: str
    en: str


class ClauseInfo(msgspec.Struct, frozen=True):
    """One numbered rule."""

    id: str
    words: Text


class ChoiceInfo(msgspec.Struct, frozen=True):
    """One value of an option that has choices."""

    value: int | str
    words: Text


class OptionInfo(msgspec.Struct, frozen=True):
    """One thing a table may choose. An integer has bounds or choices, a text has choices, a bool neither."""

    name: str
    rule: str
    default: OptionValue
    words: Text
    help: Text
    least: int | None = None
    most: int | None = None
    choices: tuple[ChoiceInfo, ...] = ()


class GameInfo(msgspec.Struct, frozen=True):
    """One game that this server plays, in words; the answer to ``GET /api/games/{game}``."""

    game: str
    name: Text
    summary: Text
    clauses: tuple[ClauseInfo, ...]
    options: tuple[OptionInfo, ...]


class Games(msgspec.Struct, frozen=True):
    """The answer to ``GET /api/games``."""

    games: tuple[GameInfo, ...]


class QrRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/qr``, answered with an SVG image. The text may hold a secret, so it is never in a URL."""

    text: str
