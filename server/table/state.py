"""All that one table knows, and the small words its parts have in common."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from protocol.errors import CloseCode, ErrorCode
from protocol.events import HostCause, HostChanged, Said
from protocol.ids import Chips, Millis, PlayerId, RoomCode, Seat, Turn
from protocol.play import Event, Offer
from protocol.views import Phase
from server.cards.deck import Shuffler
from server.rules.game import AnyGame, OptionValue
from server.table import entries
from server.table.effects import Drop, Effect, Record
from server.table.ledger import Ledger
from server.table.messages import ConnId
from server.table.people import People, Person
from server.table.seating import Chair, Seating
from server.table.timing import Countdown, SeatClock

CHAT_KEPT: Final = 50
MOST_EVENTS: Final = 400
"""Public events of a hand that are kept; far more than any hand has."""

Options = dict[str, OptionValue]


class Refused(Exception):
    """A command that is not carried out; nothing has changed."""

    def __init__(self, code: ErrorCode, rule: str | None = None, problem: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.problem = problem


class Question(msgspec.Struct, frozen=True, gc=False):
    """What one seat may do now, and the id under which it answers."""

    turn: Turn
    offers: tuple[Offer, ...]

    def __repr__(self) -> str:
        # What is offered may depend on cards.
        return f"<Question {self.turn}>"


@dataclass(slots=True)
class Hand:
    """A hand in play, or the last one while its result is shown."""

    number: int
    options: Options
    stacks: dict[Seat, Chips]
    players: dict[Seat, PlayerId]
    button: Seat
    order: tuple[int, ...]
    began: Millis
    state: Any
    moves: list[entries.Move] = field(default_factory=list)
    questions: dict[Seat, Question] = field(default_factory=dict)
    clocks: dict[Seat, SeatClock] = field(default_factory=dict)
    timed_out: dict[Seat, int] = field(default_factory=dict)
    """The turn in which a seat's clock ran out: the rest of it is played at once (rules.md 7.3)."""
    over: bool = False


@dataclass(slots=True)
class Pausing:
    by: PlayerId
    began: Millis
    until: Millis


@dataclass(slots=True)
class Returning:
    """After a restart: until ``until`` what runs between hands waits for those who were here."""

    began: Millis
    until: Millis
    awaited: set[PlayerId]


@dataclass(slots=True)
class Banking:
    """Who is the banker, in games that have one, and who is being asked (XD-Q02, XD-Q03)."""

    banker: PlayerId | None = None
    seat: Seat | None = None
    """Where the banker sits, or sat last: the bank goes on from there."""
    asked: Seat | None = None
    due: Millis | None = None
    refused: set[PlayerId] = field(default_factory=set)
    """Said no, or nothing, since the bank was last free."""
    passing: bool = False
    """The banker gives the bank up after this hand."""
    absent: bool = False
    """The banker was away when the hand began, and has not come back since."""


@dataclass(slots=True, repr=False)
class Table:
    """One room's state. Its parts change it; the core carries it from message to message."""

    room: RoomCode
    game: AnyGame
    shuffler: Shuffler
    options: Options
    title: str
    epoch: int
    now: Millis
    people: People
    seating: Seating
    ledger: Ledger = field(default_factory=Ledger)
    later: Options = field(default_factory=dict)
    host: PlayerId | None = None
    locked: bool = False
    ask: bool = False
    listed: bool = False
    closed: bool = False
    phase: Phase = "waiting"
    hand: Hand | None = None
    hands: int = 0
    button: Seat | None = None
    voids: int = 0
    countdown: Countdown = field(default_factory=Countdown)
    result_until: Millis | None = None
    bank: Banking = field(default_factory=Banking)
    idle: int = 0
    """Hands in a row that nobody staked in."""
    start_wanted: bool = False
    """The host said so: the hand begins once the command is done."""
    returning: Returning | None = None
    pause: Pausing | None = None
    fresh: list[ConnId] = field(default_factory=list)
    """Connections that get a Welcome before their next view."""
    tokens: dict[ConnId, str] = field(default_factory=dict)
    """New tokens on their way to their owners, until the Welcome that carries them."""
    gifts: dict[PlayerId, PlayerId] = field(default_factory=dict)
    """Away owner to the visitor who gets the seat when the hand is over."""
    version: int = 0
    log: dict[int, list[Event]] = field(default_factory=dict)
    """Public events of this hand and the one before."""
    chat: list[Said] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    """Since the last version."""
    changed: bool = False
    waits: int = field(default=0, compare=False)
    """How often what a chair shows of a wait for its owner changed without a message of his: an action ended it, or
    the machine slept."""
    out: list[Effect] = field(default_factory=list)
    _least: tuple[AnyGame, Options, Chips] | None = field(default=None, init=False, compare=False)

    @property
    def least_stack(self) -> Chips:
        """With less nobody is dealt in."""
        # Asked several times for each step between hands; xì dách looks through sixteen options for it, in 1.5 us.
        known = self._least
        if known is None or known[0] is not self.game or known[1] is not self.options:
            known = self._least = (self.game, self.options, self.game.least_stack(self.options))
        return known[2]

    @property
    def running(self) -> Hand | None:
        """The hand in play."""
        return self.hand if self.hand is not None and not self.hand.over else None

    def tell(self, event: Event) -> None:
        """Something that everybody may know."""
        self.events.append(event)
        self.changed = True
        log = self.log.get(self.hands)
        if log is not None and len(log) < MOST_EVENTS and not isinstance(event, Said):
            log.append(event)

    def tell_all(self, events: Sequence[Event]) -> None:
        """What a game says of one step: as ``tell``, for what is no chat."""
        self.events += events
        self.changed = True
        log = self.log.get(self.hands)
        if log is not None:
            log += events[: MOST_EVENTS - len(log)]

    def record(self, entry: entries.AnyEntry) -> None:
        self.out.append(Record(entry))
        self.changed = True

    def touch(self) -> None:
        """A new version without an event."""
        self.changed = True

    def drop(self, person: Person, code: CloseCode) -> None:
        """Close somebody's connection for good."""
        if person.conn is not None:
            self.out.append(Drop(person.conn, code))
            self.people.disconnect(person, self.now)

    def chair_of(self, person: Person) -> Chair | None:
        return None if person.seat is None else self.seating.chairs[person.seat]

    def in_hand(self, seat: Seat) -> bool:
        """Whether the one who sits here was dealt into the hand in play."""
        player = self.seating[seat].player
        return self.running is not None and player is not None and self.running.players.get(seat) == player

    def seated(self, *, connected: bool = False) -> list[Person]:
        """People (not bots) on chairs that they have not given up, who sat down first in front."""
        found = []
        for chair in sorted(self.seating.taken, key=lambda chair: chair.since):
            person = self.people.get(chair.player)
            if person is None or person.bot or chair.status in {"leaving", "kicked"}:
                continue
            if person.conn is not None or not connected:
                found.append(person)
        return found

    def new_host(self, person: Person | None, cause: HostCause) -> None:
        self.host = None if person is None else person.id
        self.touch()
        if person is not None:
            person.trusted = True
            self.tell(HostChanged(person.id, cause))

    def pass_host(self, cause: HostCause) -> None:
        """The role goes to whoever has sat longest and is here; it stays where nobody is."""
        heirs = [person for person in self.seated(connected=True) if person.id != self.host]
        if heirs:
            self.new_host(heirs[0], cause)
