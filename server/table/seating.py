"""The chairs of a table."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from protocol.ids import Millis, PlayerId, Seat, Turn
from protocol.views import SeatStatus
from server.table.timing import Allowance


@dataclass(slots=True)
class Chair:
    """One seat. ``turn`` counts its own questions, over all hands, and nobody else's."""

    seat: Seat
    player: PlayerId | None = None
    status: SeatStatus = "in"
    out_since: Millis | None = None
    heir: PlayerId | None = None
    next: bool = False
    timeouts: int = 0
    since: int = 0
    """Order of sitting down: who sat longest becomes the host."""
    turn: Turn = Turn(0)
    allowance: Allowance = field(default_factory=Allowance)

    def take(self, player: PlayerId, since: int) -> None:
        self.player, self.since = player, since
        self.status, self.out_since, self.heir, self.next, self.timeouts = "in", None, None, False, 0
        self.allowance = Allowance()

    def free(self) -> None:
        self.player, self.status, self.out_since, self.next, self.timeouts = None, "in", None, False, 0

    def sit_out(self, now: Millis) -> None:
        if self.status == "in":
            self.status, self.out_since = "out", now

    def sit_in(self) -> None:
        if self.status == "out":
            self.status, self.out_since, self.timeouts = "in", None, 0


class Seating:
    """All chairs in clockwise order."""

    def __init__(self, chairs: list[Chair], sat: int = 0) -> None:
        self.chairs = chairs
        self.sat = sat
        """How often somebody sat down."""

    @classmethod
    def empty(cls, count: int) -> "Seating":
        return cls([Chair(Seat(number)) for number in range(count)])

    def __iter__(self) -> Iterator[Chair]:
        return iter(self.chairs)

    def __getitem__(self, seat: Seat) -> Chair:
        return self.chairs[seat]

    def __len__(self) -> int:
        return len(self.chairs)

    def get(self, seat: Seat) -> Chair | None:
        return self.chairs[seat] if 0 <= seat < len(self.chairs) else None

    @property
    def taken(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.player is not None]

    def resize(self, count: int) -> None:
        """Add chairs at the end, or remove empty ones from there as far as they go."""
        while len(self.chairs) < count:
            self.chairs.append(Chair(Seat(len(self.chairs))))
        while len(self.chairs) > count and self.chairs[-1].player is None and self.chairs[-1].heir is None:
            self.chairs.pop()

    def take(self, seat: Seat, player: PlayerId) -> None:
        self.sat += 1
        self.chairs[seat].take(player, self.sat)

    def next_button(self, button: Seat | None, dealt: list[Seat]) -> Seat:
        """The button moves one dealt-in seat clockwise each hand (XT28-Q02); at first it lies right of seat 0."""
        if button is None:
            return dealt[-1]
        return next((seat for seat in dealt if seat > button), dealt[0])
