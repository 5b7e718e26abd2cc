"""Points are conserved: in the book, in the hand in play, in the result, and in the records that people read."""

from collections import Counter

from protocol.ids import PlayerId, RoomCode
from server.journal.store import Batch
from server.rules.stud.state import StudState, pot
from server.rules.xi_dach.state import XiDachState, deltas
from server.table import entries, writing
from server.table.effects import Record, RowKind
from server.table.state import Hand, Table
from tests.sim.watch import Checker, Step


class Chips(Checker):
    """The sum over all accounts is zero; stacks and pot of a hand are what was brought to it."""

    def told(self, step: Step) -> None:
        t = step.table
        if t.ledger.sum != 0:
            self.wrong(f"the book of {step.room} sums to {t.ledger.sum}")
        if any(t.ledger.balance(person.id) < 0 for person in t.people):
            self.wrong(f"somebody at {step.room} has less than nothing")
        for effect in step.effects:
            if isinstance(effect, Record) and isinstance(effect.entry, entries.HandFinished):
                result = effect.entry.result
                if sum(result.deltas.values()) + result.rake != 0:
                    self.wrong(f"a hand of {step.room} makes or takes points")
        if t.hand is not None and t.hand.state is not None:
            self._hand(step.room, t, t.hand)

    def _hand(self, room: RoomCode, t: Table, hand: Hand) -> None:
        brought = sum(hand.stacks.values())
        if t.running is not None and sum(map(t.ledger.balance, hand.players.values())) > brought:
            self.wrong(f"somebody in the hand of {room} got points during it")
        match hand.state:
            case StudState() as stud:
                there = sum(holding.stack for holding in stud.holdings) + pot(stud) + stud.rake
                if there != brought or any(holding.stack < 0 for holding in stud.holdings):
                    self.wrong(f"stacks and pot of {room} hold {there} of {brought}")
            case XiDachState() as xi_dach:
                won = deltas(xi_dach)
                if sum(won.values()) != 0 or any(hand.stacks[seat] + won[seat] < 0 for seat in won):
                    self.wrong(f"what was won and lost at {room} is not covered")
            case other:
                self.wrong(f"no check for {type(other).__name__}")


class Book(Checker):
    """What readers will find of the points is what the tables have: every entry once, over all crashes."""

    def __init__(self, scene: object) -> None:
        super().__init__(scene)  # type: ignore[arg-type]
        self._balances: dict[RoomCode, Counter[PlayerId]] = {}

    def written(self, batch: Batch) -> None:
        for room, rows in batch:
            for row in rows:
                if row.kind is RowKind.RECORD and row.topic == "ledger_entry":
                    entry = writing.read_record(row.data)
                    assert isinstance(entry, entries.LedgerEntry)
                    self._balances.setdefault(room, Counter()).update(entry.postings)

    def rested(self) -> None:
        server = self.scene.server
        for room, core in ({} if server is None else server.tables).items():
            if server is not None and server.journal.pending(room):
                continue
            book = {player: points for player, points in core.table.ledger.balances.items() if points}
            written = {player: points for player, points in self._balances.get(room, {}).items() if points}
            if book != written:
                self.wrong(f"the records of {room} do not tell its balances")
