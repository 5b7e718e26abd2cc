"""The operator's doors: metrics at a port of this machine, administration at a file of the data folder."""

import socket
from pathlib import Path

import structlog

from server.web.admin import FILE, Admin
from server.web.metrics import LoopLag, Metrics
from server.web.sidedoor import SideDoor, files_work

_LONGEST_PATH = 100
"""Bytes that the path of a socket in the file system may have; systems allow a little more than this."""


class Doors:
    """``metrics_sock``: bound, None for no metrics. ``data``: None for no administration."""

    def __init__(
        self, metrics: Metrics, lag: LoopLag, metrics_sock: socket.socket | None, admin: Admin, data: Path | None
    ) -> None:
        self._lag = lag
        self._sock = metrics_sock
        self._metrics = SideDoor({("GET", "/metrics"): metrics.page})
        self._admin = SideDoor(admin.routes())
        self._data = data

    async def open(self) -> None:
        """Called in the running loop."""
        if self._sock is not None:
            self._lag.start()
            await self._metrics.at_port(self._sock)
        if self._data is not None and files_work():
            path = self._data.resolve() / FILE
            if len(bytes(path)) > _LONGEST_PATH:
                structlog.get_logger("admin").warning("no administration: the data folder's path is too long")
            else:
                await self._admin.at_file(path)

    async def close(self) -> None:
        """Shut both."""
        self._lag.stop()
        await self._metrics.close()
        await self._admin.close()
