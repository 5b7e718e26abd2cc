"""What is compared with: the least that a starlette application can do, on uvicorn's own websockets.

    python -m tests.bench.stock --bytes 2400

Four connections a room; whatever one of them says, each of the four is sent ``bytes`` of JSON. No rules, no queue, no
journal, nothing kept. With ``--our-sockets`` the same over Xiban's socket class: what is left for everything else.
"""

import argparse
import socket
import sys
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.web.frames import FrameSocket
from server.web.protocol import TAKE_OVER, SocketProtocol

SEATS: Final = 4


class Stock:
    """Rooms by name."""

    def __init__(self, size: int) -> None:
        self._said = '{"type":"view","table":"' + "x" * (size - 26) + '"}'
        self._rooms: dict[str, list[WebSocket]] = {}

    async def serve(self, ws: WebSocket) -> None:
        """One connection."""
        await ws.accept()
        room = self._rooms.setdefault(ws.path_params["room"], [])
        room.append(ws)
        try:
            while True:
                await ws.receive_text()
                for seat in room:
                    await seat.send_text(self._said)
        except WebSocketDisconnect:
            room.remove(ws)


class OurSockets:
    """The same, past ASGI."""

    def __init__(self, size: int) -> None:
        self._said = b'{"type":"view","table":"' + b"x" * (size - 26) + b'"}'
        self._rooms: dict[str, list[FrameSocket]] = {}

    async def serve(self, ws: WebSocket) -> None:
        """One connection's beginning."""
        await ws.accept()
        room = self._rooms.setdefault(ws.path_params["room"], [])
        room.append(ws.scope["extensions"][TAKE_OVER](_Ear(room, self._said), lambda go_on: go_on()))


class _Ear:
    def __init__(self, room: list[FrameSocket], said: bytes) -> None:
        self._room = room
        self._said = said

    def text(self, _text: str) -> None:
        for seat in self._room:
            seat.write(self._said)

    def binary(self) -> None:
        pass

    def lost(self) -> None:
        # The whole room is about to go; to what has gone nothing is written.
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bytes", type=int, required=True)
    parser.add_argument("--our-sockets", action="store_true")
    given = parser.parse_args()
    rooms = OurSockets(given.bytes) if given.our_sockets else Stock(given.bytes)
    app = Starlette(routes=[WebSocketRoute("/{room}", rooms.serve)])
    sock = socket.socket()
    sock.bind(("127.0.0.1", 0))
    sock.listen(1024)
    sys.stdout.write(f"http://127.0.0.1:{sock.getsockname()[1]}\n")
    sys.stdout.flush()
    config = uvicorn.Config(
        app,
        ws=SocketProtocol if given.our_sockets else "websockets-sansio",
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        log_level="error",
    )
    uvicorn.Server(config).run(sockets=[sock])


if __name__ == "__main__":
    main()
