"""A seat's clock: turn time, then its time bank, and the wait for an owner who is away (rules.md 7.3)."""

from dataclasses import dataclass
from typing import Final

from protocol.ids import Millis, Seat
from server.rules.game import Pace

BANK_MS: Final = 60_000
BANK_PER_HAND_MS: Final = 5_000
AWAY_PER_DROP_MS: Final = 30_000
AWAY_PER_HAND_MS: Final = 60_000
GRACE_MS: Final = 500
"""A fallback fires this much after the deadline: an action under way still wins."""
AUTOMATIC_MS: Final = 1_000
"""Between the steps of a seat that is played by the clock alone."""
TIMEOUTS_TO_SIT_OUT: Final = 2
SLEPT_MS: Final = 1_000
"""Later than this, the machine slept: everybody gets the time back."""
FIRST_HAND_MS: Final = 10_000
NEXT_HAND_MS: Final = 5_000
AFTER_SHOWDOWN_MS: Final = 8_000
RESTARTS: Final = 2
"""How often a countdown begins anew before it just goes on."""
PAUSE_MS: Final = 600_000
HOST_GONE_MS: Final = 60_000
BOT_AFTER_MS: Final = 60_000
"""Sitting out this long, a seat may be given to a bot."""


_TURN: Final = Pace("turn_timeout_s")


@dataclass(slots=True)
class Allowance:
    """What a seat may still be waited for: its bank, and its owner's absence."""

    bank: Millis = Millis(BANK_MS)
    drop: Millis = Millis(AWAY_PER_DROP_MS)
    hand: Millis = Millis(AWAY_PER_HAND_MS)

    @property
    def away(self) -> Millis:
        return min(self.drop, self.hand)

    def new_hand(self) -> None:
        self.bank = min(Millis(BANK_MS), Millis(self.bank + BANK_PER_HAND_MS))
        self.hand = Millis(AWAY_PER_HAND_MS)

    def new_drop(self) -> None:
        self.drop = Millis(AWAY_PER_DROP_MS)

    def waited(self, span: int) -> None:
        self.drop = Millis(self.drop - span)
        self.hand = Millis(self.hand - span)


@dataclass(slots=True)
class SeatClock:
    """Runs while a seat is to act. ``due`` ends the turn time; ``bank`` is what may follow, by itself.

    While the owner is away the clock stands as long as the allowance lasts: ``due`` is moved by all of ``held`` at
    once, and what was not used is taken back when he returns.
    """

    seat: Seat
    due: Millis
    bank: Millis
    pace: Pace = _TURN
    automatic: bool = False
    """Plays without waiting for anybody."""
    away_from: Millis | None = None
    held: Millis = Millis(0)
    ours: bool = False
    """The absence is a restart of ours and costs its owner nothing."""
    left: Millis | None = None
    """Set while the table is paused: ``due`` as a remainder."""

    @property
    def fires(self) -> Millis:
        """When the fallback plays."""
        return Millis(self.due + self.bank + GRACE_MS)

    def used_bank(self, now: Millis) -> Millis:
        """Of the bank, at ``now``."""
        return Millis(min(self.bank, max(0, now - self.due)))

    def spend(self, now: Millis) -> Millis:
        """Take what was used off the bank, once: a clock may run on after an action. Returns what that was."""
        used = self.used_bank(now)
        self.due, self.bank = Millis(self.due + used), Millis(self.bank - used)
        return used

    def owner_left(self, now: Millis, allowance: Allowance) -> None:
        """Begin to wait for the owner."""
        if self.automatic or not self.pace.personal or self.away_from is not None or self.left is not None:
            return
        self.away_from, self.held = now, allowance.away
        self.due = Millis(self.due + self.held)

    def server_left(self, now: Millis, hold: Millis) -> None:
        """Begin to wait for an owner whom our own restart cut off, up to ``hold``; one who was away before stays so."""
        if self.automatic or self.away_from is not None or self.left is not None:
            return
        self.away_from, self.held, self.ours = now, hold, True
        self.due = Millis(self.due + hold)

    def owner_back(self, now: Millis, allowance: Allowance) -> None:
        """Stop waiting; what was used comes off the allowance."""
        if self.away_from is None:
            return
        used = min(self.held, max(0, now - self.away_from))
        self.due = Millis(self.due - (self.held - used))
        if not self.ours:
            allowance.waited(used)
        self.away_from, self.held, self.ours = None, Millis(0), False

    def pause(self, now: Millis, allowance: Allowance) -> None:
        self.owner_back(now, allowance)
        self.left = Millis(self.due - now)

    def resume(self, now: Millis) -> None:
        if self.left is not None:
            self.due, self.left = Millis(now + self.left), None

    def shift(self, gap: Millis) -> None:
        """Give back time in which nobody could act."""
        self.due = Millis(self.due + gap)
        if self.away_from is not None:
            self.away_from = Millis(self.away_from + gap)


@dataclass(slots=True)
class Countdown:
    """To the next hand. Begins anew at most RESTARTS times between two hands, then it only goes on (case B161)."""

    due: Millis | None = None
    running: bool = False
    begun: int = 0

    def begin(self, now: Millis, span: int) -> None:
        if self.due is None or self.begun <= RESTARTS:
            self.due = Millis(now + span)
            self.begun += 1
        self.running = True

    def stop(self) -> None:
        self.running = False

    def clear(self) -> None:
        """A hand began, or nobody waits for one."""
        self.due, self.running, self.begun = None, False, 0

    def shift(self, gap: Millis) -> None:
        if self.due is not None:
            self.due = Millis(self.due + gap)
