"""The process that serves: a listening socket, and an end in good order."""

import asyncio
import errno
import signal
import socket
import sys
from functools import partial
from types import FrameType
from typing import Final, cast

import uvicorn
from starlette.applications import Starlette

from protocol.inbound import FRAME_LIMIT
from server.hub.sessions import Sessions
from server.rooms.directory import ShardTaken
from server.web.http import HttpProtocol
from server.web.machine import Heap
from server.web.protocol import SocketProtocol

SEND_BUFFER: Final = 64 * 1024
"""Bytes the kernel keeps for one connection; more would hide for minutes that a phone reads nothing."""
GRACE_S: Final = 5
"""What the web server may take to finish requests once all sockets are closed."""
_BACKLOG: Final = 1024


class PortTaken(OSError):
    """Somebody else listens at ``port``."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.port = port

    def __str__(self) -> str:
        return f"port {self.port} is in use"


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. PortTaken, or OSError where the address is not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            # A port of a moment ago is free again; on Windows this would let two servers share one.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit it.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        sock.bind((host, port))
        sock.listen(_BACKLOG)
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(port) from None
        raise
    sock.setblocking(False)
    return sock


class Node(uvicorn.Server):
    """Tells all players that it goes before it stops listening, then ends as uvicorn does."""

    def __init__(
        self, app: Starlette, *, sockets: type[asyncio.Protocol] = SocketProtocol, heap: Heap | None = None
    ) -> None:
        """``sockets``: the web server's own class does too, slower. ``heap``: of a process that does nothing else."""
        super().__init__(
            uvicorn.Config(
                app,
                http=cast("type[asyncio.Protocol]", partial(HttpProtocol, lounge=app.state.lounge)),
                proxy_headers=False,  # Proxied looks at them, and at whom they come from
                ws=sockets,
                ws_max_size=FRAME_LIMIT,
                ws_ping_interval=None,  # the hub beats
                ws_per_message_deflate=False,
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self._sessions: Sessions = app.state.sessions
        self._heap = heap
        self.taken: ShardTaken | None = None
        """Why it ended, where another process has its shard."""
        app.state.lost = self._lost

    def _lost(self, taken: ShardTaken) -> None:
        self.taken = taken
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to go: from this moment on nobody new comes in. Going as told is no failure: the exit code is 0,
        where uvicorn would die of the signal in the end. A second Ctrl+C does not wait.
        """
        self._sessions.close_doors()
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._heap is not None:
            self._heap.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._heap is not None:
            self._heap.stop()
        await self._sessions.close()
        await super().shutdown(sockets)
