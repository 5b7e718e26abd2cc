"""Connections that come and go: who somebody is, take-over, moving house, absence and return."""

from protocol import events
from protocol.codec import encode
from protocol.errors import CloseCode, ErrorCode
from protocol.ids import Millis, Ref
from protocol.outbound import Rejected
from server.table import banking, play, returning
from server.table.effects import Drop, Frame, Kind
from server.table.messages import Attach, AttachBot, ConnId
from server.table.people import CREATOR, Person
from server.table.state import Table


def refusal(t: Table, hello: Attach, now: Millis) -> Frame | Drop | None:
    """Why whoever says Hello does not come in; None where he does. Changes nothing."""
    if t.closed:
        return Drop(hello.conn, CloseCode.ROOM_CLOSED)
    if hello.move is not None:
        person = t.people.of_move_code(hello.move, now)
        return _refused(hello.conn, ErrorCode.MOVE_CODE_INVALID) if person is None or person.barred else None
    if hello.token is None:
        return None if t.people.has_room() else _refused(hello.conn, ErrorCode.ROOM_FULL)
    known = t.people.of_token(hello.token)
    if known is None:
        moved = t.people.was_revoked(hello.token)
        return _refused(hello.conn, ErrorCode.TOKEN_MOVED if moved else ErrorCode.TOKEN_UNKNOWN)
    return Drop(hello.conn, CloseCode.KICKED) if known.barred else None


def attach(t: Table, hello: Attach) -> None:
    """Find out who says Hello and is not refused. A seat's token takes its seat over at once (design 6)."""
    if hello.move is not None:
        _move_in(t, hello)
    elif hello.token is not None:
        known = t.people.of_token(hello.token)
        if known is not None:
            _connect(t, known, hello.conn)
    else:
        person = t.people.newcomer(hello.fresh)
        _give(t, hello)
        _connect(t, person, hello.conn)


def attach_bot(t: Table, message: AttachBot) -> None:
    """The house plays this bot."""
    bot = t.people.get(message.player)
    if bot is None or not bot.bot:
        t.out.append(Drop(message.conn, CloseCode.ROOM_CLOSED))
        return
    _connect(t, bot, message.conn)


def detach(t: Table, conn: ConnId) -> None:
    """A connection is gone; a connection that was replaced before says nothing any more."""
    person = t.people.of_conn(conn)
    if person is None:
        return
    t.people.disconnect(person, t.now)
    t.touch()
    chair = t.chair_of(person)
    if chair is None or person.bot:
        return
    chair.allowance.new_drop()
    t.tell(events.WentAway(person.id, chair.seat))
    if t.running is not None and (clock := t.running.clocks.get(chair.seat)) is not None and t.in_hand(chair.seat):
        clock.owner_left(t.now, chair.allowance)


def _connect(t: Table, person: Person, conn: ConnId) -> None:
    was_away = person.away_since is not None
    replaced = t.people.connect(person, conn)
    if replaced is not None:
        t.out.append(Drop(replaced, CloseCode.TAKEN_OVER))
    t.fresh.append(conn)
    t.touch()
    returning.came(t, person)
    chair = t.chair_of(person)
    if chair is None or person.bot or not was_away:
        return
    t.tell(events.CameBack(person.id, chair.seat))
    banking.came_back(t, person)
    play.give_back(t, chair)


def _move_in(t: Table, hello: Attach) -> None:
    """A one-time code moves a seat to this device and revokes the old token."""
    person = None if hello.move is None else t.people.of_move_code(hello.move, t.now)
    if person is None:
        return
    if person.conn is not None and person.conn != hello.conn:
        t.out.append(Drop(person.conn, CloseCode.MOVED))
        t.people.disconnect(person, t.now)
        person.away_since = None
    t.people.give_token(person, hello.fresh)
    t.tell(events.SeatMoved(person.id, person.seat, by_host=False))
    _give(t, hello)
    _connect(t, person, hello.conn)


def renew(t: Table, fresh: str) -> None:
    """A new token for the creator; one who came has his already, and keeps it."""
    creator = t.people.get(CREATOR)
    if creator is not None and creator.last_ref == 0 and creator.seat is None and creator.conn is None:
        t.people.give_token(creator, fresh)


def _give(t: Table, hello: Attach) -> None:
    """The Welcome carries the new token; told again from the journal there is nobody to carry it to."""
    if hello.secret is not None:
        t.tokens[hello.conn] = hello.secret.text


def _refused(conn: ConnId, code: ErrorCode) -> Frame:
    ref: Ref | None = None
    return Frame(conn, Kind.ANSWER, encode(Rejected(ref, code)))
