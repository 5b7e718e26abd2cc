"""What is counted."""

from server.hub.tally import SECONDS, Durations, Tally


def test_durations_are_sorted_into_classes() -> None:
    durations = Durations()
    for seconds in (0.0, SECONDS[0], 0.0006, 3.0):
        durations.add(seconds)
    assert (durations.classes[0], durations.classes[1], durations.classes[-1]) == (2, 1, 1)
    assert durations.count == 4
    assert round(durations.sum_s, 4) == 3.0011


def test_everything_begins_at_nothing() -> None:
    tally = Tally()
    tally.turned_away["header_time"] += 1
    assert tally.turned_away == {"header_time": 1}
    assert (tally.commands, tally.rejected, tally.closed, tally.views_skipped) == ({}, {}, {}, 0)
    assert tally.answered.count == 0
