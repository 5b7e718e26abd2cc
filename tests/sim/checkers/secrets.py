"""No secret on any wire: a card goes only to who may see it, a token only to whom it belongs; and none into the log."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from protocol.cards import Closed
from protocol.ids import PlayerId, RoomCode, Seat
from server.cards.zone import Zone
from server.table.effects import Frame
from server.table.messages import Attach, ConnId, Told
from server.table.state import Hand
from server.table.tokens import digest
from tests.sim.watch import Checker, Step

CARD: Final = re.compile(rb'"([2-9TJQKA][cdhs])"')
LOG: Final = re.compile(rb'\{"type":"hand_log","ref":\d+,"hand":(\d+),')
SECRET: Final = re.compile(rb"secret\d{6}x{20}")


class Cards(Checker):
    """What tables say, held against the zones in which the cards lie."""

    def __init__(self, scene: Any) -> None:
        super().__init__(scene)
        self._told: dict[tuple[RoomCode, int], set[str]] = {}
        """What became public in each hand."""
        self._zones: dict[RoomCode, tuple[object, list[Zone]]] = {}
        """Of the newest state of each table's hand."""

    def told(self, step: Step) -> None:
        room, hand = step.room, step.table.hand
        zones = [] if hand is None or hand.state is None else self._of(room, hand)
        public = self._told.get((room, step.table.hands), set())
        for effect in step.effects:
            if not isinstance(effect, Frame):
                continue
            shown = {match.decode() for match in CARD.findall(effect.data)}
            if shown <= public:
                continue
            if (log := LOG.match(effect.data)) is not None:
                # Also one that was asked for long ago, and is again.
                may = self._told.get((room, int(log[1])), set())
            else:
                player = step.before.conns.get(effect.to) or step.core.player_of(effect.to)
                players = {} if hand is None else {owner: seat for seat, owner in hand.players.items()}
                may = public | (_seen(zones, players[player]) if player in players else set())
            if not shown <= may:
                self.wrong(f"{room} shows connection {effect.to} a card")

    def _of(self, room: RoomCode, hand: Hand) -> list[Zone]:
        state, zones = self._zones.get(room, (None, []))
        if state is not hand.state:
            zones = list(_zones(hand.state))
            self._zones[room] = (hand.state, zones)
            self._told.setdefault((room, hand.number), set()).update(_seen(zones, None))
        return zones

    def logged(self, event: dict[str, Any]) -> None:
        if CARD.search(json.dumps(event, default=str).encode()):
            self.wrong(f"a card in the log: {event['event']}")


class Tokens(Checker):
    """Each secret is told to the connection, or the player, that it was made for."""

    def __init__(self, scene: Any) -> None:
        super().__init__(scene)
        self._connections: dict[str, ConnId] = {}
        self._owners: dict[str, tuple[RoomCode, PlayerId]] = {}
        """One-time codes."""
        self._players: dict[ConnId, tuple[RoomCode, PlayerId]] = {}

    def started(self, server: Any) -> None:
        self._connections.clear()
        self._players.clear()

    def told(self, step: Step) -> None:
        for conn, person in step.table.people.connected.items():
            self._players[conn] = step.room, person.id
        match step.message:
            case Attach():
                self._connections[step.message.fresh] = step.message.conn
            case Told() if step.message.fresh and step.message.conn in step.before.conns:
                player = step.before.conns[step.message.conn]
                self._owners[digest(step.message.fresh)] = step.room, player
            case _:
                pass

    def left(self, conn: ConnId, data: bytes) -> None:
        for found in SECRET.findall(data):
            name = digest(found.decode())
            if data.startswith(b'{"type":"welcome"'):
                own = self._connections.get(name) == conn
            else:
                code = data.startswith(b'{"type":"move_code"')
                own = code and name in self._owners and self._owners[name] == self._players.get(conn)
            if not own:
                self.wrong(f"connection {conn} is told a secret")

    def logged(self, event: dict[str, Any]) -> None:
        if SECRET.search(json.dumps(event, default=str).encode()):
            self.wrong(f"a secret in the log: {event['event']}")


def _zones(value: object) -> Iterator[Zone]:
    if isinstance(value, Zone):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _zones(getattr(value, name))
    elif isinstance(value, tuple):
        for one in value:
            yield from _zones(one)


def _seen(zones: list[Zone], seat: Seat | None) -> set[str]:
    found: set[str] = set()
    for zone in zones:
        seen = zone.seen_by(seat)
        found.update(() if isinstance(seen, Closed) else seen.cards)
    return found
