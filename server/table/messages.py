"""What a table is told. Everything that needs chance or a network comes in here, already drawn or already read.

These are also what a journal keeps, so that a table can be told again (server/table/entries.py): secrets come in as
digests, and the one that goes out in the clear is of a type that no encoder takes.
"""

from typing import NewType

import msgspec

from protocol.ids import Millis, PlayerId
from protocol.inbound import AnyCommand
from server.table.tokens import Secret, digest

ConnId = NewType("ConnId", int)
"""Names one connection inside one process; never sent."""


class _Message(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    pass


class Attach(_Message, frozen=True, tag="attach"):
    """A connection said Hello, with digests of what it brought.

    ``fresh`` is the digest of a new token, adopted if this is a new visitor or a moved seat; ``secret`` is that token.
    """

    conn: ConnId
    token: str | None
    move: str | None
    fresh: str
    secret: Secret | None = None

    def __repr__(self) -> str:
        return "<Attach>"


class AttachBot(_Message, frozen=True, tag="attach_bot"):
    """The house plays this bot over this connection."""

    conn: ConnId
    player: PlayerId


class Detach(_Message, frozen=True, tag="detach"):
    """A connection is gone."""

    conn: ConnId


class Told(_Message, frozen=True, tag="told"):
    """A command over an attached connection. ``fresh`` is a new one-time code, given if it asks for one."""

    conn: ConnId
    command: AnyCommand
    fresh: str = ""

    def __repr__(self) -> str:
        return f"<Told {type(self.command).__name__} {self.command.ref}>"


class Woke(_Message, frozen=True, tag="woke"):
    """A deadline has come."""


class Stood(_Message, frozen=True, tag="waited"):
    """The table could not be told anything since ``since``: nobody's time ran (design 5)."""

    since: Millis


class Restarted(_Message, frozen=True, tag="restarted"):
    """The table is back from the journal, in a process with this epoch: every connection of before is gone."""

    epoch: int


class Renew(_Message, frozen=True, tag="renew"):
    """Whoever asked for the room got no answer and asks again: a new token for a creator who never came."""

    fresh: str


class Shut(_Message, frozen=True, tag="shut"):
    """The operator ends the room."""


TableMessage = Attach | AttachBot | Detach | Told | Woke | Stood | Restarted | Renew | Shut


def hello(conn: ConnId, token: str | None, move: str | None, fresh: str) -> Attach:
    """An Attach with these secrets."""
    return Attach(
        conn,
        None if token is None else digest(token),
        None if move is None else digest(move),
        digest(fresh),
        Secret(fresh),
    )
