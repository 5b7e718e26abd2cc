"""Where a socket changes hands: uvicorn does the handshake, then our own class has the connection.

Two of uvicorn's methods are replaced here, so uvicorn is pinned. An application over another server finds no TAKE_OVER
in the scope's extensions and goes on as plain ASGI (server/web/socket.py).
"""

from collections.abc import Callable
from typing import Final, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from protocol.inbound import FRAME_LIMIT
from server.web.frames import Ear, FrameSocket
from server.web.turnstile import Enter

TAKE_OVER: Final = "xiban.take_over"
"""The ASGI extension: a :data:`TakeOver`, to be called once, after the socket was accepted."""

TakeOver = Callable[[Ear, Enter], FrameSocket]
"""The connection, from now on to be heard by this ear; where much waits for its turns is told it too. The application
returns and says no more over ASGI."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own class, with TAKE_OVER."""

    taken = False
    _hasty = False

    def data_received(self, data: bytes) -> None:
        # A client must wait for the answer to its handshake (RFC 6455 section 4.1); what it said before is lost.
        self._hasty = self._hasty or self.handshake_initiated
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            # The application's task was made just now and runs after this.
            cast("dict[str, object]", self.scope["extensions"])[TAKE_OVER] = self._take_over

    async def run_asgi(self) -> None:
        """As uvicorn's own; but what was taken over stays open, and a refusal is not called a fault."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("Exception in ASGI application")
            self.send_500_response()
        else:
            if not self.handshake_complete and not self.close_sent:
                self.send_500_response()
        if not self.taken:
            cast("dict[str, object]", self.scope["extensions"]).clear()
            if self.close_timer is None:
                self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # As with what was taken over; and what was wrong with a handshake holds the frames in which that was found.
        self.conn.parser.close()
        problem: BaseException | None = self.conn.handshake_exc
        while problem is not None:
            problem.__traceback__ = None
            problem = problem.__context__

    def _take_over(self, ear: Ear, enter: Enter) -> FrameSocket:
        self.taken = True
        # Nothing of the handshake stays: scope and parser hold this object, and would until the collector comes.
        cast("dict[str, object]", self.scope["extensions"]).clear()
        self.conn.parser.close()
        # The web server names its own classes; all it asks of one is to be shut down.
        connections = cast("set[object]", self.connections)
        connections.discard(self)
        socket = FrameSocket(self.transport, ear, most=FRAME_LIMIT, gone=connections.discard, enter=enter)
        if self.disconnected:
            self.loop.call_soon(socket.connection_lost, None)
            return socket
        connections.add(socket)
        self.transport.set_protocol(socket)
        if self._hasty:
            self.transport.abort()
        return socket
