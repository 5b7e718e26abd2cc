"""Told again, a table is the same; told without its hand, it has everything else. (Every test of a table also checks
that: conftest.py.)"""

import pytest

from protocol.events import HandVoided
from protocol.ids import PlayerId, Ref
from protocol.inbound import Say, Sit
from server.table import snapshot, writing
from server.table.effects import Record, RowKind
from server.table.entries import Heard, Input, LedgerEntry
from server.table.retold import Diverged, Drawn, again, retold, retold_without_hand
from server.table.snapshot import Snapshot
from tests.support.pictures import pictures
from tests.support.table import GAMES, Bench, Fixed


def kept(bench: Bench) -> tuple[Snapshot, list[Input]]:
    last = max(number for number, row in enumerate(bench.rows) if row.kind is RowKind.SNAPSHOT)
    inputs = [writing.read_input(row.data) for row in bench.rows[last:] if row.kind is RowKind.INPUT]
    return snapshot.read(bench.rows[last].data), inputs


def test_in_the_middle_of_a_hand_everything_is_the_same() -> None:
    bench = Bench.begun()
    bench.theo(6)
    bench.wait(7_000)
    before, inputs = kept(bench)
    assert pictures(retold(before, inputs, GAMES["xi-to-28"], Fixed())) == pictures(bench.core)


def test_another_deck_than_the_drawn_one_is_never_dealt() -> None:
    bench = Bench.begun(orders=[tuple(reversed(range(28)))])
    before, inputs = kept(bench)
    core = retold(before, inputs, GAMES["xi-to-28"], Fixed([tuple(range(28))]))
    assert core.table.shuffler.order(28) == tuple(range(28)), "the next hand draws anew"
    assert pictures(core) == pictures(bench.core)


def test_an_entry_that_comes_to_something_else_is_noticed() -> None:
    bench = Bench.begun()
    bench.theo()
    before, inputs = kept(bench)
    last = inputs[-1]
    assert isinstance(last, Heard)
    core = retold(before, inputs[:-1], GAMES["xi-to-28"], Fixed())
    with pytest.raises(Diverged) as caught:
        again(core, Heard(last.at, last.v + 1, last.message))
    assert str(caught.value) == f"version {last.v} where the journal has {last.v + 1}"


def test_a_bug_that_strikes_only_now_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench.begun()
    bench.theo()
    before, inputs = kept(bench)

    def boom(*_: object) -> object:
        raise RuntimeError("planted")

    monkeypatch.setattr(GAMES["xi-to-28"], "apply", boom)
    with pytest.raises(RuntimeError, match="planted"):
        retold(before, inputs, GAMES["xi-to-28"], Fixed())
    monkeypatch.undo()


def test_without_the_hand_the_rest_stands_and_nobody_has_lost_a_point() -> None:
    bench = Bench.begun()
    bench.theo()
    bench.hello(9)
    bench.code(2, Say(bench.ref(2), "vẫn còn đây"))
    before, inputs = kept(bench)
    core, records = retold_without_hand(before, inputs, GAMES["xi-to-28"], Fixed(), "fault")
    t = core.table
    assert (t.hand, t.hands, t.phase, t.voids) == (None, 1, "result", 1)
    assert [t.ledger.balance(PlayerId(one)) for one in (1, 2, 3, 4)] == [100] * 4
    assert t.chat[-1].text == "vẫn còn đây"
    assert t.people[PlayerId(5)].token_hash is not None
    assert t.version >= bench.view(1).v
    assert HandVoided(1, "fault") in t.log[1]
    assert len(records) == 1
    core.receive(t.now, inputs[-1].message)  # type: ignore[union-attr]


def test_between_hands_nothing_is_void() -> None:
    bench = Bench()
    bench.four()
    before, inputs = kept(bench)
    core, records = retold_without_hand(before, inputs, GAMES["xi-to-28"], Fixed(), "rules_changed")
    assert (core.table.hands, core.table.voids) == (0, 0)
    booked = [one.entry for one in records if isinstance(one, Record)]
    assert sum(isinstance(entry, LedgerEntry) for entry in booked) == 4


def test_a_visitor_who_sat_down_meanwhile_keeps_his_seat() -> None:
    bench = Bench.begun(game="xi-to-32")
    bench.hello(5)
    bench.command(5, Sit(Ref(1), bench.core.table.seating.chairs[4].seat, "Vy"))
    before, inputs = kept(bench)
    core, _ = retold_without_hand(before, inputs, GAMES["xi-to-32"], Fixed(), "rules_changed")
    assert core.table.seating.chairs[4].player == 5
    assert core.table.voids == 0


def test_a_drawn_deck_is_never_printed() -> None:
    assert "3" not in repr(Drawn((3, 1, 2)))
