"""A line between browsers and the server that a test can cut, silence and hold up."""

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Self

_CHUNK = 65_536


class Wire:
    """Forwards TCP from ``port`` on loopback to the server."""

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self._listening: asyncio.Server
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._up = asyncio.Event()
        self._up.set()
        self._dead = False
        self.port = 0

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        self.port = self._listening.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listening.close()
        self._up.set()
        self.break_off()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._listening.wait_closed()

    def break_off(self) -> None:
        """Reset every connection; new ones work."""
        for end in list(self._ends):
            end.transport.abort()

    def cut(self) -> None:
        """Reset every connection, and every new one until ``mend``."""
        self._dead = True
        self.break_off()

    def mend(self) -> None:
        self._dead = False

    def lead_to(self, server_port: int) -> None:
        """Connections from now on go to another server; older ones break."""
        self._server_port = server_port
        self.break_off()

    def hold(self) -> None:
        """Keep what browsers send until ``release``."""
        self._up.clear()

    def release(self) -> None:
        self._up.set()

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            if self._dead:
                writer.transport.abort()
                return
            back, forth = await asyncio.open_connection("127.0.0.1", self._server_port)
            self._ends |= {writer, forth}
            try:
                await asyncio.gather(self._pump(reader, forth, self._up), self._pump(back, writer, None))
            finally:
                self._ends -= {writer, forth}
        finally:
            self._tasks.discard(task)

    @staticmethod
    async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, gate: asyncio.Event | None) -> None:
        with suppress(ConnectionError):
            while chunk := await source.read(_CHUNK):
                if gate is not None:
                    await gate.wait()
                sink.write(chunk)
                await sink.drain()
        sink.close()
