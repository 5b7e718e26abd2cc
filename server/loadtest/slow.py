"""Watchers who hardly read: what they do not take must cost the server little, and the tables nothing."""

from collections.abc import Callable
from typing import Final

from protocol.codec import decode_outbound, encode
from protocol.errors import CloseCode
from protocol.inbound import Beat as BeatBack
from protocol.inbound import Hello
from protocol.outbound import Beat, View
from protocol.version import PROTOCOL_VERSION
from server.loadtest.problems import Failed, Refused
from server.loadtest.stats import Stats
from server.loadtest.table import Ground, Table
from server.loadtest.wire import Wire

ASLEEP_S: Final = 20.0
"""Between two looks: shorter than what a server may take for death (30 s without reading, 35 s without a word)."""
AWAKE_S: Final = 0.5
RECEIVE_BYTES: Final = 4096
"""What the kernel keeps for such a reader, so that the server soon notices."""
BACK_S: Final = 5.0


class SlowReader:
    """One watcher of one table."""

    def __init__(self, ground: Ground, table: Table) -> None:
        self._ground = ground
        self._stats: Stats = ground.stats
        self._table = table
        self._wire: Wire | None = None
        self._ended = False

    @property
    def connected(self) -> bool:
        return self._wire is not None

    async def watch(self) -> None:
        """Come in and fall asleep."""
        if self._ended:
            return
        try:
            wire = await self._ground.address.open(self._table.path, self, receive_bytes=RECEIVE_BYTES)
        except Refused as problem:
            self._stats.refused[problem.why] += 1
        except Failed as problem:
            self._stats.failed[problem.why] += 1
        else:
            self._stats.opened += 1
            self._wire = wire
            wire.send(encode(Hello(PROTOCOL_VERSION, self._table.code)))
            self._later(AWAKE_S, lambda: self._sleep(wire))

    def end(self) -> None:
        """Go."""
        self._ended = True
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.abort()

    def frame(self, data: bytes, at: float) -> None:
        message = decode_outbound(data)
        match message:
            case View(skipped=skipped):
                self._stats.skipped += skipped
            case Beat(now=instant):
                if self._wire is not None:
                    self._wire.send(encode(BeatBack(instant)))
            case _:
                pass

    def lost(self, code: int) -> None:
        self._wire = None
        if not self._ended and code != CloseCode.ROOM_CLOSED:
            self._stats.cut += 1
            self._later(BACK_S, lambda: self._ground.spawn(self.watch()))

    def _sleep(self, wire: Wire) -> None:
        if self._wire is wire:
            wire.pause()
            self._later(ASLEEP_S, lambda: self._wake(wire))

    def _wake(self, wire: Wire) -> None:
        if self._wire is wire:
            wire.resume()
            self._later(AWAKE_S, lambda: self._sleep(wire))

    def _later(self, span: float, call: Callable[[], None]) -> None:
        self._ground.wheel.at(self._ground.wheel.now() + span, lambda _: call())
