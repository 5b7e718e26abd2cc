"""The table between hands: kept and restored to the byte, and never with a card."""

import msgspec
import pytest

from protocol.ids import PlayerId
from protocol.inbound import Ask, Kick, Lock, PauseTable, Say
from protocol.outbound import Done
from server.table import snapshot
from server.table.core import TableCore
from server.table.effects import RowKind
from server.table.timing import AFTER_SHOWDOWN_MS
from tests.support.pictures import pictures
from tests.support.table import GAMES, Bench, Fixed


def restored(bench: Bench) -> TableCore:
    kept = snapshot.read(bench.core.snapshot())
    return TableCore(snapshot.restored(kept, GAMES[kept.game], Fixed()))


def busy() -> Bench:
    """A table about which there is something to say."""
    bench = Bench()
    bench.four()
    bench.do(1, Ask(on=True))
    bench.do(1, Lock(on=True))
    bench.code(2, Say(bench.ref(2), "chào cả nhà"))
    bench.do(1, Kick(PlayerId(4)))
    bench.lose(3)
    bench.do(1, PauseTable())
    return bench


def test_a_table_comes_back_to_the_byte() -> None:
    bench = busy()
    assert pictures(restored(bench)) == pictures(bench.core)


def test_a_snapshot_of_a_snapshot_is_the_same() -> None:
    bench = busy()
    assert restored(bench).snapshot() == bench.core.snapshot()


def test_with_a_hand_on_the_table_there_is_none() -> None:
    with pytest.raises(RuntimeError):
        Bench.begun().core.snapshot()


def test_another_format_is_refused() -> None:
    bench = Bench()
    raw = msgspec.json.decode(bench.core.snapshot())
    with pytest.raises(msgspec.ValidationError):
        snapshot.read(msgspec.json.encode({**raw, "format": snapshot.FORMAT + 1}))


def test_it_says_nothing_when_printed() -> None:
    kept = snapshot.read(busy().core.snapshot())
    assert "chào" not in repr(kept)


def test_answers_kept_by_a_server_of_before_are_still_known() -> None:
    """It wrote down every command that was done as an answer of its own."""
    bench = busy()
    raw = msgspec.json.decode(bench.core.snapshot())
    host = raw["people"][0]
    refs = host.pop("done")
    assert refs
    host["answers"] = [{"type": "done", "ref": ref} for ref in refs]
    person = snapshot.restored(snapshot.read(msgspec.json.encode(raw)), GAMES["xi-to-28"], Fixed()).people[PlayerId(1)]
    assert [person.answer_to(ref) for ref in refs] == [Done(ref) for ref in refs]


def test_of_hands_that_can_no_longer_be_asked_for_it_keeps_nothing() -> None:
    bench = Bench.begun()
    for _ in range(3):
        bench.finish()
        bench.wait(AFTER_SHOWDOWN_MS)
    written = [snapshot.read(row.data) for row in bench.rows if row.kind is RowKind.SNAPSHOT]
    assert [[*kept.log] for kept in written[-3:]] == [[1], [2], [3]]
    assert bench.retold().table.log == bench.core.table.log
