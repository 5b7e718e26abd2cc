"""Who is the banker: kept until passed on, else offered round in deal order (rules.md 7.1, XD-Q02, XD-Q03)."""

from collections.abc import Callable
from typing import Final

from protocol import events
from protocol.errors import ErrorCode
from protocol.ids import Millis, Ref
from server.table.people import Person
from server.table.seating import Chair
from server.table.state import Refused, Table

OFFER_MS: Final = 10_000
"""To say yes to the bank; no answer is a no."""


def ready(t: Table) -> list[Chair]:
    """The chairs that would be dealt in now."""
    # In line for all of them: after each step between hands.
    least, balances = t.least_stack, t.ledger.balances
    return [
        chair
        for chair in t.seating.chairs
        if chair.player is not None and chair.status == "in" and balances.get(chair.player, 0) >= least
    ]


def settled(t: Table) -> bool:
    """Whether somebody who will be dealt in has the bank."""
    bank = t.bank
    if bank.banker is None or bank.seat is None:
        return False
    chair = t.seating.get(bank.seat)
    return (
        chair is not None
        and chair.player == bank.banker
        and chair.status == "in"
        and t.ledger.balances.get(bank.banker, 0) >= t.least_stack
    )


def hand_begins(t: Table) -> None:
    """Note whether the banker is there to play it."""
    banker = t.people.get(t.bank.banker)
    t.bank.absent = banker is not None and not banker.bot and banker.conn is None


def came_back(t: Table, person: Person) -> None:
    """A banker who is back in time keeps the bank."""
    if person.id == t.bank.banker:
        t.bank.absent = False


def hand_over(t: Table, *, counted: bool) -> None:
    """After a hand a banker who passed, or was away all the time, gives the bank up; by option all have it in turn.

    One that does not count, being void, was nobody's turn and nobody's absence.
    """
    bank = t.bank
    over = bank.absent or t.options.get("banker_rotation") == "every_hand"
    if bank.passing or (counted and over):
        bank.refused = {bank.banker} if bank.passing and bank.banker is not None else set()
        bank.banker = None
    bank.passing, bank.absent = False, False


def see_to(t: Table, enough_for: Callable[[Table], bool]) -> None:
    """Between hands: while nobody has the bank, and there are enough for a hand, ask one after the other."""
    bank = t.bank
    if settled(t):
        return
    enough = enough_for(t)
    if bank.banker is not None and (enough or not any(_holds(t, chair) for chair in t.seating)):
        bank.banker = None
        bank.refused = set()
        t.touch()
    if not enough:
        if bank.asked is not None:
            bank.asked, bank.due = None, None
            t.touch()
        return
    asked = None if bank.asked is None else t.seating.get(bank.asked)
    if asked is not None and asked in ready(t) and asked.player is not None:
        if bank.due is None or t.now < bank.due:
            return
        _no(t, asked, None)
    _ask_next(t)


def deadline(t: Table) -> Millis | None:
    """When an offer of the bank runs out."""
    return t.bank.due if t.game.has_banker and t.running is None else None


def answer(t: Table, person: Person, *, take: bool, ref: Ref) -> None:
    """Take the bank or pass it on, in a hand for after it. NOT_OFFERED where it is somebody else's."""
    chair = t.chair_of(person)
    if chair is None or not t.game.has_banker:
        raise Refused(ErrorCode.NOT_OFFERED)
    mine = t.bank.banker == person.id
    if t.running is not None:
        if not mine:
            raise Refused(ErrorCode.HAND_RUNNING)
        if t.bank.passing == take:
            t.bank.passing = not take
            t.touch()
        return
    if take:
        _take(t, person, chair, ref)
    elif mine or t.bank.asked == chair.seat:
        _no(t, chair, ref)
    else:
        raise Refused(ErrorCode.NOT_OFFERED)


def _take(t: Table, person: Person, chair: Chair, ref: Ref) -> None:
    """A free bank is anybody's who is asked, or whom nobody is asked before; a bot gives it up to a person."""
    bank = t.bank
    if bank.banker == person.id:
        return
    holder = t.people.get(bank.banker)
    free = bank.banker is None and bank.asked in {None, chair.seat}
    if chair not in ready(t) or not (free or (holder is not None and holder.bot)):
        raise Refused(ErrorCode.NOT_OFFERED)
    bank.banker, bank.seat = person.id, chair.seat
    bank.asked, bank.due, bank.refused = None, None, set()
    t.tell(events.BankTaken(person.id, chair.seat))


def _no(t: Table, chair: Chair, ref: Ref | None) -> None:
    if chair.player is None:
        return
    bank = t.bank
    was_asked = bank.banker != chair.player
    bank.refused.add(chair.player)
    bank.banker = None
    bank.asked, bank.due = None, None
    t.tell(events.BankPassed(chair.player, chair.seat, was_asked))


def _ask_next(t: Table) -> None:
    """In deal order from where the bank was, at first from the host (XD-Q02); people before bots."""
    bank = t.bank
    host = t.people.get(t.host)
    count = len(t.seating)
    first = bank.seat - 1 if bank.seat is not None else (0 if host is None or host.seat is None else host.seat)
    order = sorted(ready(t), key=lambda chair: (_is_bot(t, chair), (first - chair.seat) % count))
    heirs = [chair for chair in order if chair.player not in bank.refused and _here(t, chair)]
    before = bank.asked
    if not heirs:
        bank.asked, bank.due = None, None
    else:
        bank.asked, bank.due = heirs[0].seat, Millis(t.now + OFFER_MS)
        if heirs[0].player is not None:
            t.tell(events.BankOffered(heirs[0].player, heirs[0].seat))
    if bank.asked != before:
        t.touch()


def _holds(t: Table, chair: Chair) -> bool:
    """Whether the banker sits here, where he became it."""
    return chair.player is not None and (chair.player, chair.seat) == (t.bank.banker, t.bank.seat)


def _is_bot(t: Table, chair: Chair) -> bool:
    person = t.people.get(chair.player)
    return person is not None and person.bot


def _here(t: Table, chair: Chair) -> bool:
    """Who is away cannot answer."""
    person = t.people.get(chair.player)
    return person is not None and (person.bot or person.conn is not None)
