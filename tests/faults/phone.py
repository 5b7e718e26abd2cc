"""Somebody's page, as far as the wire knows it: a token, refs, what is unanswered, and the newest view."""

from collections.abc import Callable
from typing import Protocol

import msgspec

from protocol.codec import encode
from protocol.ids import Millis, Ref, RoomCode
from protocol.inbound import AnyCommand, Beat, Hello
from protocol.version import PROTOCOL_VERSION
from server.hub.connection import Connection
from server.hub.outbox import Outbox
from server.hub.transport import Transport
from tests.faults.line import Line


class _Answered(msgspec.Struct):
    ref: int
    code: str | None


class _You(msgspec.Struct):
    answered: _Answered | None = None


class _Said(msgspec.Struct):
    """As much of any message as a page needs to keep in step."""

    type: str
    v: int = 0
    ref: int | None = None
    code: str | None = None
    now: int = 0
    next_ref: int = 0
    token: str | None = None
    events: msgspec.Raw = msgspec.Raw(b"[]")
    you: _You = msgspec.field(default_factory=_You)


_DECODE = msgspec.json.Decoder(_Said).decode


class Exchange(Protocol):
    """Where calls from phones arrive."""

    def open(self, transport: Transport) -> Connection: ...

    def text(self, connection: Connection, frame: str) -> None: ...

    def lost(self, connection: Connection) -> None: ...


class Phone:
    """Does what the page does: keeps unanswered commands, and says them again after a drop. Never two sockets."""

    def __init__(
        self,
        exchange: Exchange,
        room: RoomCode,
        token: str | None,
        now: Callable[[], Millis],
        soon: Callable[[Callable[[], object]], object] | None = None,
    ) -> None:
        self._exchange = exchange
        self._room = room
        self._now = now
        self._soon = soon
        self.token = token
        self.line: Line | None = None
        self._connection: Connection | None = None
        self._welcome = False
        self.next_ref = 1
        self._known = 1
        self.unanswered: dict[int, str] = {}
        self.answers: dict[int, str | None] = {}
        """By ref: the code of its refusal, None where it was carried out."""
        self.view = b""
        self.v = -1
        self.events: list[bytes] = []
        """The lists of events of all views, as they came."""
        self.got: list[tuple[Millis, bytes]] = []
        """Every frame but beats, and when it came."""
        self.codes: list[int] = []
        """How the server closed our sockets."""
        self.welcomes = 0
        self.outbox: Outbox
        """The server's own, of the newest socket."""

    def __repr__(self) -> str:
        state = "open" if self.is_open else "not open"
        return f"<Phone {state}, {self.welcomes} welcomes, v {self.v}, unanswered: {list(self.unanswered)}>"

    @property
    def is_open(self) -> bool:
        return self._connection is not None

    def connect(self) -> None:
        """Open a socket and say Hello. The one before is gone."""
        self.cut()
        line = Line(lambda frame: self._hear(line, frame), lambda code: self._end(line, code), self._soon)
        self.line = line
        self._connection = self._exchange.open(line)
        self._welcome = False
        self.outbox = self._connection.outbox
        self._write(encode(Hello(PROTOCOL_VERSION, self._room, self.token)).decode())

    def cut(self) -> None:
        """The network drops: what is under way, both ways, is lost."""
        line, self.line = self.line, None
        connection, self._connection = self._connection, None
        if line is not None:
            line.dead = True
        if connection is not None:
            self._exchange.lost(connection)

    def moved(self, exchange: Exchange, now: Callable[[], Millis]) -> None:
        """The server ended, and with it the line; another is started in its place."""
        if self.line is not None:
            self.line.dead = True
        self.line, self._connection = None, None
        self._exchange, self._now = exchange, now

    def send(self, make: Callable[[Ref], AnyCommand]) -> Ref:
        """Say a command under the next ref; it waits where nobody listens."""
        ref = Ref(self.next_ref)
        self.next_ref += 1
        frame = encode(make(ref)).decode()
        self.unanswered[ref] = frame
        if self._welcome:
            self._write(frame)
        return ref

    def say(self, frame: str) -> None:
        """Any frame at all."""
        self._write(frame)

    def deliver(self) -> bool:
        return self.line is not None and self.line.deliver()

    @property
    def shown(self) -> bytes:
        """The picture in the newest view. Versions and events tell also who came and went."""
        return self.public + self.view.partition(b',"you":')[2]

    @property
    def public(self) -> bytes:
        """What everybody sees of it."""
        return self.view.partition(b',"table":')[2].partition(b',"events":')[0]

    def _write(self, frame: str) -> None:
        if self._connection is not None:
            self._exchange.text(self._connection, frame)

    def _hear(self, line: Line, frame: bytes) -> None:
        if line is not self.line:
            return
        said = _DECODE(frame)
        if said.type == "beat":
            self._write(encode(Beat(Millis(said.now))).decode())
            return
        self.got.append((self._now(), frame))
        match said.type:
            case "welcome":
                self._welcomed(said)
            case "view":
                self._viewed(said, frame)
            case "saving":
                pass
            case _:
                assert said.ref is not None, frame
                self._answer(said.ref, said.code if said.type == "rejected" else None)

    def _welcomed(self, said: _Said) -> None:
        self.welcomes += 1
        self._welcome = True
        self.token = said.token or self.token
        self.v = -1
        self._known = said.next_ref
        self.next_ref = max(self.next_ref, said.next_ref)
        for frame in list(self.unanswered.values()):
            self._write(frame)

    def _viewed(self, said: _Said, frame: bytes) -> None:
        assert said.v >= self.v, "a view older than the one before"
        self.v, self.view = said.v, frame
        self.events.append(bytes(said.events))
        told = said.you.answered
        if told is None:
            return
        for ref in [ref for ref in self.unanswered if ref == told.ref or self._known <= ref < told.ref]:
            self._answer(ref, told.code if ref == told.ref else None)

    def _answer(self, ref: int, code: str | None) -> None:
        self.unanswered.pop(ref, None)
        assert self.answers.setdefault(ref, code) == code, f"two answers to {ref}"

    def _end(self, line: Line, code: int) -> None:
        if line is self.line:
            self.codes.append(code)
            self.cut()
