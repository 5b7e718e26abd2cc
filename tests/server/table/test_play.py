"""Hands at the table: who is dealt in, leaving and kicking in mid-hand, faults of our own, bots alone."""

import pytest

from protocol.events import HandVoided, TimedOut
from protocol.games.stud import Folded, Show, Shown, Theo, To, Up
from protocol.ids import Seat
from protocol.inbound import Act, AddBot, CloseRoom, Kick, Leave, SetOptions, Sit, SitIn, SitOut, Start
from server.table.messages import ConnId
from tests.support.table import HOST_TOKEN, Bench

FRIENDS = (1, 2, 3, 4)


def balances(bench: Bench) -> list[int]:
    return [seat.balance for seat in bench.table().seats]


@pytest.mark.rule("XT28-Q16")
def test_leaving_in_a_hand_folds_at_once_out_of_turn_and_frees_the_seat_after_it() -> None:
    bench = Bench.begun()
    bench.act(1, To())
    due = bench.clock().due
    bench.wait(3_000)
    assert bench.code(3, Leave(bench.ref(3))) is None
    assert Folded(Seat(2), True) in bench.events()
    assert bench.seat(2).status == "leaving"
    assert (bench.play().to_act, bench.clock().due) == (1, due)
    assert bench.code(3, Leave(bench.ref(3))) is None
    assert bench.code(3, SitIn(bench.ref(3))) == "not_seated"
    bench.finish()
    assert bench.seat(2).player is None
    assert bench.you(3).seat is None
    assert bench.you(3).play is None


def test_leaving_on_turn_passes_the_turn() -> None:
    bench = Bench.begun()
    bench.code(1, Leave(bench.ref(1)))
    assert bench.play().to_act == 1
    assert bench.clock().due == bench.now + 20_000


@pytest.mark.case("B149")
def test_when_all_but_one_leave_the_last_one_takes_the_pot() -> None:
    bench = Bench.begun()
    for conn in (1, 2, 4):
        bench.code(conn, Leave(bench.ref(conn)))
    assert bench.play(3).phase == "fold_win"
    assert bench.table(3).seats[2].balance == 103
    assert [seat.player for seat in bench.table(3).seats] == [None, None, 3, None]


def test_a_kicked_seat_plays_on_by_fallback_a_second_a_step_and_is_freed_after_the_hand() -> None:
    bench = Bench.begun()
    bench.theo(1)
    assert bench.do(1, Kick(bench.you(2).player)) is None
    assert bench.drops[ConnId(2)] == 4003
    assert bench.seat(1).status == "kicked"
    assert bench.core.next_deadline == bench.now + 1_000
    bench.wait(1_000)
    assert bench.play().seats[1].said == "check", "never folds where checking is free"
    bench.theo(2)
    bench.act(1, To())
    bench.wait(999)
    assert bench.actor() == 2
    bench.wait(1)
    assert bench.play().seats[1].status == "folded"
    assert not any(isinstance(event, TimedOut) for event in bench.events())
    bench.finish()
    assert bench.seat(1).player is None
    assert [person.player for person in bench.table().barred] == [2]


@pytest.mark.case("B157")
def test_kicking_another_seat_leaves_the_turn_and_its_deadline_alone() -> None:
    for kicked in (2, 3, 4):
        bench = Bench.begun()
        bench.wait(3_000)
        turn, due = bench.turn(1), bench.clock().due
        bench.do(1, Kick(bench.you(kicked).player))
        assert (bench.turn(1), bench.clock().due, bench.play().to_act) == (turn, due, 0)
        bench.act(1, Theo())
        assert bench.play().to_act == 1


def test_a_kick_wins_no_pot() -> None:
    """All others kicked: they go on where it is free, and the cards decide."""
    bench = Bench.begun()
    for conn in (2, 3, 4):
        bench.do(1, Kick(bench.you(conn).player))
    while bench.table().phase == "playing":
        if bench.play().to_act == 0:
            bench.theo()
        else:
            bench.wait(1_000)
    assert bench.play().phase == "showdown"
    assert [payout.seat for payout in bench.play().payouts] == [0, 1, 2, 3]


@pytest.mark.case("B153")
def test_a_newcomer_waits_for_the_next_hand() -> None:
    bench = Bench.begun()
    bench.code(4, Leave(bench.ref(4)))
    bench.hello(5)
    assert bench.code(5, Sit(bench.ref(5), Seat(3), "Vy")) == "seat_taken"
    bench.finish()
    assert bench.code(5, Sit(bench.ref(5), Seat(3), "Vy")) is None
    assert bench.you(5).play is None
    bench.wait(8_000)
    assert bench.you(5).play is not None


def test_acting_needs_a_seat_a_hand_and_no_pause() -> None:
    bench = Bench()
    bench.hello(9)
    assert bench.code(9, Act(bench.ref(9), 1, Theo())) == "not_seated"  # type: ignore[arg-type]
    bench.four()
    assert bench.code(2, Act(bench.ref(2), 1, Theo())) == "no_hand"  # type: ignore[arg-type]


@pytest.mark.rule("XT28-Q15")
def test_a_winner_by_folds_may_show_the_hole_card_once_and_nobody_else_may() -> None:
    bench = Bench.begun()
    for _ in range(3):
        bench.act(bench.actor(), Up())
    assert [conn for conn in FRIENDS if bench.you(conn).offers] == [4]
    turn = bench.turn(4)
    assert bench.code(1, Act(bench.ref(1), turn, Show())) == "no_hand"
    assert bench.code(4, Act(bench.ref(4), turn, Theo())) == "illegal_action"
    assert bench.code(4, Act(bench.ref(4), turn, Show())) is None
    (shown,) = [event for event in bench.events() if isinstance(event, Shown)]
    assert (shown.seat, shown.card, shown.own_act) == (3, "8s", True)
    assert bench.code(4, Act(bench.ref(4), turn, Show())) == "no_hand"


def test_sitting_out_counts_from_the_next_hand() -> None:
    bench = Bench.begun()
    assert bench.code(2, SitOut(bench.ref(2))) is None
    bench.theo(1)
    assert bench.actor() == 2
    bench.finish()
    bench.wait(8_000)
    assert (bench.table().phase, bench.table().waiting) == ("waiting", "players")


@pytest.mark.case("B151")
@pytest.mark.parametrize("in_hand", [True, False])
def test_toggling_moves_no_points_and_the_last_press_counts(in_hand: bool) -> None:
    bench = Bench.begun()
    if not in_hand:
        bench.finish()
    before = balances(bench)
    for _ in range(20):
        bench.code(2, SitOut(bench.ref(2)))
        bench.code(2, SitIn(bench.ref(2)))
    assert balances(bench) == before
    if in_hand:
        assert bench.play().pot == 4
        bench.finish()
    bench.wait(8_000)
    assert bench.table().hand == 2


def test_options_changed_in_a_hand_hold_from_the_next_one() -> None:
    bench = Bench.begun()
    assert bench.do(1, SetOptions({"turn_timeout_s": 60, "start_points": 200})) is None
    assert bench.table().later == {"turn_timeout_s": 60, "start_points": 200}
    assert bench.table().options["turn_timeout_s"] == 20
    bench.theo()
    assert bench.clock().due == bench.now + 20_000
    bench.finish()
    assert (bench.table().later, bench.table().options["turn_timeout_s"]) == ({}, 60)
    bench.wait(8_000)
    assert bench.clock().due == bench.now + 60_000


@pytest.mark.rule("XT28-Q02")
def test_the_button_moves_one_seat_a_hand() -> None:
    bench = Bench.begun(options={"seat_order_origin": "button"})
    openers = []
    for _ in range(5):
        openers.append(bench.play().opener)
        bench.finish()
        bench.wait(8_000)
    assert openers == [0, 1, 2, 3, 0]


def test_closing_the_room_in_a_hand_voids_it() -> None:
    bench = Bench.begun()
    bench.act(1, To())
    bench.do(1, CloseRoom())
    assert HandVoided(1, "closed") in bench.events(3)
    assert balances(bench) == [100] * 4
    assert not bench.faults


@pytest.mark.case("B086")
def test_bots_alone_do_not_play_for_ever() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.sit(1, 0, "Lan")
    bench.bots_in(1)
    assert bench.do(1, Start()) is None
    bench.lose(1)
    bench.wait(3_600_000)
    bench.hello(2)
    assert bench.table(2).hand == 1
    assert (bench.table(2).phase, bench.table(2).waiting) == ("waiting", "players")
    bench.hello(1, HOST_TOKEN)
    assert bench.do(1, AddBot(Seat(1))) is None


def test_while_every_person_is_away_no_new_hand_begins() -> None:
    bench = Bench.begun()
    bench.hello(9)
    bench.finish()
    for conn in FRIENDS:
        bench.lose(conn)
    assert bench.table(9).phase == "result"
    bench.wait(60_000)
    assert (bench.table(9).phase, bench.table(9).waiting) == ("waiting", "people")
    bench.hello(1, HOST_TOKEN)
    bench.wait(5_000)
    assert bench.table().hand == 2


@pytest.mark.case("B026")
@pytest.mark.case("B022")
@pytest.mark.rule("XT28-13")
def test_what_a_call_costs_is_what_the_table_takes() -> None:
    bench = Bench.begun()
    bench.act(1, To())
    bench.act(2, To())
    cost = bench.offers(3)[0].cost  # type: ignore[attr-defined]
    stack = bench.play().seats[2].stack
    bench.act(3, Theo())
    assert cost == 2
    assert bench.play().seats[2].stack == stack - 2
    bench.act(4, Theo())
    assert bench.offers(1)[0].cost == 1  # type: ignore[attr-defined]


@pytest.mark.case("B005")
@pytest.mark.rule("XT28-14")
def test_the_first_raise_of_every_round_is_one_and_so_is_the_second() -> None:
    bench = Bench.begun()
    for number in range(1, 5):
        assert (bench.play().round, bench.play().level) == (number, 0)
        bench.act(1, To())
        bench.act(2, To())
        assert (bench.play().level, bench.play().pot) == (2, 4 + 8 * (number - 1) + 3)
        bench.theo(3)
    assert bench.play().payouts[0].amount == 9


@pytest.mark.case("B038")
@pytest.mark.rule("XT28-21")
def test_who_raised_and_is_left_alone_has_the_whole_pot_and_is_dealt_in_again() -> None:
    bench = Bench.begun()
    bench.act(1, To())
    for _ in range(3):
        bench.act(bench.actor(), Up())
    assert balances(bench) == [103, 99, 99, 99]
    bench.wait(5_000)
    assert bench.play().seats[0].status == "live"


@pytest.mark.case("B013")
def test_no_command_deals_on_while_a_bet_is_unanswered() -> None:
    bench = Bench.begun()
    bench.act(1, To())
    assert bench.do(1, Start()) == "hand_running"
    assert (bench.play().round, bench.play().pot, bench.play().to_act) == (1, 5, 1)
