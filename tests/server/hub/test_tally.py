"""What is counted."""

from server.hub.tally import Tally


def test_everything_begins_at_nothing() -> None:
    tally = Tally()
    tally.turned_away["header_time"] += 1
    assert tally.turned_away == {"header_time": 1}
    assert (tally.commands, tally.rejected, tally.closed, tally.views_skipped) == ({}, {}, {}, 0)
    assert tally.answered.count == 0
