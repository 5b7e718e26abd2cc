"""Nobody acts out of turn, and each command has one effect and one answer, whatever happens to it on its way."""

from collections import Counter
from typing import Any, Final

import msgspec

from protocol.codec import BadMessage, decode_inbound, decode_outbound
from protocol.errors import ErrorCode
from protocol.ids import PlayerId, Ref, RoomCode
from protocol.inbound import Act, Command
from protocol.outbound import Done, HandLog, MoveCode, Rejected, View
from protocol.views import Outcome
from server.journal.store import Batch
from server.table.effects import Frame
from server.table.messages import ConnId, Told
from server.table.people import ANSWERS_KEPT, Person
from tests.sim.watch import Checker, Step

Direct = Done | Rejected | MoveCode | HandLog
BY_HUB: Final = frozenset({"busy", "slow_down", "bad_message", "hello_first", "hello_twice"})
"""Refusals without effect on the ref: the command may come again and be carried out."""


class InTurn(Checker):
    """An action that is carried out answers a question that was put to this very player and is not answered yet."""

    def told(self, step: Step) -> None:
        message = step.message
        if not isinstance(message, Told) or not isinstance(message.command, Act) or not step.core.heard:
            return
        player = step.before.conns.get(message.conn)
        person = step.table.people.get(player)
        if person is None or person.answered != Outcome(message.command.ref):
            return
        if (player, message.command.turn) not in step.before.asked.values() or step.before.paused:
            self.wrong(f"player {player} of {step.room} acts out of turn")


class Answers(Checker):
    """By player and ref: heard once, over all processes; answered each time, and always the same."""

    def __init__(self, scene: Any) -> None:
        super().__init__(scene)
        self._known: dict[tuple[RoomCode, PlayerId], dict[Ref, Direct | Outcome]] = {}
        """Direct answers, and outcomes that a view told."""
        self._fresh: list[tuple[int, RoomCode, PlayerId, Ref]] = []
        """Not written yet: lost with the process."""
        self._written = 0

    def started(self, server: Any) -> None:
        self._written = 0

    def written(self, batch: Batch) -> None:
        self._written += sum(len(rows) for _, rows in batch)
        self._fresh = [one for one in self._fresh if one[0] > self._written]

    def ended(self, server: Any) -> None:
        for _, room, player, ref in self._fresh:
            self._known[room, player].pop(ref, None)
        self._fresh = []

    def told(self, step: Step) -> None:
        if not isinstance(step.message, Told):
            return
        conn, ref = step.message.conn, step.message.command.ref
        player = step.before.conns.get(conn)
        if player is None:
            if step.rows or step.effects:
                self.wrong(f"{step.room} hears a connection that is not at the table")
            return
        known = self._known.setdefault((step.room, player), {})
        answers = [one for one in _direct(step, conn) if one.ref == ref]
        if not step.core.heard:
            self._again(step, player, ref, answers)
            return
        person = step.table.people.get(player)
        if ref in known or ref <= max(known, default=0):
            self.wrong(f"{type(step.message.command).__name__} {ref} of player {player} of {step.room} is heard twice")
        if person is None:
            return
        known[ref] = answers[0] if answers else Outcome(ref)
        if person.answered != Outcome(ref, answers[0].code if answers and isinstance(answers[0], Rejected) else None):
            self.wrong(f"command {ref} of player {player} of {step.room} is told of otherwise than it is answered")
        if len(answers) + (not answers and _viewed(step, conn, ref)) != 1:
            self.wrong(f"command {ref} of player {player} of {step.room} gets {len(answers)} answers")
        self._fresh.append((step.position, step.room, player, ref))

    def _again(self, step: Step, player: PlayerId, ref: Ref, answers: list[Direct]) -> None:
        """It was heard before, or is older than what was."""
        if step.rows or len(answers) != 1:
            self.wrong(f"the repeated command {ref} of player {player} of {step.room} has an effect")
            return
        known = self._known[step.room, player]
        before = known.get(ref)
        person = step.table.people.get(player)
        if isinstance(answers[0], Rejected) and answers[0].code == ErrorCode.REF_TOO_OLD:
            if before is not None and person is not None and _kept(person, known, ref):
                self.wrong(f"the answer {ref} of player {player} of {step.room} is forgotten")
            return
        same = answers[0] == before if not isinstance(before, Outcome) else answers[0] == Done(ref)
        if not same:
            self.wrong(f"the repeated command {ref} of player {player} of {step.room} gets another answer")


def _kept(person: Person, known: dict[Ref, Any], ref: Ref) -> bool:
    """Whether the table owes this answer still; a seat that was given to another device starts anew (rules.md 7.4)."""
    first = person.answers[0].ref if person.answers else None
    return first is not None and ref >= first and len([r for r in known if r >= ref]) <= ANSWERS_KEPT


def _direct(step: Step, conn: ConnId) -> list[Direct]:
    found = []
    for effect in step.effects:
        if isinstance(effect, Frame) and effect.to == conn and not effect.data.startswith(b'{"type":"view"'):
            message = decode_outbound(effect.data)
            if isinstance(message, Direct):
                found.append(message)
    return found


def _viewed(step: Step, conn: ConnId, ref: Ref) -> bool:
    for effect in step.effects:
        if isinstance(effect, Frame) and effect.to == conn and effect.data.startswith(b'{"type":"view"'):
            view = decode_outbound(effect.data)
            return isinstance(view, View) and view.you.answered == Outcome(ref)
    return False


class Refused(Checker):
    """The hub passes each command on to a table or refuses it, once; at rest none is under way."""

    def __init__(self, scene: Any) -> None:
        super().__init__(scene)
        self._open: Counter[ConnId] = Counter()
        self._decoder = msgspec.json.Decoder(Rejected)

    def started(self, server: Any) -> None:
        self._open.clear()

    def heard(self, conn: ConnId, text: str) -> None:
        try:
            self._open[conn] += isinstance(decode_inbound(text), Command)
        except BadMessage:
            return

    def told(self, step: Step) -> None:
        if isinstance(step.message, Told) and step.message.conn > 0:
            self._open[step.message.conn] -= 1

    def left(self, conn: ConnId, data: bytes) -> None:
        if data.startswith(b'{"type":"rejected"'):
            rejected = self._decoder.decode(data)
            # What cannot be read, and a Hello, were never counted.
            counted = rejected.ref is not None and rejected.code != ErrorCode.BAD_MESSAGE
            self._open[conn] -= counted and rejected.code in BY_HUB

    def closed(self, conn: ConnId) -> None:
        self._open.pop(conn, None)

    def looked(self) -> None:
        for conn, count in self._open.items():
            if count < 0:
                self.wrong(f"connection {conn} gets an answer too many")

    def rested(self) -> None:
        server = self.scene.server
        for conn, count in self._open.items():
            connection = None if server is None else server.sessions._open.get(conn)
            if count and connection is not None and not connection.outbox.closing:
                self.wrong(f"connection {conn} waits for {count} answers")
