"""What happened here, counted: plain numbers, whoever shows them."""

from collections import Counter

from server.durations import Durations


class Tally:
    """Of one process, since it started. Names are ours alone: nothing that a client sends becomes one."""

    def __init__(self) -> None:
        self.commands: Counter[str] = Counter()
        """Taken from clients, by type."""
        self.rejected: Counter[str] = Counter()
        """Commands that were refused, by error code."""
        self.turned_away: Counter[str] = Counter()
        """Requests and connections that were refused before anything was read of them, by what was wrong."""
        self.closed: Counter[int] = Counter()
        """Sockets that we closed, by close code."""
        self.views_skipped = 0
        """Views that a newer one replaced before they left."""
        self.answered = Durations()
        """From a command's arrival until its answer left."""
