"""Evenings in a whole server: four friends and somebody who looks on, or one of them with three bots."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec

from protocol import inbound as ask
from protocol.codec import encode
from protocol.ids import Ref, Seat, Turn
from protocol.play import Action
from tests.leaks.styles import STYLES, Offers
from tests.leaks.whole import HTTP, Deed, Whole

ROOM: Final = "K7Q2M9XDT4"
SOCKET: Final = "/s/K7/ws"
EYE: Final = "eye"
SEATS: Final = 4
"""Taken, at tables that may have more."""
NONSENSE: Final = (
    '{"type":"act","ref":1,"turn":1,"action":{"type":"to","k":"As"}}',
    "no json",
    '{"type":"hello"}',
    "[" * 900,
)


class Over(Exception):
    """The room is gone."""


@dataclass
class Guest:
    """A browser and its present socket."""

    name: str
    token: str | None = None
    ref: int = 0
    sockets: int = 0

    @property
    def socket(self) -> str:
        return f"{self.name}-{self.sockets}"


@dataclass
class Evening:
    """What people do, drawn from a seed while it is played; the same deeds can be done again."""

    game: str
    seed: int
    people: int
    """Friends at the table; bots take the other seats."""
    turns: int = 70
    guests: list[Guest] = field(default_factory=list)

    async def __call__(self, whole: Whole) -> None:
        chance = Random(self.seed)  # noqa: S311
        key = "secret999999xxxxxxxxxxxxxxxxxxxx"
        await whole.do(Deed(5, "POST", "/api/rooms", f'{{"game":"{self.game}","key":"{key}"}}'))
        made = next(seen.data for seen in reversed(whole.seen) if seen.where == HTTP)
        self.guests = [Guest(name) for name in (EYE, *("lan", "tu", "ha", "minh")[: self.people])]
        self.guests[1].token = msgspec.json.decode(made)["token"]
        for number, guest in enumerate(self.guests):
            await self._come(whole, guest)
            if guest.name != EYE:
                await self._say(whole, guest, _sitting(Seat(number - 1), guest.name))
        for seat in range(self.people, SEATS):
            bot = ask.AddBot(Seat(seat))
            await self._say(whole, self.guests[1], lambda ref, bot=bot: ask.Host(ref, bot))  # type: ignore[misc]
        if self._table(whole)["bank"] is not None:
            await self._say(whole, self.guests[1], lambda ref: ask.Bank(ref, take=True))
        await self._say(whole, self.guests[1], lambda ref: ask.Host(ref, ask.Start()))
        with suppress(Over):
            for _ in range(self.turns):
                await self._turn(whole, chance)
                for guest in self.guests:
                    await self._beat(whole, guest)

    async def _turn(self, whole: Whole, chance: Random) -> None:
        friends = self.guests[1:]
        guest = chance.choice(friends)
        roll = chance.random()
        style = STYLES[self.game]
        if roll < 0.7:
            asked = {clock["seat"] for clock in self._table(whole)["clocks"]}
            on_turn = [one for one in friends if self._you(whole, one)["seat"] in asked and self._offers(whole, one)]
            if on_turn:
                action = style.move(self._offers(whole, on_turn[0]), lambda: chance.randrange(256))
                await self._act(whole, on_turn[0], action)
            else:
                await whole.do(Deed(chance.choice((400, 3_000, 9_000)), "GET", f"/api/rooms/{ROOM}"))
        elif roll < 0.76:
            aside = style.aside(self._offers(whole, guest), self._table(whole)["play"], lambda: chance.randrange(128))
            await self._act(whole, guest, aside or chance.choice(style.wrong))
        elif roll < 0.80:
            await whole.do(Deed(30, "say", guest.socket, chance.choice(NONSENSE)))
        elif roll < 0.86:
            await whole.do(Deed(30, "cut", guest.socket))
            await whole.do(Deed(chance.choice((50, 4_000)), "GET", chance.choice(("/", f"/r/{ROOM}", "/readyz", "/x"))))
            await self._come(whole, guest)
        elif roll < 0.9:
            hand = self._table(whole)["hand"]
            await self._say(whole, chance.choice((guest, self.guests[0])), lambda ref: ask.Log(ref, hand))
        elif roll < 0.94:
            await self._say(whole, guest, lambda ref: ask.Say(ref, "ai tố nữa?"))
        elif roll < 0.97:
            await self._say(whole, guest, ask.MoveSeat)
            await self._move(whole, guest)
        else:
            await whole.do(Deed(22_000, "GET", f"/api/rooms/{ROOM}"))

    async def _come(self, whole: Whole, guest: Guest, move: str | None = None) -> None:
        guest.sockets += 1
        await whole.do(Deed(10, "open", guest.socket, SOCKET))
        hello = ask.Hello(1, ROOM, token=None if move else guest.token, move=move)
        await whole.do(Deed(1, "say", guest.socket, encode(hello).decode()))
        welcome = whole.latest(guest.socket, "welcome")
        if welcome is None:
            raise Over
        guest.token, guest.ref = welcome["token"] or guest.token, welcome["next_ref"] - 1

    async def _move(self, whole: Whole, guest: Guest) -> None:
        code = whole.latest(guest.socket, "move_code")
        if code is not None:
            await self._come(whole, guest, code["code"])

    async def _beat(self, whole: Whole, guest: Guest) -> None:
        """Answer the server's beat, as browsers do."""
        beat = whole.latest(guest.socket, "beat")
        if beat is not None:
            await whole.do(Deed(1, "say", guest.socket, encode(ask.Beat(beat["now"])).decode()))

    async def _say(self, whole: Whole, guest: Guest, make: Callable[[Ref], ask.AnyCommand]) -> None:
        guest.ref += 1
        await whole.do(Deed(40, "say", guest.socket, encode(make(Ref(guest.ref))).decode()))

    async def _act(self, whole: Whole, guest: Guest, action: Action) -> None:
        turn = self._you(whole, guest).get("turn") or 0
        await self._say(whole, guest, lambda ref: ask.Act(ref, Turn(turn), action))

    def _view(self, whole: Whole, guest: Guest) -> dict[str, Any]:
        view = whole.latest(guest.socket, "view")
        assert view is not None
        return view

    def _table(self, whole: Whole) -> dict[str, Any]:
        table: dict[str, Any] = self._view(whole, self.guests[0])["table"]
        return table

    def _offers(self, whole: Whole, guest: Guest) -> Offers:
        return {offer["type"]: offer for offer in self._you(whole, guest).get("offers", ())}

    def _you(self, whole: Whole, guest: Guest) -> dict[str, Any]:
        you: dict[str, Any] = self._view(whole, guest)["you"]
        return you


def _sitting(seat: Seat, name: str) -> Callable[[Ref], ask.AnyCommand]:
    return lambda ref: ask.Sit(ref, seat, name)


def public_views(whole: Whole) -> Sequence[tuple[int, dict[str, Any]]]:
    """What everybody saw, with its instant."""
    return [
        (seen.at, msgspec.json.decode(seen.data))
        for seen in whole.seen
        if seen.where.startswith(EYE) and seen.data.startswith(b'{"type":"view"')
    ]


def public_events(whole: Whole) -> Sequence[tuple[int, dict[str, Any]]]:
    """What everybody learnt, with its instant."""
    return [(at, event) for at, view in public_views(whole) for event in view["events"]]
