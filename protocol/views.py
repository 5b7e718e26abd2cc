"""Complete pictures of a table: one for everybody, and one small part for each viewer."""

from typing import Literal

import msgspec

from protocol.events import AskKind
from protocol.games import AnyOffer, AnyView, AnyYou
from protocol.ids import Chips, Millis, PlayerId, Ref, Seat, Turn
from protocol.play import Blocked

SeatStatus = Literal["in", "out", "leaving", "kicked"]
Phase = Literal["waiting", "starting", "playing", "result", "closed"]
Waiting = Literal["players", "host", "people", "bank"]


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """One seat of the table, taken or not."""

    seat: Seat
    player: PlayerId | None = None
    name: str = ""
    bot: bool = False
    balance: Chips = Chips(0)
    status: SeatStatus = "in"
    away_since: Millis | None = None
    """None while connected (a bot always is)."""
    away_left: Millis = Millis(0)
    """How long a clock of this seat still waits for its owner, at most."""
    next: bool = False
    """Tapped "next": ready for the next hand at once."""
    heir: str | None = None
    """Who takes this bot's seat after the hand."""


class Clock(msgspec.Struct, frozen=True, gc=False):
    """A seat's running clock: first until ``due``, then ``bank`` ms more from its time bank."""

    seat: Seat
    due: Millis
    bank: Millis
    left: Millis | None = None
    """While the table is paused: what is left of the clock; ``due`` is then void."""


class Request(msgspec.Struct, frozen=True, gc=False):
    """Somebody waits for the host's yes: to sit, to get points, or "that away seat is mine"."""

    player: PlayerId
    name: str
    kind: AskKind
    seat: Seat


class Bank(msgspec.Struct, frozen=True, gc=False):
    """In a game with a banker: who it is, who is asked to be, and until when."""

    banker: Seat | None
    asked: Seat | None = None
    due: Millis | None = None
    passing: bool = False
    """The banker gives it up after this hand."""


class Person(msgspec.Struct, frozen=True, gc=False):
    player: PlayerId
    name: str


class Pause(msgspec.Struct, frozen=True, gc=False):
    by: PlayerId
    until: Millis
    """When it ends by itself (rules.md 7.2)."""


class TableView(msgspec.Struct, frozen=True, gc=False):
    """The public part: byte for byte the same for all who see one version."""

    title: str
    game: str
    options: dict[str, bool | int | str]
    later: dict[str, bool | int | str]
    """Options that hold from the next hand; empty when none wait."""
    hand: int
    phase: Phase
    waiting: Waiting | None
    """Why no hand starts in phase ``waiting``: too few players, the host's word, no people (bots alone do not play)."""
    seats: tuple[SeatView, ...]
    host: PlayerId | None
    locked: bool
    ask: bool
    """Strangers need the host's yes to sit."""
    requests: tuple[Request, ...]
    watchers: int
    pause: Pause | None
    starts: Millis | None
    """When the next hand begins, if that is settled."""
    clocks: tuple[Clock, ...]
    play: AnyView | None
    barred: tuple[Person, ...] = ()
    """Kicked by the host and not let back."""
    bank: Bank | None = None
    listed: bool = False
    """Shown on the first page."""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What became of the last command: ``code`` is None where it was carried out."""

    ref: Ref
    code: str | None = None


class YouView(msgspec.Struct, frozen=True, gc=False):
    """The private part of one viewer."""

    player: PlayerId
    name: str
    seat: Seat | None
    host: bool
    bank: Millis
    """What is left in the time bank."""
    turn: Turn | None
    offers: tuple[AnyOffer, ...]
    blocked: tuple[Blocked, ...]
    play: AnyYou | None
    answered: Outcome | None

    def __repr__(self) -> str:
        return f"<YouView of player {self.player}>"
