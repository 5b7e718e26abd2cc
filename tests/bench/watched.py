"""``xiban serve`` that counts itself: at each SIGUSR1 a line of JSON goes into a file.

    python -m tests.bench.watched FILE --port 0 ...

It runs on asyncio's own loop, whose timers can be counted; uvloop does not tell.
"""

import asyncio
import gc
import signal
import socket
import sys
from pathlib import Path

import msgspec

from server import cli
from server.web.node import Node


class Count(msgspec.Struct):
    """What a process holds. ``timers``: armed ones; ``objects``: what the collector knows, in thousands."""

    tasks: int
    timers: int
    objects: int


class Watched(Node):
    """A node that answers SIGUSR1."""

    file: Path

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._count)

    def _count(self) -> None:
        loop = asyncio.get_running_loop()
        gc.collect()
        timers = sum(not timer.cancelled() for timer in loop._scheduled)  # type: ignore[attr-defined]
        count = Count(len(asyncio.all_tasks()), timers, round(len(gc.get_objects()) / 1000))
        # Under another name first: whoever waits for it finds it whole.
        made = self.file.with_suffix(".new")
        made.write_bytes(msgspec.json.encode(count))
        made.rename(self.file)


def main() -> None:
    Watched.file = Path(sys.argv.pop(1))
    sys.modules["uvloop"] = None  # type: ignore[assignment]
    setattr(cli, "Node", Watched)  # noqa: B010
    sys.argv.insert(1, "serve")
    cli.app()


if __name__ == "__main__":
    main()
