"""What a load test is asked to do."""

from typing import Final
from urllib.parse import urlsplit

import msgspec

ALL_GAMES: Final = "all"
SPARE_FILES: Final = 64
"""Beside the connections: the standard streams, the loop, requests over HTTP, a report."""


class PlanInvalid(ValueError):
    """What was asked for does not make sense, or cannot be done here; the sentence says why."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All options of one run. PlanInvalid where they do not go together."""

    url: str
    rooms: int = 10
    seats: int = 4
    game: str = ALL_GAMES
    """One game, several with commas, or all that the server plays, in turn."""
    seconds: float = 30.0
    """Of measuring, after all rooms are open."""
    rate: float | None = None
    """Actions per second over all tables, on an open schedule; None: one a second at each table."""
    closed: bool = False
    """Instead of a schedule: the next action follows when the last was seen by all."""
    think: float = 0.0
    """In a closed run: mean seconds between them."""
    ramp: float | None = None
    """Seconds over which rooms are opened; None: 50 connections a second, a second at least."""
    reconnect_rate: float = 0.0
    """Connections that are dropped and come back, per second over all."""
    slow_readers: int = 0
    """Watchers who hardly read, spread over the rooms."""
    seed: int = 1
    metrics: str | None = None
    """Where the server tells its own figures."""
    max_p99_ms: float | None = None
    max_errors: int = 0

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/") or parts.query:
            raise PlanInvalid(f"{self.url!r} is not an address such as http://localhost:8000")
        if self.closed and self.rate is not None:
            raise PlanInvalid("--closed has no schedule, so it goes with --think, not with --rate")
        if self.think and not self.closed:
            raise PlanInvalid("--think goes with --closed; without it, --rate says how often")

    @property
    def base(self) -> str:
        """The URL without a slash at its end."""
        return self.url.rstrip("/")

    @property
    def connections(self) -> int:
        return self.rooms * self.seats + self.slow_readers

    @property
    def files(self) -> int:
        """Files that this process must be able to open."""
        return self.connections + SPARE_FILES

    @property
    def actions_per_s(self) -> float:
        """Over all tables, on an open schedule."""
        return float(self.rooms) if self.rate is None else self.rate

    @property
    def ramp_s(self) -> float:
        return max(1.0, self.connections / 50) if self.ramp is None else self.ramp

    def games(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """What to play, of what the server knows. PlanInvalid where it does not know one."""
        if self.game == ALL_GAMES:
            return known
        wanted = tuple(name.strip() for name in self.game.split(","))
        for name in wanted:
            if name not in known:
                raise PlanInvalid(f"no game {name!r} there; --game takes {', '.join(known)} or {ALL_GAMES}")
        return wanted
