"""Friends without a browser, so that a test of one page needs no other."""

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Final, Self

from websockets.exceptions import ConnectionClosed

from protocol.games.stud import Choose, Theo, To, ToTat, Up
from protocol.games.xi_dach import Bet, Draw, EndTurn, Inspect, Stand
from protocol.ids import Chips, Seat
from protocol.inbound import Act, Next, Sit
from protocol.outbound import View
from protocol.play import Action
from protocol.web import RoomCreated
from tests.browser.conftest import House
from tests.browser.person import Person
from tests.support.cards import stacked_order
from tests.support.client import Client

DUEL: Final = stacked_order("As Kh 9d 8c", "Ks Qs Jd Tc", "Kd Qd", "9s 9h", "8s 8h")
"""The page has seat 0 and is asked first in every round. With seats 2 and 3 out after one, kings beat queens."""
NAMES: Final = ("An", "Bình", "Chi", "Dũng", "Giang", "Hà My", "Khoa", "Bác Lâm", "Minh Anh", "Oanh")
_MOVES: Final[dict[str, Callable[[int], Action]]] = {
    "theo": lambda _: Theo(),
    "to": lambda steps: To(steps or 1),
    "up": lambda _: Up(),
    "all": lambda _: ToTat(),
    "choose": Choose,
    "bet": lambda amount: Bet(Chips(amount)),
    "draw": lambda _: Draw(),
    "stand": lambda _: Stand(),
    "non": lambda _: Stand(confirm_non=True),
    "inspect": lambda seat: Inspect(Seat(seat)),
    "end": lambda _: EndTurn(),
}
_GLANCE_S: Final = 0.02
_MOVE: Final = re.compile(r"(\d)([a-z]+)(\d*)")


class Friend(Client):
    """Sits, and plays what the test says when it is asked."""

    async def sit(self, seat: int, name: str) -> None:
        await self.hello()
        assert await self.answer(await self.command(Sit, seat, name)) is None

    async def play(self, move: str, number: int = 0, since: int = 0) -> None:
        """``since``: the version that the move before this one made; an older question may be void."""
        action = _MOVES[move](number)
        await self.shown(lambda view: view.v >= since and _is_asked(view, action))
        answer = await self.answer(await self.command(Act, self.view.you.turn, action))
        assert answer is None, f"{move}: {answer}"


def _is_asked(view: View, action: Action) -> bool:
    tag = type(action).__struct_config__.tag
    return view.you.turn is not None and any(type(offer).__struct_config__.tag == tag for offer in view.you.offers)


class Friends:
    """Bình, Chi and Dũng on the seats 1 to 3, or on some of them."""

    def __init__(self, house: House, room: RoomCreated, seats: Sequence[int] = (1, 2, 3)) -> None:
        self._stack = AsyncExitStack()
        self._by_seat = {seat: Friend(house.server, room) for seat in seats}
        self._newest = 0

    async def __aenter__(self) -> Self:
        for seat, friend in self._by_seat.items():
            await self._stack.enter_async_context(friend)
            await friend.sit(seat, NAMES[seat])
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    def __getitem__(self, seat: int) -> Friend:
        return self._by_seat[seat]

    async def play(self, moves: str) -> None:
        """``"1theo 2to3 3up"``: who does what, in this order; a number goes with it where the move has one."""
        for seat, move, number in _MOVE.findall(moves):
            friend = self._by_seat[int(seat)]
            await friend.play(move, int(number or 0), self._newest)
            self._newest = friend.view.v

    async def listen(self) -> None:
        """Take in what has come, and answer the beats: who is silent for long is taken for lost."""
        for friend in self._by_seat.values():
            with contextlib.suppress(TimeoutError, ConnectionClosed):
                async with asyncio.timeout(_GLANCE_S):
                    while True:
                        await friend.next()

    async def back(self, seat: int) -> None:
        """Who lost the line has it again."""
        friend = self._by_seat[seat]
        await friend.ws.close()
        await friend.__aenter__()
        await friend.hello(friend.welcome.token)

    async def ready(self) -> None:
        """Everybody is for the next hand; where one is played, once it is over."""
        for friend in self._by_seat.values():
            await friend.shown(lambda view: view.table.phase != "playing")
            await friend.command(Next)


async def seated(house: House, room: RoomCreated, **context: Any) -> Person:
    """The host's page on seat 0, before the first hand."""
    host = await house.host(room, **context)
    await host.sit(0, NAMES[0])
    return host


async def dealt(house: House, room: RoomCreated, **context: Any) -> Person:
    """The host's page on seat 0 when the first hand asks it. The friends sit already."""
    host = await seated(house, room, **context)
    await host.press("start")
    await host.sees_turn()
    return host
