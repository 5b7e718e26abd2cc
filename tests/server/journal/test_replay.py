"""Out of a store, a table: as it was, without its hand, or not at all."""

from typing import Any

import msgspec
import pytest

from protocol.events import HandEnded
from protocol.games.stud import Theo, Up
from protocol.ids import PlayerId, RoomCode, Seat
from server.journal.replay import RoomUnreadable, revived
from server.journal.store import Kept, Store
from server.rules.game import AnyGame
from server.rules.sheet import RuleSheet, Words
from tests.support.journal import WALL_S, owned
from tests.support.pictures import pictures
from tests.support.table import GAMES, Bench, Fixed

ROOM = RoomCode("K7Q2M9XDT4")


def stored(bench: Bench) -> Kept:
    store = owned(Store(None))
    store.write([(ROOM, bench.rows)], WALL_S)
    kept = store.read(ROOM)
    assert kept is not None
    return kept


class OtherSheet:
    """The same engine by another sheet."""

    def __init__(self, game: AnyGame, sheet: RuleSheet) -> None:
        self._game = game
        self.sheet = sheet

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def other_sheet(**changed: Any) -> dict[str, AnyGame]:
    game = GAMES["xi-to-28"]
    other: Any = OtherSheet(game, msgspec.structs.replace(game.sheet, **changed))
    return {"xi-to-28": other}


def test_a_hand_in_play_is_as_it_was() -> None:
    bench = Bench.begun()
    bench.theo(5)
    found = revived(stored(bench), GAMES, Fixed())
    assert (found.void, found.error) == (None, None)
    assert pictures(found.core) == pictures(bench.core)


def test_texts_of_the_sheet_may_change_under_a_hand() -> None:
    bench = Bench.begun()
    bench.theo(2)
    clauses = GAMES["xi-to-28"].sheet.clauses
    changed = (msgspec.structs.replace(clauses[0], words=Words("Đổi lời", "Put otherwise")), *clauses[1:])
    assert revived(stored(bench), other_sheet(clauses=changed), Fixed()).void is None


def test_other_rules_void_the_hand() -> None:
    bench = Bench.begun()
    bench.theo(2)
    found = revived(stored(bench), other_sheet(rules_version=2), Fixed())
    assert (found.void, found.core.table.hand) == ("rules_changed", None)


def test_other_rules_take_nothing_from_a_hand_that_is_over() -> None:
    """An upgrade while its result is shown, or the day after: what was won is won, and the book has it once."""
    bench = Bench.begun()
    for _ in range(3):
        bench.act(bench.actor(), Up())
    store = owned(Store(None))
    store.write([(ROOM, bench.rows)], WALL_S)
    kept = store.read(ROOM)
    assert kept is not None
    found = revived(kept, other_sheet(rules_version=2), Fixed(), records=store.records_of(ROOM))
    t = found.core.table
    assert (found.void, found.records, t.hand, t.hands, t.phase) == ("rules_changed", (), None, 1, "result")
    assert [t.ledger.balance(PlayerId(one)) for one in (1, 2, 3, 4)] == [99, 99, 99, 103]
    assert HandEnded(1, {Seat(0): -1, Seat(1): -1, Seat(2): -1, Seat(3): 3}) in t.log[1]
    assert (t.voids, t.button) == (0, bench.core.table.button)


def test_other_rules_between_hands_void_nothing() -> None:
    bench = Bench()
    bench.four()
    kept = stored(bench)
    before = msgspec.json.decode(kept.snapshot)
    kept = Kept(ROOM, msgspec.json.encode({**before, "parameters": "other"}), kept.inputs)
    assert revived(kept, GAMES, Fixed()).void is None


@pytest.mark.parametrize("damage", [b"", b"{}", b'{"type":"heard","at":1', b'{"type":"never_heard_of"}'])
def test_a_damaged_entry_costs_the_hand_and_nothing_else(damage: bytes) -> None:
    bench = Bench.begun()
    bench.act(1, Theo())
    kept = stored(bench)
    found = revived(Kept(ROOM, kept.snapshot, (*kept.inputs[:-1], damage)), GAMES, Fixed())
    assert (found.void, found.core.table.hand) == ("fault", None)
    assert found.error is not None
    assert [chair.player for chair in found.core.table.seating] == [1, 2, 3, 4]


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff\xfe"])
def test_a_damaged_snapshot_cannot_be_read(damage: bytes) -> None:
    with pytest.raises(RoomUnreadable):
        revived(Kept(ROOM, damage, ()), GAMES, Fixed())


def test_a_game_that_is_no_more_cannot_be_read() -> None:
    with pytest.raises(RoomUnreadable):
        revived(stored(Bench()), {}, Fixed())
