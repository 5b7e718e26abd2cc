"""Rows of the journal: the input, or the table itself; and what readers want to know."""

import pytest

from protocol.errors import ErrorCode
from protocol.games.stud import Theo
from protocol.ids import Ref, Turn
from protocol.inbound import Act, CloseRoom, Say, Start
from server.table import entries, snapshot, writing
from server.table.effects import RowKind
from server.table.entries import Dealt, Heard
from server.table.messages import Told
from tests.support.table import HOST_TOKEN, Bench


def kinds(bench: Bench, since: int) -> list[RowKind]:
    return [row.kind for row in bench.rows[since:]]


def test_a_message_is_one_row() -> None:
    bench = Bench.begun()
    before = len(bench.rows)
    bench.act(1, Theo())
    (row,) = bench.rows[before:]
    entry = writing.read_input(row.data)
    assert isinstance(entry, Heard)
    assert (row.kind, entry.at, entry.v) == (RowKind.INPUT, bench.now, bench.view(1).v)
    assert isinstance(entry.message, Told)


def test_a_deal_is_the_table_before_it_and_the_deck() -> None:
    bench = Bench()
    bench.four()
    before = len(bench.rows)
    bench.do(1, Start())
    table, deck = bench.rows[before : before + 2]
    assert (table.kind, deck.kind) == (RowKind.SNAPSHOT, RowKind.INPUT)
    assert snapshot.read(table.data).hands == 0
    dealt = writing.read_input(deck.data)
    assert isinstance(dealt, Dealt)
    assert sorted(dealt.order) == list(range(28))


def test_the_command_that_begins_a_hand_is_answered_in_the_table_before_it() -> None:
    """A host's "start", resent after a crash, gets the answer it would have had."""
    bench = Bench()
    bench.four()
    ref = bench.refs[1] + 1  # type: ignore[index]
    bench.do(1, Start())
    (table,) = [row for row in bench.rows[-2:] if row.kind is RowKind.SNAPSHOT]
    host = snapshot.read(table.data).people[0]
    assert (host.last_ref, host.answer_to(Ref(ref))) != (0, None)


def test_what_changes_nothing_is_not_written() -> None:
    bench = Bench.begun()
    command = Say(bench.ref(1), "một lần")
    bench.command(1, command)
    before = len(bench.rows)
    bench.command(1, command)
    bench.hello(9, "nobodys-token-nobodys-token-nobody")
    bench.lose(77)
    assert len(bench.rows) == before
    assert bench.rejected(9).code == ErrorCode.TOKEN_UNKNOWN


def test_a_refused_command_is_written_because_its_answer_must_be_kept() -> None:
    bench = Bench.begun()
    before = len(bench.rows)
    assert bench.code(2, Act(bench.ref(2), Turn(99), Theo())) is not None
    assert kinds(bench, before) == [RowKind.INPUT]


def test_a_fault_writes_the_table_without_its_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench.begun()
    before = len(bench.rows)

    def boom(*_: object) -> object:
        raise RuntimeError("planted")

    with monkeypatch.context() as planted:
        planted.setattr(bench.core.table.game, "result", boom)
        bench.act(1, Theo())
    assert kinds(bench, before)[0] is RowKind.SNAPSHOT
    topics = [row.topic for row in bench.rows[before:] if row.kind is RowKind.RECORD]
    assert topics == ["hand_voided"]


def test_readers_find_names_points_and_hands() -> None:
    bench = Bench.begun()
    bench.finish()
    bench.do(1, CloseRoom())
    records = [row for row in bench.rows if row.kind is RowKind.RECORD]
    read = [writing.read_record(row.data) for row in records]
    assert [one.name for one in read if isinstance(one, entries.Named)] == ["Lan", "Tú", "Hà", "Minh"]
    assert {(row.topic, row.hand) for row in records} >= {("hand_finished", 1), ("ledger_entry", 0)}
    assert bench.rows[-1].kind is RowKind.CLOSED


def test_no_row_holds_a_token_and_no_row_prints_what_it_holds() -> None:
    bench = Bench.begun()
    bench.finish()
    for row in bench.rows:
        assert HOST_TOKEN.encode() not in row.data
        assert "{" not in repr(row)
