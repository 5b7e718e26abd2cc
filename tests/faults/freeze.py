"""A real server under SIGSTOP in mid-hand, and four phones whose pages do what pages do then."""

import asyncio
import signal
from collections.abc import Callable
from typing import Final, NamedTuple

from protocol.codec import decode_outbound
from protocol.games.stud import Theo
from protocol.ids import RoomCode, Seat, Turn
from protocol.inbound import Act, Host, Sit, Start
from protocol.outbound import View, Welcome
from server.clock import MonotonicClock
from server.table.timing import GRACE_MS
from tests.faults.daemon import Daemon
from tests.faults.phone import Phone
from tests.faults.wires import Wires, until

NAMES: Final = ("Lan", "Tú", "Hà", "Minh")
SILENT_S: Final = 25.0
"""After so long a page gives its socket up, and tries again;"""
TRY_S: Final = 5.0
"""after so long each that nobody answers."""


class Frozen(NamedTuple):
    """``left_ms`` and ``left_after_ms``: until the clock plays for who is asked. ``tries``: sockets that were opened
    meanwhile. ``played``: the clock has played for somebody. ``acted``: who was asked still is, and acts.
    """

    left_ms: int
    left_after_ms: int
    tries: int
    played: bool
    acted: bool


class FrozenTable:
    """Four in a hand on this server; somebody is asked."""

    def __init__(self, server: Daemon, turn_s: int) -> None:
        self._server = server
        made = server.create("xi-to-28", turn_timeout_s=turn_s)
        self._clock = MonotonicClock()
        url = server.socket_url(made)
        tokens = [made.token, *(None for _ in NAMES[1:])]
        self._wires = [Wires(url) for _ in tokens]
        self._phones = [
            Phone(wires, RoomCode(made.code), token, self._clock.now)
            for wires, token in zip(self._wires, tokens, strict=True)
        ]

    async def begin(self) -> None:
        """Sit down and deal."""
        for seat, phone in enumerate(self._phones):
            phone.connect()
            phone.send(lambda ref, seat=seat: Sit(ref, Seat(seat), NAMES[seat]))  # type: ignore[misc]
            await self._until(lambda phone=phone: phone.v >= 0 and not phone.unanswered)  # type: ignore[misc]
        self._phones[0].send(lambda ref: Host(ref, Start()))
        await self._until(lambda: all(self._view(phone).table.clocks for phone in self._phones))

    async def freeze(self, seconds: float) -> Frozen:
        """Stop the server so long, let it go on, and see whose time ran."""
        _, turn = self._asked()
        before = self.left_ms()
        tries = 0
        self._server.signal(signal.SIGSTOP)
        try:
            while seconds > 0:
                span = min(seconds, TRY_S if tries else SILENT_S)
                await asyncio.sleep(span)
                seconds -= span
                if seconds > 0:
                    for phone in self._phones:
                        phone.connect()
                        tries += 1
            shown = [phone.view for phone in self._phones]
        finally:
            self._server.signal(signal.SIGCONT)
        await self._until(lambda: all(phone.view != view for phone, view in zip(self._phones, shown, strict=True)))
        await self._until(lambda: all(self._here(phone) for phone in self._phones))
        after = self.left_ms()
        asked, still = self._asked()
        ref = asked.send(lambda ref: Act(ref, still, Theo()))
        await self._until(lambda: ref in asked.answers)
        played = any(b'"timed_out"' in frame for phone in self._phones for _, frame in phone.got)
        return Frozen(before, after, tries, played, still == turn and asked.answers[ref] is None)

    def left_ms(self) -> int:
        """Until the clock would play, by the server's time."""
        came, frame = next(one for one in reversed(self._phones[0].got) if one[1].startswith(b'{"type":"welcome"'))
        welcome = decode_outbound(frame)
        assert isinstance(welcome, Welcome)
        (clock,) = self._view(self._phones[0]).table.clocks
        return clock.due + clock.bank + GRACE_MS - (welcome.now + self._clock.now() - came)

    def end(self) -> None:
        for phone in self._phones:
            phone.cut()

    async def _until(self, wanted: Callable[[], bool]) -> None:
        await until(wanted, *self._phones, *self._wires)
        for wires in self._wires:
            wires.check()

    def _here(self, phone: Phone) -> bool:
        return phone.is_open and all(seat.away_since is None for seat in self._view(phone).table.seats)

    def _asked(self) -> tuple[Phone, Turn]:
        return next((phone, turn) for phone in self._phones if (turn := self._view(phone).you.turn) is not None)

    @staticmethod
    def _view(phone: Phone) -> View:
        view = decode_outbound(phone.view)
        assert isinstance(view, View)
        return view
