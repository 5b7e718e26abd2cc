"""The socket's way in: from the web framework to a hub connection."""

from typing import Any

import structlog
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from protocol.errors import CloseCode
from server.hub.connection import Connection
from server.hub.sessions import Sessions
from server.hub.transport import PlainTransport
from server.logs import told
from server.web.protocol import ABORT


class SocketEndpoint:
    """``/s/{shard}/ws``: a foreign shard is 404, a full house 503, both before the socket is accepted."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._log = structlog.get_logger("socket")

    async def serve(self, ws: WebSocket) -> None:
        """From the handshake to the end of one connection."""
        if not self._sessions.owns(ws.path_params["shard"].upper()):
            await ws.send_denial_response(PlainTextResponse("no such shard here", 404))
            return
        if not self._sessions.make_room():
            await ws.send_denial_response(PlainTextResponse("full", 503, headers={"retry-after": "5"}))
            return
        await ws.accept()
        await self._talk(ws)

    async def _talk(self, ws: WebSocket) -> None:
        async def send(message: dict[str, Any]) -> None:
            try:
                await ws.send(message)
            except WebSocketDisconnect:
                raise ConnectionResetError from None

        transport = PlainTransport(send, ws.scope.get("extensions", {}).get(ABORT, _nothing))
        connection = self._sessions.open(transport, ws.client.host if ws.client is not None else "")
        try:
            while (message := await ws.receive())["type"] == "websocket.receive":
                self._read(connection, message.get("text"))
        finally:
            self._sessions.lost(connection)

    def _read(self, connection: Connection, text: str | None) -> None:
        try:
            if text is None:
                connection.binary()
            else:
                self._sessions.text(connection, text)
        except Exception as error:
            # Our own bug costs this connection, and no other.
            self._log.error("connection failed", conn=connection.conn, **told(error))
            connection.outbox.end(CloseCode.INTERNAL)


def _nothing() -> None:
    """A server that cannot abort: a peer that does not read stays until TCP gives it up."""
