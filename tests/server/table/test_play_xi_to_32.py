"""Xì tố 32 lá at the table: first hands, the choice, leaving and absence while all-in, stacks, rebuys, the rake."""

import pytest

from protocol.events import SitsOut, TimedOut, ToppedUp
from protocol.games.stud import Choose, ChooseOffer, Chose, Folded, Raised, Theo, To, ToTat, Up
from protocol.ids import Chips, PlayerId, Seat
from protocol.inbound import Act, AddBot, Approve, CloseRoom, Kick, Leave, Rebuy, SetOptions, Sit, SitIn, SitOut, Start
from server.table import entries
from server.table.ledger import HOUSE
from tests.support.cards import stacked_order
from tests.support.table import Bench, Same


def table(people: int, cards: str = "", **options: bool | int | str) -> Bench:
    deck = Same(stacked_order(cards, ranks="789TJQKA"))
    bench = Bench("xi-to-32", options, shuffler=deck)
    bench.friends(people)
    return bench


def begun(people: int, cards: str = "", **options: bool | int | str) -> Bench:
    bench = table(people, cards, **options)
    assert bench.do(1, Start()) is None
    return bench


def chosen(people: int, cards: str = "", **options: bool | int | str) -> Bench:
    """All have turned up their second card."""
    bench = begun(people, cards, **options)
    choose(bench)
    return bench


def choose(bench: Bench) -> None:
    for clock in bench.table().clocks:
        bench.act(clock.seat + 1, Choose(1))


def balances(bench: Bench) -> list[int]:
    return [seat.balance for seat in bench.table().seats]


def booked(bench: Bench, kind: str) -> list[dict[PlayerId, int]]:
    return [e.postings for e in bench.entries if isinstance(e, entries.LedgerEntry) and e.kind == kind]


SECOND_OPENS = "7c 7d 7h 8c Ad 8h"
"""Of three who turn up their second card, connection 2 shows the ace."""


@pytest.mark.rule("XT32-01")
@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_the_first_hand_waits_for_the_host_while_a_chair_is_free(people: int) -> None:
    bench = table(people)
    assert (bench.table().phase, bench.table().waiting) == ("waiting", "host")
    bench.wait(600_000)
    assert bench.table().hand == 0
    assert bench.do(1, Start()) is None
    assert len(bench.play().seats) == people


@pytest.mark.rule("XT32-01")
def test_six_begin_by_themselves_and_one_alone_never() -> None:
    bench = table(6)
    assert (bench.table().phase, bench.table().starts) == ("starting", bench.now + 10_000)
    bench.wait(10_000)
    assert len(bench.play().seats) == 6
    alone = table(1)
    assert alone.table().waiting == "players"
    assert alone.do(1, Start()) == "need_players"


def test_later_hands_begin_by_themselves_with_as_many_as_are_ready() -> None:
    bench = chosen(3)
    for _ in range(2):
        bench.act(bench.actor(), Up())
    bench.code(3, SitOut(bench.ref(3)))
    bench.wait(5_000)
    assert (bench.table().hand, [seat.seat for seat in bench.play().seats]) == (2, [0, 1])
    bench.code(2, Leave(bench.ref(2)))
    assert bench.play().phase == "fold_win"
    bench.wait(60_000)
    assert (bench.table().phase, bench.table().waiting) == ("waiting", "players")


@pytest.mark.rule("XT32-Q26")
@pytest.mark.rule("XT32-Q03")
def test_all_choose_under_one_deadline_without_bank_or_waiting() -> None:
    bench = begun(3)
    due = bench.now + 15_000
    assert [(clock.seat, clock.due, clock.bank) for clock in bench.table().clocks] == [
        (0, due, 0), (1, due, 0), (2, due, 0)
    ]  # fmt: skip
    turns = {conn: bench.turn(conn) for conn in (1, 2, 3)}
    bench.wait(5_000)
    bench.act(2, Choose(0))
    assert Chose(Seat(1)) in bench.events(3)
    assert bench.you(2).turn is None
    assert (bench.turn(1), bench.turn(3)) == (turns[1], turns[3])
    assert {clock.due for clock in bench.table().clocks} == {due}
    bench.lose(3)
    assert {clock.due for clock in bench.table().clocks} == {due}
    bench.wait(10_499)
    assert bench.play().phase == "choose"
    bench.wait(1)
    assert bench.play().phase == "bet"
    assert [event for event in bench.events() if isinstance(event, TimedOut)] == [TimedOut(Seat(0)), TimedOut(Seat(2))]
    assert bench.you(1).bank == 60_000


def test_a_choice_that_comes_after_all_was_turned_is_refused() -> None:
    bench = begun(2)
    late = bench.turn(1)
    bench.wait(15_500)
    assert bench.code(1, Act(bench.ref(1), late, Choose(0))) in {"stale_turn", "not_your_turn"}


@pytest.mark.rule("XT32-Q26")
def test_a_timeout_while_choosing_and_one_on_turn_are_two_timeouts() -> None:
    bench = begun(3, SECOND_OPENS)
    for conn in (1, 3):
        bench.act(conn, Choose(1))
    bench.wait(15_500)
    assert (bench.seat(1).status, bench.actor()) == ("in", 2)
    bench.wait(25_000 + 60_500)
    assert bench.seat(1).status == "out"


@pytest.mark.rule("XT32-Q05")
def test_leaving_while_cards_are_chosen_forfeits_the_ante() -> None:
    bench = begun(3)
    bench.code(2, Leave(bench.ref(2)))
    assert Folded(Seat(1), True) in bench.events()
    assert [clock.seat for clock in bench.table().clocks] == [0, 2]
    bench.act(1, Choose(1))
    bench.act(3, Choose(1))
    assert (bench.play().phase, bench.play().pot) == ("bet", 30)


def test_a_kicked_seat_has_its_card_chosen_in_a_second_and_plays_on() -> None:
    bench = begun(3)
    assert bench.do(1, Kick(PlayerId(3))) is None
    bench.wait(1_000)
    assert [clock.seat for clock in bench.table().clocks] == [0, 1]
    assert bench.play().seats[2].status == "live"


def all_in() -> Bench:
    """Connection 2 has put in everything; connection 3 is on turn."""
    bench = chosen(3, SECOND_OPENS, buy_in=200)
    bench.act(2, ToTat())
    assert bench.actor() == 3
    return bench


@pytest.mark.rule("XT32-Q25")
@pytest.mark.rule("XT32-20")
def test_leaving_while_all_in_forfeits() -> None:
    bench = all_in()
    bench.code(2, Leave(bench.ref(2)))
    assert bench.play().seats[1].status == "folded"
    bench.act(3, Up())
    assert bench.play().phase == "fold_win"
    assert [payout.seat for payout in bench.play().payouts] == [0]
    assert bench.seat(1).player is None


@pytest.mark.rule("XT32-Q25")
def test_a_mere_disconnect_while_all_in_changes_nothing() -> None:
    bench = all_in()
    due = bench.clock().due
    bench.lose(2)
    assert bench.play().seats[1].status == "all_in"
    assert (bench.clock().seat, bench.clock().due) == (2, due)
    bench.act(3, Up())
    bench.act(1, Up())
    assert [payout.seat for payout in bench.play().payouts] == [1]


@pytest.mark.rule("XT32-Q25")
def test_who_is_kicked_while_all_in_stays_in_and_his_win_goes_to_the_book() -> None:
    bench = all_in()
    assert bench.do(1, Kick(PlayerId(2))) is None
    assert bench.play().seats[1].status == "all_in"
    bench.act(3, Up())
    bench.act(1, Up())
    (result,) = booked(bench, "result")
    assert result[PlayerId(2)] > 0
    assert bench.seat(1).player is None


@pytest.mark.rule("XT32-Q24")
def test_a_leaver_gets_nothing_back_of_what_nobody_matched() -> None:
    bench = chosen(3, rake_bp=0)
    first = bench.actor()
    bench.act(first, To(10))
    bench.code(first, Leave(bench.ref(first)))
    others = [conn for conn in (1, 2, 3) if conn != first]
    assert bench.play(others[0]).pot == 130
    bench.act(bench.on_turn(others), Up())
    result = next(e.result for e in bench.entries if isinstance(e, entries.HandFinished))
    assert result.deltas[Seat(first - 1)] == -110
    assert sorted(result.deltas.values()) == [-110, -10, 120]
    assert bench.code(first, Sit(bench.ref(first), Seat(5), "Bạn")) is None
    assert bench.table().seats[5].balance == 890


@pytest.mark.rule("XT32-Q16")
@pytest.mark.rule("XT32-03")
def test_antes_leave_the_stacks_at_once_and_the_level_starts_at_nothing() -> None:
    bench = begun(4, stake=25)
    assert [(seat.stack, seat.total) for seat in bench.play().seats] == [(975, 25)] * 4
    assert (bench.play().pot, bench.play().level) == (100, 0)
    assert balances(bench)[:4] == [1_000] * 4, "the book changes with the result"


def broke(mode: str) -> Bench:
    """Two all-in at once: the loser has nothing, the winner all but the rake."""
    bench = chosen(2, rebuy=mode, stake=10, buy_in=200)
    bench.act(bench.actor(), ToTat())
    bench.act(bench.actor(), ToTat())
    assert bench.play().phase == "showdown"
    return bench


@pytest.mark.rule("XT32-Q17")
def test_a_stack_below_the_stake_is_topped_up_by_itself() -> None:
    bench = broke("auto")
    loser = next(seat for seat in bench.table().seats[:2] if seat.balance == 200)
    assert loser.player is not None
    assert ToppedUp(loser.player, Chips(200)) in bench.events()
    assert booked(bench, "topup") == [{HOUSE: -200, loser.player: 200}]
    bench.wait(8_000)
    assert len(bench.play().seats) == 2


@pytest.mark.rule("XT32-Q17")
def test_a_stack_below_the_stake_is_not_dealt_in_until_the_host_approves() -> None:
    bench = broke("host_approves")
    loser = next(conn for conn in (1, 2) if bench.seat(conn - 1).balance == 0)
    assert bench.seat(loser - 1).status == "out"
    assert SitsOut(PlayerId(loser), Seat(loser - 1), "broke") in bench.events()
    bench.code(loser, SitIn(bench.ref(loser)))
    assert bench.seat(loser - 1).status == "out"
    bench.wait(60_000)
    assert (bench.table().phase, bench.table().waiting) == ("waiting", "players")
    assert bench.code(loser, Rebuy(bench.ref(loser))) is None
    assert bench.do(1, Approve(PlayerId(loser), True)) is None
    assert (bench.seat(loser - 1).balance, bench.seat(loser - 1).status) == (200, "in")
    assert booked(bench, "rebuy") == [{HOUSE: -200, PlayerId(loser): 200}]


@pytest.mark.rule("XT32-Q17")
def test_without_rebuys_the_loser_watches_and_leaving_does_not_help() -> None:
    bench = broke("off")
    loser = next(conn for conn in (1, 2) if bench.seat(conn - 1).balance == 0)
    assert bench.code(loser, Rebuy(bench.ref(loser))) == "rebuy_refused"
    bench.code(loser, Leave(bench.ref(loser)))
    bench.sit(loser, 4, "Bạn")
    assert (bench.seat(4).balance, bench.seat(4).status) == (0, "out")
    assert booked(bench, "grant") == [{HOUSE: -200, PlayerId(1): 200}, {HOUSE: -200, PlayerId(2): 200}]


@pytest.mark.rule("XT32-Q17")
def test_a_stack_of_just_the_stake_is_all_in_from_the_ante() -> None:
    bench = table(3, rebuy="off", stake=10, buy_in=200)
    assert bench.do(1, SetOptions({"stake": 200, "buy_in": 4_000})) is None
    assert [seat.status for seat in bench.table().seats[:3]] == ["in"] * 3
    assert bench.do(1, Start()) is None
    assert [seat.status for seat in bench.play().seats] == ["all_in"] * 3
    choose(bench)
    assert bench.play().phase == "showdown", "nobody can bet"


@pytest.mark.rule("XT32-18")
@pytest.mark.rule("XT32-Q21")
def test_the_house_gets_the_rake_and_the_book_sums_to_zero() -> None:
    bench = broke("auto")
    (result,) = booked(bench, "result")
    assert result[HOUSE] == 20
    assert sorted(result.values()) == [-200, 20, 180]
    whole: dict[PlayerId, int] = {}
    for entry in bench.entries:
        if isinstance(entry, entries.LedgerEntry):
            for player, amount in entry.postings.items():
                whole[player] = whole.get(player, 0) + amount
    assert sum(whole.values()) == 0
    assert whole[HOUSE] == 20 - 3 * 200
    assert sorted(balances(bench)[:2]) == sorted(whole[player] for player in whole if player != HOUSE)


@pytest.mark.rule("XT32-Q21")
@pytest.mark.parametrize(("option", "rake"), [(True, 1), (False, 0)])
def test_a_win_by_folds_is_raked_by_option(option: bool, rake: int) -> None:
    bench = chosen(2, rake_on_fold_win=option)
    bench.act(bench.actor(), Up())
    (result,) = booked(bench, "result")
    assert result.get(HOUSE, 0) == rake
    assert sum(result.values()) == 0


def test_heads_up_the_turn_goes_to_and_fro_with_a_clock_each() -> None:
    bench = chosen(2)
    first = bench.actor()
    turn = bench.turn(first)
    bench.wait(5_000)
    bench.act(first, To(3))
    assert bench.actor() == 3 - first
    assert bench.clock().due == bench.now + 25_000
    bench.act(3 - first, To(2))
    assert bench.turn(first) != turn
    bench.act(first, Theo())
    assert bench.play().round == 2
    assert [event.level for event in bench.events() if isinstance(event, Raised)] == [30, 50]


@pytest.mark.rule("XT32-Q26")
def test_on_turn_silence_is_theo_where_it_is_free_and_up_where_it_costs() -> None:
    bench = chosen(2)
    first = bench.actor()
    bench.lose(first)
    viewer = 3 - first
    bench.wait(30_000 + 25_000 + 60_500)
    assert bench.play(viewer).seats[first - 1].said == "check"
    bench.act(viewer, To())
    bench.wait(25_500)
    assert bench.play(viewer).phase == "fold_win"


def test_a_void_returns_antes_and_bets() -> None:
    bench = chosen(3)
    bench.act(bench.actor(), To(20))
    bench.do(1, CloseRoom())
    assert balances(bench)[:3] == [1_000] * 3
    assert booked(bench, "result") == []


def test_bots_on_free_chairs_are_dealt_in_from_the_next_hand() -> None:
    bench = begun(2)
    bench.host(1, AddBot(Seat(5)))
    choose(bench)
    bench.act(bench.actor(), Up())
    bench.wait(5_000)
    assert [seat.seat for seat in bench.play().seats] == [0, 1, 5]
    assert isinstance(bench.offers(1)[0], ChooseOffer)
