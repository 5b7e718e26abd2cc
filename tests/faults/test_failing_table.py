"""A fault of our own at one of 51 tables: its hand is void, and nobody else gets so much as a frame a moment later.

The same evening is played with and without the fault on a virtual clock; everything that left for the people of the 50
other tables, and when, is the same to the byte. Half of these tables are in the very commit in which the fault strikes,
and all of them are read back beside it when the server starts again.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from structlog.testing import capture_logs

from protocol.codec import decode_outbound
from protocol.errors import CloseCode
from protocol.events import HandVoided
from protocol.ids import Millis, PlayerId, RoomCode
from protocol.outbound import View, Welcome
from server.journal import replay
from server.rules.game import AnyGame
from server.table import snapshot, writing
from server.table.actor import RESTS_MS
from server.table.core import TableCore
from server.table.effects import Effect, Row, RowKind
from server.table.entries import RoomClosed
from server.table.messages import TableMessage
from server.table.play import VOIDS_TO_CLOSE
from server.table.timing import NEXT_HAND_MS
from server.table.writing import read_record
from tests.faults.crowd import STEP_MS, Crowd, Heard, Party
from tests.faults.machine import laid, left, machine
from tests.faults.table import Table

BEFORE: Final = 3
"""Steps of an evening, until something is planted at the failing table;"""
PLANTED: Final = 10
"""until the process is killed and another started;"""
RESTARTED: Final = 8
"""and until its end."""

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch, TableCore], None]
"""Plants something at the table of this core. It stays for the evening."""


class Boom(Exception):
    """A planted fault."""


def boom(*_: object) -> Any:
    raise Boom


class Rules:
    """A game, but for one call that fails as long as this core plays the hand that it plays now."""

    def __init__(self, core: TableCore, name: str) -> None:
        self._game: AnyGame = core.table.game
        self._core = core
        self._name = name
        self._hand = core.table.hands

    def __getattr__(self, name: str) -> Any:
        fails = name == self._name and self._core.table.hands == self._hand
        return boom if fails else getattr(self._game, name)


def rules(name: str) -> Plant:
    def plant(_: Patch, core: TableCore) -> None:
        failing: Any = Rules(core, name)
        core.table.game = failing

    return plant


def never_due(patch: Patch, core: TableCore) -> None:
    """Nobody can say when the table has something to do."""
    sound: Any = TableCore.__dict__["next_deadline"].fget
    patch.setattr(TableCore, "next_deadline", property(lambda one: boom() if one is core else sound(one)))


def writes_nothing_once(patch: Patch, core: TableCore) -> None:
    """What the table hears next cannot be encoded."""
    sound, struck = writing.rows, False

    def rows(one: TableCore, *about: Any) -> list[Row]:
        nonlocal struck
        if one is core and not struck:
            struck = True
            raise Boom
        return sound(one, *about)

    patch.setattr(writing, "rows", rows)


def writes_nothing(patch: Patch, core: TableCore) -> None:
    """Nothing that the table hears in this hand can be encoded, in this process neither the table itself."""
    hand, room, begun, rows = core.table.hands, core.room, writing.begun, writing.rows

    def no_rows(one: TableCore, *about: Any) -> list[Row]:
        return boom() if (one.room, one.table.hands) == (room, hand) else rows(one, *about)

    def no_snapshot(one: TableCore, now: Millis, effects: Sequence[Effect]) -> list[Row]:
        return boom() if one is core else begun(one, now, effects)

    patch.setattr(writing, "rows", no_rows)
    patch.setattr(writing, "begun", no_snapshot)


def writes_what_no_disk_takes(patch: Patch, core: TableCore) -> None:
    """In this hand."""
    hand, room, sound = core.table.hands, core.room, writing.rows
    unheard_of: Any = object()

    def rows(one: TableCore, now: Millis, message: TableMessage, effects: Sequence[Effect]) -> list[Row]:
        found = sound(one, now, message, effects)
        if one.room == room and one.table.hands == hand and one.table.running is not None:
            return [*found, Row(RowKind.RECORD, now, topic=unheard_of)]
        return found

    patch.setattr(writing, "rows", rows)


def fails_at_start(*calls: tuple[object, str]) -> Plant:
    """These calls fail for this room."""

    def plant(patch: Patch, core: TableCore) -> None:
        for module, name in calls:
            patch.setattr(module, name, _not_of(core.room, getattr(module, name)))

    return plant


def _not_of(room: RoomCode, sound: Callable[..., Any]) -> Callable[..., Any]:
    return lambda kept, *about: boom() if kept.room == room else sound(kept, *about)


class Evening(NamedTuple):
    """``others``: what left for everybody at the other tables."""

    others: dict[RoomCode, list[Heard]]
    failing: Party
    log: Sequence[Any]
    hand: int
    """The one in which something is planted,"""
    balances: list[int]
    """and what everybody had before it."""
    codes: list[set[int]]
    """With which the sockets of the failing table were closed, before the restart and after it."""


def evening(folder: Path, plant: Plant | None, *, at_restart: bool, before: int = BEFORE) -> Evening:
    folder.mkdir()
    patch = pytest.MonkeyPatch()
    with capture_logs() as log, patch.context() as planted:
        with machine(folder / "before") as at:
            crowd = Crowd(at)
            failing = crowd.failing
            crowd.play(before)
            if plant is not None and not at_restart:
                plant(planted, at.core(failing.room))
            hand, balances = failing.seen.table.hand, failing.balances
            assert (failing.seen.table.phase == "playing") is (before > 0)
            crowd.play(BEFORE + PLANTED - before)
            crowd.last_word()
            files = left(folder / "before")
            first = {code for phone in failing.phones for code in phone.codes}
            if at_restart:
                hand, balances = failing.seen.table.hand, failing.balances
                assert failing.seen.table.phase == "playing"
                if plant is not None:
                    plant(planted, at.core(failing.room))
        with machine(laid(folder / "after", files)) as at:
            crowd.moved(at)
            crowd.play(RESTARTED)
        codes = [code for phone in failing.phones for code in phone.codes]
        others = {party.room: party.heard for party in crowd.others}
        return Evening(others, failing, log, hand, balances, [first, set(codes)])


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Nothing is planted."""
    found = evening(tmp_path_factory.mktemp("plain") / "data", None, at_restart=False)
    assert not [line for line in found.log if line["log_level"] not in {"debug", "info"}]
    assert min(len(heard) for people in found.others.values() for heard in people) > 10
    return found


def differing(one: Evening, other: Evening) -> list[RoomCode]:
    return [room for room, heard in one.others.items() if other.others[room] != heard]


def was_told(party: Party, seat: int, hand: int) -> bool:
    """Whether this person was told that this hand is void."""
    told = HandVoided(hand, "fault")
    for _, frame in party.heard[seat]:
        match decode_outbound(frame):
            case View(events=events) if told in events:
                return True
            case Welcome(log=events) if told in events:
                return True
    return False


def faults(found: Evening) -> list[str]:
    return [line["event"] for line in found.log if line["log_level"] in {"error", "warning"}]


IN_PLAY: Final[dict[str, Plant]] = {
    "rules": rules("apply"),
    "settlement": rules("result"),
    "public view": rules("table_view"),
    "somebody's view": rules("you_view"),
    "clocks": never_due,
    "entry, once": writes_nothing_once,
    "entry": writes_nothing,
    "rows": writes_what_no_disk_takes,
}
ITS_HAND: Final[dict[str, Plant]] = {"replay": fails_at_start((replay, "retold"))}
ITS_ROOM: Final[dict[str, Plant]] = {
    "replay without its hand": fails_at_start((replay, "retold"), (replay, "retold_without_hand")),
    "snapshot": fails_at_start((snapshot, "restored")),
    "writing down": fails_at_start((replay, "retold"), (snapshot, "taken")),
}


@pytest.mark.case("B030")
@pytest.mark.parametrize("where", IN_PLAY)
def test_in_play_its_hand_is_void_and_nobody_else_notices(tmp_path: Path, plain: Evening, where: str) -> None:
    found = evening(tmp_path / "planted", IN_PLAY[where], at_restart=False)
    assert differing(plain, found) == []
    assert "fault" in faults(found) or "rows that cannot be written" in faults(found)
    its_hand_was_void(found)
    # A table that cannot go on as it is lets everybody come back; else nobody's line ends.
    assert found.codes[0] == ({CloseCode.INTERNAL} if where in {"clocks", "entry", "rows"} else set())


@pytest.mark.case("B030")
@pytest.mark.parametrize("name", ["needs", "least_stack"])
def test_what_fails_whenever_it_is_due_takes_no_time_from_others(tmp_path: Path, plain: Evening, name: str) -> None:
    """Between hands: the next one cannot begin, now or ever. The table stands, and its timer does not spin."""
    found = evening(tmp_path / "planted", rules(name), at_restart=False, before=0)
    assert differing(plain, found) == []
    assert set(faults(found)) == {"fault"}
    assert found.codes == [set(), set()]
    span_ms = STEP_MS * (PLANTED + RESTARTED)
    said = sum(len(heard) for heard in found.failing.heard)
    assert len(faults(found)) <= span_ms // RESTS_MS + said


@pytest.mark.case("B030")
@pytest.mark.parametrize("where", ITS_HAND)
def test_at_the_start_its_hand_is_void_and_all_others_come_up(tmp_path: Path, plain: Evening, where: str) -> None:
    found = evening(tmp_path / "planted", ITS_HAND[where], at_restart=True)
    assert differing(plain, found) == []
    assert faults(found) == ["hand given up"]
    its_hand_was_void(found)
    assert found.codes == [set(), set()]


@pytest.mark.case("B030")
@pytest.mark.parametrize("where", ITS_ROOM)
def test_a_room_that_cannot_be_had_is_named_and_all_others_come_up(tmp_path: Path, plain: Evening, where: str) -> None:
    found = evening(tmp_path / "planted", ITS_ROOM[where], at_restart=True)
    assert differing(plain, found) == []
    assert set(faults(found)) == {"room cannot be read"}
    assert {line["room"] for line in found.log if line["event"] == "room cannot be read"} == {found.failing.room}
    assert found.codes[1] == {CloseCode.TRY_LATER}


def its_hand_was_void(found: Evening) -> None:
    """All were told, everybody has what he had, and the table plays on."""
    party = found.failing
    assert all(was_told(party, seat, found.hand) for seat in range(len(party.phones)))
    assert party.seen.table.hand == found.hand + 1
    assert party.seen.table.phase == "playing"
    assert party.balances == found.balances


def test_a_room_whose_hands_cannot_be_told_again_is_closed_after_three_with_its_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fails at each start; the server comes up, and in the end without that room."""
    monkeypatch.setattr(replay, "retold", boom)
    with machine(tmp_path / "0") as at:
        table = Table(at)
        files = left(tmp_path / "0")
    for start in range(1, VOIDS_TO_CLOSE + 1):
        with machine(laid(tmp_path / f"{start}", files)) as at:
            for phone in table.everybody:
                phone.moved(at, at.loop.now)
                at.phones.append(phone)
                phone.connect()
            at.settle()
            if start == VOIDS_TO_CLOSE:
                break
            at.wait(NEXT_HAND_MS)
            assert table.view(table.watcher).table.hand == start + 1
            at.wait(2_000)
            files = left(tmp_path / f"{start}")
    assert {code for phone in table.everybody for code in phone.codes} <= {CloseCode.ROOM_UNKNOWN, CloseCode.TRY_LATER}
    assert not any(phone.is_open for phone in table.everybody)
    with machine(laid(tmp_path / "end", left(tmp_path / f"{VOIDS_TO_CLOSE}"))) as at:
        assert at.lobby.find(table.room) is None
        core = at.lobby.read(table.room)
        assert core is not None
        assert [core.table.ledger.balance(PlayerId(one)) for one in range(1, 5)] == [100] * 4
        closed = [read_record(data) for _, data in at.store.records(table.room, "room_closed")]
        assert [entry.cause for entry in closed if isinstance(entry, RoomClosed)] == ["faults"]
