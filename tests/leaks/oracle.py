"""Who may see which card when, found without Zone: from the order of the deck, the public record and the commands.

A hole card becomes public at a showdown, if its seat is live, or when its owner shows it after the hand (rules.md 7.4).
Everything else here is counting: hole cards leave the deck first, in seat order; then the up-cards in the order of
their events.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from protocol.games.stud import Show
from protocol.inbound import Act
from server.table.messages import Attach, AttachBot, ConnId, Told
from tests.leaks.author import EYE
from tests.leaks.world import TEXTS, Decks, Script, World, views

_NEVER: Final = 10**9


@dataclass
class HandRecord:
    """What the public learnt of one hand; instants are steps of the script."""

    number: int
    order: tuple[int, ...]
    begun: int
    seats: tuple[int, ...] = ()
    """In the order of the deal."""
    owners: dict[int, int] = field(default_factory=dict)
    """Player by seat."""
    events: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """With the version that told it."""
    up: list[int] = field(default_factory=list)
    """The step of each up-card."""
    live: set[int] = field(default_factory=set)
    ended: int = _NEVER
    opened: dict[int, int] = field(default_factory=dict)
    """When a seat's hole card became public."""

    def hole(self, seat: int) -> str:
        return TEXTS[self.order[self.seats.index(seat)]]

    def told(self, version: int) -> list[dict[str, Any]]:
        """The events of this hand up to a version, chat left out."""
        return [event for told, event in self.events if told <= version]

    def public(self, step: int) -> set[str]:
        """All cards of this hand that everybody may see at this step."""
        first = len(self.seats)
        up = {TEXTS[self.order[first + number]] for number, dealt in enumerate(self.up) if dealt <= step}
        return up | {self.hole(seat) for seat, opened in self.opened.items() if opened <= step}


@dataclass
class Identity:
    """From ``step`` on a connection speaks for ``player``. ``given``: a host's gift, which shows nothing of before."""

    step: int
    player: int
    given: bool


class Record:
    """A played script, as the public and its commands tell it."""

    def __init__(self, script: Script, world: World, decks: Decks) -> None:
        self.hands: dict[int, HandRecord] = {}
        self.identities: dict[ConnId, list[Identity]] = {}
        self._shows = {
            step
            for step, (_, message) in enumerate(script.steps)
            if isinstance(message, Told)
            and isinstance(message.command, Act)
            and isinstance(message.command.action, Show)
        }
        self.decks = decks
        self._identify(script, world)
        for got, view in views(world.got[EYE]):
            for event in view["events"]:
                self._learn(event, view, got.step)
        self._gifts = [one for identities in self.identities.values() for one in identities if one.given]

    def owner_sees(self, conn: ConnId, step: int, hand: HandRecord) -> int | None:
        """The seat whose hole card of this hand lies before this connection's own eyes at this step."""
        identity = self.identity(conn, step)
        if identity is None:
            return None
        for seat, player in hand.owners.items():
            if player == identity.player:
                given = any(gift.player == player and hand.begun < gift.step <= step for gift in self._gifts)
                return None if given else seat
        return None

    def identity(self, conn: ConnId, step: int) -> Identity | None:
        found = [one for one in self.identities.get(conn, ()) if one.step <= step]
        return found[-1] if found else None

    def may_ever_see(self, conn: ConnId) -> Iterator[tuple[int, int]]:
        """Hand and seat of every hole card that this connection may see as its owner, however briefly."""
        for hand in self.hands.values():
            gone = self.hands[hand.number + 1].begun if hand.number + 1 in self.hands else _NEVER
            moments = {hand.begun, *(one.step for one in self.identities.get(conn, ()) if one.step < gone)}
            for step in moments:
                if step >= hand.begun and (seat := self.owner_sees(conn, step, hand)) is not None:
                    yield hand.number, seat

    def _identify(self, script: Script, world: World) -> None:
        hellos = {
            message.conn: step
            for step, (_, message) in enumerate(script.steps)
            if isinstance(message, Attach | AttachBot)
        }
        for step, (_, message) in enumerate(script.steps):
            if isinstance(message, AttachBot):
                self.identities[message.conn] = [Identity(step, message.player, given=False)]
        for conn, frames in world.got.items():
            for got in frames:
                if got.data.startswith(b'{"type":"welcome"'):
                    player = msgspec.json.decode(got.data)["player"]
                    identity = Identity(got.step, player, given=hellos[conn] != got.step)
                    self.identities.setdefault(conn, []).append(identity)

    def _learn(self, event: dict[str, Any], view: dict[str, Any], step: int) -> None:
        kind, table = event["type"], view["table"]
        if kind == "hand_began":
            hand = HandRecord(event["hand"], self.decks.of_hand(event["hand"]), step)
            self.hands[hand.number] = hand
            hand.owners = {seat["seat"]: seat["player"] for seat in table["seats"]}
            first = event["button"] + 1 if table["options"]["seat_order_origin"] == "button" else 0
            hand.seats = tuple((first + number) % len(table["seats"]) for number in range(len(table["seats"])))
            hand.live = set(hand.seats)
        if not self.hands:
            return
        hand = self.hands[max(self.hands)]
        if kind != "said":
            hand.events.append((view["v"], event))
        if kind == "dealt":
            hand.up.append(step)
        elif kind == "folded":
            hand.live.discard(event["seat"])
        elif kind == "hand_ended":
            hand.ended = step
            if len(hand.live) > 1:
                hand.opened = dict.fromkeys(hand.live, step)
        elif kind == "shown" and step in self._shows and step > hand.ended and event["seat"] in hand.live:
            hand.opened.setdefault(event["seat"], step)
