"""How long things took."""

from server.durations import SECONDS, Durations


def test_durations_are_sorted_into_classes() -> None:
    durations = Durations()
    for seconds in (0.0, SECONDS[0], 0.0006, 3.0):
        durations.add(seconds)
    assert (durations.classes[0], durations.classes[1], durations.classes[-1]) == (2, 1, 1)
    assert durations.count == 4
    assert round(durations.sum_s, 4) == 3.0011
