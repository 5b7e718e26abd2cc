"""Stopping all clocks of a table, and setting them going with what was left (rules.md 7.2)."""

from typing import Literal

from protocol import events
from protocol.ids import Millis
from server.table import timing
from server.table.people import Person
from server.table.state import Pausing, Table


def pause(t: Table, person: Person) -> None:
    """Stop the clocks of turns, countdown and result."""
    t.pause = Pausing(person.id, t.now, Millis(t.now + timing.PAUSE_MS))
    t.tell(events.PauseBegan(person.id))
    if t.running is not None:
        for seat, clock in t.running.clocks.items():
            clock.pause(t.now, t.seating[seat].allowance)


def resume(t: Table, cause: Literal["resumed", "too_long", "host_gone"]) -> None:
    """Everybody has what he had."""
    if t.pause is None:
        return
    gap = Millis(t.now - t.pause.began)
    t.pause = None
    t.tell(events.PauseEnded(cause))
    shift_between_hands(t, gap)
    if t.running is not None:
        for seat, clock in t.running.clocks.items():
            clock.resume(t.now)
            person = t.people.get(t.seating[seat].player)
            if person is not None and person.conn is None and not person.bot:
                clock.owner_left(t.now, t.seating[seat].allowance)


def shift_between_hands(t: Table, gap: Millis) -> None:
    """Move the deadlines of what runs while nobody is to act: countdown, result, offer of the bank."""
    t.countdown.shift(gap)
    if t.bank.due is not None:
        t.bank.due = Millis(t.bank.due + gap)
    if t.result_until is not None:
        t.result_until = Millis(t.result_until + gap)


def shift_all(t: Table, gap: Millis) -> None:
    """The machine slept: move every open deadline by the time in which nobody could act (design 5)."""
    if t.running is not None:
        for clock in t.running.clocks.values():
            clock.shift(gap)
    shift_between_hands(t, gap)
    if t.pause is not None:
        t.pause.until = Millis(t.pause.until + gap)
        t.pause.began = Millis(t.pause.began + gap)
    if t.returning is not None:
        t.returning.began = Millis(t.returning.began + gap)
        t.returning.until = Millis(t.returning.until + gap)
    t.waits += 1
    for person in t.people:
        if person.away_since is not None:
            person.away_since = Millis(person.away_since + gap)
