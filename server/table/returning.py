"""After a restart: everybody is gone at once, by no fault of his own, and is waited for."""

from typing import Final

from protocol.ids import Millis
from server.table import pausing
from server.table.effects import BotWanted
from server.table.people import Person
from server.table.state import Returning, Table

RETURN_MS: Final = 30_000
"""So long a seat's clock, and what runs between hands, wait for who was here (design 5)."""


def restarted(t: Table, epoch: int) -> None:
    """All connections are gone, and the house's with them; the time of the outage is given back already."""
    t.epoch = epoch
    awaited = set()
    for person in list(t.people.connected.values()):
        t.people.disconnect(person, t.now)
        if person.bot:
            t.out.append(BotWanted(person.id))
            continue
        chair = t.chair_of(person)
        if chair is None:
            continue
        awaited.add(person.id)
        chair.allowance.new_drop()
        if t.running is not None and (clock := t.running.clocks.get(chair.seat)) is not None and t.in_hand(chair.seat):
            clock.server_left(t.now, Millis(RETURN_MS))
    t.returning = Returning(t.now, Millis(t.now + RETURN_MS), awaited) if awaited and t.running is None else None
    t.touch()


def came(t: Table, person: Person) -> None:
    """Somebody is back."""
    if t.returning is not None:
        t.returning.awaited.discard(person.id)
        see_to(t)


def see_to(t: Table) -> None:
    """When all are back, or the wait is over, what runs between hands goes on with what it had."""
    waited = t.returning
    if waited is None or (waited.awaited and t.now < waited.until):
        return
    t.returning = None
    pausing.shift_between_hands(t, Millis(t.now - waited.began))
    t.touch()
