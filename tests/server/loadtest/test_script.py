"""What scripted players say, and what they do where nobody would."""

import pytest
from msgspec.structs import replace

from protocol.ids import Ref
from protocol.inbound import Act, Bank, Host, Next, SitIn, Start
from server.loadtest.script import wanted
from tests.support.table import Bench


def half() -> float:
    return 0.5


@pytest.fixture
def bench() -> Bench:
    return Bench.begun()


def test_who_is_asked_plays_and_nobody_else_says_anything(bench: Bench) -> None:
    said = {conn: wanted(bench.view(conn), Ref(9), half) for conn in (1, 2, 3, 4)}
    asked = bench.actor()
    assert isinstance(said.pop(asked), Act)
    assert set(said.values()) == {None}


def test_a_result_is_seen_once(bench: Bench) -> None:
    bench.finish()
    assert wanted(bench.view(2), Ref(9), half) == Next(Ref(9))
    assert bench.code(2, Next(bench.ref(2))) is None
    assert wanted(bench.view(2), Ref(9), half) is None


def test_the_host_begins() -> None:
    bench = Bench()
    bench.four()
    assert wanted(bench.view(1), Ref(9), half) == Host(Ref(9), Start())
    assert wanted(bench.view(2), Ref(9), half) is None


def test_a_bank_that_all_let_pass_is_taken() -> None:
    bench = Bench("xi-dach")
    bench.four()
    assert wanted(bench.view(1), Ref(9), half) == Bank(Ref(9), take=True)
    assert wanted(bench.view(2), Ref(9), half) is None, "the first is asked"
    bench.wait(45_000)
    assert [wanted(bench.view(conn), Ref(9), half) for conn in (1, 2)] == [Bank(Ref(9), take=True)] * 2
    assert bench.code(3, Bank(bench.ref(3), take=True)) is None


def test_whom_the_clock_made_sit_out_comes_in_again_and_plays_on_until_then(bench: Bench) -> None:
    conn = bench.actor()
    view = bench.view(conn)
    out = tuple(replace(seat, status="out") if seat.seat == view.you.seat else seat for seat in view.table.seats)
    view = replace(view, table=replace(view.table, seats=out))
    assert isinstance(wanted(view, Ref(9), half), Act)
    view = replace(view, you=replace(view.you, turn=None, offers=()))
    assert wanted(view, Ref(9), half) == SitIn(Ref(9))
