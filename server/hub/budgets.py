"""How much one address, and one person, may ask for over all connections.

Made so that four friends behind one address never notice, and a stranger with a loop does.
"""

import ipaddress
from collections import OrderedDict
from enum import StrEnum
from typing import Final

from protocol.ids import Millis, PlayerId, RoomCode
from server.hub.limits import COMMANDS, COMMANDS_PER_S, TALK, TALK_PER_S, Bucket, Rate
from server.settings import Preset

MOST_KEPT: Final = 20_000
"""Addresses and people that are remembered; the one not heard of for longest is forgotten first."""
IPV6_PREFIX: Final = 64
"""One household's share of the address space, which counts as one address."""


class Kind(StrEnum):
    """What a budget is for."""

    # An enum's own is a call in Python for each look into a dict.
    __hash__ = str.__hash__

    ROOMS = "rooms"
    JOINS = "joins"
    """Hellos of people who were not here before."""
    CODES = "codes"
    """Room codes, tokens and one-time codes that fit nothing."""
    MESSAGES = "messages"
    TALK = "talk"
    PICTURES = "pictures"
    """QR codes: the one thing over HTTP that costs milliseconds."""


PRESETS: Final[dict[Preset, dict[Kind, Rate]]] = {
    "home": {
        Kind.ROOMS: Rate(100, 0.5),
        Kind.JOINS: Rate(400, 4),
        Kind.CODES: Rate(200, 1),
        Kind.MESSAGES: Rate(1_000, 400),
        Kind.TALK: Rate(100, 10),
        Kind.PICTURES: Rate(100, 2),
    },
    "public": {
        Kind.ROOMS: Rate(10, 1 / 60),
        Kind.JOINS: Rate(40, 1 / 5),
        Kind.CODES: Rate(30, 1 / 10),
        Kind.MESSAGES: Rate(400, 200),
        Kind.TALK: Rate(40, 4),
        Kind.PICTURES: Rate(30, 1 / 5),
    },
}
"""By address. ``home`` exempts loopback: there sit the operator, a tunnel, a bench."""
PERSON: Final = {Kind.MESSAGES: Rate(COMMANDS, COMMANDS_PER_S), Kind.TALK: Rate(TALK, TALK_PER_S)}


class Purse:
    """The budgets of one address or person. Without rates for a kind: as much as one likes."""

    __slots__ = ("_buckets", "_rates")

    def __init__(self, rates: dict[Kind, Rate]) -> None:
        self._rates = rates
        self._buckets: dict[Kind, Bucket] = {}

    def take(self, kind: Kind, now: Millis) -> bool:
        """Spend one; False where there is none left."""
        bucket = self.bucket(kind, now)
        return bucket is None or bucket.take(now)

    def has(self, kind: Kind, now: Millis) -> bool:
        """Whether one could be spent."""
        bucket = self.bucket(kind, now)
        return bucket is None or bucket.has(now)

    def bucket(self, kind: Kind, now: Millis) -> Bucket | None:
        """What such things are taken from, ever the same; None where there is no bound."""
        bucket = self._buckets.get(kind)
        if bucket is None and (rate := self._rates.get(kind)) is not None:
            bucket = self._buckets[kind] = Bucket(rate, now)
        return bucket


class Budgets:
    """Purses by address and by person."""

    def __init__(self, preset: Preset) -> None:
        self._preset: Preset = preset
        self._purses: OrderedDict[str, Purse] = OrderedDict()

    def address(self, host: str) -> Purse:
        """Of an IP address as the web server names it; of any other peer (a socket in the file system) one for all."""
        try:
            ip = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return self._purse("elsewhere", PRESETS[self._preset])
        if isinstance(ip, ipaddress.IPv6Address):
            ip = ip.ipv4_mapped or ip
        if self._preset == "home" and ip.is_loopback:
            return self._purse("loopback", {})
        if isinstance(ip, ipaddress.IPv6Address):
            name = str(ipaddress.ip_network((ip, IPV6_PREFIX), strict=False))
        else:
            name = str(ip)
        return self._purse(name, PRESETS[self._preset])

    def person(self, room: RoomCode, player: PlayerId) -> Purse:
        """Of whoever holds a token, however often they connect."""
        return self._purse(f"{room}/{player}", PERSON)

    def _purse(self, name: str, rates: dict[Kind, Rate]) -> Purse:
        purse = self._purses.get(name)
        if purse is None:
            if len(self._purses) >= MOST_KEPT:
                self._purses.popitem(last=False)
            purse = self._purses[name] = Purse(rates)
        else:
            self._purses.move_to_end(name)
        return purse
