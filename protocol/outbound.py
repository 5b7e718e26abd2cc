"""What the server sends. New fields get defaults and go last; a client ignores what it does not know."""

import msgspec

from protocol.events import AnyEvent, Said
from protocol.games import AnyOffer
from protocol.ids import Millis, PlayerId, Ref, Turn
from protocol.views import TableView, YouView


class _Out(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    pass


class Welcome(_Out, frozen=True, tag="welcome"):
    """The answer to Hello; a View follows. Whatever the client held before is void."""

    protocol: int
    room: str
    """Canonical code."""
    player: PlayerId
    token: str | None
    """Only when it is new: keep it, it is the only proof of identity."""
    next_ref: Ref
    now: Millis
    epoch: int
    log: tuple[AnyEvent, ...]
    """What became public in the hand on the table so far."""
    chat: tuple[Said, ...]

    def __repr__(self) -> str:
        return "<Welcome>"


class View(_Out, frozen=True, tag="view"):
    """The whole table as one viewer sees it at version ``v``, and what happened since the version before."""

    v: int
    epoch: int
    table: TableView
    events: tuple[AnyEvent, ...]
    you: YouView
    skipped: int = 0
    """Versions that were left out because the connection was slow; ``Log`` brings their events."""


class Done(_Out, frozen=True, tag="done"):
    """A command was carried out without a change to show, or was carried out before."""

    ref: Ref


class Rejected(_Out, frozen=True, tag="rejected"):
    """A command was refused and changed nothing. ``ref`` is None where the frame could not be read."""

    ref: Ref | None
    code: str
    rule: str | None = None
    """The clause, where a rule refused it."""
    problem: str | None = None
    """What is wrong with the frame or the options; for developers and logs, in English."""
    turn: Turn | None = None
    offers: tuple[AnyOffer, ...] = ()
    """What the sender may do now."""

    def __repr__(self) -> str:
        return f"<Rejected {self.ref}: {self.code}>"


class MoveCode(_Out, frozen=True, tag="move_code"):
    """The one-time code that moves a seat, until ``until``."""

    ref: Ref
    code: str
    until: Millis

    def __repr__(self) -> str:
        return "<MoveCode>"


class HandLog(_Out, frozen=True, tag="hand_log"):
    """What became public in a hand."""

    ref: Ref
    hand: int
    events: tuple[AnyEvent, ...]
    chat: tuple[Said, ...]


class Beat(_Out, frozen=True, tag="beat"):
    """Every 10 s; answer with the same ``now``."""

    now: Millis


class Saving(_Out, frozen=True, tag="saving"):
    """The server cannot write at the moment (``on``), or can again. Meanwhile nothing is decided and no time runs."""

    on: bool


Answer = Done | Rejected | MoveCode | HandLog
Outbound = Welcome | View | Beat | Saving | Answer
