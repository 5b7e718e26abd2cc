"""A played script, as the public and its commands tell it: who speaks for whom, and every hand."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from protocol.inbound import Act
from server.table.messages import Attach, AttachBot, ConnId, Told
from tests.leaks.author import EYE
from tests.leaks.hand import Deed, Hand
from tests.leaks.hand_stud import StudHand
from tests.leaks.hand_xi_dach import XiDachHand
from tests.leaks.world import Decks, Got, Script, World, views

HANDS: Final[Mapping[str, type[Hand]]] = {"xi-to-28": StudHand, "xi-to-32": StudHand, "xi-dach": XiDachHand}


class Identity(msgspec.Struct, frozen=True):
    """From ``step`` on a connection speaks for ``player``. ``given``: a host's gift, which shows nothing of before."""

    step: int
    player: int
    given: bool


class Said(msgspec.Struct, frozen=True):
    """A command to play, as it was said. ``done``: carried out, and for the first time."""

    hand: int
    deed: Deed
    done: bool


class Record:
    """What hands there were, and who may see what of them over which connection."""

    def __init__(self, script: Script, world: World, decks: Decks) -> None:
        self.hands: dict[int, Hand] = {}
        self.identities: dict[ConnId, list[Identity]] = {}
        self.said: dict[int, Said] = {}
        """By step."""
        self.decks = decks
        self._identify(script, world)
        self._gifts = [one for identities in self.identities.values() for one in identities if one.given]
        acts = dict(_acts(script, world))
        for got, view in views(world.got[EYE]):
            said = self._said(got, acts.get(got.step))
            for event in view["events"]:
                self._learn(event, view, got, said, script)
        for step, (conn, act, done) in acts.items():
            self._note(step, conn, act, done=done)

    def owner_sees(self, conn: ConnId, step: int, hand: Hand) -> int | None:
        """The seat whose cards of this hand lie before this connection's own eyes at this step."""
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

    def owns(self, conn: ConnId) -> Iterator[tuple[int, int]]:
        """Hand and seat of all cards whose owner this connection ever speaks for; a gift shows nothing of before."""
        for hand in self.hands.values():
            for seat, player in hand.owners.items():
                mine = [one for one in self.identities.get(conn, ()) if one.player == player]
                if any(not one.given or one.step <= hand.begun for one in mine):
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

    def _said(self, got: Got, act: "tuple[ConnId, Act, bool] | None") -> Deed | None:
        """What a player did at this moment."""
        if act is None or not act[2]:
            return None
        return self._deed(got.step, act[0], act[1])

    def _deed(self, step: int, conn: ConnId, act: Act) -> Deed | None:
        identity = self.identity(conn, step)
        hand = self._hand_at(step)
        if identity is None or hand is None:
            return None
        seat = next((seat for seat, player in hand.owners.items() if player == identity.player), None)
        return None if seat is None else Deed(seat, act.action)

    def _hand_at(self, step: int) -> Hand | None:
        begun = [hand for hand in self.hands.values() if hand.begun < step]
        return begun[-1] if begun else None

    def _note(self, step: int, conn: ConnId, act: Act, *, done: bool) -> None:
        deed, hand = self._deed(step, conn, act), self._hand_at(step)
        if deed is not None and hand is not None:
            self.said[step] = Said(hand.number, deed, done)

    def _learn(self, event: dict[str, Any], view: dict[str, Any], got: Got, said: Deed | None, script: Script) -> None:
        kind, table = event["type"], view["table"]
        if kind == "hand_began":
            number = event["hand"]
            order = self.decks.of_hand(number)
            made = HANDS[script.game](script.game, number, order, got.step, table, event["button"])
            self.hands[number] = made
        if not self.hands:
            return
        hand = self.hands[max(self.hands)]
        if kind != "said":
            hand.events.append((view["v"], event))
        # What a clock does happens before the step's own instant.
        hand.learn(event, got.step, said if got.at == script.steps[got.step][0] else None)


def _acts(script: Script, world: World) -> Iterator[tuple[int, tuple[ConnId, Act, bool]]]:
    """Commands to play by step, and whether they were carried out."""
    refused = {
        (got.step, conn)
        for conn, frames in world.got.items()
        for got in frames
        if got.data.startswith(b'{"type":"rejected"')
    }
    told: set[int] = set()
    for step, (_, message) in enumerate(script.steps):
        if isinstance(message, Told) and isinstance(message.command, Act):
            done = (step, message.conn) not in refused and id(message) not in told
            told.add(id(message))
            yield step, (message.conn, message.command, done)
