"""What players may tell a table. Every handler refuses before it changes anything."""

from protocol import events
from protocol import inbound as ask
from protocol.errors import ErrorCode
from protocol.ids import Millis
from protocol.outbound import Answer, HandLog, MoveCode
from protocol.views import Request
from server.rules.game import RuleViolation
from server.table import banking, chairs, play
from server.table.host import host_command
from server.table.people import MOVE_CODE_MS, Person
from server.table.seating import Chair
from server.table.state import CHAT_KEPT, Refused, Table
from server.table.tokens import digest


def carry_out(t: Table, person: Person, command: ask.AnyCommand, fresh: str) -> Answer | None:
    """Do what ``person`` says. None: carried out, and the view shows it; Refused: nothing was done."""
    if t.closed:
        raise Refused(ErrorCode.ROOM_CLOSED)
    match command:
        case ask.Act():
            _act(t, person, command)
        case ask.Next():
            _next(t, person, command)
        case ask.Sit():
            _sit(t, person, command)
        case ask.Claim():
            _claim(t, person, command)
        case ask.Leave():
            _leave(t, person, command)
        case ask.SitOut():
            chairs.sit_out(t, _chair(t, person), command.ref)
        case ask.SitIn():
            chairs.sit_in(t, _chair(t, person), command.ref)
        case ask.Bank():
            _chair(t, person)
            banking.answer(t, person, take=command.take, ref=command.ref)
        case ask.Rebuy():
            _rebuy(t, person, command)
        case ask.Say():
            _say(t, person, command)
        case ask.React():
            _named(person)
            t.tell(events.Reacted(person.id, person.name, command.kind))
        case ask.Log():
            return _log(t, command)
        case ask.MoveSeat():
            person.move_hash, person.move_until = digest(fresh), Millis(t.now + MOVE_CODE_MS)
            return MoveCode(command.ref, fresh, person.move_until)
        case ask.Host():
            host_command(t, person, command)
    return None


def _chair(t: Table, person: Person) -> Chair:
    chair = t.chair_of(person)
    if chair is None or chair.status in {"leaving", "kicked"}:
        raise Refused(ErrorCode.NOT_SEATED)
    return chair


def _named(person: Person) -> None:
    if not person.name:
        raise Refused(ErrorCode.NOT_SEATED)


def _act(t: Table, person: Person, command: ask.Act) -> None:
    chair = t.chair_of(person)
    if chair is None:
        raise Refused(ErrorCode.NOT_SEATED)
    hand = t.hand
    if hand is None or hand.players.get(chair.seat) != person.id:
        raise Refused(ErrorCode.NO_HAND)
    if t.pause is not None:
        raise Refused(ErrorCode.PAUSED)
    question = hand.questions.get(chair.seat)
    if question is None:
        raise Refused(ErrorCode.NO_HAND if hand.over else ErrorCode.NOT_YOUR_TURN)
    if question.turn != command.turn:
        raise Refused(ErrorCode.STALE_TURN)
    try:
        play.act(t, chair, command.action, command.ref, command.turn)
    except RuleViolation as error:
        raise Refused(ErrorCode.ILLEGAL_ACTION, error.rule_id) from None
    chair.timeouts = 0


def _sit(t: Table, person: Person, command: ask.Sit) -> None:
    if person.seat is not None:
        raise Refused(ErrorCode.ALREADY_SEATED)
    chair = t.seating.get(command.seat)
    if chair is None or not chairs.stays(t, chair.seat):
        raise Refused(ErrorCode.SEAT_UNKNOWN)
    owner = t.people.get(chair.player)
    if (owner is not None and not owner.bot) or (chair.heir is not None and chair.heir != person.id):
        raise Refused(ErrorCode.SEAT_TAKEN)
    if person.request is not None or any(other.heir == person.id for other in t.seating):
        raise Refused(ErrorCode.ALREADY_ASKED)
    if person.id != t.host:
        if t.locked and not person.trusted:
            raise Refused(ErrorCode.ROOM_LOCKED)
        if t.ask and not person.trusted:
            _request(t, person, "sit", chair, command.name, command)
            return
    chairs.take_chair(t, person, chair, command.name, command.ref)


def _claim(t: Table, person: Person, command: ask.Claim) -> None:
    if person.seat is not None:
        raise Refused(ErrorCode.ALREADY_SEATED)
    chair = t.seating.get(command.seat)
    owner = None if chair is None else t.people.get(chair.player)
    if chair is None or owner is None or owner.bot:
        raise Refused(ErrorCode.SEAT_UNKNOWN)
    if owner.conn is not None:
        raise Refused(ErrorCode.NOT_AWAY)
    if person.request is not None or any(other.heir == person.id for other in t.seating):
        raise Refused(ErrorCode.ALREADY_ASKED)
    _request(t, person, "claim", chair, command.name, command)


def _request(t: Table, person: Person, kind: events.AskKind, chair: Chair, name: str, command: ask.Command) -> None:
    person.request = Request(person.id, name, kind, chair.seat)
    t.tell(events.Asked(person.id, name, kind))


def _leave(t: Table, person: Person, command: ask.Leave) -> None:
    """Idempotent: who has no seat, and waits for none, has left already."""
    for chair in t.seating:
        if chair.heir == person.id:
            chair.heir = None
            t.touch()
    if person.request is not None and person.seat is None:
        t.touch()
        person.request = None
    chair_or_none = t.chair_of(person)
    if chair_or_none is None or chair_or_none.status in {"leaving", "kicked"}:
        return
    dealt_in = t.in_hand(chair_or_none.seat)
    chairs.give_up(t, chair_or_none, "left", command.ref)
    if dealt_in:
        if person.id == t.host:
            t.pass_host("left")
        play.leave_hand(t, chair_or_none.seat)
        if t.running is not None and chair_or_none.seat in t.running.clocks:
            play.run_clock(t, chair_or_none.seat)


def _next(t: Table, person: Person, command: ask.Next) -> None:
    chair = _chair(t, person)
    if t.running is not None:
        raise Refused(ErrorCode.HAND_RUNNING)
    if not chair.next or (t.idle and not person.bot):
        chair.next = True
        # Bots say it by themselves; hands that nobody stakes in end when a person wants another.
        t.idle = t.idle if person.bot else 0
        t.touch()


def _rebuy(t: Table, person: Person, command: ask.Rebuy) -> None:
    chair = _chair(t, person)
    if t.options["rebuy"] != "host_approves" or t.ledger.balance(person.id) >= t.least_stack:
        raise Refused(ErrorCode.REBUY_REFUSED)
    if t.in_hand(chair.seat):
        raise Refused(ErrorCode.HAND_RUNNING)
    if person.request is not None:
        raise Refused(ErrorCode.ALREADY_ASKED)
    _request(t, person, "rebuy", chair, person.name, command)


def _say(t: Table, person: Person, command: ask.Say) -> None:
    _named(person)
    said = events.Said(person.id, person.name, command.text, t.now)
    t.chat.append(said)
    del t.chat[:-CHAT_KEPT]
    t.tell(said)


def _log(t: Table, command: ask.Log) -> Answer:
    log = t.log.get(command.hand)
    if log is None:
        raise Refused(ErrorCode.NO_HAND)
    return HandLog(command.ref, command.hand, tuple(log), tuple(t.chat))
