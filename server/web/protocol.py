"""The one thing we need of the web server beyond ASGI: to drop a peer that does not read."""

from typing import Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

ABORT: Final = "xiban.abort"
"""The ASGI extension: a call that ends the TCP connection now, whatever is unsent; after its end it does nothing."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own class, pinned with uvicorn, with ABORT in the scope's extensions."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            # The application's task was made just now and runs after this.
            cast("dict[str, object]", self.scope["extensions"])[ABORT] = self._abort

    def _abort(self) -> None:
        if not self.disconnected:
            self.transport.abort()
