"""Pictures of a table, built by inclusion from what a viewer may see."""

from typing import Final, NamedTuple

from protocol.codec import encode, encode_all, public_part, view_end
from protocol.ids import Chips, Millis, PlayerId, Turn
from protocol.play import Blocked, GameView, GameYou, Offer
from protocol.views import Bank, Clock, Pause, Person, SeatView, TableView, Waiting, YouView
from server.table import banking
from server.table import play as hands
from server.table.people import MOST_PEOPLE
from server.table.people import Person as Somebody
from server.table.state import Hand, Table

Kept = dict[PlayerId, tuple[YouView, bytes]]
"""Each viewer's own end of the newest frame, and what it was made from: an action changes those of one or two."""


class Still(NamedTuple):
    """What of the public table stays as it is, encoded around the rest.

    An action in a hand changes clocks and play; "next" after the hand changes chairs, or gives the bank on.
    """

    hand: Hand
    over: bool
    waits: int
    bank: Bank | None
    head: bytes
    tail: bytes


_MOVING: Final = b'"clocks":[],"play":null'
_CHAIRS: Final = b'"seats":[]'
"""Each is found first where it stands for what was left out: a text's own quotes would be escaped."""


def still(t: Table) -> Still | None:
    """Of a table in play or with a result, as it is now; None where no hand is."""
    hand = t.hand
    if hand is None or t.pause is not None or t.closed:
        return None
    if hand.over:
        head, _, tail = encode(_table_view(t, (), (), t.game.table_view(hand.state))).partition(_CHAIRS)
    else:
        head, _, tail = encode(_table_view(t, _seats(t), (), None)).partition(_MOVING)
    return Still(hand, hand.over, t.waits, _bank(t), head, tail)


def holds(t: Table, kept: Still) -> bool:
    """Whether it is still so, if all that was heard since is an action of the hand in play, or "next"."""
    # Who acts may have used up what he was waited for: the one thing on the chairs that an action changes.
    return (
        t.hand is kept.hand
        and kept.hand.over is kept.over
        and t.waits == kept.waits
        and (not kept.over or kept.bank == _bank(t))
    )


def public_bytes(t: Table, kept: Still | None = None) -> bytes:
    """The part of a view that everybody gets, encoded once, around what is ``still`` as it was."""
    events = encode_all(t.events)
    if kept is None:
        return public_part(t.version, t.epoch, events, encode(table_view(t)))
    if kept.over:
        # 3 us instead of 9.
        return public_part(t.version, t.epoch, events, kept.head, b'"seats":', encode_all(_seats(t)), kept.tail)
    # 4 us instead of 9.
    play = encode(t.game.table_view(kept.hand.state))
    clocks = encode_all(_clocks(kept.hand))
    return public_part(t.version, t.epoch, events, kept.head, b'"clocks":', clocks, b',"play":', play, kept.tail)


def frame_for(t: Table, public: bytes, person: Somebody, kept: Kept, hand: Hand | None = None) -> bytes:
    """One viewer's whole frame, around the part that all share.

    ``hand``: the hand on the table, where nothing was heard since the last picture but actions in it and "next", and
    of who said that nothing is ``kept``.
    """
    known = kept.get(person.id)
    if hand is not None and known is not None:
        you = known[0]
        # Who was asked, or is, has another part; others have where they see other cards: a game keeps what did not
        # change. Two or three of four views end here: 0.5 us each, 1.4 where one is made.
        if you.turn is None and you.seat not in hand.questions:
            if you.play is None or you.seat is None:
                return public + known[1]
            own = t.game.you_view(hand.state, you.seat)
            if own is you.play or own == you.play:
                return public + known[1]
    you = you_view(t, person, None if known is None else known[0])
    # To compare takes 0.2 us, to encode 0.7.
    if known is None or (known[0] is not you and known[0] != you):
        if len(kept) >= MOST_PEOPLE:
            kept.clear()
        known = kept[person.id] = (you, view_end(encode(you)))
    return public + known[1]


def table_view(t: Table) -> TableView:
    """The public part."""
    return _table_view(t, _seats(t), _clocks(t.running), None if t.hand is None else t.game.table_view(t.hand.state))


def _table_view(t: Table, seats: tuple[SeatView, ...], clocks: tuple[Clock, ...], play: GameView | None) -> TableView:
    people = t.people.by_id.values()
    return TableView(
        title=t.title,
        game=t.game.sheet.game,
        options=t.options,
        later=t.later,
        hand=t.hands,
        phase=t.phase,
        waiting=_waiting(t),
        seats=seats,
        host=t.host,
        locked=t.locked,
        ask=t.ask,
        requests=tuple([person.request for person in people if person.request is not None]),
        watchers=len([person for person in t.people.connected.values() if person.seat is None]),
        pause=None if t.pause is None else Pause(t.pause.by, t.pause.until),
        starts=t.countdown.due if t.phase == "starting" else t.result_until,
        clocks=clocks,
        play=play,
        bank=_bank(t),
        barred=tuple([Person(person.id, person.name) for person in people if person.barred]),
        listed=t.listed,
    )


def you_view(t: Table, person: Somebody, before: YouView | None = None) -> YouView:
    """What this viewer alone gets: ``before``, where it is plainly the same."""
    turn: Turn | None = None
    offers: tuple[Offer, ...] = ()
    blocked: tuple[Blocked, ...] = ()
    own: GameYou | None = None
    bank = Millis(0)
    seat, hand = person.seat, t.hand
    if seat is not None:
        bank = t.seating.chairs[seat].allowance.bank
        if hand is not None and hand.players.get(seat) == person.id:
            own = t.game.you_view(hand.state, seat)
            question = hand.questions.get(seat)
            if question is not None:
                turn, offers = question.turn, question.offers
                blocked = t.game.blocked(hand.state, seat)
    host = person.id == t.host
    if (
        # Of four at a table three are as they were: 0.4 us each, to make it anew and compare.
        before is not None
        and turn is None
        and before.turn is None
        and before.play == own
        and before.answered is person.answered
        and before.bank == bank
        and before.host is host
        and before.seat == seat
        and before.name == person.name
    ):
        return before
    # In the order of the fields: by name it takes twice as long.
    return YouView(person.id, person.name, seat, host, bank, turn, offers, blocked, own, person.answered)


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
    if t.game.has_banker and hands.people_ready(t) and not banking.settled(t):
        return "bank"
    return "host" if hands.people_ready(t) else "people"


def _bank(t: Table) -> Bank | None:
    if not t.game.has_banker:
        return None
    banker = t.people.get(t.bank.banker)
    return Bank(None if banker is None else banker.seat, t.bank.asked, t.bank.due, t.bank.passing)


def _seats(t: Table) -> tuple[SeatView, ...]:
    # All in one place, and fields in their order: 3 us for four chairs, 9 with a call for each thing that is asked.
    people, balances = t.people.by_id, t.ledger.balances
    seats = []
    for chair in t.seating.chairs:
        if chair.player is None or (person := people.get(chair.player)) is None:
            seats.append(SeatView(chair.seat))
            continue
        heir = None if chair.heir is None else people.get(chair.heir)
        seats.append(
            SeatView(
                chair.seat,
                person.id,
                person.name,
                person.bot,
                Chips(balances.get(person.id, 0)),
                chair.status,
                None if person.bot else person.away_since,
                chair.allowance.away,
                chair.next,
                None if heir is None else heir.name,
            )
        )
    return tuple(seats)


def _clocks(hand: Hand | None) -> tuple[Clock, ...]:
    if hand is None:
        return ()
    return tuple([Clock(clock.seat, clock.due, clock.bank, clock.left) for clock in hand.clocks.values()])
