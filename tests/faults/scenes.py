"""For each command a table at which it takes effect."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from protocol import inbound as ask
from protocol.codec import decode_outbound
from protocol.games.stud import To, Up
from protocol.ids import PlayerId, Ref, Seat, Turn
from protocol.outbound import View
from tests.faults.house import House
from tests.faults.phone import Phone

NAMES: Final = ("Lan", "Tú", "Hà", "Minh")
Make = Callable[[Ref], ask.AnyCommand]


class Company:
    """Four at the table, by seat; the first is the host. ``stranger`` looks on, and so does ``watcher``, to the end."""

    def __init__(self, at: House) -> None:
        self.at = at
        self.seats = [at.creator(), *(at.phone() for _ in NAMES[1:])]
        self.stranger, self.watcher = at.phone(), at.phone()

    @property
    def phones(self) -> list[Phone]:
        return [*self.seats, self.stranger, self.watcher]

    def says(self, phone: Phone, make: Make) -> None:
        """Something that must be carried out."""
        ref = phone.send(make)
        self.at.wait(2_000)
        assert phone.answers[ref] is None

    def orders(self, do: ask.AnyDo) -> None:
        self.says(self.seats[0], lambda ref: ask.Host(ref, do))

    def sit(self, count: int = 4) -> None:
        for seat in range(count):
            self.says(self.seats[seat], lambda ref, seat=seat: ask.Sit(ref, Seat(seat), NAMES[seat]))  # type: ignore[misc]

    def begin(self) -> None:
        self.sit()
        self.orders(ask.Start())

    def view(self, phone: Phone) -> View:
        view = decode_outbound(phone.view)
        assert isinstance(view, View)
        return view

    def player(self, phone: Phone) -> PlayerId:
        return self.view(phone).you.player

    def on_turn(self) -> tuple[Phone, Turn]:
        """Who is asked, and under which id."""
        return next((phone, turn) for phone in self.seats if (turn := self.view(phone).you.turn) is not None)

    def fold_win(self) -> None:
        """A hand in which three give up."""
        self.begin()
        for _ in range(3):
            phone, turn = self.on_turn()
            self.says(phone, lambda ref, turn=turn: ask.Act(ref, turn, Up()))  # type: ignore[misc]


Play = Callable[[Company], tuple[Phone, Make]]


@dataclass(frozen=True)
class Scene:
    """``play`` brings the table to where a command counts; who says it, and the command."""

    play: Play
    game: str = "xi-to-28"
    options: dict[str, Any] = field(default_factory=dict)


def _seated(make: Make, *before: ask.AnyDo, who: int = 1, count: int = 4) -> Play:
    """Where so many sit and the host has given these orders."""

    def play(company: Company) -> tuple[Phone, Make]:
        company.sit(count)
        for do in before:
            company.orders(do)
        return company.seats[who], make

    return play


def _order(do: ask.AnyDo, *before: ask.AnyDo, count: int = 4) -> Play:
    return _seated(lambda ref: ask.Host(ref, do), *before, who=0, count=count)


def _sit(company: Company) -> tuple[Phone, Make]:
    company.sit(3)
    return company.stranger, lambda ref: ask.Sit(ref, Seat(3), "Vy")


def _claim(company: Company) -> tuple[Phone, Make]:
    company.sit()
    company.seats[2].cut()
    company.at.settle()
    return company.stranger, lambda ref: ask.Claim(ref, Seat(2), "Vy")


def _next(company: Company) -> tuple[Phone, Make]:
    company.fold_win()
    return company.seats[1], ask.Next


def _sit_in(company: Company) -> tuple[Phone, Make]:
    company.sit()
    company.says(company.seats[1], ask.SitOut)
    return company.seats[1], ask.SitIn


def _act(company: Company) -> tuple[Phone, Make]:
    company.begin()
    phone, turn = company.on_turn()
    return phone, lambda ref: ask.Act(ref, turn, To())


def _rebuy(company: Company) -> tuple[Phone, Make]:
    company.fold_win()
    return next(phone for phone in company.seats if _status(company, phone) == "out"), ask.Rebuy


def _status(company: Company, phone: Phone) -> str:
    view = company.view(phone)
    assert view.you.seat is not None
    return view.table.seats[view.you.seat].status


def _approve(company: Company) -> tuple[Phone, Make]:
    company.sit(2)
    company.orders(ask.Ask(True))
    company.says(company.stranger, lambda ref: ask.Sit(ref, Seat(2), "Vy"))
    player = company.player(company.stranger)
    return company.seats[0], lambda ref: ask.Host(ref, ask.Approve(player, True))


def _log(company: Company) -> tuple[Phone, Make]:
    company.fold_win()
    return company.seats[3], lambda ref: ask.Log(ref, 1)


# The four who come first are players 1 to 4.
_THIRD: Final = PlayerId(3)

SCENES: Final[dict[str, Scene]] = {
    "sit": Scene(_sit),
    "claim": Scene(_claim),
    "leave": Scene(_seated(ask.Leave)),
    "sit_out": Scene(_seated(ask.SitOut)),
    "sit_in": Scene(_sit_in),
    "next": Scene(_next),
    "bank": Scene(_seated(lambda ref: ask.Bank(ref, True), who=0), "xi-dach"),
    "act": Scene(_act),
    "rebuy": Scene(_rebuy, options={"start_points": 9, "topup_below": 9, "rebuy": "host_approves"}),
    "say": Scene(_seated(lambda ref: ask.Say(ref, "tố đi"))),
    "react": Scene(_seated(lambda ref: ask.React(ref, "clap"))),
    "log": Scene(_log),
    "move_seat": Scene(_seated(ask.MoveSeat)),
    "start": Scene(_order(ask.Start())),
    "add_bot": Scene(_order(ask.AddBot(), count=2)),
    "remove_bot": Scene(_order(ask.RemoveBot(Seat(3)), ask.AddBot(Seat(3)), count=3)),
    "kick": Scene(_order(ask.Kick(_THIRD))),
    "unkick": Scene(_order(ask.Unkick(_THIRD), ask.Kick(_THIRD))),
    "pause": Scene(_order(ask.PauseTable(), ask.Start())),
    "resume": Scene(_order(ask.ResumeTable(), ask.Start(), ask.PauseTable())),
    "lock": Scene(_order(ask.Lock(True))),
    "ask": Scene(_order(ask.Ask(True))),
    "list_room": Scene(_order(ask.ListRoom(True))),
    "approve": Scene(_approve),
    "transfer": Scene(_order(ask.Transfer(_THIRD))),
    "set_options": Scene(_order(ask.SetOptions({"turn_timeout_s": 30}))),
    "set_title": Scene(_order(ask.SetTitle("Bàn mới"))),
}
"""By the command's tag, or by that of what a host orders."""
