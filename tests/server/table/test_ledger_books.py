"""The book of whole evenings: grants, top-ups, rebuys, results and the house's part; it always sums to zero."""

from collections import defaultdict

import pytest

from protocol.games.xi_dach import EndTurn, Stand
from protocol.ids import PlayerId
from protocol.inbound import Act, Approve, Bank, Host, Leave, Rebuy, Start
from server.table import entries
from server.table.ledger import HOUSE
from tests.server.table.strategies import rows
from tests.support.legal import some_action
from tests.support.table import GAMES, Bench
from tests.support.watched import Shuffled, Watched
from tests.support.xi_dach import XiDachBench


def totals(bench: Bench) -> dict[str, dict[int, int]]:
    """What each kind of entry moved, by account."""
    found: defaultdict[str, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    for entry in bench.entries:
        if isinstance(entry, entries.LedgerEntry):
            assert sum(entry.postings.values()) == 0
            for player, amount in entry.postings.items():
                found[entry.kind][player] += amount
    return {kind: dict(moved) for kind, moved in found.items()}


LOST = "Ah Tc Kh 8c"
"""A con with xì dách against 18."""


@pytest.mark.rule("XD-Q04")
@pytest.mark.rule("XD-Q05")
@pytest.mark.parametrize("mode", ["auto", "host_approves", "off"])
def test_an_xi_dach_banker_without_points_is_helped_as_the_table_wants(mode: str) -> None:
    bench = XiDachBench.dealt(2, {"rebuy": mode, "min_bet": 100, "buy_in": 100}, LOST, stake=100)
    assert bench.hand().phase == "result"
    assert bench.seat(1).balance == 200
    if mode == "auto":
        assert (bench.seat(0).balance, bench.banker().banker) == (100, 0)
        assert totals(bench)["topup"] == {HOUSE: -100, PlayerId(1): 100}
        return
    assert (bench.seat(0).balance, bench.seat(0).status) == (0, "out")
    assert bench.code(1, Rebuy(bench.ref(1))) == (None if mode == "host_approves" else "rebuy_refused")
    if mode == "host_approves":
        assert bench.do(1, Approve(PlayerId(1), True)) is None
        assert (bench.seat(0).balance, bench.seat(0).status) == (100, "in")
        assert totals(bench)["rebuy"] == {HOUSE: -100, PlayerId(1): 100}


def test_in_xi_dach_the_house_takes_nothing() -> None:
    bench = XiDachBench.dealt(deck="Tc 9d Th 7h 9s 8h")
    bench.act(3, Stand())
    bench.act(2, Stand())
    bench.act(1, EndTurn())
    assert totals(bench) == {
        "grant": {HOUSE: -3_000, 1: 1_000, 2: 1_000, 3: 1_000},
        "result": {1: 10, 3: -10},
    }  # fmt: skip


@pytest.mark.rule("XD-Q04")
def test_a_grant_is_given_once_and_a_left_balance_waits() -> None:
    bench = XiDachBench.dealt(2, deck=LOST)
    for _ in range(3):
        bench.code(2, Leave(bench.ref(2)))
        bench.sit(2, 4, "Bạn 2")
        assert bench.seat(4).balance == 1_010
    assert totals(bench)["grant"] == {HOUSE: -2_000, 1: 1_000, 2: 1_000}


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("number", range(0, 12, 2))
def test_after_an_evening_balances_are_what_the_book_says(game: str, number: int) -> None:
    options = rows(game)[number] | {"rebuy": "auto"}
    bench = Watched(game=game, options=options, shuffler=Shuffled(number))
    bench.friends(len(bench.state.seating))
    bench.say(1, Bank(bench.next_ref(1), True))
    bench.say(1, Host(bench.next_ref(1), Start()))
    for word in range(250):
        hand = bench.state.running
        if hand is None:
            asked = bench.state.bank.asked
            if asked is not None:
                bench.say(asked + 1, Bank(bench.next_ref(asked + 1), True))
            bench.wait(8_000)
            continue
        pick = number + word * 104_729
        seat = sorted(hand.clocks)[pick % len(hand.clocks)]
        question, conn = hand.questions[seat], seat + 1
        assert bench.say(conn, Act(bench.next_ref(conn), question.turn, some_action(question.offers, pick))) is None
    assert bench.state.hands >= 3
    whole: defaultdict[int, int] = defaultdict(int)
    for moved in totals(bench).values():
        for player, amount in moved.items():
            whole[player] += amount
    assert sum(whole.values()) == 0
    raked = sum(e.result.rake for e in bench.entries if isinstance(e, entries.HandFinished))
    assert totals(bench)["result"].get(HOUSE, 0) == raked
    assert {s.player: s.balance for s in bench.table().seats} == {p: n for p, n in whole.items() if p != HOUSE}
