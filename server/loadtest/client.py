"""One scripted player: a connection that says Hello, remembers its token, and hands on what comes."""

import asyncio
from typing import Final, Protocol

from protocol.cards import FaceUp
from protocol.codec import decode_outbound, encode
from protocol.errors import CloseCode
from protocol.ids import Ref, Seat
from protocol.inbound import AnyCommand, Hello
from protocol.inbound import Beat as BeatBack
from protocol.outbound import Beat, Done, Rejected, Welcome
from protocol.version import PROTOCOL_VERSION
from protocol.views import YouView
from server.loadtest.checks import NO_CARDS
from server.loadtest.problems import Failed, Refused
from server.loadtest.wire import LOST, Address, Wire

ANSWER_S: Final = 20.0
"""For a Welcome, and for the answer to a command while a table is set up."""


class Host(Protocol):
    """Whom a client belongs to: the table that it plays at."""

    def view(self, client: "Client", data: bytes, at: float) -> None:
        """A View came, as bytes."""
        ...

    def rejected(self, client: "Client", rejected: Rejected) -> None:
        """A command was refused that nobody waits for, or something that is no command."""
        ...

    def done(self, client: "Client", ref: Ref) -> None:
        """A command that nobody waits for was carried out, and no view says so."""
        ...

    def gone(self, client: "Client", code: int) -> None:
        """The connection ended, and not by our own wish."""
        ...


class Client:
    """A player at one table. ``v``, ``you`` and ``own`` are what it saw last."""

    __slots__ = (
        "_address", "_asked", "_code", "_host", "_path", "_token", "_welcome", "_wire",
        "next_ref", "own", "seat", "v", "you",
    )  # fmt: skip

    def __init__(self, address: Address, host: Host, code: str, path: str, seat: Seat, token: str | None) -> None:
        self._address = address
        self._host = host
        self._code = code
        self._path = path
        self._token = token
        self._wire: Wire | None = None
        self._welcome: asyncio.Future[None] | None = None
        self._asked: tuple[Ref, asyncio.Future[str | None]] | None = None
        self.seat = seat
        self.next_ref = Ref(1)
        self.v = 0
        self.you: YouView | None = None
        self.own: frozenset[FaceUp] = NO_CARDS

    @property
    def connected(self) -> bool:
        return self._wire is not None and self._welcome is None

    @property
    def connecting(self) -> bool:
        """On its way: what is dropped now would be another connection than the one meant."""
        return self._welcome is not None

    async def connect(self) -> None:
        """Open the socket, say Hello and wait for the first picture. Refused or Failed."""
        loop = asyncio.get_running_loop()
        self._welcome = welcome = loop.create_future()
        try:
            self._wire = wire = await self._address.open(self._path, self)
        except BaseException:
            self._welcome = None
            raise
        wire.send(encode(Hello(PROTOCOL_VERSION, self._code, self._token)))
        try:
            async with asyncio.timeout(ANSWER_S):
                await welcome
        except TimeoutError:
            self.drop()
            raise Failed("no welcome") from None
        except asyncio.CancelledError:
            self.drop()
            raise

    def send(self, command: AnyCommand) -> None:
        """Tell the table something, under ``next_ref``."""
        self.next_ref = Ref(command.ref + 1)
        if self._wire is not None:
            self._wire.send(encode(command))

    async def ask(self, command: AnyCommand) -> str | None:
        """Tell the table something and wait: the code of its refusal, None where it was done. Failed: no answer."""
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._asked = command.ref, answer
        self.send(command)
        try:
            async with asyncio.timeout(ANSWER_S):
                return await answer
        except TimeoutError:
            raise Failed("no answer") from None
        finally:
            self._asked = None

    def drop(self) -> None:
        """Lose the connection on purpose."""
        wire, self._wire = self._wire, None
        self._welcome = None
        if wire is not None:
            wire.abort()

    def saw(self, v: int, you: YouView, own: frozenset[FaceUp]) -> None:
        """A view was taken over."""
        self.v, self.you, self.own = v, you, own
        if self._welcome is not None:
            welcome, self._welcome = self._welcome, None
            if not welcome.done():
                welcome.set_result(None)
        if self._asked is not None and you.answered is not None:
            self._answered(you.answered.ref, you.answered.code)

    def frame(self, data: bytes, at: float) -> None:
        if data.startswith(_VIEW):
            self._host.view(self, data, at)
            return
        message = decode_outbound(data)
        match message:
            case Beat(now=instant):
                if self._wire is not None:
                    self._wire.send(encode(BeatBack(instant)))
            case Welcome():
                self._token = message.token or self._token
                self.next_ref = message.next_ref
                self.v = 0
            case Rejected(ref=ref, code=code):
                if ref is None or not self._answered(ref, code):
                    self._host.rejected(self, message)
            case Done(ref=ref):
                if not self._answered(ref, None):
                    self._host.done(self, ref)
            case _:
                pass

    def lost(self, code: int) -> None:
        if self._wire is None:
            return
        self._wire = None
        why = f"closed with {code} {_name(code)}".rstrip()
        failed = Refused(why) if code == CloseCode.TRY_LATER else Failed(why)
        if self._asked is not None and not self._asked[1].done():
            self._asked[1].set_exception(failed)
        if self._welcome is not None:
            welcome, self._welcome = self._welcome, None
            if not welcome.done():
                welcome.set_exception(failed)
        else:
            self._host.gone(self, code)

    def _answered(self, ref: Ref, code: str | None) -> bool:
        """Whether somebody waits for this answer."""
        if self._asked is None or self._asked[0] != ref:
            return False
        if not self._asked[1].done():
            self._asked[1].set_result(code)
        return True


_VIEW: Final = b'{"type":"view",'


def _name(code: int) -> str:
    known = {int(one): one.name.lower() for one in CloseCode}
    return known.get(code, "lost" if code == LOST else "")
