"""The socket's way in: from the web framework to a hub connection."""

import asyncio
from typing import Any

import structlog
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from protocol.errors import CloseCode
from server.hub.connection import Connection
from server.hub.sessions import Sessions
from server.hub.transport import PlainTransport
from server.logs import told
from server.web.protocol import TAKE_OVER, TakeOver
from server.web.turnstile import Turnstile


class SocketEndpoint:
    """``/s/{shard}/ws``: a foreign shard is 404, a full house 503, both before the socket is accepted."""

    def __init__(self, sessions: Sessions, turnstile: Turnstile) -> None:
        self.sessions = sessions
        self._turnstile = turnstile
        self._log = structlog.get_logger("socket")

    async def serve(self, ws: WebSocket) -> None:
        """From the handshake to the end of one connection."""
        if not self.sessions.owns(ws.path_params["shard"].upper()):
            await ws.send_denial_response(PlainTextResponse("no such shard here", 404))
            return
        if not self.sessions.make_room():
            await ws.send_denial_response(PlainTextResponse("full", 503, headers={"retry-after": "5"}))
            return
        await ws.accept()
        host = ws.client.host if ws.client is not None else ""
        take_over: TakeOver | None = ws.scope.get("extensions", {}).get(TAKE_OVER)
        if take_over is None:
            await self._talk(ws, host)
        else:
            ear = _Ear(self)
            ear.connection = self.sessions.open(take_over(ear, self._turnstile.enter), host)

    async def _talk(self, ws: WebSocket, host: str) -> None:
        """The same over plain ASGI, for a server that does not hand its sockets over."""
        task = asyncio.current_task()
        given_up = False

        async def send(message: dict[str, Any]) -> None:
            try:
                await ws.send(message)
            except WebSocketDisconnect:
                raise ConnectionResetError from None

        def give_up() -> None:
            # The kernel keeps the socket until its other side is given up; we are done with it.
            nonlocal given_up
            given_up = True
            if task is not None:
                task.cancel()

        connection = self.sessions.open(PlainTransport(send, give_up), host)
        try:
            while (message := await ws.receive())["type"] == "websocket.receive":
                self.heard(connection, message.get("text"))
        except asyncio.CancelledError:
            if not given_up:
                raise
        finally:
            self.sessions.lost(connection)

    def heard(self, connection: Connection, text: str | None) -> None:
        """A text frame came, or a binary one."""
        try:
            if text is None:
                connection.binary()
            else:
                self.sessions.text(connection, text)
        except Exception as error:
            self.failed(connection, error)

    def failed(self, connection: Connection, error: Exception) -> None:
        """Our own bug costs this connection, and no other."""
        self._log.error("connection failed", conn=connection.conn, **told(error))
        connection.outbox.end(CloseCode.INTERNAL)

    def lost(self, connection: Connection) -> None:
        """The socket is gone."""
        self.sessions.lost(connection)


class _Ear:
    """What a socket of ours is heard by."""

    __slots__ = ("_endpoint", "connection")

    connection: Connection

    def __init__(self, endpoint: SocketEndpoint) -> None:
        self._endpoint = endpoint

    def text(self, text: str) -> None:
        try:
            self._endpoint.sessions.text(self.connection, text)
        except Exception as error:
            self._endpoint.failed(self.connection, error)

    def binary(self) -> None:
        self._endpoint.heard(self.connection, None)

    def lost(self) -> None:
        self._endpoint.lost(self.connection)
