"""Every turn ends by its deadline while the server is up; and nobody's clock runs out in time that was not his.

The time of a turn is counted here, from outside: without what a server was down, could not write, stood still, slept or
was paused. A short freeze may go unnoticed: it is his or not, as it was.
"""

from dataclasses import dataclass
from typing import Any, Final

from protocol.ids import RoomCode, Seat
from server.rules.game import Pace
from server.table import timing
from server.table.messages import Restarted, Stood
from server.table.returning import RETURN_MS
from server.table.state import Hand
from server.table.timing import SeatClock
from tests.sim.watch import Checker, Step

ROUNDING_MS: Final = 50
LATE_MS: Final = 2_000
"""Nothing of the loop's own takes this long."""


@dataclass(slots=True)
class _Turn:
    clock: SeatClock
    due_after: int
    """How much time is his, bank included."""
    spent: int = 0
    """At most."""
    surely: int = 0
    """Spent, at least."""
    most: int = 0
    """How much he may have at all."""
    waits_since: int | None = None
    """Since a restart of ours, for an owner who was there before."""


class Clocks(Checker):
    """Counts the time of each turn."""

    def __init__(self, scene: Any) -> None:
        super().__init__(scene)
        self._turns: dict[RoomCode, dict[tuple[int, Seat, Pace], _Turn]] = {}
        self._counted: dict[RoomCode, tuple[int, int]] = {}
        """Until when, in fair and in sure time."""

    def told(self, step: Step) -> None:
        if step.message is None:
            # Read back: what ran since it was written last is given back.
            self._counted[step.room] = self._now()
            return
        if not step.core.heard:
            return
        fair, sure = self._since(step.room)
        self._counted[step.room] = self._now()
        turns = self._turns.setdefault(step.room, {})
        if not step.before.paused and not _slept(step):
            for turn in turns.values():
                turn.spent += fair
                turn.surely += sure
        self._ran_out(step, turns)
        self._follow(step, turns)

    def looked(self) -> None:
        server = self.scene.server
        if server is None or self.scene.steady_ms < LATE_MS:
            return
        for room, core in server.tables.items():
            due = core.next_deadline
            if due is not None and server.clock.now() - due > LATE_MS:
                self.wrong(f"{room} lets a deadline pass")
            if core.table.pause is None:
                _, sure = self._since(room)
                for (_, seat, _), turn in self._turns.get(room, {}).items():
                    if turn.surely + sure > turn.most:
                        self.wrong(f"seat {seat} of {room} has had {turn.surely + sure} of {turn.most} ms")

    def _now(self) -> tuple[int, int]:
        return self.scene.fair_ms, self.scene.sure_ms

    def _since(self, room: RoomCode) -> tuple[int, int]:
        fair, sure = self._now()
        counted_fair, counted_sure = self._counted.get(room, (fair, sure))
        return fair - counted_fair, sure - counted_sure

    def _ran_out(self, step: Step, turns: dict[tuple[int, Seat, Pace], _Turn]) -> None:
        """Whom the clock played for in this step, and whether his time was over."""
        hand = step.table.hand
        for (number, seat, pace), turn in turns.items():
            if hand is None or hand.number != number or turn.clock.automatic:
                continue
            if hand.timed_out.get(seat) != pace.turn or step.before.timed_out.get(seat) == pace.turn:
                continue
            person = step.table.people.get(hand.players.get(seat))
            if person is not None and person.bot:
                self.wrong(f"the bot on seat {seat} of {step.room} did not play")
            due_after = turn.due_after + (0 if turn.waits_since is None else RETURN_MS)
            if turn.spent < due_after - ROUNDING_MS:
                self.wrong(f"seat {seat} of {step.room} is played for after {turn.spent} of {due_after} ms")

    def _follow(self, step: Step, turns: dict[tuple[int, Seat, Pace], _Turn]) -> None:
        hand = step.table.running
        clocks = {} if hand is None else {(hand.number, seat, c.pace): c for seat, c in hand.clocks.items()}
        for gone in turns.keys() - clocks.keys():
            del turns[gone]
        restarted = isinstance(step.message, Restarted)
        for key, clock in clocks.items():
            # A restart makes new objects of the same clocks; elsewhere a new object is a new turn.
            if key not in turns or (turns[key].clock is not clock and not restarted):
                assert hand is not None
                turns[key] = _begun(hand, clock)
                if restarted:
                    # Its end was not written, and with it went what is known of it here.
                    turns[key].due_after = 0
            turn = turns[key]
            turn.clock = clock
            if restarted:
                turn.most += RETURN_MS
                turn.waits_since = turn.spent if clock.ours else None
            elif turn.waits_since is not None and not clock.ours:
                # Back: what he was waited for is not his time.
                turn.due_after += min(RETURN_MS, turn.spent - turn.waits_since)
                turn.waits_since = None


def _begun(hand: Hand, clock: SeatClock) -> _Turn:
    if clock.automatic:
        return _Turn(clock, 0, most=timing.AUTOMATIC_MS + LATE_MS)
    whole = int(hand.options[clock.pace.option]) * 1000 + clock.bank
    return _Turn(clock, whole, most=whole + timing.GRACE_MS + timing.AWAY_PER_HAND_MS + LATE_MS)


def _slept(step: Step) -> bool:
    """The table was woken so late that it gives back all the time since it stirred."""
    deadline = step.before.deadline
    if deadline is None or isinstance(step.message, Stood | Restarted):
        return False
    return step.table.now - max(deadline, step.before.now) > timing.SLEPT_MS
