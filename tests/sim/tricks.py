"""What people do besides playing: too late, twice, out of turn, from two windows, or as a host who cannot decide."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from protocol import inbound as ask
from protocol.games.stud import Theo, To, Up
from protocol.games.xi_dach import Bet, Draw, Stand
from protocol.ids import Chips, PlayerId, Ref, Seat, Turn
from protocol.outbound import View
from protocol.play import Action
from tests.sim.people import Person

Trick = Callable[[Person, View], None]
_ANY_ACTION: Final[tuple[Callable[[], Action], ...]] = (
    Theo, Up, lambda: To(3), lambda: Bet(Chips(1)), lambda: Draw(), lambda: Stand(confirm_non=True),
)  # fmt: skip
GARBAGE: Final = ("", "[]", "{", '{"type":"act"}', '{"type":"act","ref":-1}', '{"type":"hello"}', "null", "[" * 2_000)
REACTIONS: Final = ("clap", "laugh", "wow", "cry", "hurry", "thanks")


def _out_of_turn(who: Person, view: View) -> None:
    turn = Turn(max(0, (view.you.turn or 0) + who.chance.choice((-2, -1, 0, 1))))
    action = who.chance.choice(_ANY_ACTION)()
    who.say(lambda ref: ask.Act(ref, turn, action))


def _twice(who: Person, view: View) -> None:
    if who.device is not None and who.last is not None:
        for _ in range(who.chance.randint(1, 3)):
            who.device.say(who.last)


def _old_ref(who: Person, view: View) -> None:
    """Another command under a number that was used."""
    if who.device is not None and who.device.next_ref > 1:
        ref = Ref(who.chance.randint(max(1, who.device.next_ref - 50), who.device.next_ref - 1))
        who.device.say(ask.Say(ref, "again"))


def _talk(who: Person, view: View) -> None:
    who.say(lambda ref: ask.Say(ref, "chơi tiếp đi"))
    if who.chance.random() < 0.2:
        for _ in range(8):
            who.say(lambda ref: ask.React(ref, who.chance.choice(REACTIONS)))


def _garbage(who: Person, view: View) -> None:
    if who.device is not None:
        who.device.raw(who.chance.choice(GARBAGE))


def _hello_again(who: Person, view: View) -> None:
    device = who.device
    if device is not None and device.token is not None:
        token = device.token if who.chance.random() < 0.7 else "no-token-of-ours-at-all"
        device.say(ask.Hello(1, device.room, token))


def _burst(who: Person, view: View) -> None:
    """Everything at once."""
    who.say(ask.SitOut)
    who.say(ask.SitIn)
    who.say(ask.Next)
    who.say(lambda ref: ask.Log(ref, view.table.hand))
    who.say(ask.Rebuy)


def _claim(who: Person, view: View) -> None:
    away = [seat for seat in view.table.seats if seat.away_since is not None and seat.player is not None]
    if away:
        seat = who.chance.choice(away).seat
        who.say(lambda ref: ask.Claim(ref, seat, who.name))


def _log(who: Person, view: View) -> None:
    hand = max(0, view.table.hand - who.chance.choice((0, 0, 1, 2)))
    who.say(lambda ref: ask.Log(ref, hand))


def _bank(who: Person, view: View) -> None:
    take = who.chance.random() < 0.5
    who.say(lambda ref: ask.Bank(ref, take))


def _sit_elsewhere(who: Person, view: View) -> None:
    seat = Seat(who.chance.randrange(8))
    who.say(lambda ref: ask.Sit(ref, seat, who.name))


def _command(make: Callable[[Any], ask.Command]) -> Trick:
    return lambda who, view: who.say(make)


def _other_window(who: Person, view: View) -> None:
    who.open_again(keep=True)


def _wander_off(who: Person, view: View) -> None:
    who.wander_off()


def _reload(who: Person, view: View) -> None:
    who.open_again()


def _as_host(who: Person, view: View) -> None:
    """Whoever is not the host is refused."""
    players = [seat.player for seat in view.table.seats if seat.player is not None] or [PlayerId(1)]
    seats = [seat.seat for seat in view.table.seats]
    do = _whim(who.chance, who.chance.choice(players), who.chance.choice(seats), view)
    who.say(lambda ref: ask.Host(ref, do))


def _whim(chance: Random, player: PlayerId, seat: Seat, view: View) -> ask.AnyDo:
    on = chance.random() < 0.3
    barred = view.table.barred
    return chance.choices(
        (
            ask.Start(), ask.AddBot(), ask.AddBot(seat), ask.RemoveBot(seat), ask.Kick(player),
            ask.Unkick(barred[0].player if barred else player), ask.PauseTable(), ask.ResumeTable(), ask.Lock(on),
            ask.Ask(on), ask.ListRoom(on), ask.Transfer(player), ask.SetTitle("Bàn khác"),
            ask.SetOptions({"turn_timeout_s": chance.choice((5, 20, 45))}), ask.CloseRoom(),
        ),
        (8, 3, 8, 8, 3, 5, 6, 6, 4, 4, 3, 5, 3, 5, 0.15),
    )[0]  # fmt: skip


_WEIGHED: Final[tuple[tuple[Trick, float], ...]] = (
    (_out_of_turn, 6), (_twice, 8), (_old_ref, 4), (_talk, 4), (_garbage, 2), (_hello_again, 2), (_burst, 3),
    (_claim, 2), (_log, 4), (_bank, 2), (_sit_elsewhere, 2), (_other_window, 5), (_reload, 5), (_wander_off, 3),
    (_as_host, 10),
    (_command(ask.Leave), 1.5), (_command(ask.SitOut), 2), (_command(ask.SitIn), 6), (_command(ask.Next), 3),
    (_command(ask.Rebuy), 2), (_command(ask.MoveSeat), 2),
)  # fmt: skip
_TRICKS: Final = [trick for trick, _ in _WEIGHED]
_WEIGHTS: Final = [weight for _, weight in _WEIGHED]


def trick(who: Person, view: View) -> None:
    """One of them."""
    who.chance.choices(_TRICKS, _WEIGHTS)[0](who, view)
