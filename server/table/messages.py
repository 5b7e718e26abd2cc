"""What a table is told. Everything that needs chance or a network comes in here, already drawn or already read."""

from typing import NewType

import msgspec

from protocol.ids import PlayerId
from protocol.inbound import AnyCommand

ConnId = NewType("ConnId", int)
"""Names one connection inside one process; never sent."""


class Attach(msgspec.Struct, frozen=True):
    """A connection said Hello. ``fresh`` is a new token, adopted if this is a new visitor or a moved seat."""

    conn: ConnId
    token: str | None
    move: str | None
    fresh: str

    def __repr__(self) -> str:
        return "<Attach>"


class AttachBot(msgspec.Struct, frozen=True):
    """The house plays this bot over this connection."""

    conn: ConnId
    player: PlayerId


class Detach(msgspec.Struct, frozen=True):
    """A connection is gone."""

    conn: ConnId


class Told(msgspec.Struct, frozen=True):
    """A command over an attached connection. ``fresh`` is a new one-time code, used if it asks for one."""

    conn: ConnId
    command: AnyCommand
    fresh: str = ""

    def __repr__(self) -> str:
        return f"<Told {type(self.command).__name__} {self.command.ref}>"


TableMessage = Attach | AttachBot | Detach | Told
