"""A table without time, chance or network: messages in, effects out."""

from typing import Final

import msgspec

from protocol.codec import encode
from protocol.errors import CloseCode, ErrorCode
from protocol.ids import Millis, PlayerId, Ref, RoomCode
from protocol.outbound import Done, Rejected
from protocol.views import Outcome
from server.cards.deck import Shuffler
from server.rules.game import AnyGame
from server.table import arrivals, banking, host, pausing, play, returning, snapshot, timing, views
from server.table.commands import carry_out
from server.table.effects import Effect, Frame, Kind
from server.table.messages import (
    Attach,
    AttachBot,
    ConnId,
    Detach,
    Renew,
    Restarted,
    Shut,
    Stood,
    TableMessage,
    Told,
    Woke,
)
from server.table.people import People, Person
from server.table.pictures import Pictures
from server.table.seating import Seating
from server.table.state import Options, Refused, Table
from server.table.summary import RoomSummary, summed_up

IDLE_HANDS: Final = 3
"""After so many hands in a row without a stake the table waits for somebody to say "next" (rules.md 7.1)."""


class TableCore:
    """One table. Every call says what time it is and returns what is to be done, in order.

    A refused command is answered, and our own bug voids the hand in play: neither raises.
    """

    def __init__(self, table: Table) -> None:
        self._t = table
        self._pictures = Pictures()
        self.heard = False
        """Whether the message that was taken last has to be written down."""
        self.told = False
        """Whether more came of it than pictures."""

    @property
    def table(self) -> Table:
        """The state, for those who tell it again (server/table/retold.py)."""
        return self._t

    @property
    def room(self) -> RoomCode:
        return self._t.room

    @property
    def summary(self) -> RoomSummary:
        return summed_up(self._t)

    @property
    def people(self) -> int:
        """How many are connected, without bots."""
        return self._t.people.present

    @property
    def listed(self) -> bool:
        """The host shows the room on the first page."""
        return self._t.listed

    @property
    def version(self) -> int:
        """Grows by one with every change that anybody can see."""
        return self._t.version

    @property
    def joined(self) -> bool:
        """Whether anybody ever came."""
        return self._t.version > 0

    def snapshot(self) -> bytes:
        """The table, which must be without a hand."""
        if self._t.hand is not None:
            raise RuntimeError("a hand is on the table")
        return snapshot.taken(self._t)

    def knows(self, token_hash: str) -> bool:
        """Whether this is somebody's token here."""
        person = self._t.people.of_token(token_hash)
        return person is not None and not person.barred

    def player_of(self, conn: ConnId) -> PlayerId | None:
        """Whom this connection belongs to, once it is attached."""
        person = self._t.people.of_conn(conn)
        return None if person is None else person.id

    def receive(self, now: Millis, message: TableMessage) -> list[Effect]:
        """Take a message. An action read before its fallback is applied wins, however late the clock is.

        What changes nothing, time included, is answered and need not be ``heard`` again.
        """
        answer = self._answer_unchanged(now, message)
        self.heard = answer is None
        if answer is not None:
            return answer
        self._pictures.heard(message)
        self.hear(now, message)
        return self.finish()

    def wake(self, now: Millis) -> list[Effect]:
        """Do what is due."""
        return self.receive(now, Woke())

    def break_off(self, error: Exception) -> list[Effect]:
        """Our own bug outside the table kept it from going on: the hand in play is void."""
        play.break_off(self._t, error)
        return self.finish()

    def hear(self, now: Millis, message: TableMessage) -> None:
        """The first half of ``receive``: what the message itself does."""
        t = self._t
        if type(message) is Told:
            # Nearly all that is heard.
            try:
                if now - t.now > timing.SLEPT_MS:
                    self._catch_up(now)
                else:
                    t.now = now
                person = t.people.of_conn(message.conn)
                if person is not None:
                    self._command(person, message)
            except Exception as error:
                play.break_off(t, error)
            return
        if isinstance(message, Stood | Restarted):
            # What was heard since has its time from then on.
            stood_from = max(message.since, t.now) if isinstance(message, Stood) else t.now
            pausing.shift_all(t, Millis(now - stood_from))
            t.now = now
        else:
            self._catch_up(now)
        try:
            match message:
                case Attach():
                    arrivals.attach(t, message)
                case AttachBot():
                    arrivals.attach_bot(t, message)
                case Detach():
                    arrivals.detach(t, message.conn)
                case Woke():
                    self._do_what_is_due()
                case Stood():
                    t.touch()
                case Restarted():
                    returning.restarted(t, message.epoch)
                case Renew():
                    arrivals.renew(t, message.fresh)
                case Shut():
                    play.close(t, "operator")
        except Exception as error:
            play.break_off(t, error)

    def _do_what_is_due(self) -> None:
        t = self._t
        if t.pause is None and t.running is not None:
            for seat in [clock.seat for clock in t.running.clocks.values() if t.now >= clock.fires]:
                play.fall_back(t, seat)
        host.end_overlong(t)
        returning.see_to(t)

    @property
    def next_deadline(self) -> Millis | None:
        """When ``wake`` has something to do."""
        t = self._t
        if t.closed:
            return None
        hand = t.hand
        if hand is not None and not hand.over and t.pause is None and t.returning is None:
            # No countdown runs beside a hand. After each action: 0.4 us, 1.3 with all that could be asked.
            first = host.host_deadline(t)
            for clock in hand.clocks.values():
                fires = clock.fires
                if first is None or fires < first:
                    first = fires
            return first
        found = [host.host_deadline(t)]
        if t.pause is not None:
            found.append(t.pause.until)
        elif t.returning is not None:
            found.append(t.returning.until)
        else:
            found += (t.result_until, banking.deadline(t))
            if t.countdown.running:
                found.append(t.countdown.due)
        return min([due for due in found if due is not None], default=None)

    def _catch_up(self, now: Millis) -> None:
        """If the machine slept, give everybody the time back before anything else.

        When it fell asleep nobody knows, so all the time since the table last stirred counts: else the deadline that
        woke it would be due at once, and our sleep would play for that seat. A deadline that was past even then (an
        absent host's, when an heir appears) proves no sleep.
        """
        t = self._t
        # Less than that since anything was heard is no sleep, whatever was due.
        due = self.next_deadline if now - t.now > timing.SLEPT_MS else None
        if due is not None and now - max(due, t.now) > timing.SLEPT_MS:
            pausing.shift_all(t, Millis(now - t.now))
        t.now = now

    def _answer_unchanged(self, now: Millis, message: TableMessage) -> list[Effect] | None:
        """To strangers, to what was said before, and to connections that are none: nothing that a flood could fill."""
        t = self._t
        match message:
            case Told():
                person = t.people.of_conn(message.conn)
                if person is None:
                    return []
                ref = message.command.ref
                if ref > person.last_ref:
                    return None
                known = person.answer_to(ref) or Rejected(ref, ErrorCode.REF_TOO_OLD)
                return [Frame(message.conn, Kind.ANSWER, encode(known))]
            case Attach():
                refused = arrivals.refusal(t, message, now)
                return None if refused is None else [refused]
            case Detach():
                return None if t.people.of_conn(message.conn) else []
            case _:
                return None

    def _command(self, person: Person, message: Told) -> None:
        t = self._t
        ref = message.command.ref
        self._pictures.answered(person)
        before = t.changed
        t.changed = False
        try:
            answer = carry_out(t, person, message.command, message.fresh)
        except Refused as refused:
            self._refuse(person, ref, refused)
        except Exception as error:
            play.break_off(t, error)
            self._refuse(person, ref, Refused(ErrorCode.INTERNAL))
        else:
            person.remember(answer, Outcome(ref))
            # Else the view says it.
            if answer is not None or not t.changed:
                self._answer(person, answer or Done(ref))
        t.changed = t.changed or before

    def _refuse(self, person: Person, ref: Ref, refused: Refused) -> None:
        turn, offers = views.offers_of(self._t, person)
        rejected = Rejected(ref, refused.code, refused.rule, refused.problem, turn, offers)
        person.remember(rejected, Outcome(ref, refused.code))
        self._answer(person, rejected)

    def _answer(self, person: Person, answer: msgspec.Struct) -> None:
        if person.conn is not None:
            self._t.out.append(Frame(person.conn, Kind.ANSWER, encode(answer)))

    def finish(self) -> list[Effect]:
        """What follows by itself, then one frame for everybody whose picture changed."""
        t = self._t
        try:
            self.follow_on()
        except Exception as error:
            play.break_off(t, error)
        frames: list[Effect] = []
        if t.changed:
            t.version += 1
            frames = self._frames()
        self.told = bool(t.out)
        t.out += frames
        if t.closed:
            for person in list(t.people.connected.values()):
                t.drop(person, CloseCode.ROOM_CLOSED)
        return self.forget_output()

    def forget_output(self) -> list[Effect]:
        """Take what is to be done; what was said of it is said."""
        t = self._t
        t.events, t.changed = [], False
        if t.fresh or t.tokens:
            t.fresh = []
            t.tokens.clear()
        out, t.out = t.out, []
        return out

    def _frames(self) -> list[Effect]:
        t = self._t
        try:
            return self._pictures.frames(t)
        except Exception as error:
            play.break_off(t, error)
            # Without a hand the picture holds nothing that rules have made.
            t.hand = None
            return self._pictures.frames(t)

    def follow_on(self) -> None:
        """Countdowns: to the first hand, to the next, and from a result back to waiting."""
        t = self._t
        if t.closed or t.pause is not None or (t.hand is not None and not t.hand.over):
            return
        if t.start_wanted:
            t.start_wanted = False
            play.start(t)
            return
        if t.returning is not None:
            return
        if t.game.has_banker:
            banking.see_to(t, play.enough)
        if t.phase == "result":
            if t.result_until is not None and t.now < t.result_until and not play.all_tapped_next(t):
                return
            if play.can_start(t) and t.idle < IDLE_HANDS:
                play.start(t)
                return
            play.clear(t)
        self._count_down()

    def _count_down(self) -> None:
        t = self._t
        _, most = t.game.needs(t.options)
        by_itself = play.can_start(t) and t.idle < IDLE_HANDS and (t.hands > 0 or len(banking.ready(t)) == most)
        if not by_itself:
            if t.countdown.running:
                t.countdown.stop()
                t.phase = "waiting"
                t.touch()
            return
        if not t.countdown.running:
            t.countdown.begin(t.now, timing.FIRST_HAND_MS if t.hands == 0 else timing.NEXT_HAND_MS)
            t.phase = "starting"
            t.touch()
        if t.countdown.due is not None and t.now >= t.countdown.due:
            play.start(t)


def open_table(
    *,
    room: RoomCode,
    game: AnyGame,
    options: Options,
    title: str,
    epoch: int,
    creator: str,
    shuffler: Shuffler,
    now: Millis,
) -> TableCore:
    """A new room. Its creator is player 1 and the host; ``creator`` is the digest of his token."""
    people = People()
    t = Table(room, game, shuffler, options, title, epoch, now, people, Seating.empty(game.seats(options)))
    host = people.add(creator)
    t.new_host(host, "created")
    host.away_since = now
    core = TableCore(t)
    core.forget_output()
    return core
