"""Pictures of a table, built by inclusion from what a viewer may see."""

from protocol.codec import encode, encode_all, public_part, view_frame
from protocol.ids import Millis, Seat, Turn
from protocol.play import Blocked, GameYou, Offer
from protocol.views import Bank, Clock, Pause, Person, Request, SeatView, TableView, Waiting, YouView
from server.table import banking, play
from server.table.people import Person as Somebody
from server.table.seating import Chair
from server.table.state import Table


def public_bytes(t: Table) -> bytes:
    """The part of a view that everybody gets, encoded once."""
    return public_part(t.version, t.epoch, encode(table_view(t)), encode_all(tuple(t.events)))


def frame_for(t: Table, public: bytes, person: Somebody) -> bytes:
    """One viewer's whole frame."""
    return view_frame(public, encode(you_view(t, person)))


def table_view(t: Table) -> TableView:
    """The public part."""
    return TableView(
        title=t.title,
        game=t.game.sheet.game,
        options=t.options,
        later=t.later,
        hand=t.hands,
        phase=t.phase,
        waiting=_waiting(t),
        seats=tuple(_seat(t, chair) for chair in t.seating),
        host=t.host,
        locked=t.locked,
        ask=t.ask,
        requests=_requests(t),
        watchers=sum(1 for person in t.people.connected.values() if person.seat is None),
        pause=None if t.pause is None else Pause(t.pause.by, t.pause.until),
        starts=t.countdown.due if t.phase == "starting" else t.result_until,
        clocks=_clocks(t),
        play=None if t.hand is None else t.game.table_view(t.hand.state),
        bank=_bank(t),
        barred=tuple(Person(person.id, person.name) for person in t.people if person.barred),
        listed=t.listed,
    )


def you_view(t: Table, person: Somebody) -> YouView:
    """What this viewer alone gets."""
    turn: Turn | None = None
    offers: tuple[Offer, ...] = ()
    blocked: tuple[Blocked, ...] = ()
    own: GameYou | None = None
    bank = Millis(0)
    if person.seat is not None:
        chair = t.seating[person.seat]
        bank = chair.allowance.bank
        hand = t.hand
        if hand is not None and hand.players.get(person.seat) == person.id:
            own = t.game.you_view(hand.state, person.seat)
            question = hand.questions.get(person.seat)
            if question is not None:
                turn, offers = question.turn, question.offers
                blocked = t.game.blocked(hand.state, person.seat)
    return YouView(
        player=person.id,
        name=person.name,
        seat=person.seat,
        host=person.id == t.host,
        bank=bank,
        turn=turn,
        offers=offers,
        blocked=blocked,
        play=own,
        answered=person.answered,
    )


def offers_of(t: Table, person: Somebody) -> tuple[Turn | None, tuple[Offer, ...]]:
    """What the sender of a refused command may do now."""
    if t.hand is None or person.seat is None or t.hand.players.get(person.seat) != person.id:
        return None, ()
    question = t.hand.questions.get(person.seat)
    return (None, ()) if question is None else (question.turn, question.offers)


def _waiting(t: Table) -> Waiting | None:
    if t.phase != "waiting":
        return None
    fewest, _ = t.game.needs(t.options)
    if len(banking.ready(t)) < fewest:
        return "players"
    if t.game.has_banker and play.people_ready(t) and not banking.settled(t):
        return "bank"
    return "host" if play.people_ready(t) else "people"


def _bank(t: Table) -> Bank | None:
    if not t.game.has_banker:
        return None
    banker = t.people.get(t.bank.banker)
    return Bank(None if banker is None else banker.seat, t.bank.asked, t.bank.due, t.bank.passing)


def _seat(t: Table, chair: Chair) -> SeatView:
    person = t.people.get(chair.player)
    if person is None:
        return SeatView(Seat(chair.seat))
    heir = t.people.get(chair.heir)
    return SeatView(
        seat=chair.seat,
        player=person.id,
        name=person.name,
        bot=person.bot,
        balance=t.ledger.balance(person.id),
        status=chair.status,
        away_since=None if person.bot else person.away_since,
        away_left=chair.allowance.away,
        next=chair.next,
        heir=None if heir is None else heir.name,
    )


def _requests(t: Table) -> tuple[Request, ...]:
    return tuple(person.request for person in t.people if person.request is not None)


def _clocks(t: Table) -> tuple[Clock, ...]:
    if t.running is None:
        return ()
    return tuple(Clock(clock.seat, clock.due, clock.bank, clock.left) for clock in t.running.clocks.values())
