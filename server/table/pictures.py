"""What the viewers of a table are shown at each version, and what of it serves for the next."""

from typing import Final

from protocol.codec import encode
from protocol.ids import Ref
from protocol.inbound import Act, Next
from protocol.outbound import Welcome
from protocol.version import PROTOCOL_VERSION
from server.table import views
from server.table.effects import Effect, Frame, Kind
from server.table.messages import ConnId, TableMessage, Told
from server.table.people import Person
from server.table.state import Hand, Table

_VIEW: Final = Kind.VIEW


class Pictures:
    """The frames of one table. An action of a hand changes little of them; the rest is taken from those before."""

    def __init__(self) -> None:
        self._kept: views.Kept = {}
        self._still: views.Still | None = None
        self._hand: Hand | None = None
        """The hand of the newest pictures; None where more was heard since than an action in it, or "next"."""
        self._over = False

    def heard(self, message: TableMessage) -> None:
        """This is about to be done: what it may change is not kept."""
        kind = type(message.command) if type(message) is Told else None
        if kind is not Next and (kind is not Act or self._over):
            self._still = None
            if kind is not Act:
                self._hand = None

    def answered(self, person: Person) -> None:
        """His next picture has an answer."""
        self._kept.pop(person.id, None)

    def frames(self, t: Table) -> list[Effect]:
        """One for everybody who is connected."""
        if self._still is None or not views.holds(t, self._still):
            self._still = views.still(t)
        hand = t.hand
        over = hand is not None and hand.over
        same = hand if hand is self._hand and over is self._over else None
        self._hand, self._over = hand, over
        public = views.public_bytes(t, self._still)
        frames: list[Effect] = []
        fresh, kept, frame_for = t.fresh, self._kept, views.frame_for
        for conn, person in t.people.connected.items():
            if fresh and conn in fresh and not person.bot:
                frames.append(_welcome(t, conn, person))
            frames.append(Frame(conn, _VIEW, frame_for(t, public, person, kept, same)))
        return frames


def _welcome(t: Table, conn: ConnId, person: Person) -> Effect:
    """The answer to Hello, before the picture that goes with it."""
    welcome = Welcome(
        protocol=PROTOCOL_VERSION,
        room=t.room,
        player=person.id,
        token=t.tokens.get(conn),
        next_ref=Ref(person.last_ref + 1),
        now=t.now,
        epoch=t.epoch,
        log=tuple(t.log.get(t.hands, ())),
        chat=tuple(t.chat),
    )
    return Frame(conn, Kind.ANSWER, encode(welcome))
