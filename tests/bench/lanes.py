"""The rooms of a generator, at a Xiban server and at the stock app. As thin as they can be: they share the machine.

What a table shows is read in full only between hands. While a hand runs, the seat that is asked is found by looking at
bytes, and its own part alone is decoded.

One command of a room is on its way at a time, decided on a version that all seats have. It is over when its answer has
reached all of them; what the table does by its own clock meanwhile answers nothing.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from protocol.codec import decode_inbound, decode_outbound, encode
from protocol.ids import Ref, Seat
from protocol.inbound import Beat as BeatBack
from protocol.inbound import Hello, Sit
from protocol.outbound import Beat, Done, Rejected, View, Welcome
from protocol.version import PROTOCOL_VERSION
from protocol.web import RoomCreated
from server.loadtest.crossing import went_on
from server.loadtest.script import wanted
from server.loadtest.wire import Address, Wire
from tests.bench.driver import Driver

SEATS: Final = 4
_VIEW: Final = b'{"type":"view","v":'
_PLAYING: Final = b'"phase":"playing"'
_YOU: Final = b',"you":{"player":'
_NO_TURN: Final = b',"turn":null'
_TIMED_OUT: Final = b'{"type":"timed_out"'
_HAND_BEGAN: Final = b'{"type":"hand_began"'
_TAIL: Final = 100
"""Bytes at a view's end that hold the answer."""
_AFTER_REFUSAL_S: Final = 0.5


class _Offer(msgspec.Struct):
    """As much of any offer as it takes to accept it."""

    type: str
    least: int = 0
    needs_confirm: bool = False
    seats: tuple[int, ...] = ()


class _You(msgspec.Struct):
    turn: int | None
    offers: tuple[_Offer, ...]


_DECODE_YOU: Final = msgspec.json.Decoder(_You).decode


def accepted(offers: tuple[_Offer, ...], chance: float) -> dict[str, Any]:
    """The action that takes up one of these offers. A hand should go on: who can, seldom folds."""
    kinds = {offer.type: offer for offer in offers}
    if "up" in kinds and len(kinds) > 1 and chance > 0.05:
        del kinds["up"]
    offer = [*kinds.values()][int(chance * 7919) % len(kinds)]
    match offer.type:
        case "bet":
            return {"type": "bet", "amount": offer.least}
        case "stand":
            return {"type": "stand", "confirm_non": offer.needs_confirm}
        case "inspect":
            return {"type": "inspect", "seat": offer.seats[0]}
        case "choose":
            return {"type": "choose", "i": 0}
        case other:
            return {"type": other}


class Choices:
    """What the players of one table say next."""

    def __init__(self, seats: int, chance: Callable[[], float]) -> None:
        self.refs = [Ref(1)] * seats
        """That each uses next."""
        self._chance = chance
        self._first = 0

    def next(self, views: Sequence[bytes]) -> tuple[int, bytes] | None:
        """Who says what, when these are the players' newest views; None: nobody anything."""
        # What ends otherwise has more behind the viewer's own part.
        thin = _PLAYING in views[0] and all(data.endswith(b"}}") for data in views)
        found = self._thin(views) if thin else self._full(views)
        if found is not None:
            self._first = found[0] + 1
        return found

    def ref(self, place: int) -> Ref:
        """The next one of this player, used up."""
        self.refs[place] = Ref(self.refs[place] + 1)
        return Ref(self.refs[place] - 1)

    def _round(self) -> Iterator[int]:
        count = len(self.refs)
        return ((self._first + step) % count for step in range(count))

    def _thin(self, views: Sequence[bytes]) -> tuple[int, bytes] | None:
        for place in self._round():
            data = views[place]
            start = data.rfind(_YOU) + len(b',"you":')
            if data.find(_NO_TURN, start) >= 0:
                continue
            you = _DECODE_YOU(data[start:-1])
            if you.offers:
                action = accepted(you.offers, self._chance())
                said = {"type": "act", "ref": self.ref(place), "turn": you.turn, "action": action}
                return place, msgspec.json.encode(said)
        return None

    def _full(self, views: Sequence[bytes]) -> tuple[int, bytes] | None:
        for place in self._round():
            view = decode_outbound(views[place])
            if not isinstance(view, View):
                continue
            command = wanted(view, self.refs[place], self._chance)
            if command is not None:
                self.ref(place)
                return place, encode(command)
        return None


class _Ear:
    __slots__ = ("_lane", "_place")

    def __init__(self, lane: "XibanLane | StockLane", place: int) -> None:
        self._lane = lane
        self._place = place

    def frame(self, data: bytes, at: float) -> None:
        self._lane.frame(self._place, data, at)

    def lost(self, code: int) -> None:
        self._lane.lost(code)


class StockLane:
    """A room of the stock app: one seat after the other says something."""

    def __init__(self, address: Address, driver: Driver, number: int) -> None:
        self._address = address
        self._driver = driver
        self._number = number
        self._wires: list[Wire] = []
        self._turn = 0
        self._unseen = 0
        self._said = b'{"type":"act","ref":12345,"turn":123,"action":{"type":"theo"}}'

    async def join(self, seats: int = SEATS) -> None:
        """Open connections up to this many."""
        for place in range(len(self._wires), seats):
            self._wires.append(await self._address.open(f"/{self._number}", _Ear(self, place)))

    def act(self) -> bool:
        self._turn = (self._turn + 1) % SEATS
        self._unseen = SEATS
        self._wires[self._turn].send(self._said)
        return True

    def frame(self, place: int, data: bytes, at: float) -> None:
        self._unseen -= 1
        if not self._unseen:
            self._driver.free(self, at)

    def lost(self, code: int) -> None:
        self._driver.error(f"closed {code}")


@dataclass(slots=True)
class _Flight:
    """A command on its way. ``v``: the version that answers it, once known."""

    place: int
    ref: Ref
    said: bytes
    before: bytes
    """The view that it was decided on."""
    timed: bool
    """The table's clock had played in that hand."""
    answered: bytes
    """What stands in the view that answers it."""
    since: list[bytes] = field(default_factory=list)
    """What its sender got since, until the answer."""
    v: int = 0


class XibanLane:
    """A room with players who take up what they are offered."""

    def __init__(self, address: Address, driver: Driver, room: RoomCreated, chance: Callable[[], float]) -> None:
        self.frames = 0
        self.received = 0
        self._address = address
        self._driver = driver
        self._room = room
        self._choices = Choices(SEATS, chance)
        self._wires: list[Wire] = []
        self._last = [b""] * SEATS
        self._at = [0] * SEATS
        """The version that each seat has."""
        self._v = 0
        """The newest that anybody has."""
        self._timed = False
        self._flight: _Flight | None = None
        self._held = False
        self._welcome: asyncio.Future[None] | None = None
        self._playing = False

    async def join(self, seats: int = SEATS) -> None:
        """Seat players up to this many."""
        loop = asyncio.get_running_loop()
        for place in range(len(self._wires), seats):
            self._welcome = loop.create_future()
            self._wires.append(await self._address.open(self._room.ws, _Ear(self, place)))
            token = self._room.token if place == 0 else None
            self._wires[place].send(encode(Hello(PROTOCOL_VERSION, self._room.code, token)))
            await self._welcome
            self._wires[place].send(encode(Sit(self._choices.ref(place), Seat(place), f"Load {place + 1}")))

    def play(self) -> None:
        """From now on the driver says when."""
        self._playing = True

    def act(self) -> bool:
        if self._flight is not None or self._held or min(self._at) < self._v:
            return False
        found = self._choices.next(self._last)
        if found is None:
            return False
        place, said = found
        ref = Ref(self._choices.refs[place] - 1)
        answered = b'"answered":{"ref":%d,"code":null}' % ref
        self._flight = _Flight(place, ref, said, self._last[place], self._timed, answered)
        self._wires[place].send(said)
        return True

    def frame(self, place: int, data: bytes, at: float) -> None:
        if not data.startswith(_VIEW):
            self._other(place, data, at)
            return
        self.frames += 1
        self.received += len(data)
        self._last[place] = data
        v = self._at[place] = int(data[len(_VIEW) : data.index(b",", len(_VIEW))])
        if v > self._v:
            self._v = v
            self._timed = _TIMED_OUT in data or (self._timed and _HAND_BEGAN not in data)
        flight = self._flight
        if flight is not None and not flight.v and flight.place == place:
            flight.since.append(data)
            if data.find(flight.answered, -_TAIL) >= 0:
                flight.v = v
        self._look(at)

    def lost(self, code: int) -> None:
        self._driver.error(f"closed {code}")

    def _look(self, at: float) -> None:
        """Free where all seats have the answer; and where all have the same."""
        flight = self._flight
        if flight is not None:
            if not flight.v or min(self._at) < flight.v:
                return
            self._flight = None
        elif min(self._at) < self._v:
            return
        if self._playing and not self._held:
            self._driver.free(self, at)

    def _other(self, place: int, data: bytes, at: float) -> None:
        match decode_outbound(data):
            case Welcome(next_ref=ref):
                self._choices.refs[place] = ref
                if self._welcome is not None:
                    self._welcome.set_result(None)
                    self._welcome = None
            case Beat(now=now):
                self._wires[place].send(encode(BeatBack(now)))
            case Done(ref=ref):
                self._done(self._answered(place, ref), at)
            case Rejected(ref=refused, code=code):
                self._rejected(self._answered(place, refused), code, at)
            case _:
                pass

    def _answered(self, place: int, ref: Ref | None) -> _Flight | None:
        """The command on its way, if this is the first answer to it."""
        flight = self._flight
        return flight if flight is not None and (flight.place, flight.ref, flight.v) == (place, ref, 0) else None

    def _done(self, flight: _Flight | None, at: float) -> None:
        if flight is not None:
            flight.v = self._at[flight.place]
            self._look(at)

    def _rejected(self, flight: _Flight | None, code: str, at: float) -> None:
        if flight is not None and _void(flight, code):
            # Its answer is what the table shows instead, and it took as long as any.
            self._driver.crossed += 1
            self._done(flight, at)
            return
        self._driver.error(code)
        if flight is not None:
            self._flight, self._held = None, True
            self._driver.void(self)
            self._driver.later(_AFTER_REFUSAL_S, self._let_go)

    def _let_go(self) -> None:
        """Another try, after a refusal."""
        self._held = False
        self._look(self._driver.now())


def _void(flight: _Flight, code: str) -> bool:
    """Whether the table's clock made a refused command void while it was on its way."""
    views = [view for data in (flight.before, *flight.since) if isinstance(view := decode_outbound(data), View)]
    return went_on(decode_inbound(flight.said), code, views[0], views[1:], timed=flight.timed)
