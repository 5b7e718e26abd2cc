"""Hands: beginning, playing, the clock's fallbacks, results, and the voiding of a hand that our own bug broke."""

from collections.abc import Mapping
from typing import Final

from protocol import events
from protocol.events import VoidCause
from protocol.ids import Millis, PlayerId, Ref, Seat, Turn
from protocol.play import Action, Offer
from server.cards.deck import arranged, pack
from server.rules.game import Result, Step
from server.table import banking, chairs, entries, history, snapshot, timing
from server.table.banking import ready
from server.table.effects import Dealing, Fault, HandFinished, Retire
from server.table.ledger import HOUSE
from server.table.seating import Chair
from server.table.state import Hand, Question, Table
from server.table.timing import SeatClock

VOIDS_TO_CLOSE: Final = 3
"""Hands voided in a row after which a room is closed, its book intact (design 5)."""

RELOAD_MS: Final = 3_000
"""Who dropped no longer ago than this counts as here."""


def people_ready(t: Table) -> bool:
    """Bots and absent players alone do not play for ever (case B086)."""
    return _people_among(t, ready(t))


def _people_among(t: Table, those: list[Chair]) -> bool:
    people = [t.people.get(chair.player) for chair in those]
    return any(one is not None and not one.bot and one.conn is not None for one in people)


def can_start(t: Table) -> bool:
    return enough(t) and (not t.game.has_banker or banking.settled(t))


def enough(t: Table) -> bool:
    """Whether there are people for a hand, whoever has the bank."""
    fewest, _ = t.game.needs(t.options)
    return not t.closed and t.running is None and len(those := ready(t)) >= fewest and _people_among(t, those)


def start(t: Table) -> None:
    """Deal a hand to all who are ready."""
    # The hand before this one can still be asked for, and none of before.
    t.log = {number: log for number, log in t.log.items() if number == t.hands}
    # What follows is told again from here after a restart.
    before = snapshot.taken(t)
    t.countdown.clear()
    t.result_until, t.returning = None, None
    _, most = t.game.needs(t.options)
    dealt = [chair.seat for chair in ready(t)][:most]
    button = t.bank.seat if t.game.has_banker and t.bank.seat is not None else t.seating.next_button(t.button, dealt)
    t.button = button
    t.hands += 1
    t.log[t.hands] = []
    players = {seat: player for seat in dealt if (player := t.seating[seat].player) is not None}
    stacks = {seat: t.ledger.balance(player) for seat, player in players.items()}
    cards = pack(str(t.game.sheet.parameters["ranks"]))
    order = tuple(t.shuffler.order(len(cards)))
    t.out.append(Dealing(before, order))
    hand = Hand(t.hands, dict(t.options), stacks, players, button, order, t.now, None)
    t.hand = hand
    t.phase = "playing"
    banking.hand_begins(t)
    for chair in t.seating:
        # Of whoever is not dealt in too: what he said of an earlier result is no word on the next one.
        chair.next = False
    for seat in dealt:
        t.seating[seat].allowance.new_hand()
    t.tell(events.HandBegan(t.hands, button))
    try:
        _follow(t, hand, t.game.deal(hand.options, stacks, button, arranged(cards, order)), None)
    except Exception as error:
        break_off(t, error)


def act(t: Table, chair: Chair, action: Action, ref: Ref | None, turn: Turn) -> None:
    """Carry out an action that the clock or a player chose. RuleViolation passes through and has changed nothing."""
    hand = t.hand
    if hand is None:
        return
    step = t.game.apply(hand.state, chair.seat, action)
    clock = hand.clocks.get(chair.seat)
    if clock is not None:
        if clock.away_from is not None and (person := t.people.get(chair.player)) and person.conn is not None:
            clock.owner_back(t.now, chair.allowance)
            t.waits += 1
        if t.now > clock.due:
            chair.allowance.bank = Millis(chair.allowance.bank - clock.spend(t.now))
    if ref is not None:
        # Who acts is there: the rest of his turn is his again (XD-Q34).
        hand.timed_out.pop(chair.seat, None)
    shown_again = hand.over
    hand.moves.append(entries.Move(t.now, chair.seat, action))
    _follow(t, hand, step, chair.seat)
    if shown_again:
        t.record(history.finished(t, hand))


def fall_back(t: Table, seat: Seat) -> None:
    """The clock plays for a seat (rules.md 7.3)."""
    hand = t.running
    if hand is None or seat not in hand.clocks:
        return
    chair = t.seating[seat]
    clock = hand.clocks[seat]
    clock.owner_back(t.now, chair.allowance)
    hand.timed_out[seat] = clock.pace.turn
    try:
        action = t.game.fallback(hand.state, seat)
        if not clock.automatic:
            t.tell(events.TimedOut(seat))
        act(t, chair, action, None, hand.questions[seat].turn)
    except Exception as error:
        break_off(t, error)
        return
    # The hand may be over by this, and its bot's chair somebody else's.
    if not clock.automatic and chair.player == hand.players.get(seat):
        chair.timeouts += 1
        if chair.timeouts >= timing.TIMEOUTS_TO_SIT_OUT:
            chairs.sit_out(t, chair, None)


def leave_hand(t: Table, seat: Seat) -> None:
    """A seat leaves the table in the hand in play: what that means the rules say (rules.md 7.2)."""
    hand = t.running
    if hand is None or not t.in_hand(seat):
        return
    try:
        step = t.game.leave(hand.state, seat)
        hand.moves.append(entries.Move(t.now, seat, None))
        _follow(t, hand, step, seat)
    except Exception as error:
        break_off(t, error)


def void(t: Table, cause: VoidCause, error: BaseException | None = None) -> None:
    """Nothing of the hand counts. Balances change only with a result, so all that was put in is back by itself."""
    hand = t.running
    if hand is None:
        return
    hand.over = True
    hand.clocks, hand.questions = {}, {}
    t.hand = None
    t.record(entries.HandVoided(t.now, hand.number, cause))
    t.tell(events.HandVoided(hand.number, cause))
    if error is not None:
        t.voids += 1
        t.out.append(Fault("hand", error))
    _boundary(t, timing.NEXT_HAND_MS, counted=False)
    if t.voids >= VOIDS_TO_CLOSE and not t.closed:
        close(t, "faults")


def void_untold(t: Table, cause: VoidCause) -> None:
    """The hand that was dealt cannot be dealt again: its number is used up, and nothing was put in."""
    t.hands += 1
    t.log = {t.hands: []}
    t.record(entries.HandVoided(t.now, t.hands, cause))
    t.tell(events.HandVoided(t.hands, cause))
    t.countdown.clear()
    if cause == "fault":
        t.voids += 1
    _boundary(t, timing.NEXT_HAND_MS, counted=False)
    if t.voids >= VOIDS_TO_CLOSE:
        close(t, "faults")


def end_untold(t: Table, kept: entries.HandFinished) -> None:
    """The hand that was dealt cannot be dealt again, but it had its end, and is in the book already."""
    t.hands = kept.hand
    t.button = kept.button
    t.log = {t.hands: list(kept.events)}
    t.countdown.clear()
    t.voids = 0
    t.idle = 0 if kept.result.played else t.idle + 1
    t.touch()
    postings = _postings(kept.players, kept.result)
    if postings:
        t.ledger.post("result", postings)
        t.record(entries.LedgerEntry(t.now, "result", t.hands, postings))
    _boundary(t, timing.NEXT_HAND_MS, counted=True)


def break_off(t: Table, error: Exception) -> None:
    """Our own bug: the hand in play is void, and the table goes on."""
    if t.running is not None:
        void(t, "fault", error)
    else:
        # A result that was still shown goes: what is left can be kept, and holds nothing that rules have made.
        t.hand = None
        t.out.append(Fault("table", error))


def run_clock(t: Table, seat: Seat) -> None:
    """Give a seat that is to act a full clock; one that nobody waits for plays in a moment."""
    hand = t.running
    if hand is None:
        return
    chair = t.seating.chairs[seat]
    pace = t.game.pace(hand.state, seat)
    gone = chair.status in {"leaving", "kicked"} or chair.player != hand.players.get(seat)
    if gone or hand.timed_out.get(seat) == pace.turn:
        due = Millis(t.now + timing.AUTOMATIC_MS - timing.GRACE_MS)
        clock = SeatClock(seat, due, Millis(0), pace, automatic=True)
    else:
        due = Millis(t.now + int(hand.options[pace.option]) * 1000)
        clock = SeatClock(seat, due, chair.allowance.bank if pace.personal else Millis(0), pace)
        person = t.people.get(chair.player)
        if person is not None and person.conn is None:
            clock.owner_left(t.now, chair.allowance)
    if t.pause is not None:
        clock.pause(t.now, chair.allowance)
    hand.clocks[seat] = clock


def give_back(t: Table, chair: Chair) -> None:
    """Whoever returns has his turn again, with a whole clock where it was being played for him (XD-Q34)."""
    hand = t.running
    if hand is None or not t.in_hand(chair.seat):
        return
    played = hand.timed_out.pop(chair.seat, None)
    clock = hand.clocks.get(chair.seat)
    if clock is None:
        return
    if clock.automatic and played is not None:
        run_clock(t, chair.seat)
    else:
        clock.owner_back(t.now, chair.allowance)


def _follow(t: Table, hand: Hand, step: Step[object], acted: Seat | None) -> None:
    """Take over a new state: events, questions, clocks, and the end of the hand."""
    hand.state = step.state
    t.tell_all(step.events)
    result = t.game.result(hand.state)
    _ask(t, hand, acted)
    if result is not None and not hand.over:
        _finish(t, hand, result)


def _ask(t: Table, hand: Hand, acted: Seat | None) -> None:
    """A new turn id where a seat's own choices changed in kind or price, or were used; by nothing that others do."""
    game, questions, clocks = t.game, hand.questions, hand.clocks
    to_act = game.to_act(hand.state)
    for seat in hand.players:
        # Most seats are not asked, and were not: what that takes comes first.
        offers = game.offers(hand.state, seat)
        known = questions.get(seat)
        if offers:
            if known is None or seat == acted or _asks_else(known.offers, offers):
                chair = t.seating.chairs[seat]
                chair.turn = Turn(chair.turn + 1)
                questions[seat] = Question(chair.turn, offers)
            elif known.offers is not offers:
                questions[seat] = Question(known.turn, offers)
        elif known is not None:
            del questions[seat]
        if seat in to_act:
            clock = clocks.get(seat)
            if clock is None or clock.pace != game.pace(hand.state, seat):
                run_clock(t, seat)
        elif seat in clocks:
            del clocks[seat]


def _asks_else(before: tuple[Offer, ...], now: tuple[Offer, ...]) -> bool:
    """Whether the choices changed in kind or price, not in their bounds alone."""
    return (
        before is not now
        and before != now
        and [offer.question() for offer in before] != [offer.question() for offer in now]
    )


def _finish(t: Table, hand: Hand, result: Result) -> None:
    """Book the result and come to the hand's end."""
    postings = _postings(hand.players, result)
    if postings:
        # Refused by the book, the result is void like the rest of the hand; booked, it stands.
        t.ledger.post("result", postings)
    hand.over = True
    hand.clocks = {}
    t.voids = 0
    t.idle = 0 if result.played else t.idle + 1
    if postings:
        t.record(entries.LedgerEntry(t.now, "result", hand.number, postings))
    t.tell(events.HandEnded(hand.number, dict(result.deltas)))
    t.record(history.finished(t, hand))
    t.out.append(HandFinished(hand.number))
    _boundary(t, timing.AFTER_SHOWDOWN_MS if result.showdown else timing.NEXT_HAND_MS, counted=True)


def _postings(players: Mapping[Seat, PlayerId], result: Result) -> dict[PlayerId, int]:
    """A result as an entry of the book."""
    postings = {players[seat]: delta for seat, delta in result.deltas.items() if delta}
    if result.rake:
        postings[HOUSE] = result.rake
    return postings


def _boundary(t: Table, pause_ms: int, *, counted: bool) -> None:
    """Between hands: queued options, leavers, heirs and top-ups take effect; the result stays on the table a while."""
    show_result(t, pause_ms)
    if t.later:
        options, t.later = {**t.options, **t.later}, {}
        chairs.set_options(t, options)
        t.tell(events.OptionsSet(dict(t.options), later=False))
    chairs.settle(t)
    if t.game.has_banker:
        banking.hand_over(t, counted=counted)


def show_result(t: Table, span_ms: int) -> None:
    """Leave the end of a hand on the table so long."""
    t.phase = "result"
    # A pause moves it by its whole length when it ends.
    t.result_until = Millis((t.now if t.pause is None else t.pause.began) + span_ms)


def clear(t: Table) -> None:
    """Take the last hand off the table."""
    t.hand = None
    t.result_until = None
    t.phase = "waiting"
    t.touch()


def all_tapped_next(t: Table) -> bool:
    """Whether everybody who is here and will play has seen enough of the result; a page loaded anew is no yes."""
    asked = False
    for chair in ready(t):
        one = t.people.get(chair.player)
        if one is None or one.bot or (one.away_since is not None and t.now - one.away_since >= RELOAD_MS):
            continue
        if not chair.next:
            return False
        asked = True
    return asked


def close(t: Table, cause: str) -> None:
    """The end of the room; a hand in play is voided, the book stays as it is."""
    if t.closed:
        return
    t.closed = True
    void(t, "closed")
    t.countdown.clear()
    t.result_until, t.pause, t.phase = None, None, "closed"
    t.record(entries.RoomClosed(t.now, cause))
    t.out.append(Retire())
