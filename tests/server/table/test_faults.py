"""Faults of our own, planted: the hand is void, everybody has back what was put in, the table goes on."""

import pytest

from protocol.events import HandEnded, HandVoided
from protocol.games.stud import Choose, Show, Theo, To, ToTat, Up
from protocol.games.xi_dach import Inspect, Stand
from protocol.ids import Seat
from protocol.inbound import Act, Leave, Say, Start
from server.table import entries
from tests.support.table import GAMES, Bench
from tests.support.xi_dach import XiDachBench

XT28 = GAMES["xi-to-28"]


class Boom(Exception):
    """A planted fault."""


def boom(*_: object) -> object:
    raise Boom


def balances(bench: Bench) -> list[int]:
    return [seat.balance for seat in bench.table().seats]


@pytest.mark.case("B030")
@pytest.mark.parametrize("where", ["apply", "to_act", "offers", "result", "table_view", "you_view", "blocked"])
def test_a_fault_voids_the_hand_and_everybody_has_back_what_was_put_in(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench.begun()
    bench.act(1, To())
    bench.act(2, To())
    with monkeypatch.context() as planted:
        planted.setattr(XT28, where, boom)
        bench.act(3, Theo())
    assert HandVoided(1, "fault") in bench.events(4)
    assert balances(bench) == [100] * 4
    assert (bench.table().play, bench.table().phase) == (None, "result")
    assert [type(fault.error) for fault in bench.faults] == [Boom]
    assert not bench.drops
    bench.wait(5_000)
    assert (bench.table().hand, bench.play().pot) == (2, 4)


@pytest.mark.parametrize("where", ["fallback", "apply", "result"])
def test_a_fault_in_a_fallback_voids_the_hand(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench.begun()
    monkeypatch.setattr(XT28, where, boom)
    bench.wait(80_500)
    assert HandVoided(1, "fault") in bench.events()
    assert len(bench.faults) == 1


@pytest.mark.parametrize("where", ["leave", "result"])
def test_a_fault_in_leaving_voids_the_hand_and_the_leaver_has_left(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench.begun()
    monkeypatch.setattr(XT28, where, boom)
    bench.code(2, Leave(bench.ref(2)))
    assert HandVoided(1, "fault") in bench.events()
    assert bench.seat(1).player is None


def test_a_result_that_the_book_refuses_is_void(monkeypatch: pytest.MonkeyPatch) -> None:
    """A settlement that does not sum to zero books nothing."""
    bench = Bench.begun()
    for _ in range(2):
        bench.act(bench.actor(), Up())
    sound = XT28.result

    def unsound(state: object) -> object:
        result = sound(state)
        return result if result is None else type(result)({Seat(0): 5}, result.rake, result.payouts, result.showdown)

    monkeypatch.setattr(XT28, "result", unsound)
    bench.act(bench.actor(), Up())
    assert HandVoided(1, "fault") in bench.events()
    assert not any(isinstance(event, HandEnded) for event in bench.events())
    assert balances(bench) == [100] * 4


@pytest.mark.parametrize("where", ["deal", "to_act", "table_view"])
def test_three_voids_in_a_row_close_the_room_with_its_book(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    bench.four()
    monkeypatch.setattr(XT28, where, boom)
    bench.wait(60_000)
    assert [entry.hand for entry in bench.entries if isinstance(entry, entries.HandVoided)] == [1, 2, 3]
    assert bench.entries[-1] == entries.RoomClosed(bench.entries[-1].at, "faults")
    assert bench.retired
    assert bench.table().phase == "closed"
    assert balances(bench) == [100] * 4


def test_a_hand_that_ends_well_starts_the_count_of_voids_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    bench.four()
    for _ in range(3):
        with monkeypatch.context() as planted:
            planted.setattr(XT28, "deal", boom)
            bench.wait(10_000 if bench.table().hand == 0 else 5_000)
            bench.wait(5_000)
        bench.wait(5_000)
        bench.finish()
        bench.wait(3_000)
    assert not bench.retired
    assert len(bench.faults) == 6


@pytest.mark.parametrize("where", ["you_view", "table_view"])
def test_a_fault_after_the_hand_takes_it_off_the_table_and_keeps_its_result(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench.begun()
    for _ in range(3):
        bench.act(bench.actor(), Up())
    monkeypatch.setattr(XT28, where, boom)
    bench.code(1, Say(bench.ref(1), "ván hay"))
    assert (bench.table().play, bench.table().phase) == (None, "result")
    assert balances(bench) == [99, 99, 99, 103]
    assert not any(isinstance(event, HandVoided) for event in bench.events())


def test_a_fault_in_showing_a_card_voids_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench.begun()
    for _ in range(3):
        bench.act(bench.actor(), Up())
    monkeypatch.setattr(XT28, "apply", boom)
    assert bench.code(4, Act(bench.ref(4), bench.turn(4), Show())) == "internal"
    assert balances(bench) == [99, 99, 99, 103]
    assert [fault.where for fault in bench.faults] == ["table"]


@pytest.mark.rule("XD-Q36")
@pytest.mark.parametrize("where", ["apply", "pace", "to_act", "offers", "result", "table_view", "you_view"])
def test_a_fault_in_xi_dach_gives_stakes_and_settled_results_back(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = XiDachBench.dealt(deck="Tc 9d Th 7h 9s Kh")
    bench.act(3, Stand())
    bench.act(1, Inspect(Seat(2)))
    assert bench.con(3).settlement is not None
    with monkeypatch.context() as planted:
        planted.setattr(GAMES["xi-dach"], where, boom)
        bench.act(2, Stand())
    assert HandVoided(1, "fault") in bench.events()
    assert balances(bench)[:3] == [1_000] * 3
    assert (bench.banker().banker, bench.table().phase) == (0, "result")
    bench.wait(5_000)
    assert bench.hand().phase == "betting"


@pytest.mark.rule("XD-Q36")
@pytest.mark.parametrize("where", ["apply", "pace", "leave"])
def test_a_fault_in_xi_to_32_gives_antes_and_bets_back(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("xi-to-32")
    bench.friends(3)
    assert bench.do(1, Start()) is None
    for conn in (1, 2, 3):
        bench.act(conn, Choose(1))
    bench.act(bench.actor(), ToTat())
    with monkeypatch.context() as planted:
        planted.setattr(GAMES["xi-to-32"], where, boom)
        if where == "leave":
            bench.code(3, Leave(bench.ref(3)))
        else:
            bench.act(bench.actor(), ToTat())
    assert HandVoided(1, "fault") in bench.events()
    assert balances(bench)[:2] == [1_000] * 2
    assert len(bench.faults) == 1


@pytest.mark.rule("XD-Q03")
@pytest.mark.rule("XD-Q36")
@pytest.mark.parametrize("passes", [True, False])
def test_a_void_hand_is_nobodys_turn_at_the_bank(passes: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = XiDachBench.dealt(options={"banker_rotation": "every_hand"}, deck="Tc 9d Th 7h 9s Kh")
    if passes:
        assert bench.bank(1, take=False) is None
    with monkeypatch.context() as planted:
        planted.setattr(GAMES["xi-dach"], "apply", boom)
        bench.act(3, Stand())
    assert HandVoided(1, "fault") in bench.events()
    assert bench.banker().banker == (None if passes else 0)
