"""A second, narrow way in, for who runs the server: HTTP answers over a port of this machine or a file in its folder.

Not the web server of the players: nothing that they do can reach it, fill it or slow it.
"""

import asyncio
import os
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import structlog

from server.logs import told

REQUEST_BYTES: Final = 8 * 1024
REQUEST_S: Final = 5.0
MOST: Final = 32
"""Connections at once; more are closed unread."""


class Answer(NamedTuple):
    """What goes back."""

    status: int
    kind: str
    body: bytes


Handler = Callable[[bytes], Answer]
"""Gets the body."""
Routes = Mapping[tuple[str, str], Handler]
"""By method and path."""


class SideDoor:
    """One request a connection."""

    def __init__(self, routes: Routes) -> None:
        self._routes = routes
        self._server: asyncio.Server | None = None
        self._open = 0
        self._path: Path | None = None
        self._log = structlog.get_logger("sidedoor")

    async def at_port(self, sock: socket.socket) -> None:
        """Listen on a bound socket."""
        self._server = await asyncio.start_server(self._serve, sock=sock, limit=REQUEST_BYTES)

    async def at_file(self, path: Path) -> None:
        """Listen on a file that its owner alone may use. Whoever owns the folder's lock owns this too."""
        self._server = await asyncio.start_unix_server(self._serve, sock=_private(path), limit=REQUEST_BYTES)
        self._path = path

    async def close(self) -> None:
        """Stop."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
        if self._path is not None:
            _forget(self._path)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        try:
            if self._open <= MOST:
                async with asyncio.timeout(REQUEST_S):
                    answer = await self._answer(reader)
                    writer.write(_written(answer))
                    await writer.drain()
        except (TimeoutError, OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            # Whoever it was knows.
            pass
        finally:
            self._open -= 1
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, path, _ = head[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        length = int(headers.get("content-length", "0"))
        if not 0 <= length <= REQUEST_BYTES:
            return Answer(413, "text/plain", b"too large\n")
        body = await reader.readexactly(length)
        handler = self._routes.get((method, path.partition("?")[0]))
        if handler is None:
            return Answer(404, "text/plain", b"not here\n")
        try:
            return handler(body)
        except Exception as error:
            self._log.error("failed", path=path, **told(error))
            return Answer(500, "text/plain", b"our own bug\n")


def files_work() -> bool:
    """Whether this machine has sockets in the file system."""
    return sys.platform != "win32"


def _private(path: Path) -> socket.socket:
    _forget(path)
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        sock.bind(str(path))
    except OSError:
        sock.close()
        raise
    finally:
        os.umask(before)
    return sock


def _forget(path: Path) -> None:
    path.unlink(missing_ok=True)


def _written(answer: Answer) -> bytes:
    head = f"HTTP/1.1 {answer.status} -\r\ncontent-type: {answer.kind}\r\ncontent-length: {len(answer.body)}\r\n"
    return f"{head}connection: close\r\n\r\n".encode() + answer.body
