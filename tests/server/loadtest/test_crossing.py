"""What proves that a table went on by itself, and what does not."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.events import HandVoided, Said
from protocol.games.stud import Theo
from protocol.ids import Millis, PlayerId, Ref, Turn
from protocol.inbound import Act, AnyCommand, Bank, Host, Inbound, Next, SitOut, Start
from protocol.outbound import View
from server.loadtest.crossing import went_on
from tests.support.table import Bench

Case = tuple[AnyCommand, ErrorCode, View, list[View]]


def since(bench: Bench, conn: int, before: View) -> list[View]:
    """What a connection was shown after that."""
    return [one for one in bench.messages(conn) if isinstance(one, View) and one.v > before.v]


def refused(bench: Bench, conn: int, command: Callable[[Ref], AnyCommand], wait_ms: int) -> Case:
    """What somebody decided on what he sees now, and what the table says when it hears of it so much later."""
    before = bench.view(conn)
    said = command(bench.ref(conn))
    bench.wait(wait_ms)
    shown = since(bench, conn, before)
    code = bench.code(conn, said)
    assert code is not None
    return said, ErrorCode(code), before, shown


def turn_over() -> Case:
    bench = Bench.begun()
    conn, turn = bench.actor(), bench.turn(bench.actor())
    return refused(bench, conn, partial(Act, turn=turn, action=Theo()), 81_000)


def hand_over() -> Case:
    """The clock ends the hand, and somebody has something on its way."""
    bench = Bench.begun()
    case = turn_over()
    while case[1] != ErrorCode.NO_HAND:
        conn, turn = bench.actor(), bench.turn(bench.actor())
        case = refused(bench, conn, partial(Act, turn=turn, action=Theo()), 81_000)
    return case


def next_hand(command: Callable[[Ref], AnyCommand]) -> Case:
    bench = Bench.begun()
    bench.finish()
    return refused(bench, 1, command, 9_000)


def bank_lapsed() -> Case:
    bench = Bench("xi-dach")
    bench.four()
    return refused(bench, 1, partial(Bank, take=True), 11_000)


CASES: dict[str, Callable[[], Case]] = {
    "turn": turn_over,
    "hand": hand_over,
    "next": lambda: next_hand(Next),
    "start": lambda: next_hand(partial(Host, do=Start())),
    "bank": bank_lapsed,
}


@pytest.mark.parametrize("name", CASES)
def test_the_tables_own_clock_is_no_error_of_whoever_spoke(name: str) -> None:
    said, code, before, shown = CASES[name]()
    assert went_on(said, code, before, shown, timed=False)


@pytest.mark.parametrize("name", CASES)
def test_without_a_view_that_shows_it_nothing_is_proved(name: str) -> None:
    said, code, before, _ = CASES[name]()
    assert not went_on(said, code, before, (), timed=True)


@pytest.mark.parametrize("name", CASES)
def test_a_view_that_shows_the_same_as_before_proves_nothing(name: str) -> None:
    said, code, before, _ = CASES[name]()
    talk = (Said(PlayerId(1), "Lan", "chờ chút", Millis(1)),)
    same = replace(before, v=before.v + 1, events=talk)
    assert not went_on(said, code, before, (same,), timed=True)
    assert not went_on(said, code, before, (replace(same, skipped=3),), timed=True)


@pytest.mark.parametrize("name", CASES)
def test_only_the_refusal_that_follows_from_it_is_excused(name: str) -> None:
    said, code, before, shown = CASES[name]()
    fitting = {one for one in ErrorCode if went_on(said, one, before, shown, timed=False)}
    assert code in fitting
    assert fitting <= {code, ErrorCode.NO_HAND, ErrorCode.NOT_YOUR_TURN}


@pytest.mark.parametrize("name", CASES)
def test_a_hand_that_the_servers_own_fault_ended_is_none_of_it(name: str) -> None:
    said, code, before, shown = CASES[name]()
    voided = replace(shown[0], events=(*shown[0].events, HandVoided(1, "fault")))
    assert not went_on(said, code, before, (voided, *shown[1:]), timed=True)


@pytest.mark.parametrize("name", ["turn", "hand", "bank"])
def test_a_question_that_is_gone_for_no_reason_is_none(name: str) -> None:
    """The table says that something else is asked, and not that a clock ran out."""
    said, code, before, shown = CASES[name]()
    silent = [replace(view, events=()) for view in shown]
    assert not went_on(said, code, before, silent, timed=False)


@pytest.mark.parametrize("name", ["turn", "hand", "bank"])
def test_what_was_left_out_may_have_held_the_reason(name: str) -> None:
    said, code, before, shown = CASES[name]()
    newest = [replace(shown[-1], events=(), skipped=len(shown))]
    assert went_on(said, code, before, newest, timed=False)


def test_a_seat_that_timed_out_before_is_played_for_without_another_word() -> None:
    said, code, before, shown = turn_over()
    silent = [replace(view, events=()) for view in shown]
    assert went_on(said, code, before, silent, timed=True)


def test_another_question_is_a_stale_turn_and_no_question_is_not() -> None:
    said, _, before, shown = turn_over()
    assert isinstance(said, Act)
    assert codes(said, before, shown) == {ErrorCode.NOT_YOUR_TURN, ErrorCode.NO_HAND}
    last = replace(shown[-1], you=replace(shown[-1].you, turn=Turn(said.turn + 1)))
    assert codes(said, before, [*shown[:-1], last]) == {ErrorCode.STALE_TURN}


def test_what_no_clock_can_make_void_is_an_error() -> None:
    _, _, before, shown = turn_over()
    for command in (SitOut(Ref(1)), Bank(Ref(1), take=True), Next(Ref(1))):
        assert codes(command, before, shown) == set()


def codes(command: Inbound, before: View, shown: Sequence[View]) -> set[ErrorCode]:
    return {one for one in ErrorCode if went_on(command, one, before, shown, timed=False)}
