"""What a host may do, and what even a host may not (rules.md 7.2)."""

from collections.abc import Mapping

from protocol import events
from protocol import inbound as ask
from protocol.errors import CloseCode, ErrorCode
from protocol.ids import Chips, Millis, PlayerId, Seat
from protocol.views import Request
from server.rules.game import OptionValue
from server.rules.sheet import OptionsInvalid
from server.table import chairs, pausing, play, timing
from server.table.people import Person
from server.table.seating import Chair
from server.table.state import Refused, Table


def host_command(t: Table, person: Person, command: ask.Host) -> None:
    """Carry out a host's command; NOT_HOST for others, except a bot on a free chair while the host is long gone."""
    do = command.do
    if person.id != t.host and not (
        isinstance(do, ask.AddBot | ask.Start) and person.seat is not None and host_gone_long(t)
    ):
        raise Refused(ErrorCode.NOT_HOST)
    match do:
        case ask.Start():
            _start(t, person, command)
        case ask.AddBot():
            _add_bot(t, person, command, do.seat)
        case ask.RemoveBot():
            _remove_bot(t, person, command, do.seat)
        case ask.Kick():
            _kick(t, person, command, do.player)
        case ask.Unkick():
            target = _person(t, do.player)
            t.touch()
            target.barred = False
        case ask.PauseTable():
            if t.pause is not None:
                raise Refused(ErrorCode.PAUSED)
            t.touch()
            pausing.pause(t, person)
        case ask.ResumeTable():
            if t.pause is None:
                raise Refused(ErrorCode.NOT_PAUSED)
            t.touch()
            pausing.resume(t, "resumed")
        case ask.Lock():
            t.touch()
            t.locked = do.on
            t.tell(events.Locked(do.on))
        case ask.Ask():
            t.touch()
            t.ask = do.on
        case ask.ListRoom():
            t.touch()
            t.listed = do.on
        case ask.Approve():
            _approve(t, person, command, do)
        case ask.Transfer():
            target = _person(t, do.player)
            if target.bot or target.barred or (target.seat is None and target.conn is None):
                raise Refused(ErrorCode.NOT_ALLOWED)
            t.touch()
            t.new_host(target, "transfer")
        case ask.SetOptions():
            _set_options(t, person, command, do.options)
        case ask.SetTitle():
            t.touch()
            t.title = do.title
        case ask.CloseRoom():
            t.touch()
            play.close(t, "host")


def host_gone_long(t: Table) -> bool:
    """Whether the host has been away so long that the table must do without (rules.md 7.3)."""
    host = t.people.get(t.host)
    return host is None or (host.away_since is not None and t.now - host.away_since >= timing.HOST_GONE_MS)


def _person(t: Table, player: PlayerId) -> Person:
    person = t.people.get(player)
    if person is None:
        raise Refused(ErrorCode.PLAYER_UNKNOWN)
    return person


def _chair(t: Table, seat: Seat) -> Chair:
    chair = t.seating.get(seat)
    if chair is None:
        raise Refused(ErrorCode.SEAT_UNKNOWN)
    return chair


def _start(t: Table, person: Person, command: ask.Host) -> None:
    if t.running is not None:
        raise Refused(ErrorCode.HAND_RUNNING)
    if t.pause is not None:
        raise Refused(ErrorCode.PAUSED)
    if not play.can_start(t):
        raise Refused(ErrorCode.NEED_PLAYERS)
    t.idle = 0
    t.start_wanted = True
    t.touch()


def _add_bot(t: Table, person: Person, command: ask.Host, seat: Seat | None) -> None:
    if seat is None:
        wanted = [chair for chair in t.seating if chair.player is None and chairs.stays(t, chair.seat)]
    else:
        chair = _chair(t, seat)
        if not chairs.stays(t, seat):
            raise Refused(ErrorCode.SEAT_UNKNOWN)
        if chair.player is not None and not _long_out(t, chair):
            raise Refused(ErrorCode.SEAT_TAKEN)
        wanted = [chair]
    if wanted:
        t.touch()
    for chair in wanted:
        chairs.seat_bot(t, chair)


def _long_out(t: Table, chair: Chair) -> bool:
    return (
        chair.status == "out"
        and chair.out_since is not None
        and t.now - chair.out_since >= timing.BOT_AFTER_MS
        and not t.in_hand(chair.seat)
    )


def _remove_bot(t: Table, person: Person, command: ask.Host, seat: Seat) -> None:
    chair = _chair(t, seat)
    bot = t.people.get(chair.player)
    if bot is None or not bot.bot:
        raise Refused(ErrorCode.SEAT_UNKNOWN)
    t.touch()
    if chair.status != "leaving":
        chairs.give_up(t, chair, "left", None)


def _kick(t: Table, person: Person, command: ask.Host, player: PlayerId) -> None:
    """The seat plays on by fallback and is freed after the hand; its owner stays out until the host lifts the bar."""
    target = _person(t, player)
    if target.bot or target is person:
        raise Refused(ErrorCode.NOT_ALLOWED)
    t.touch()
    target.barred = True
    target.request = None
    for other in t.seating:
        if other.heir == target.id:
            other.heir = None
    t.drop(target, CloseCode.KICKED)
    chair = t.chair_of(target)
    if chair is None or chair.status == "kicked":
        return
    chairs.give_up(t, chair, "kicked", None)
    if t.running is not None and chair.seat in t.running.clocks:
        play.run_clock(t, chair.seat)


def _approve(t: Table, person: Person, command: ask.Host, do: ask.Approve) -> None:
    target = _person(t, do.player)
    request = target.request
    if request is None:
        raise Refused(ErrorCode.PLAYER_UNKNOWN)
    if do.yes and request.kind == "rebuy" and t.in_hand(request.seat):
        raise Refused(ErrorCode.HAND_RUNNING)
    t.touch()
    target.request = None
    granted = do.yes and _grant(t, target, request)
    t.tell(events.Answered(do.player, request.kind, granted))


def _grant(t: Table, person: Person, request: Request) -> bool:
    """Give what was asked for; False where it can no longer be had."""
    chair = t.seating.get(request.seat)
    if chair is None or not chairs.stays(t, chair.seat):
        return False
    owner = t.people.get(chair.player)
    if request.kind == "sit":
        person.trusted = True
        free = owner is None or (owner.bot and chair.heir is None)
        if free:
            chairs.take_chair(t, person, chair, request.name, None)
        return free
    if request.kind == "claim":
        if owner is None or owner.bot or owner.conn is not None:
            return False
        # In a hand the device waits: the cards in play stay with the device that was dealt them.
        if t.in_hand(chair.seat):
            t.gifts[owner.id] = person.id
            return True
        return chairs.give_to(t, owner, person)
    amount = Chips(t.game.grant(t.options) - t.ledger.balance(person.id))
    if amount > 0:
        chairs.pay(t, "rebuy", person.id, amount)
        t.tell(events.ToppedUp(person.id, amount))
    if chair.player == person.id:
        chairs.sit_in(t, chair, None)
    return True


def _set_options(t: Table, person: Person, command: ask.Host, given: Mapping[str, OptionValue]) -> None:
    try:
        options = t.game.sheet.full({**t.options, **t.later, **given})
        t.game.check_options(options)
        if t.game.seats(options) < len(t.seating) and any(
            chair.player is not None for chair in t.seating.chairs[t.game.seats(options) :]
        ):
            raise OptionsInvalid("max_seats", "somebody sits on a seat that would go")
    except OptionsInvalid as error:
        raise Refused(ErrorCode.OPTIONS_INVALID, problem=str(error)) from None
    t.touch()
    changed = {name: value for name, value in options.items() if t.options.get(name) != value}
    if t.running is not None:
        t.later = changed
    else:
        chairs.set_options(t, options)
    t.tell(events.OptionsSet(changed, later=t.running is not None))
    for chair in t.seating.taken:
        chairs.top_up(t, chair)


def end_overlong(t: Table) -> None:
    """A pause ends by itself after ten minutes, or when the host is gone for one."""
    if t.pause is not None and t.now >= t.pause.until:
        pausing.resume(t, "too_long")
    if host_gone_long(t):
        if t.pause is not None:
            pausing.resume(t, "host_gone")
        t.pass_host("away")


def host_deadline(t: Table) -> Millis | None:
    """When an absent host loses the role, where somebody could take it, or a pause its author."""
    host = t.people.get(t.host)
    if host is None or host.away_since is None:
        return None
    if t.pause is None and not any(one.id != host.id for one in t.seated(connected=True)):
        return None
    return Millis(host.away_since + timing.HOST_GONE_MS)
