"""Where time comes from."""

from server.clock import MonotonicClock, wall_seconds


def test_it_never_runs_backwards() -> None:
    clock = MonotonicClock()
    readings = [clock.now() for _ in range(1_000)]
    assert readings == sorted(readings)


def test_the_time_of_day_is_in_this_century() -> None:
    assert 1_600_000_000 < wall_seconds() < 4_200_000_000
