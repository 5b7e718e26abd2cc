"""A phone or a window: keeps a line to one room, as the page does, and repeats what was not answered."""

import re
from collections.abc import Callable
from random import Random
from typing import Any, Final, Protocol

from protocol.codec import decode_outbound, encode
from protocol.ids import Ref
from protocol.inbound import Beat, Command, Hello, Log, MoveSeat
from protocol.outbound import Beat as ServerBeat
from protocol.outbound import Done, HandLog, MoveCode, Rejected, View, Welcome
from protocol.version import PROTOCOL_VERSION
from tests.sim.link import Link
from tests.sim.loop import SimLoop

CONNECT_MS: Final = 5_000
SILENCE_MS: Final = 25_000
CHECK_MS: Final = 5_000
LONGEST_BACKOFF_MS: Final = 10_000
MOST_PENDING: Final = 8
FINAL: Final = frozenset({1009, 4001, 4002, 4003, 4004, 4005, 4006, 4011})
"""Close codes after which only a person comes back (client_web/js/connection.js)."""
TOKEN_LOST: Final = frozenset({"token_unknown", "token_moved"})
APART: Final = (Log, MoveSeat)
"""Answered apart: a view that tells of them is not their answer."""
_TAIL: Final = re.compile(rb'"answered":(?:null|\{"ref":(\d+),"code":(?:null|"(\w+)")\})\}(?:,"skipped":\d+)?\}$')
_VERSION: Final = re.compile(rb'\{"type":"view","v":(\d+),"epoch":(\d+)')


class Owner(Protocol):
    """Who looks at it."""

    def shown(self, device: "Device") -> None:
        """There is a new view."""
        ...

    def ended(self, device: "Device", code: int) -> None:
        """The server said good-bye for good."""
        ...

    def answered(self, device: "Device", command: Command, answer: Any) -> None:
        """What became of a command: an answer of its own, or the code of its refusal, or None."""
        ...


class Device:
    """``dial`` makes a link. A page that is loaded anew is a new device with the old one's token."""

    def __init__(
        self, loop: SimLoop, chance: Random, dial: Callable[["Device"], Link], room: str, owner: Owner
    ) -> None:
        self.room = room
        self.token: str | None = None
        self.move: str | None = None
        self.link: Link | None = None
        self.welcomed = False
        self.over = False
        """Ended for good, or thrown away."""
        self.offline = False
        self.data = b""
        """The newest view, as it came."""
        self.version = 0
        self.epoch = 0
        self.pending: dict[Ref, Command] = {}
        self.next_ref = Ref(1)
        self.player = 0
        self._loop = loop
        self._chance = chance
        self._dial = dial
        self._owner = owner
        self._heard = 0
        self._tries = 0
        self._watched = False

    @property
    def view(self) -> View:
        """What the screen shows."""
        view = decode_outbound(self.data)
        assert isinstance(view, View)
        return view

    def connect(self) -> None:
        """Now, whatever was planned."""
        if self.over or self.offline:
            return
        self._drop()
        self._heard = self._loop.now
        link = self.link = self._dial(self)
        self._loop.outside(CONNECT_MS, self._late, link)
        if not self._watched:
            self._watched = True
            self._loop.outside(CHECK_MS, self._check)

    def leave(self) -> None:
        """The window is closed."""
        self.over = True
        self._drop()

    def go_offline(self, span_ms: int) -> None:
        """No network for a while; the server is told nothing."""
        self.offline = True
        if self.link is not None:
            self.link.cut(told_here=False, told_there=False)
        self._drop()
        self._loop.outside(span_ms, self.go_online)

    def go_online(self) -> None:
        """The network is back."""
        self.offline = False
        self._again()

    def send(self, make: Callable[[Ref], Command]) -> Ref | None:
        """Send a command under the next ref; None where too many are unanswered."""
        if len(self.pending) >= MOST_PENDING or self.over:
            return None
        ref = self.next_ref
        self.next_ref = Ref(ref + 1)
        self.pending[ref] = make(ref)
        if self.welcomed:
            self.say(self.pending[ref])
        return ref

    def say(self, message: Any) -> None:
        """Put a frame on the line, whatever it is."""
        if self.link is not None:
            self.link.say(encode(message).decode())

    def raw(self, text: str) -> None:
        """Any text at all."""
        if self.link is not None:
            self.link.say(text)

    # The line's side.

    def opened(self, link: Link) -> None:
        if link is self.link:
            self._heard = self._loop.now
            self._hello()

    def closed(self, link: Link, code: int) -> None:
        if link is not self.link:
            return
        if code in FINAL:
            self.over = True
            self._drop()
            self._owner.ended(self, code)
        else:
            self._lost()

    def frame(self, link: Link, data: bytes) -> None:
        if link is not self.link:
            return
        self._heard = self._loop.now
        if data.startswith(b'{"type":"view"'):
            self._view(data)
            return
        match decode_outbound(data):
            case Welcome() as welcome:
                self._welcome(welcome)
            case ServerBeat(now):
                self.say(Beat(now))
            case Rejected(None, code):
                self._refused(code)
            case Rejected(ref, code) if ref is not None:
                self._settle(ref, code)
            case Done(ref):
                self._settle(ref, None)
            case MoveCode() | HandLog() as answer:
                self._settle(answer.ref, answer)
            case _:
                pass

    def _hello(self) -> None:
        token = None if self.move else self.token
        self.say(Hello(PROTOCOL_VERSION, self.room, token, self.move, "vi"))

    def _welcome(self, welcome: Welcome) -> None:
        self.move = None
        self.token = welcome.token or self.token
        self.welcomed = True
        self.version = 0
        self._tries = 0
        if self.player not in {0, welcome.player}:
            self.pending.clear()
            self.next_ref = welcome.next_ref
        self.player = welcome.player
        self.next_ref = max(self.next_ref, welcome.next_ref)
        for command in self.pending.values():
            self.say(command)

    def _view(self, data: bytes) -> None:
        head, tail = _VERSION.match(data), _TAIL.search(data)
        assert head is not None
        assert tail is not None
        if not self.welcomed or int(head[1]) < self.version:
            return
        self.data, self.version, self.epoch = data, int(head[1]), int(head[2])
        if tail[1] is not None:
            told = int(tail[1])
            for ref in [ref for ref, one in self.pending.items() if ref <= told and not isinstance(one, APART)]:
                self._settle(ref, tail[2].decode() if ref == told and tail[2] else None)
        self._owner.shown(self)

    def _settle(self, ref: Ref, answer: Any) -> None:
        command = self.pending.pop(ref, None)
        if command is not None:
            self._owner.answered(self, command, answer)

    def _refused(self, code: str) -> None:
        """Of the Hello."""
        if self.welcomed:
            return
        if code == "move_code_invalid":
            self.move = None
        elif code in TOKEN_LOST:
            self.token = None
        else:
            return
        self._hello()

    def _late(self, link: Link) -> None:
        if link is self.link and not self.welcomed and not link.open_there:
            self._lost()

    def _check(self) -> None:
        self._watched = not self.over
        if self.over:
            return
        self._loop.outside(CHECK_MS, self._check)
        if self.link is not None and self._loop.now - self._heard > SILENCE_MS:
            self.connect()

    def _lost(self) -> None:
        self._drop()
        self._tries += 1
        longest = min(LONGEST_BACKOFF_MS, round(500 * 1.7**self._tries))
        self._loop.outside(longest // 2 + self._chance.randint(0, longest // 2), self._again)

    def _again(self) -> None:
        if self.link is None and not self.over:
            self.connect()

    def _drop(self) -> None:
        link, self.link, self.welcomed = self.link, None, False
        if link is not None:
            link.hang_up()
