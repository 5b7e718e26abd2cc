"""Connections that come and go: who somebody is, take-over, moving house, absence and return."""

from protocol import events
from protocol.codec import encode
from protocol.errors import CloseCode, ErrorCode
from protocol.ids import Ref
from protocol.outbound import Rejected
from server.table import banking, entries, play
from server.table.effects import Drop, Frame, Kind
from server.table.messages import Attach, AttachBot, ConnId
from server.table.people import Person, digest
from server.table.state import Table


def attach(t: Table, hello: Attach) -> None:
    """Find out who says Hello. A seat's token takes its seat over at once (design 6)."""
    if t.closed:
        t.out.append(Drop(hello.conn, CloseCode.ROOM_CLOSED))
        return
    if hello.move is not None:
        _move_in(t, hello)
        return
    if hello.token is None:
        if not t.people.has_room():
            _refuse(t, hello.conn, ErrorCode.ROOM_FULL)
            return
        person = t.people.add(hello.fresh)
        t.record(entries.PlayerJoined(t.now, person.id, person.token_hash))
        t.tokens[hello.conn] = hello.fresh
        _connect(t, person, hello.conn)
        return
    known = t.people.of_token(hello.token)
    if known is None:
        moved = t.people.was_revoked(hello.token)
        _refuse(t, hello.conn, ErrorCode.TOKEN_MOVED if moved else ErrorCode.TOKEN_UNKNOWN)
    elif known.barred:
        t.out.append(Drop(hello.conn, CloseCode.KICKED))
    else:
        _connect(t, known, hello.conn)


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
    t.record(entries.Away(t.now, person.id))
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
    chair = t.chair_of(person)
    if chair is None or person.bot or not was_away:
        return
    t.record(entries.Back(t.now, person.id))
    t.tell(events.CameBack(person.id, chair.seat))
    banking.came_back(t, person)
    play.give_back(t, chair)


def _move_in(t: Table, hello: Attach) -> None:
    """A one-time code moves a seat to this device and revokes the old token."""
    person = None if hello.move is None else t.people.of_move_code(hello.move, t.now)
    if person is None or person.barred:
        _refuse(t, hello.conn, ErrorCode.MOVE_CODE_INVALID)
        return
    if person.conn is not None and person.conn != hello.conn:
        t.out.append(Drop(person.conn, CloseCode.MOVED))
        t.people.disconnect(person, t.now)
        person.away_since = None
    t.people.give_token(person, digest(hello.fresh))
    t.record(entries.TokenMoved(t.now, person.id, digest(hello.fresh), by_host=False))
    t.tell(events.SeatMoved(person.id, person.seat, by_host=False))
    t.tokens[hello.conn] = hello.fresh
    _connect(t, person, hello.conn)


def _refuse(t: Table, conn: ConnId, code: ErrorCode) -> None:
    refused: Ref | None = None
    t.out.append(Frame(conn, Kind.ANSWER, encode(Rejected(refused, code))))
