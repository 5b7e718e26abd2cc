"""Draws a room's story from a tape of bytes: people who come, play, misbehave, leave and return.

The author plays it in one world, to know what is possible, and writes down every message with its instant.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from protocol import inbound as ask
from protocol.ids import Chips, Millis, PlayerId, Ref, Seat, Turn
from protocol.play import Action
from server.table.messages import AttachBot, ConnId, Detach, TableMessage, Told, hello
from tests.leaks.styles import STYLES, Offers
from tests.leaks.world import HOST_TOKEN, Decks, Script, World

EYE: Final = ConnId(900)
"""A watcher who is there from the beginning to the end."""
SEATS: Final = 4
"""Taken by people at first."""
NAMES: Final = ("Lan", "Tú", "Hà", "Minh", "Bảo", "Vy", "Sơn")
SPANS: Final = (500, 1_500, 6_000, 9_000, 21_000, 85_000)


@dataclass
class Device:
    """A browser: the token it keeps, and its present connection, if any."""

    conn: ConnId | None = None
    token: str | None = None
    ref: int = 0


class Author:
    """One story. ``script`` is what was written; ``world`` the world it was tried in."""

    def __init__(self, tape: bytes, decks: Decks) -> None:
        self._tape = iter(tape)
        self._style = STYLES[decks.game]
        options = {name: values[self._take() % len(values)] for name, values in self._style.options.items()}
        self.world = World(options, decks)
        self._game, self._options = decks.game, options
        self._steps: list[tuple[Millis, TableMessage | None]] = []
        self._conns = 0
        self._secrets = 0
        self.devices = [Device(token=HOST_TOKEN), Device(), Device(), Device()]
        self.secrets: dict[str, ConnId] = {}
        """Tokens and one-time codes, and for whose connection they were made."""
        self._last: Told | None = None
        self._codes: list[str] = []
        self._eye = Device()

    def write(self) -> Script:
        """The whole story; the tape's end ends it."""
        self._hello(self._eye, conn=EYE)
        for number, device in enumerate(self.devices):
            self._hello(device)
            self._command(device, self._sitting(Seat(number), NAMES[number]))
        try:
            while True:
                self._turn_page()
        except StopIteration:
            return Script(self._game, self._options, tuple(self._steps))

    def _turn_page(self) -> None:
        roll = self._take()
        if roll < 150:
            self._play_on()
            return
        if roll > 250:
            self._pass_the_bank()
        page: Sequence[Callable[[], None]] = (
            self._misplay, self._misplay, self._wait, self._wait, self._drop, self._drop, self._come_back,
            self._come_back, self._chat, self._read_log, self._show, self._show, self._leave, self._sit, self._sit,
            self._kick, self._host, self._move_house, self._visit, self._again, self._claim, self._approve,
        )  # fmt: skip
        page[roll % len(page)]()

    def _take(self) -> int:
        return next(self._tape)

    def _one(self, among: Sequence[Any]) -> Any:
        return among[self._take() % len(among)] if among else None

    def _run(self, message: TableMessage | None, span: int = 10) -> None:
        at = Millis(self.world.now + span)
        self._steps.append((at, message))
        self.world.run(at, message)
        while self.world.bots:
            bot = Device(ConnId(100 + self.world.bots[0]))
            self._run(AttachBot(ConnId(100 + self.world.bots[0]), self.world.bots.pop(0)))
            self.devices.append(bot)
        for device in self.devices:
            if device.conn in self.world.drops:
                device.conn = None

    def _secret(self, conn: ConnId) -> str:
        self._secrets += 1
        self.secrets[secret := f"secret{self._secrets:06d}{'x' * 20}"] = conn
        return secret

    def _hello(self, device: Device, move: str | None = None, conn: ConnId | None = None) -> None:
        self._conns += 1
        device.conn = conn = conn or ConnId(self._conns)
        self._run(hello(conn, None if move else device.token, move, self._secret(conn)))
        welcome = self.world.latest(conn, "welcome")
        if welcome is None:
            device.conn = device.token = None
            return
        device.token = welcome["token"] or device.token
        device.ref = welcome["next_ref"] - 1

    def _command(self, device: Device, make: Callable[[Ref], ask.AnyCommand]) -> None:
        if device.conn is None:
            return
        welcome = self.world.latest(device.conn, "welcome")
        device.ref = max(device.ref, 0 if welcome is None else welcome["next_ref"] - 1) + 1
        command = make(Ref(device.ref))
        fresh = self._secret(device.conn) if isinstance(command, ask.MoveSeat) else ""
        self._last = Told(device.conn, command, fresh)
        self._run(self._last)
        if isinstance(command, ask.MoveSeat):
            self._codes.append(fresh)

    def _do(self, do: ask.AnyDo) -> None:
        """By the host, or whoever thinks to be one."""
        here = [device for device in self.devices if device.conn is not None]
        hosts = [device for device in here if self._you(device).get("host")]
        device = self._one(hosts or here)
        if device is not None:
            self._command(device, lambda ref: ask.Host(ref, do))

    def _you(self, device: Device) -> dict[str, Any]:
        view = None if device.conn is None else self.world.latest(device.conn, "view")
        return {} if view is None else view["you"]

    def _table(self) -> dict[str, Any]:
        view = self.world.latest(EYE, "view")
        assert view is not None
        return view["table"]  # type: ignore[no-any-return]

    def _person(self) -> Device:
        """Somebody who is here, bots apart: they have no token, and all they do is play."""
        here = [device for device in self.devices if device.conn is not None and device.token is not None]
        return self._one(here) or self.devices[0]

    def _offers(self, device: Device) -> Offers:
        return {offer["type"]: offer for offer in self._you(device).get("offers", ())}

    def _on_turn(self) -> Device | None:
        """Somebody whose clock runs; all of them while all decide at once."""
        asked = {clock["seat"] for clock in self._table()["clocks"]}
        found = [one for one in self.devices if self._you(one).get("seat") in asked and self._offers(one)]
        return self._one(found) if len(found) > 1 else next(iter(found), None)

    def _play_on(self) -> None:
        """The seat on turn acts; else time goes on."""
        table, device = self._table(), self._on_turn()
        if table["pause"] is not None and self._take() % 4:
            self._do(ask.ResumeTable())
        elif table["phase"] != "playing":
            if table["phase"] == "result" and table["bank"] is None and self._take() % 3 == 0:
                self._show()
            elif table["bank"] is not None and table["bank"]["asked"] is not None:
                self._answer_the_bank(table["bank"]["asked"])
            elif table["phase"] == "waiting" and not table["hand"]:
                self._do(ask.AddBot() if len(table["seats"]) == SEATS else ask.AddBot(Seat(SEATS)))
                self._do(ask.Start())
            else:
                self._run(None, 2_000)
        elif device is None:
            self._run(None, 12_000)
        else:
            self._meanwhile(device)
            self._act(device, self._style.move(self._offers(device), self._take))

    def _meanwhile(self, on_turn: Device) -> None:
        """Somebody who is not to act does what he may."""
        others = [one for one in self.devices if one is not on_turn and self._offers(one)]
        if others:
            device = self._one([one for one in others if "inspect" in self._offers(one)] or others)
            action = self._style.aside(self._offers(device), self._table()["play"], self._take)
            if action is not None:
                self._act(device, action)

    def _answer_the_bank(self, seat: int) -> None:
        asked = next((one for one in self.devices if self._you(one).get("seat") == seat), None)
        if asked is None:
            self._run(None, 12_000)
        else:
            take = self._take() % 8 > 0
            self._command(asked, lambda ref: ask.Bank(ref, take))

    def _pass_the_bank(self) -> None:
        bank = self._table()["bank"]
        holder = [one for one in self.devices if bank is not None and self._you(one).get("seat") == bank["banker"]]
        if holder:
            take = self._take() % 3 == 0
            self._command(holder[0], lambda ref: ask.Bank(ref, take))

    def _act(self, device: Device, action: Action, turn: int | None = None) -> None:
        known = self._you(device).get("turn") or 0
        self._command(device, lambda ref: ask.Act(ref, Turn(known if turn is None else turn), action))

    def _misplay(self) -> None:
        """Out of turn, too much, to a stale question, a show before the end: mostly refused."""
        device = self._on_turn() if self._take() % 4 else self._person()
        if device is not None:
            self._act(device, self._one(self._style.wrong), self._one((None, None, 1, 4_000)))

    def _wait(self) -> None:
        self._run(None, self._one(SPANS))

    def _drop(self) -> None:
        device = self._person()
        if device.conn is not None and device.token is not None:
            self._run(Detach(device.conn))
            device.conn = None

    def _come_back(self) -> None:
        """To the seat again, or over a second window while the first is open."""
        away = [one for one in self.devices if one.conn is None and one.token is not None]
        device = self._one(away or [one for one in self.devices if one.token is not None])
        if device is not None:
            self._hello(device)

    def _chat(self) -> None:
        self._command(self._person(), lambda ref: ask.Say(ref, f"chào {ref}"))
        self._command(self._person(), lambda ref: ask.React(ref, "clap"))

    def _read_log(self) -> None:
        hand = max(0, self._table()["hand"] - self._take() % 2)
        self._command(self._one([self._person(), self._eye]), lambda ref: ask.Log(ref, hand))

    def _show(self) -> None:
        """Whoever may show does; else somebody tries."""
        offered = [one for one in self.devices if {"show", "show_hand"} & self._offers(one).keys()]
        self._act(self._one(offered or [self._person()]), self._style.show)

    def _leave(self) -> None:
        if self._take() % 3 == 0:
            self._command(self._person(), ask.Leave)
        else:
            self._command(self._person(), self._one((ask.SitOut, ask.SitIn, ask.Next)))

    def _sitting(self, seat: Seat, name: str) -> Callable[[Ref], ask.AnyCommand]:
        return lambda ref: ask.Sit(ref, seat, name)

    def _sit(self) -> None:
        """Somebody without a seat takes a free or a bot's one; who sat out comes in again."""
        seatless = [one for one in self.devices if one.conn is not None and self._you(one).get("seat") is None]
        free = [seat["seat"] for seat in self._table()["seats"] if seat["player"] is None or seat["bot"]]
        device = self._one(seatless)
        if device is not None and free:
            self._command(device, self._sitting(Seat(self._one(free)), self._one(NAMES)))
        for one in self.devices:
            if self._table()["phase"] == "waiting":
                self._command(one, ask.SitIn)

    def _kick(self) -> None:
        player = PlayerId(self._you(self._person()).get("player", 1))
        if self._take() % 2:
            self._do(ask.Kick(player))
        for barred in self._table()["barred"]:
            self._do(ask.Unkick(barred["player"]))

    def _host(self) -> None:
        seat = Seat(self._take() % SEATS)
        points = Chips(50 + self._take() % 9)
        grant = "start_points" if "start_points" in self._options else "buy_in"
        player = PlayerId(self._you(self._person()).get("player", 1))
        if self._take() > 244:
            self._do(ask.CloseRoom())
        self._do(
            self._one(
                (
                    ask.PauseTable(), ask.ResumeTable(), ask.AddBot(), ask.AddBot(seat), ask.RemoveBot(seat),
                    ask.Transfer(player), ask.Ask(on=bool(points % 2)), ask.SetTitle("Bàn mới"),
                    ask.SetOptions({grant: 20 * points}), ask.SetOptions({grant: "nhiều"}),
                )
            )
        )  # fmt: skip

    def _move_house(self) -> None:
        """A seat asks for a code; a new device uses it, sometimes later, sometimes twice."""
        if self._take() % 4:
            self._command(self._person(), ask.MoveSeat)
        if self._codes and self._take() % 4:
            self.devices.append(device := Device())
            self._hello(device, move=self._one(self._codes))

    def _visit(self) -> None:
        if len(self.devices) < 12:
            self.devices.append(device := Device())
            self._hello(device)

    def _again(self) -> None:
        """The last command once more, over the same connection."""
        if self._last is not None and self._last.conn not in self.world.drops:
            self._run(self._last)

    def _claim(self) -> None:
        away = [seat["seat"] for seat in self._table()["seats"] if seat["away_since"] is not None]
        seatless = [one for one in self.devices if one.conn is not None and self._you(one).get("seat") is None]
        if away and not seatless:
            self._visit()
            seatless = self.devices[-1:]
        if away:
            seat = Seat(self._one(away))
            self._command(self._one(seatless), lambda ref: ask.Claim(ref, seat, "Lan"))
            self._approve()

    def _approve(self) -> None:
        for request in self._table()["requests"]:
            self._do(ask.Approve(request["player"], yes=self._take() % 4 > 0))
