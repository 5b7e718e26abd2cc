"""Everybody a room knows: players, visitors and bots, their tokens and their answers."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from protocol.ids import Millis, PlayerId, Ref, Seat
from protocol.outbound import Answer, Done
from protocol.texts import same_name
from protocol.views import Outcome, Request
from server.table.messages import ConnId

ANSWERS_KEPT: Final = 32
"""Answers of a player that a repeated command gets again (design 5)."""
CREATOR: Final = PlayerId(1)
"""Who made the room."""
MOST_PEOPLE: Final = 200
"""Records a room keeps; visitors who never sat and are gone make room first."""
MOST_WATCHERS: Final = 60
"""Connected and without a seat: each of them is one more view of every action."""
_MOST_REVOKED: Final = 500
MOVE_CODE_MS: Final = 600_000
"""A one-time code lives 10 minutes (design 6)."""


@dataclass(slots=True, repr=False)
class Person:
    """Somebody with a number in this room."""

    id: PlayerId
    token_hash: str | None
    bot: bool = False
    name: str = ""
    seat: Seat | None = None
    conn: ConnId | None = None
    away_since: Millis | None = None
    barred: bool = False
    trusted: bool = False
    """Has sat here before or was let in: sits without asking again."""
    request: Request | None = None
    move_hash: str | None = None
    move_until: Millis = Millis(0)
    sees_from: int = 0
    """The first hand whose cards whoever holds the token now may see again: those of before were another's."""
    last_ref: Ref = Ref(0)
    answers: list[Answer] = field(default_factory=list)
    """Of the newest commands, those that say more than that it was done."""
    done: list[Ref] = field(default_factory=list)
    """Of the newest commands, those that were just done: nearly all of them, and kept with every snapshot."""
    answered: Outcome | None = None

    def remember(self, answer: Answer | None, outcome: Outcome) -> None:
        """Keep the answer of the newest command; None: it was done."""
        answers, done = self.answers, self.done
        self.last_ref = outcome.ref
        self.answered = outcome
        if answer is None:
            done.append(outcome.ref)
        else:
            answers.append(answer)
        if len(answers) + len(done) > ANSWERS_KEPT:
            if done and (not answers or done[0] < (answers[0].ref or 0)):
                del done[0]
            else:
                del answers[0]

    def answer_to(self, ref: Ref) -> Answer | None:
        """The kept answer to a repeated command; None where it is too old."""
        if ref in self.done:
            return Done(ref)
        return next((answer for answer in self.answers if answer.ref == ref), None)

    def forget_answers(self) -> None:
        """Nothing is said twice: what was asked before was another's."""
        self.answers.clear()
        self.done.clear()


class People:
    """All persons of one room by number, token and connection."""

    def __init__(self, known: Iterable[Person] = (), revoked: Iterable[str] = (), next_id: int = 1) -> None:
        self.by_id: dict[PlayerId, Person] = {person.id: person for person in known}
        """To look up; changed by this class alone."""
        self._by_token: dict[str, Person] = {one.token_hash: one for one in self if one.token_hash is not None}
        self._by_conn: dict[ConnId, Person] = {one.conn: one for one in self if one.conn is not None}
        self.revoked: deque[str] = deque(revoked, maxlen=_MOST_REVOKED)
        """Digests of tokens that were replaced."""
        self.next_id = next_id

    def __iter__(self) -> Iterator[Person]:
        return iter(self.by_id.values())

    def __getitem__(self, player: PlayerId) -> Person:
        return self.by_id[player]

    def get(self, player: PlayerId | None) -> Person | None:
        return None if player is None else self.by_id.get(player)

    def of_token(self, token_hash: str) -> Person | None:
        return self._by_token.get(token_hash)

    def of_conn(self, conn: ConnId) -> Person | None:
        return self._by_conn.get(conn)

    def of_move_code(self, code_hash: str, now: Millis) -> Person | None:
        """Whose unexpired one-time code this is."""
        return next((one for one in self if one.move_hash == code_hash and now < one.move_until), None)

    def was_revoked(self, token_hash: str) -> bool:
        return token_hash in self.revoked

    @property
    def connected(self) -> dict[ConnId, Person]:
        return self._by_conn

    @property
    def present(self) -> int:
        """How many are connected, without bots."""
        return sum([not person.bot for person in self._by_conn.values()])

    def has_room(self) -> bool:
        """Whether one more visitor may come: for whom strangers who are gone make room."""
        if sum(person.seat is None for person in self._by_conn.values()) >= MOST_WATCHERS:
            return False
        return len(self.by_id) < MOST_PEOPLE or any(map(_is_gone_stranger, self))

    def newcomer(self, token_hash: str) -> Person:
        """A visitor. Where there are too many people, strangers who are gone are forgotten."""
        if len(self.by_id) >= MOST_PEOPLE:
            for person in [one for one in self if _is_gone_stranger(one)]:
                self.forget(person)
        return self.add(token_hash)

    def add(self, token_hash: str | None, *, bot: bool = False) -> Person:
        """A new person."""
        person = Person(PlayerId(self.next_id), token_hash, bot)
        self.next_id += 1
        self.by_id[person.id] = person
        if token_hash is not None:
            self._by_token[token_hash] = person
        return person

    def forget(self, person: Person) -> None:
        """Remove a record that nothing refers to."""
        self.by_id.pop(person.id, None)
        if person.token_hash is not None:
            self._by_token.pop(person.token_hash, None)
        if person.conn is not None:
            self._by_conn.pop(person.conn, None)

    def connect(self, person: Person, conn: ConnId) -> ConnId | None:
        """Give ``person`` this connection; the one that it replaces, if any."""
        old = person.conn
        if old is not None:
            self._by_conn.pop(old, None)
        person.conn = conn
        person.away_since = None
        self._by_conn[conn] = person
        return old if old != conn else None

    def disconnect(self, person: Person, now: Millis) -> None:
        if person.conn is not None:
            self._by_conn.pop(person.conn, None)
        person.conn = None
        person.away_since = now

    def give_token(self, person: Person, token_hash: str) -> None:
        """Replace the proof of identity; the old one is remembered as revoked."""
        if person.token_hash is not None:
            self._by_token.pop(person.token_hash, None)
            self.revoked.append(person.token_hash)
        person.token_hash = token_hash
        person.move_hash = None
        self._by_token[token_hash] = person

    def free_name(self, wanted: str, person: Person) -> str:
        """``wanted``, with a number behind it where somebody at the table is called alike."""
        taken = [one.name for one in self if one is not person and one.name and (one.trusted or one.request)]
        name, number = wanted, 2
        while any(same_name(name, other) for other in taken):
            name = f"{wanted[:17].rstrip()} {number}"
            number += 1
        return name


def _is_gone_stranger(person: Person) -> bool:
    return person.conn is None and not person.trusted and not person.barred and not person.bot
