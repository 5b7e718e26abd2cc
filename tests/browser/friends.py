"""Friends without a browser, so that a test of one page needs no other."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Final, Self

from protocol.games.stud import StudView, Theo, To, Up
from protocol.inbound import Act, Next, Sit
from protocol.outbound import View
from protocol.web import RoomCreated
from tests.browser.conftest import House
from tests.browser.person import Person
from tests.support.cards import stacked_order
from tests.support.client import Client

DUEL: Final = stacked_order("As Kh 9d 8c", "Ks Qs Jd Tc", "Kd Qd", "9s 9h", "8s 8h")
"""The page has seat 0 and is asked first in every round. With seats 2 and 3 out after one, kings beat queens."""
NAMES: Final = ("An", "Bình", "Chi", "Dũng")
_MOVES: Final = {"theo": Theo(), "to": To(), "up": Up()}


class Friend(Client):
    """Sits, and plays what the test says when it is asked."""

    async def sit(self, seat: int, name: str) -> None:
        await self.hello()
        assert await self.answer(await self.command(Sit, seat, name)) is None

    async def play(self, move: str) -> None:
        await self.shown(_my_turn)
        assert await self.answer(await self.command(Act, self.view.you.turn, _MOVES[move])) is None

    async def shown(self, wanted: Callable[[View], bool]) -> View:
        """The first view that is as wanted, the present one included."""
        return self.view if wanted(self.view) else await self.until(View, wanted)


def _my_turn(view: View) -> bool:
    return isinstance(view.table.play, StudView) and view.table.play.to_act == view.you.seat


class Friends:
    """Bình, Chi and Dũng on the seats 1 to 3."""

    def __init__(self, house: House, room: RoomCreated) -> None:
        self._stack = AsyncExitStack()
        self._by_seat = {seat: Friend(house.server, room) for seat in (1, 2, 3)}

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
        """``"1theo 2up"``: who does what, in this order."""
        for move in moves.split():
            await self._by_seat[int(move[0])].play(move[1:])

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
