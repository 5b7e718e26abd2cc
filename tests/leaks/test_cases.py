"""Whose seat, whose reservation, whose code: what one player knows of another opens nothing."""

import pytest

from protocol.games.stud import StudView, Theo, Up
from protocol.ids import Ref, Seat
from protocol.inbound import AddBot, Approve, Claim, Kick, Leave, Log, MoveSeat, Sit, Start
from protocol.outbound import HandLog, MoveCode, Rejected
from protocol.views import SeatView
from tests.support.table import Bench

FRIENDS = (1, 2, 3, 4)


def seat(bench: Bench, number: int) -> SeatView:
    return bench.table().seats[number]


def playing() -> Bench:
    bench = Bench()
    bench.four()
    bench.host(1, Start())
    return bench


@pytest.mark.case("B136")
@pytest.mark.parametrize("known", ["Tú", "2", "Tú" * 8, "1" * 32, "fresh-token-0002", ""])
def test_a_name_or_a_number_takes_no_seat(known: str) -> None:
    bench = playing()
    bench.lose(2)
    before = seat(bench, 1)
    assert bench.hello(9, token=known) is None
    assert bench.rejected(9).code == "token_unknown"
    assert bench.hello(10, move=known) is None
    assert bench.rejected(10).code == "move_code_invalid"
    stranger = bench.hello(11)
    assert stranger is not None
    bench.sit(11, 1, "Tú")
    assert bench.rejected(11).code == "seat_taken"
    assert seat(bench, 1) == before
    back = bench.hello(12, token=bench.tokens[2])  # type: ignore[index]
    assert back is not None
    assert bench.you(12).seat == 1


@pytest.mark.case("B136")
def test_a_claim_waits_for_the_host_and_shows_nothing_of_the_hand() -> None:
    bench = playing()
    bench.lose(2)
    bench.hello(9)
    bench.command(9, Claim(bench.ref(9), Seat(1), "Tú"))
    bench.host(1, Approve(bench.view(9).you.player, yes=True))
    assert bench.you(9).seat is None
    while bench.table().phase == "playing":
        asked = [conn for conn in (1, 3, 4) if bench.you(conn).turn is not None]
        if asked:
            bench.act(asked[0], Theo())
        else:
            bench.wait(120_000)
    assert bench.you(9).seat == 1
    assert bench.you(9).play is None
    assert bench.you(9).offers == ()
    # What the owner asked before, and was told, stays with the owner too.
    bench.command(9, MoveSeat(Ref(1)))
    assert bench.rejected(9).code == "ref_too_old"


@pytest.mark.case("B138")
def test_a_reservation_is_given_back_by_its_owner_only() -> None:
    bench = Bench()
    bench.hello(1, "host-token-host-token-host-token")
    bench.sit(1, 0, "Lan")
    bench.host(1, AddBot())
    bench.host(1, Start())
    bench.hello(2)
    bench.hello(3)
    bench.sit(2, 1, "Tú")
    assert seat(bench, 1).heir == "Tú"
    # The same words that would give it back, or use it, over somebody else's connection.
    bench.command(3, Leave(Ref(2)))
    bench.command(3, Sit(Ref(3), Seat(1), "Tú"))
    assert bench.rejected(3).code == "seat_taken"
    assert seat(bench, 1).heir == "Tú"
    bench.command(2, Leave(bench.ref(2)))
    assert seat(bench, 1).heir is None


@pytest.mark.case("B138")
def test_a_repeated_ref_gets_ones_own_answer() -> None:
    bench = playing()
    ref = bench.ref(2)
    bench.command(2, MoveSeat(ref))
    code = bench.last(2)
    assert isinstance(code, MoveCode)
    for other in (1, 3, 4):
        before = len(bench.frames[other])  # type: ignore[index]
        bench.command(other, MoveSeat(ref))
        mine = bench.frames[other][before:]  # type: ignore[index]
        assert code.code.encode() not in b"".join(mine)


@pytest.mark.case("B138")
def test_a_used_code_is_void_and_a_kicked_player_stays_out() -> None:
    bench = playing()
    bench.command(2, MoveSeat(bench.ref(2)))
    code = bench.last(2)
    assert isinstance(code, MoveCode)
    assert bench.hello(9, move=code.code) is not None
    assert bench.hello(10, move=code.code) is None
    bench.command(9, MoveSeat(bench.ref(9)))
    newer = bench.last(9)
    assert isinstance(newer, MoveCode)
    bench.host(1, Kick(bench.you(9).player))
    assert bench.hello(11, move=newer.code) is None
    assert bench.hello(12, token=bench.tokens[9]) is None  # type: ignore[index]


@pytest.mark.rule("XT28-21")
@pytest.mark.case("B140")
def test_the_log_of_a_fold_win_has_no_hole_card() -> None:
    bench = playing()
    for _ in range(3):
        bench.act(bench.on_turn(FRIENDS), Up())
    bench.hello(9)
    bench.command(9, Log(bench.ref(9), 1))
    log = bench.last(9)
    assert isinstance(log, HandLog)
    assert {type(event).__name__ for event in log.events} >= {"Folded", "Won", "HandEnded"}
    assert not [event for event in log.events if type(event).__name__ == "Shown"]


@pytest.mark.rule("XT28-07")
@pytest.mark.case("B128")
def test_cards_shown_in_one_hand_are_hidden_again_in_the_next() -> None:
    bench = playing()
    for _ in range(16):
        bench.act(bench.on_turn(FRIENDS), Theo())
    bench.wait(8_000)
    play = bench.table().play
    assert isinstance(play, StudView)
    assert bench.table().hand == 2
    assert [type(place.hole).__name__ for place in play.seats] == ["Closed"] * 4
    assert not [message for message in bench.messages(1)[-1:] if isinstance(message, Rejected)]
