"""A bench that checks every batch of effects and every stretch of time, whatever is done to the table."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from protocol.cards import Closed
from protocol.codec import encode
from protocol.ids import Millis, PlayerId, Ref, Seat
from protocol.inbound import AnyCommand
from server.cards.card import RANKS, SUITS, Card
from server.cards.zone import Zone
from server.rules.game import Pace, Result
from server.rules.stud.state import StudState, pot
from server.rules.xi_dach.state import XiDachState, deltas
from server.table import entries, timing, views
from server.table.effects import Effect, Frame, Kind, Record
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
        self._spent: defaultdict[tuple[int, int, Pace], int] = defaultdict(int)
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
        for effect in effects:
            if isinstance(effect, Record) and isinstance(effect.entry, entries.HandFinished):
                self._check_result(effect.entry.result)
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
            for seat, clock in hand.clocks.items():
                pace = clock.pace
                self._spent[hand.number, seat, pace] += instant - self.now
                most = int(hand.options[pace.option]) * 1000 + timing.GRACE_MS
                if pace.personal:
                    # A second more for who returns while he is being played.
                    most += timing.BANK_MS + timing.AWAY_PER_HAND_MS + timing.AUTOMATIC_MS
                assert self._spent[hand.number, seat, pace] <= most
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
        if hand is None or hand.state is None:
            return
        zones = list(_zones(hand.state))
        everything = {_text(card) for zone in zones for card in zone.cards}
        for frame in frames:
            if b'"type":"hand_log"' in frame.data[:40]:
                continue
            person = self.state.people.get(self.player(frame.to) or self._owners.get(frame.to))
            seat = None if person is None else person.seat
            owns = seat is not None and person is not None and hand.players.get(seat) == person.id
            seen = {text for zone in zones for text in _seen(zone, seat if owns else None)}
            assert not {match.decode() for match in _CARD.findall(frame.data)} & (everything - seen)

    def _check_points(self) -> None:
        table = self.state
        assert table.ledger.sum == 0
        assert all(table.ledger.balance(person.id) >= 0 for person in table.people)
        hand = table.hand
        if hand is None or hand.state is None:
            return
        if table.running is not None:
            booked = sum(table.ledger.balance(player) for player in hand.players.values())
            assert booked == sum(hand.stacks.values())
        match hand.state:
            case StudState() as stud:
                in_play = sum(holding.stack for holding in stud.holdings) + pot(stud) + stud.rake
                assert in_play == sum(hand.stacks.values())
                assert all(holding.stack >= 0 for holding in stud.holdings)
                assert table.game.sheet.game != "xi-to-28" or all(holding.total <= 9 for holding in stud.holdings)
            case XiDachState() as xi_dach:
                assert sum(deltas(xi_dach).values()) == 0
                assert 0 <= xi_dach.reserved() <= xi_dach.banker.stack
                assert all(con.stake * xi_dach.terms.reserve <= con.stack for con in xi_dach.cons)
                assert all(hand.stacks[seat] + won >= 0 for seat, won in deltas(xi_dach).items())
            case other:
                raise AssertionError(f"no check for {type(other).__name__}")

    def _check_result(self, result: Result) -> None:
        """What all won and lost, and what the house took of it, is nothing."""
        assert sum(result.deltas.values()) + result.rake == 0
        paid_in = sum(payout.amount for payout in result.payouts) + result.rake
        hand = self.state.hand
        assert hand is not None
        assert 0 <= result.rake <= paid_in * int(hand.options.get("rake_bp", 0)) // 10_000

    def _check_turns(self) -> None:
        table = self.state
        assert not self.faults
        hand = table.running
        if hand is None:
            assert table.phase != "playing"
            assert not views.table_view(table).clocks
            return
        assert table.phase == "playing"
        assert table.bank.asked is None
        assert set(hand.clocks) == table.game.to_act(hand.state)
        assert hand.clocks
        for seat in hand.stacks:
            offers = table.game.offers(hand.state, seat)
            assert (seat in hand.questions) == bool(offers)
            assert not offers or hand.questions[seat].offers == offers
        for seat, clock in hand.clocks.items():
            assert seat in hand.questions
            assert clock.pace == table.game.pace(hand.state, seat)
            assert (clock.left is not None) == (table.pause is not None)


def _zones(value: object) -> Iterator[Zone]:
    """All zones of a state, wherever they are."""
    if isinstance(value, Zone):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _zones(getattr(value, name))
    elif isinstance(value, tuple):
        for one in value:
            yield from _zones(one)


def _seen(zone: Zone, seat: Seat | None) -> tuple[str, ...]:
    seen = zone.seen_by(seat)
    return () if isinstance(seen, Closed) else seen.cards


def _text(card: Card) -> str:
    return RANKS[card.rank - 2] + SUITS[card.suit]
