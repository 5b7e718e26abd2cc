"""What is said of a room to those who are not in it."""

from protocol.inbound import Lock
from tests.support.table import Bench


def test_the_summary_says_what_the_lobby_shows() -> None:
    bench = Bench()
    assert bench.core.summary.people == bench.core.people == 0
    bench.four()
    bench.hello(5)
    bench.do(1, Lock(True))
    summary = bench.core.summary
    assert (summary.title, summary.game, summary.seats, summary.taken) == ("Bàn thử", "xi-to-28", 4, 4)
    assert (summary.people, summary.locked, summary.ask, summary.hand, summary.phase) == (5, True, False, 0, "starting")
    assert bench.core.people == 5
    assert bench.core.listed == summary.listed
