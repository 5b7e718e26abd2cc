"""The table from outside: four friends, whole hands, what everybody sees."""

import pytest

from protocol.games.stud import StudView, Theo, To, Up
from protocol.inbound import Start
from tests.support.table import Bench

FRIENDS = (1, 2, 3, 4)


def test_four_friends_play_a_hand_to_the_showdown() -> None:
    bench = Bench()
    bench.four()
    assert bench.table().phase == "starting"
    bench.host(1, Start())
    assert bench.table().phase == "playing"
    for _ in range(16):
        conn = bench.on_turn(FRIENDS)
        bench.act(conn, Theo())
    play = bench.table().play
    assert isinstance(play, StudView)
    assert play.phase == "showdown"
    assert sum(seat.balance for seat in bench.table().seats) == 400
    assert not bench.faults
    bench.wait(8_000)
    assert bench.table().hand == 2


@pytest.mark.rule("XT28-21")
def test_a_fold_win_shows_nothing() -> None:
    bench = Bench()
    bench.four()
    bench.host(1, Start())
    bench.act(bench.on_turn(FRIENDS), To())
    for _ in range(3):
        bench.act(bench.on_turn(FRIENDS), Up())
    play = bench.table().play
    assert isinstance(play, StudView)
    assert play.phase == "fold_win"
    assert all(seat.hole.count == 1 for seat in play.seats)  # type: ignore[union-attr]
