"""A bench that checks every batch of effects and every stretch of time, whatever is done to the table."""

import random
import re
from collections import defaultdict
from typing import Any, Final

from protocol.codec import encode
from protocol.ids import Millis, PlayerId, Ref
from protocol.inbound import AnyCommand
from server.cards.card import RANKS, SUITS, Card
from server.rules.stud.state import StudState, pot
from server.table import timing, views
from server.table.effects import Effect, Frame, Kind
from server.table.messages import ConnId, Told
from server.table.state import Table
from tests.support.table import Bench

_VERSION: Final = re.compile(rb'^\{"type":"view","v":(\d+),')
_CARD: Final = re.compile(rb'"([2-9TJQKA][cdhs])"')


class Shuffled:
    """Decks out of one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311

    def order(self, size: int) -> list[int]:
        order = list(range(size))
        self._random.shuffle(order)
        return order


class Watched(Bench):
    """Asserts what must hold after each call of the core; ``checked`` is the state that the last check saw."""

    def __init__(self, **given: Any) -> None:
        self._version = 0
        self._owners: dict[ConnId, PlayerId] = {}
        self._spent: defaultdict[tuple[int, int, int], int] = defaultdict(int)
        super().__init__(**given)

    @property
    def state(self) -> Table:
        return self.core._t

    @property
    def version(self) -> int:
        return self._version

    def public(self) -> bytes:
        """What everybody sees, without the version."""
        return encode(views.table_view(self.state))

    def take(self, effects: list[Effect]) -> None:
        super().take(effects)
        if not hasattr(self, "core"):
            return
        shown = [effect for effect in effects if isinstance(effect, Frame) and effect.kind is Kind.VIEW]
        self._check_versions(shown)
        self._check_secrets([effect for effect in effects if isinstance(effect, Frame)])
        self._check_points()
        self._check_turns()
        self._owners.update((conn, person.id) for conn, person in self.state.people.connected.items())

    def wait(self, span: int) -> None:
        """Time in steps from deadline to deadline; each turn's own time is measured."""
        end = Millis(self.now + span)
        for _ in range(10_000):
            due = self.core.next_deadline
            if due is None or due > end:
                break
            self._pass_to(max(self.now, due))
            self.take(self.core.wake(self.now))
        else:
            raise AssertionError("the table never comes to rest")
        self._pass_to(end)

    def rest(self) -> None:
        """What the shell's timer would do at once; then nothing is due any more."""
        self.wait(0)
        due = self.core.next_deadline
        assert due is None or due > self.now

    def sleep(self, span: int) -> None:
        """The machine is shut until so long after the next deadline; every turn begins anew where it was."""
        due = self.core.next_deadline
        assert due is not None
        self.now = Millis(due + span)
        self._spent.clear()
        self.take(self.core.wake(self.now))

    def say(self, conn: int, command: AnyCommand) -> str | None:
        """A command with exactly one answer; refused, it changes nothing and is told to its sender alone."""
        self.rest()
        before = {name: len(frames) for name, frames in self.frames.items()}
        public, version, entries = self.public(), self._version, len(self.entries)
        person = self.state.people.of_conn(ConnId(conn))
        assert person is not None
        mine = before.get(ConnId(conn), 0)
        self.tell(Told(ConnId(conn), command, f"one-time-code-{conn:04d}-{command.ref:06d}-{self.now}"))
        answered = self.frames[ConnId(conn)][mine:]
        if person.bot and self.player(conn) is None:
            # Its last act of the hand that it was to play for its heir.
            assert (answered, self.drops[ConnId(conn)]) == ([], 4006)
            self.rest()
            return None
        code = self.answer_in(answered, command.ref)
        if code is not None:
            assert (self.public(), self._version, len(self.entries)) == (public, version, entries), code
            told = {name for name, frames in self.frames.items() if len(frames) != before.get(name, 0)}
            assert told == {conn}
        self.rest()
        return code

    def next_ref(self, conn: int) -> Ref:
        person = self.state.people.of_conn(ConnId(conn))
        assert person is not None
        return Ref(person.last_ref + 1)

    def player(self, conn: int) -> PlayerId | None:
        return self.core.player_of(ConnId(conn))

    def _pass_to(self, instant: Millis) -> None:
        hand = self.state.running
        if hand is not None and self.state.pause is None:
            for seat, question in hand.questions.items():
                self._spent[hand.number, seat, question.turn] += instant - self.now
                most = int(hand.options["turn_timeout_s"]) * 1000 + timing.BANK_MS + timing.AWAY_PER_HAND_MS
                assert self._spent[hand.number, seat, question.turn] <= most + timing.GRACE_MS
        self.now = instant

    def _check_versions(self, shown: list[Frame]) -> None:
        found = {int(match[1]) for frame in shown if (match := _VERSION.match(frame.data))}
        if not found:
            assert self.state.version in {self._version, self._version + 1}
            assert self.state.version == self._version or not self._viewers()
        else:
            assert found == {self._version + 1} == {self.state.version}
            dropped = {conn for conn in self.drops if conn not in self._viewers()}
            assert {frame.to for frame in shown} - dropped == self._viewers()
            assert len(shown) == len({frame.to for frame in shown})
        assert len({frame.data.split(b',"you":')[0] for frame in shown}) <= 1
        self._version = self.state.version

    def _viewers(self) -> set[ConnId]:
        return set(self.state.people.connected)

    def _check_secrets(self, frames: list[Frame]) -> None:
        hand = self.state.hand
        if hand is None or not isinstance(hand.state, StudState):
            return
        deck = {_text(card) for card in hand.state.deck.cards}
        holes = {holding.seat: holding.hole for holding in hand.state.holdings}
        for frame in frames:
            if b'"type":"hand_log"' in frame.data[:40]:
                continue
            person = self.state.people.get(self.player(frame.to) or self._owners.get(frame.to))
            hidden = set(deck)
            for seat, hole in holes.items():
                owns = person is not None and hand.players.get(seat) == person.id and person.seat == seat
                if not owns and hole != hole.opened():
                    hidden |= {_text(card) for card in hole.cards}
            assert not {match.decode() for match in _CARD.findall(frame.data)} & hidden

    def _check_points(self) -> None:
        table = self.state
        assert table.ledger.sum == 0
        assert all(table.ledger.balance(person.id) >= 0 for person in table.people)
        hand = table.hand
        if hand is not None and isinstance(hand.state, StudState):
            state = hand.state
            assert sum(holding.stack for holding in state.holdings) + pot(state) == sum(hand.stacks.values())
            assert all(holding.stack >= 0 and holding.total <= 9 for holding in state.holdings)
            if table.running is not None:
                booked = sum(table.ledger.balance(player) for player in hand.players.values())
                assert booked == sum(hand.stacks.values())

    def _check_turns(self) -> None:
        table = self.state
        assert not self.faults
        hand = table.running
        if hand is None:
            assert table.phase != "playing"
            assert not views.table_view(table).clocks
            return
        assert table.phase == "playing"
        (seat,) = hand.clocks
        assert set(hand.questions) == {seat}
        assert hand.state.holdings[hand.state.actor].seat == seat
        assert (hand.clocks[seat].left is not None) == (table.pause is not None)


def _text(card: Card) -> str:
    return RANKS[card.rank - 2] + SUITS[card.suit]
