"""A con who is finished, a seat that has chosen: how, nobody else can tell (rules.md 7.4)."""

from collections.abc import Callable, Sequence

import pytest

from protocol.cards import Closed, Open
from protocol.games.stud import Choose, Theo, Up
from protocol.games.xi_dach import Bet, Draw, EndTurn, Inspect, ShowHand, Stand, XiDachView, XiDachYou
from protocol.ids import Chips, Seat
from protocol.inbound import Bank, Log, Start
from protocol.outbound import HandLog
from tests.support.cards import stacked_order
from tests.support.table import Bench

CON, NEXT, THIRD, BANKER, WATCHER = 4, 3, 2, 1, 9
"""Connections; their seats are one less. Seat 3 is dealt to first."""
OTHERS = (NEXT, THIRD, BANKER, WATCHER)
RANKS = "23456789TJQKA"


def begun(first: str, second: str, *draws: str) -> Bench:
    """Con and banker hold what is given: one after the other in deal order, a pass in a text; all have staked."""
    bench = Bench("xi-dach", orders=[stacked_order(first, second, *draws, ranks=RANKS)])
    bench.hello(BANKER, "host-token-host-token-host-token")
    bench.sit(BANKER, 0, "Lan")
    for conn, name in ((2, "Tú"), (3, "Hà"), (4, "Minh")):
        bench.hello(conn)
        bench.sit(conn, conn - 1, name)
    bench.hello(WATCHER)
    bench.command(BANKER, Bank(bench.ref(BANKER), take=True))
    bench.host(BANKER, Start())
    for conn in (2, 3, 4):
        bench.act(conn, Bet(Chips(10)))
    return bench


def all_alike(worlds: Sequence[Bench], what: Callable[[Bench], None], eyes: Sequence[int] = OTHERS) -> bool:
    """Whether these connections, the lobby and the clocks cannot tell the worlds apart after this was done in each."""
    for bench in worlds:
        what(bench)
    seen = [
        [*(bench.frames[conn] for conn in eyes), bench.core.summary, bench.core.next_deadline]  # type: ignore[index]
        for bench in worlds
    ]
    return all(one == seen[0] for one in seen)


def kind(bench: Bench) -> str:
    you = bench.you(CON).play
    assert isinstance(you, XiDachYou)
    assert you.label is not None
    return you.label.kind


@pytest.mark.rule("XD-27")
@pytest.mark.rule("XD-Q20b")
@pytest.mark.rule("XD-Q21")
def test_of_age_under_it_and_over_21_look_the_same() -> None:
    # Con: K and 3, 3 or 6; he draws 5, 2 or 9. The next con holds 18.
    worlds = [
        begun("Ks 9d 9h 7c", "3s 9c 9s 7d", "5s"),
        begun("Ks 9d 9h 7c", "3s 9c 9s 7d", "2s"),
        begun("Kd 9d 9h 7c", "6s 9c 9s 7d", "8s"),
    ]
    assert all_alike(worlds, lambda bench: bench.act(CON, Draw()))
    assert [kind(bench) for bench in worlds] == ["points", "non", "quac"]
    assert all_alike(worlds, lambda bench: bench.wait(4_000))
    assert all_alike(worlds, lambda bench: bench.act(CON, Stand(confirm_non=kind(bench) == "non")))
    assert all_alike(worlds, lambda bench: bench.act(NEXT, Stand()))
    assert all_alike(worlds, lambda bench: bench.act(THIRD, Stand()))
    assert worlds[0].table().clocks[0].seat == 0


@pytest.mark.rule("XD-Q32")
def test_the_clock_stands_alike_of_age_and_over_21() -> None:
    worlds = [begun("Ks 9d 9h 7c", "3s 9c 9s 7d", "5s"), begun("Kd 9d 9h 7c", "4s 9c 9s 7d", "8s")]
    assert all_alike(worlds, lambda bench: bench.wait(30_000))
    assert all_alike(worlds, lambda bench: bench.wait(60_000))
    assert worlds[0].table().clocks[0].seat == 2
    assert [kind(bench) for bench in worlds] == ["points", "quac"]


@pytest.mark.rule("XD-Q14")
def test_nobody_but_the_banker_knows_that_he_is_of_age() -> None:
    worlds = [begun("Ks 9d 9h 7c", "9s 9c 8s Td"), begun("Ks 9d 9h 7c", "9s 9c 8s 5d")]
    for conn in (CON, NEXT):
        assert all_alike(worlds, lambda bench, conn=conn: bench.act(conn, Stand()), (*OTHERS[:2], WATCHER, CON))  # type: ignore[misc]
    assert [len(bench.you(BANKER).offers) for bench in worlds] == [1, 0]
    assert [bench.turn(THIRD) for bench in worlds] == [worlds[0].turn(THIRD)] * 2


@pytest.mark.rule("XD-30")
@pytest.mark.rule("XD-Q31")
def test_an_inspected_con_sees_the_bankers_cards_as_they_were() -> None:
    bench = begun("Ks 9d 9h Tc", "9c 8c 8s 6d", "2h")
    for conn in (CON, NEXT, THIRD):
        bench.act(conn, Stand())
    bench.act(BANKER, Inspect(Seat(3)))
    bench.act(BANKER, Draw())
    mine, other = bench.you(CON).play, bench.you(NEXT).play
    assert isinstance(mine, XiDachYou)
    assert isinstance(other, XiDachYou)
    assert (mine.banker, other.banker) == (Open(("Tc", "6d")), Closed(0))  # type: ignore[arg-type]
    play = bench.table().play
    assert isinstance(play, XiDachView)
    assert [type(place.cards) for place in play.seats] == [Closed, Closed, Closed, Open]
    bench.act(BANKER, EndTurn())
    assert bench.table().phase == "result"


@pytest.mark.rule("XD-08")
@pytest.mark.rule("XD-Q37")
def test_cards_that_a_con_shows_reach_the_other_cons_alone() -> None:
    bench = begun("Ks 9d 9h Tc", "9c 8c 8s 6d", "2h")
    bench.act(CON, ShowHand())
    bench.act(CON, Draw())
    for conn in OTHERS:
        last = bench.frames[conn][-1]  # type: ignore[index]
        assert (b'"Ks","9c"' in last) == (conn in {NEXT, THIRD})
        assert b"2h" not in last


def choosing(*choices: int) -> Bench:
    bench = Bench("xi-to-32")
    bench.hello(1, "host-token-host-token-host-token")
    bench.sit(1, 0, "Lan")
    for conn, name in ((2, "Tú"), (3, "Hà")):
        bench.hello(conn)
        bench.sit(conn, conn - 1, name)
    bench.hello(WATCHER)
    bench.host(1, Start())
    for conn, choice in enumerate(choices, start=1):
        bench.act(conn, Choose(choice))
    return bench


@pytest.mark.rule("XT32-05")
@pytest.mark.rule("XT32-Q03")
def test_a_choice_is_as_secret_as_a_card_until_all_have_chosen() -> None:
    worlds = [choosing(0, 0), choosing(1, 0), choosing(0, 1), choosing(1, 1)]
    for viewer in (3, WATCHER):
        assert len({tuple(bench.frames[viewer]) for bench in worlds}) == 1  # type: ignore[index]
    assert len({bench.core.next_deadline for bench in worlds}) == 1
    for bench in worlds:
        bench.act(3, Choose(0))
    assert len({tuple(bench.frames[WATCHER]) for bench in worlds}) == 4  # type: ignore[index]


@pytest.mark.rule("XT32-08")
@pytest.mark.rule("XT32-Q28")
@pytest.mark.case("B140")
@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_the_log_of_a_fold_win_with_32_cards_has_no_hole_card(rounds: int) -> None:
    bench = choosing(0, 1, 0)
    for action in (*[Theo()] * 3 * rounds, Up(), Up()):
        bench.act(bench.on_turn((1, 2, 3)), action)
    bench.command(WATCHER, Log(bench.ref(WATCHER), 1))
    log = bench.last(WATCHER)
    assert isinstance(log, HandLog)
    told = [type(event).__name__ for event in log.events]
    assert {"Chose", "Folded", "Won", "HandEnded"} <= set(told)
    assert "Shown" not in told
    assert [place.hole for place in bench.play().seats] == [Closed(1)] * 3
