"""What is compared with: the least that a starlette application can do, on uvicorn's own websockets.

    python -m tests.bench.stock --bytes 2400

Four connections a room; whatever one of them says, each of the four is sent ``bytes`` of JSON. No rules, no queue, no
journal, nothing kept.
"""

import argparse
import socket
import sys
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bytes", type=int, required=True)
    given = parser.parse_args()
    app = Starlette(routes=[WebSocketRoute("/{room}", Stock(given.bytes).serve)])
    sock = socket.socket()
    sock.bind(("127.0.0.1", 0))
    sock.listen(1024)
    sys.stdout.write(f"http://127.0.0.1:{sock.getsockname()[1]}\n")
    sys.stdout.flush()
    config = uvicorn.Config(
        app, ws="websockets-sansio", ws_per_message_deflate=False, ws_ping_interval=None, log_level="error"
    )
    uvicorn.Server(config).run(sockets=[sock])


if __name__ == "__main__":
    main()
