"""Sitting down, standing up, sitting out; points on the way in; and what a hand boundary lets happen."""

from typing import Final

from protocol import events
from protocol.errors import CloseCode
from protocol.events import LeaveCause
from protocol.ids import Chips, PlayerId, Ref, Seat
from server.table import entries
from server.table.effects import BotWanted
from server.table.entries import LedgerKind
from server.table.ledger import HOUSE
from server.table.people import Person
from server.table.seating import Chair
from server.table.state import Options, Table

BOT_NAMES: Final = ("Mít", "Ổi", "Xoài", "Na", "Bưởi", "Cam", "Dừa", "Nhãn", "Vải", "Khế")


def sit(t: Table, person: Person, seat: Seat, name: str, ref: Ref | None) -> None:
    """Put somebody on a free chair; who is new here gets points."""
    person.name = name
    person.seat = seat
    person.request = None
    person.trusted = True
    t.seating.take(seat, person.id)
    t.record(entries.Named(t.now, person.id, name, person.bot))
    t.tell(events.SatDown(person.id, seat, name, person.bot))
    if not t.ledger.known(person.id):
        pay(t, "grant", person.id, t.game.grant(t.options))
    top_up(t, t.seating[seat])
    if t.host is None and not person.bot:
        t.new_host(person, "first")


def take_chair(t: Table, person: Person, chair: Chair, name: str, ref: Ref | None) -> None:
    """Sit down now, or after the hand where a bot is playing on this chair."""
    name = t.people.free_name(name, person)
    if chair.player is None:
        sit(t, person, chair.seat, name, ref)
    elif t.in_hand(chair.seat):
        person.name, person.trusted, person.request = name, True, None
        chair.heir = person.id
        t.touch()
    else:
        free(t, chair, "replaced")
        sit(t, person, chair.seat, name, ref)


def pay(t: Table, kind: LedgerKind, player: PlayerId, amount: int) -> None:
    """Points from the house: an entry of the book, never a win."""
    postings = {HOUSE: -amount, player: amount}
    t.ledger.post(kind, postings)
    t.record(entries.LedgerEntry(t.now, kind, t.hands, postings))


def top_up(t: Table, chair: Chair) -> None:
    """Between hands: who holds too little to be dealt in gets points, asks for them, or sits out (XT28-25)."""
    person = t.people.get(chair.player)
    if person is None or t.in_hand(chair.seat):
        return
    balance = t.ledger.balance(person.id)
    if balance >= t.least_stack:
        return
    if person.bot or t.options["rebuy"] == "auto":
        amount = Chips(t.game.grant(t.options) - balance)
        pay(t, "topup", person.id, amount)
        t.tell(events.ToppedUp(person.id, amount))
    elif chair.status == "in":
        chair.sit_out(t.now)
        t.tell(events.SitsOut(person.id, chair.seat, "broke"))


def sit_out(t: Table, chair: Chair, ref: Ref | None) -> None:
    """Not dealt in from the next hand; ``ref`` is None after two timeouts in a row."""
    if chair.status != "in" or chair.player is None:
        return
    chair.sit_out(t.now)
    t.tell(events.SitsOut(chair.player, chair.seat, "timeouts" if ref is None else "asked"))


def sit_in(t: Table, chair: Chair, ref: Ref | None) -> None:
    """Dealt in again from the next hand, points permitting."""
    if chair.status != "out" or chair.player is None:
        return
    chair.sit_in()
    t.tell(events.SitsIn(chair.player, chair.seat))
    top_up(t, chair)


def give_up(t: Table, chair: Chair, cause: LeaveCause, ref: Ref | None) -> None:
    """The chair is given up: free now, or after the hand that it is dealt into."""
    person = t.people.get(chair.player)
    if person is None:
        return
    t.touch()
    if t.in_hand(chair.seat):
        chair.status = "kicked" if cause == "kicked" else "leaving"
        t.tell(events.Leaving(person.id, chair.seat, cause))
    else:
        free(t, chair, cause)


def free(t: Table, chair: Chair, cause: LeaveCause) -> None:
    """Empty a chair. The balance stays in the book (rules.md 7.6)."""
    person = t.people.get(chair.player)
    heir = t.people.get(chair.heir)
    chair.free()
    chair.heir = None
    if person is not None:
        person.seat, person.request = None, None
        t.tell(events.StoodUp(person.id, chair.seat, person.name, cause))
        if person.bot:
            t.drop(person, CloseCode.ROOM_CLOSED)
            t.people.forget(person)
        if person.id == t.host:
            t.pass_host("left")
    if heir is not None and heir.seat is None and not heir.barred:
        sit(t, heir, chair.seat, heir.name, None)


def seat_bot(t: Table, chair: Chair) -> None:
    """A bot takes this chair; a player who sat out too long on it stands up, his points parked."""
    if chair.player is not None:
        give_up(t, chair, "replaced", None)
    taken = {person.name for person in t.people if person.bot}
    name = next((name for name in BOT_NAMES if name not in taken), f"{BOT_NAMES[0]} {chair.seat + 1}")
    bot = t.people.add(None, bot=True)
    t.touch()
    sit(t, bot, chair.seat, t.people.free_name(name, bot), None)
    t.out.append(BotWanted(bot.id))


def give_to(t: Table, owner: Person, visitor: Person) -> bool:
    """ "This is Lan": the visitor's device becomes the owner's, everybody is told (design 6); False: it cannot be."""
    if owner.conn is not None or visitor.token_hash is None or visitor.seat is not None or visitor.barred:
        return False
    conn, token_hash = visitor.conn, visitor.token_hash
    t.people.forget(visitor)
    if t.host == visitor.id:
        t.host = owner.id
    t.people.give_token(owner, token_hash)
    _keep_old_hand_from(t, owner)
    t.tell(events.SeatMoved(owner.id, owner.seat, by_host=True))
    if conn is not None:
        t.people.connect(owner, conn)
        t.fresh.append(conn)
    return True


def _keep_old_hand_from(t: Table, owner: Person) -> None:
    """Whoever holds the device now was not dealt the hand on the table, nor the answers of before (rules.md 7.4)."""
    owner.sees_from = t.hands + 1
    owner.forget_answers()
    owner.answered = None
    if t.hand is not None and owner.seat is not None and t.hand.players.get(owner.seat) == owner.id:
        del t.hand.players[owner.seat]
        t.hand.questions.pop(owner.seat, None)


def set_options(t: Table, options: Options) -> None:
    """The table's rules from now on; where they change the number of chairs, empty ones come or go."""
    t.options = options
    t.seating.resize(t.game.seats(options))


def stays(t: Table, seat: Seat) -> bool:
    """Whether this chair is still there after the hand: options that wait may take it away."""
    return seat < t.game.seats({**t.options, **t.later})


def settle(t: Table) -> None:
    """A hand boundary: leavers go, heirs and gifts arrive, points are topped up."""
    for chair in t.seating:
        if chair.status in {"leaving", "kicked"} and chair.player is not None:
            free(t, chair, "kicked" if chair.status == "kicked" else "left")
        elif chair.heir is not None:
            free(t, chair, "replaced")
    for owner_id, visitor_id in list(t.gifts.items()):
        owner, visitor = t.people.get(owner_id), t.people.get(visitor_id)
        if owner is not None and visitor is not None and owner.seat is not None:
            give_to(t, owner, visitor)
    t.gifts.clear()
    for chair in t.seating.taken:
        top_up(t, chair)
