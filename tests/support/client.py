"""A scripted client that speaks the protocol, and everything else if told to."""

import asyncio
import socket
import ssl
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from protocol.codec import decode_outbound, encode
from protocol.ids import Ref
from protocol.inbound import Beat, Hello
from protocol.outbound import Beat as ServerBeat
from protocol.outbound import Outbound, Rejected, View, Welcome
from protocol.version import PROTOCOL_VERSION
from protocol.web import RoomCreated

PATIENCE_S = 10.0


class Reached(Protocol):
    """A server, or a proxy in front of one."""

    host: str
    port: int
    tls: ssl.SSLContext | None

    def socket_url(self, room: RoomCreated) -> str: ...


M = TypeVar("M")


class Client:
    """One socket. ``seen`` keeps every frame that came, as bytes; beats are answered and not shown."""

    def __init__(self, server: Reached, room: RoomCreated, *, receive_bytes: int | None = None, **headers: str) -> None:
        self._address = (server.host, server.port)
        self._tls = server.tls
        self._receive_bytes = receive_bytes
        self._url = server.socket_url(room)
        self._headers = headers
        self.room = room
        self._next_ref = 1
        self.ws: ClientConnection
        self.seen: list[bytes] = []
        self.welcome: Welcome
        self.view: View

    async def __aenter__(self) -> Self:
        self.ws = await connect(
            self._url,
            compression=None,
            max_size=None,
            max_queue=None,
            ping_interval=None,
            additional_headers=self._headers,
            proxy=None,
            ssl=self._tls,
            sock=None if self._receive_bytes is None else await self._small_socket(self._receive_bytes),
        )
        return self

    async def _small_socket(self, receive_bytes: int) -> socket.socket:
        """A phone with little room: the kernel takes no more than this for it."""
        sock = socket.socket()
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        await asyncio.get_running_loop().sock_connect(sock, self._address)
        return sock

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.ws.close()

    async def hello(self, token: str | None = None, **fields: Any) -> Welcome:
        """Say Hello and take the Welcome and the first view."""
        await self.send_hello(token, **fields)
        self.welcome = await self.until(Welcome)
        await self.until(View)
        self._next_ref = self.welcome.next_ref
        return self.welcome

    async def send_hello(self, token: str | None = None, **fields: Any) -> None:
        """Say Hello and wait for nothing."""
        await self.send(Hello(**{"protocol": PROTOCOL_VERSION, "room": self.room.code, "token": token, **fields}))

    async def send(self, message: msgspec.Struct) -> None:
        await self.ws.send(encode(message).decode())

    async def raw(self, frame: str | bytes) -> None:
        """Any frame at all: text, or binary where it is bytes."""
        await self.ws.send(frame)

    async def command(self, kind: Callable[..., Any], *args: Any, **fields: Any) -> Ref:
        """Send a command under the next ref."""
        ref = Ref(self._next_ref)
        self._next_ref += 1
        await self.send(kind(ref, *args, **fields))
        return ref

    async def next(self) -> Outbound:
        """The next frame that is no beat; TimeoutError where none comes."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                frame = await self.ws.recv(decode=False)
                self.seen.append(frame)
                message = decode_outbound(frame)
                if isinstance(message, ServerBeat):
                    await self.send(Beat(message.now))
                    continue
                if isinstance(message, View):
                    self.view = message
                return message

    async def until(self, kind: type[M], wanted: Callable[[M], bool] = lambda _: True) -> M:
        """The next message of this kind that is as wanted; what comes before is passed over."""
        while True:
            message = await self.next()
            if isinstance(message, kind) and wanted(message):
                return message

    async def shown(self, wanted: Callable[[View], bool]) -> View:
        """The first view that is as wanted, the present one included."""
        return self.view if wanted(self.view) else await self.until(View, wanted)

    async def answer(self, ref: Ref) -> str | None:
        """What became of a command: the code of its refusal, or None."""
        while True:
            message = await self.next()
            if isinstance(message, View):
                if message.you.answered is not None and message.you.answered.ref == ref:
                    return message.you.answered.code
            elif isinstance(message, Rejected):
                if message.ref == ref:
                    return message.code
            elif getattr(message, "ref", None) == ref:
                return None

    async def closed(self) -> int:
        """Wait for the end of the socket: the code it was closed with."""
        try:
            while True:
                await self.next()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd is not None else 1006
