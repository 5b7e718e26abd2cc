"""One connection's life: Hello, commands, and everything that can come instead."""

from typing import Final, Protocol, get_args

import msgspec

from protocol.codec import BadMessage, decode_inbound, encode
from protocol.codes import parse_code
from protocol.errors import CloseCode, ErrorCode
from protocol.ids import Millis, Ref, RefIn, RoomCode
from protocol.inbound import AnyCommand, Beat, Hello, MoveSeat
from protocol.outbound import Rejected
from protocol.version import PROTOCOL_VERSION
from server.clock import stopwatch
from server.hub import limits
from server.hub.admission import Admission
from server.hub.limits import Bucket, Rate
from server.hub.outbox import Outbox
from server.rooms.lobby import RoomBusy
from server.table.actor import TableActor
from server.table.messages import ConnId, Told
from server.table.messages import hello as hello_message
from server.table.tokens import digest

HELLO_MS: Final = 5_000
"""Until the first Hello, and between a refused one and the next."""
BEAT_MS: Final = 10_000
"""How often we speak, whatever else is said."""
SILENCE_MS: Final = 35_000
"""Three beats and some: a client that said nothing for this long is gone."""
UNANSWERED: Final = 8
"""Commands whose answers have not left yet; more are refused as busy."""
_NONSENSE: Final = Rate(limits.NONSENSE, limits.NONSENSE_PER_S)
_EXCESS: Final = Rate(limits.EXCESS, limits.EXCESS_PER_S)


class Hall(Protocol):
    """What a connection needs of the server around it."""

    @property
    def crowded(self) -> bool:
        """Only people who were here before may come in."""
        ...

    @property
    def saving(self) -> bool:
        """The journal is late: nothing is heard until it is not."""
        ...

    def park(self, connection: "Connection", frame: str) -> None:
        """Keep a frame until then."""
        ...

    def find(self, code: RoomCode) -> TableActor | None:
        """The room's table; None where there is no such room. RoomBusy where nobody can say just now."""
        ...

    def new_token(self) -> str:
        """A fresh secret."""
        ...


class Connection:
    """Reads frames; everything it says goes through its outbox. Instants are given by the caller."""

    __slots__ = (
        "_actor", "_admission", "_beat_due", "_excess", "_hall", "_heard", "_hello", "_hello_by", "_nonsense", "_token",
        "conn", "outbox", "parked",
    )  # fmt: skip

    def __init__(self, conn: ConnId, outbox: Outbox, hall: Hall, admission: Admission, now: Millis) -> None:
        self.conn = conn
        self.outbox = outbox
        self._hall = hall
        self._admission = admission
        self._actor: TableActor | None = None
        self._hello: Hello | None = None
        self._token: str | None = None
        self._heard = now
        self.parked = 0
        """Frames that wait for the journal."""
        self._hello_by = now + HELLO_MS
        self._beat_due = now + BEAT_MS
        self._nonsense = Bucket(_NONSENSE, now)
        self._excess = Bucket(_EXCESS, now)

    def text(self, frame: str, now: Millis) -> None:
        """A text frame came."""
        if self.outbox.closing:
            return
        self._heard = now
        if self._hall.saving:
            self._park(frame, now)
            return
        try:
            message = decode_inbound(frame)
        except BadMessage as error:
            if self._actor is None and _foreign(frame):
                self.outbox.end(CloseCode.PROTOCOL_VERSION)
            else:
                self._refuse_nonsense(ErrorCode.BAD_MESSAGE, now, ref=_ref(frame), problem=str(error))
            return
        if isinstance(message, Hello):
            if self._actor is not None and not self._admission.may_beat(now):
                # Each that is heard paints the table for everybody.
                self._refuse(ErrorCode.SLOW_DOWN, ref=None)
                self._excessive(now)
            else:
                self._hello_came(message, now)
        elif isinstance(message, Beat):
            if not self._admission.may_beat(now):
                self._excessive(now)
        else:
            self._command_came(message, now)

    def unparked(self, frame: str, now: Millis) -> None:
        """The journal is on time again: a frame that waited for it is heard."""
        self.parked -= 1
        self.text(frame, now)

    def binary(self) -> None:
        """A binary frame came: the language is text."""
        self.outbox.end(CloseCode.TEXT_ONLY)

    def lost(self) -> None:
        """The socket is gone."""
        if self._actor is not None:
            self._actor.detach(self.conn)
            self._actor = None

    @property
    def due(self) -> Millis:
        """When to look, at the latest. It moves later by itself, as something is heard; never earlier, but where the
        other side stops reading: its STALL_MS are longer than any beat is away.
        """
        due = min(self._beat_due, self._heard + SILENCE_MS)
        if self.outbox.player is None:
            due = min(due, self._hello_by)
        if self.outbox.stalls_at is not None:
            due = min(due, self.outbox.stalls_at)
        return Millis(due)

    def look(self, now: Millis, beat: bytes) -> None:
        """Close what waits in vain, and send the beat if it is due; called when ``due``, or sooner."""
        if self.outbox.stalled(now):
            self.outbox.cut(CloseCode.TOO_SLOW)
        elif self.outbox.player is None and now >= self._hello_by and not self.parked:
            self.outbox.end(CloseCode.HELLO_TIMEOUT)
        elif now - self._heard >= SILENCE_MS:
            # Nobody is there to hear what waits.
            self.outbox.cut(CloseCode.NO_BEAT)
        elif now >= self._beat_due:
            self._beat_due = now + BEAT_MS
            self.outbox.notice(beat)

    def slept(self, gap: Millis, now: Millis) -> None:
        """We heard nobody for so long, and that was our own doing."""
        self._heard = Millis(self._heard + gap)
        self._hello_by = Millis(self._hello_by + gap)
        self.outbox.slept(now)

    def _hello_came(self, hello: Hello, now: Millis) -> None:
        if self.outbox.player is not None and not self._again(hello):
            self._refuse_nonsense(ErrorCode.HELLO_TWICE, now, ref=None)
            return
        if hello.protocol != PROTOCOL_VERSION:
            self.outbox.end(CloseCode.PROTOCOL_VERSION)
            return
        code = parse_code(hello.room)
        try:
            actor = self._hall.find(code) if code is not None else None
        except RoomBusy:
            self.outbox.end(CloseCode.TRY_LATER)
            return
        if self.outbox.player is None and not self._admitted(hello, actor, now):
            self.outbox.end(CloseCode.TRY_LATER)
        elif actor is None:
            self._admission.wrong("wrong_code", now)
            self.outbox.end(CloseCode.ROOM_UNKNOWN)
        else:
            self._attach(actor, hello, now)

    def _admitted(self, hello: Hello, actor: TableActor | None, now: Millis) -> bool:
        """Who proves that he was here before always comes in: neither a full house nor a neighbour who guesses codes
        keeps him out. Who moves house is let into a full house too, since his seat is there already.
        """
        proof = hello.token if hello.move is None else None
        if actor is not None and proof is not None and actor.core.knows(digest(proof)):
            return True
        if self._hall.crowded and hello.move is None:
            return False
        if not self._admission.may_try(now):
            return False
        return actor is None or hello.token is not None or hello.move is not None or self._admission.may_join(now)

    def _attach(self, actor: TableActor, hello: Hello, now: Millis) -> None:
        fresh = self._hall.new_token()
        token = self._token if self.outbox.player is not None else hello.token
        move = None if self.outbox.player is not None else hello.move
        actor.attach(self.outbox, hello_message(self.conn, token, move, fresh))
        if self.outbox.player is not None:
            self._actor = actor
            self._admission.is_person(actor.room, self.outbox.player)
            self._hello = self._hello or hello
            self._token = self._token or (fresh if hello.token is None or hello.move is not None else hello.token)
            return
        if hello.token is not None or hello.move is not None:
            self._admission.wrong("wrong_token", now)
        self._hello_by = now + HELLO_MS
        if not self._nonsense.take(now):
            self.outbox.end(CloseCode.FLOOD)

    def _again(self, hello: Hello) -> bool:
        """The same Hello once more: word for word, or with the token that the first one brought."""
        first = self._hello
        if first is None or hello == first:
            return first is not None
        same_room = parse_code(hello.room) == parse_code(first.room)
        return same_room and hello.move is None and hello.token == self._token

    def _command_came(self, command: AnyCommand, now: Millis) -> None:
        if self._actor is None:
            self._refuse_nonsense(ErrorCode.HELLO_FIRST, now, ref=command.ref)
        elif not self._admission.may_say(command, now):
            self._refuse(ErrorCode.SLOW_DOWN, ref=command.ref)
            self._excessive(now)
        elif self.outbox.unanswered >= UNANSWERED:
            self._refuse(ErrorCode.BUSY, ref=command.ref)
            self._excessive(now)
        else:
            fresh = self._hall.new_token() if isinstance(command, MoveSeat) else ""
            begun = stopwatch()
            self._actor.tell(Told(self.conn, command, fresh))
            self._admission.tally.commands[_TAGS[type(command)]] += 1
            self.outbox.asked(begun)

    def _park(self, frame: str, now: Millis) -> None:
        """Hello and commands wait; a beat has said what it says by coming."""
        if _is_beat(frame):
            return
        if self.parked >= UNANSWERED:
            self._refuse(ErrorCode.BUSY, ref=_ref(frame))
            self._excessive(now)
            return
        self.parked += 1
        self._hall.park(self, frame)

    def _excessive(self, now: Millis) -> None:
        if not self._excess.take(now):
            self.outbox.end(CloseCode.FLOOD)

    def _refuse_nonsense(self, code: ErrorCode, now: Millis, *, ref: Ref | None, problem: str | None = None) -> None:
        self._refuse(code, ref=ref, problem=problem)
        if not self._nonsense.take(now):
            self.outbox.end(CloseCode.FLOOD)

    def _refuse(self, code: ErrorCode, *, ref: Ref | None, problem: str | None = None) -> None:
        self.outbox.answer(encode(Rejected(ref, code.value, problem=problem)))


_TAGS: Final = {kind: str(kind.__struct_config__.tag) for kind in get_args(AnyCommand)}
"""What commands are called where they are counted."""


class _Greeting(msgspec.Struct, tag="hello", tag_field="type"):
    """As much of a Hello as every version of the protocol has."""

    protocol: int


_GREETING: Final = msgspec.json.Decoder(_Greeting)


class _Numbered(msgspec.Struct):
    """As much of a command as tells whom the answer is for."""

    ref: RefIn


_NUMBERED: Final = msgspec.json.Decoder(_Numbered)


def _ref(frame: str) -> Ref | None:
    """The ref of a command that cannot be read otherwise: who waits for its answer must get one."""
    try:
        return _NUMBERED.decode(frame).ref
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


class _Kind(msgspec.Struct):
    """As much of a frame as tells what it is."""

    type: str


_KIND: Final = msgspec.json.Decoder(_Kind)


def _is_beat(frame: str) -> bool:
    try:
        return _KIND.decode(frame).type == "beat"
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False


def _foreign(frame: str) -> bool:
    """Whether this is a Hello of another version, which we may not be able to read."""
    try:
        return _GREETING.decode(frame).protocol != PROTOCOL_VERSION
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
