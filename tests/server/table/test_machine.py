"""A whole room under random people, clocks and nonsense; what must hold is asserted by the watched bench.

``HYPOTHESIS_PROFILE=deep`` digs deeper.
"""

import os
import re
from dataclasses import dataclass

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from protocol.ids import PlayerId, Ref, Seat, Turn
from protocol.inbound import (
    Act,
    AddBot,
    AnyCommand,
    AnyDo,
    Approve,
    Bank,
    Claim,
    CloseRoom,
    Host,
    MoveSeat,
    ResumeTable,
    Sit,
    SitIn,
    Start,
)
from protocol.outbound import MoveCode
from protocol.play import Action
from server.table.messages import AttachBot, ConnId
from server.table.people import ANSWERS_KEPT
from tests.server.table.strategies import ACTIONS, ASKS, MOST_DEVICES, NAMES, PICKS, SPANS, WHO, dos, rows
from tests.support.legal import allows, some_action
from tests.support.table import HOST_TOKEN
from tests.support.watched import Shuffled, Watched

settings.register_profile(
    "quick", max_examples=70, stateful_step_count=60, deadline=None, database=None, derandomize=True,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
settings.register_profile(
    "deep", max_examples=250, stateful_step_count=150, deadline=None, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
PROFILE = settings.get_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

BOT = 10_000


@dataclass
class Device:
    """A browser: its token, and its newest connection."""

    token: str
    conn: int


class RoomMachine(RuleBasedStateMachine):
    """People, bots and a clock; every step goes through the watched bench."""

    game = "xi-to-28"

    @initialize(seed=st.integers(0, 2**32), pick=PICKS, friends=st.integers(1, 5), bots=st.booleans())
    def open(self, seed: int, pick: int, friends: int, bots: bool) -> None:
        sets = rows(self.game)
        self.bench = Watched(game=self.game, options=sets[pick % len(sets)], shuffler=Shuffled(seed))
        self.devices: list[Device] = []
        self.conns = 0
        self.said: dict[PlayerId, list[tuple[AnyCommand, str | None]]] = {}
        for seat in range(min(friends, len(self.bench.state.seating))):
            device = self.arrive(HOST_TOKEN if seat == 0 else None)
            assert device is not None
            self.tell(device, lambda ref, seat=seat: Sit(ref, Seat(seat), "Lan"))
        if bots or friends == 1:
            self.tell(self.devices[0], lambda ref: Host(ref, AddBot()))
        if pick % 4:
            self.tell(self.devices[0], lambda ref: Bank(ref, True))

    def arrive(self, token: str | None = None, move: str | None = None) -> Device | None:
        self.conns += 1
        conn = self.conns
        welcome = self.bench.hello(conn, token, move)
        self.bench.rest()
        if welcome is None:
            return None
        device = next((one for one in self.devices if one.token == token), None)
        if device is None:
            device = Device("", conn)
            self.devices.append(device)
        device.token, device.conn = self.bench.tokens[ConnId(conn)], conn
        return device

    def device(self, who: int) -> Device:
        """A device with a living connection; a new one where nobody is left."""
        living = [one for one in self.devices if self.bench.player(one.conn) is not None]
        device = living[who % len(living)] if living else self.arrive()
        assert device is not None
        return device

    def tell(self, device: Device, make: object) -> str | None:
        player = self.bench.player(device.conn)
        assert player is not None
        command: AnyCommand = make(self.bench.next_ref(device.conn))  # type: ignore[operator]
        code = self.bench.say(device.conn, command)
        self.said.setdefault(player, []).append((command, code))
        self.seat_bots()
        return code

    def seat_bots(self) -> None:
        wanted, self.bench.bots = self.bench.bots, []
        for bot in wanted:
            self.bench.tell(AttachBot(ConnId(BOT + bot), bot))

    @precondition(lambda self: len(self.devices) < MOST_DEVICES)
    @rule()
    def visit(self) -> None:
        self.arrive()

    @rule(who=WHO)
    def lose(self, who: int) -> None:
        self.bench.lose(self.device(who).conn)
        self.bench.rest()

    @rule(who=WHO)
    def come_back(self, who: int) -> None:
        """Also a take-over, where the device is still connected, and a refusal, where it is barred or revoked."""
        device = self.devices[who % len(self.devices)]
        if self.arrive(device.token) is None:
            self.devices.remove(device)
        if not self.devices:
            self.arrive()

    @rule(conn=st.integers(1, 30))
    def late_close(self, conn: int) -> None:
        """A connection that was replaced or never taken ends; nothing follows."""
        if self.bench.player(conn) is None:
            before = self.bench.version
            self.bench.lose(conn)
            assert self.bench.version == before

    @rule(who=WHO, name=NAMES)
    def sit_somewhere(self, who: int, name: str) -> None:
        """Who stands takes a seat that is free, or a bot's."""
        standing = [
            one for one in self.devices if self.bench.player(one.conn) and self.bench.you(one.conn).seat is None
        ]
        if not standing:
            return
        device = standing[who % len(standing)]
        free = [seat for seat in self.bench.table(device.conn).seats if seat.player is None or seat.bot]
        if not free:
            return
        self.tell(device, lambda ref: Sit(ref, free[who % len(free)].seat, name))

    @rule(who=WHO, asked=st.booleans())
    def claim_an_away_seat(self, who: int, asked: bool) -> None:
        """Somebody drops, and a visitor says that the seat is his."""
        owner = self.device(who)
        seat = self.bench.you(owner.conn).seat
        if seat is None:
            return
        self.bench.lose(owner.conn)
        visitor = self.arrive() if len(self.devices) < MOST_DEVICES + 2 else None
        if visitor is not None:
            self.tell(visitor, lambda ref: Claim(ref, seat or Seat(0), "Lan"))
            if asked:
                self.answer(yes=True)

    @rule(yes=st.booleans())
    def answer(self, yes: bool) -> None:
        """The host answers who waits."""
        host = self.bench.state.host
        living = [one for one in self.devices if self.bench.player(one.conn) == host]
        if living and (requests := self.bench.table(living[0].conn).requests):
            self.tell(living[0], lambda ref: Host(ref, Approve(requests[-1].player, yes)))

    @rule(who=WHO, make=ASKS)
    def ask(self, who: int, make: object) -> None:
        self.tell(self.device(who), make)

    @rule(who=WHO, data=st.data())
    def command(self, who: int, data: st.DataObject) -> None:
        do = data.draw(dos(self.game))
        self.tell(self.device(who), lambda ref: Host(ref, do))

    @rule(data=st.data())
    def host(self, data: st.DataObject) -> None:
        """The same by who may."""
        do: AnyDo = data.draw(dos(self.game))
        host = self.bench.state.host
        living = [one for one in self.devices if self.bench.player(one.conn) == host]
        if not living:
            return
        self.tell(living[0], lambda ref: Host(ref, do))

    @rule(who=WHO, action=ACTIONS, slip=st.integers(-2, 2))
    def act(self, who: int, action: Action, slip: int) -> None:
        """Legal or not; exactly what the own offers allow under the own turn id is taken."""
        device = self.device(who)
        you = self.bench.you(device.conn)
        turn = Turn(max(0, (you.turn or 1) + slip))
        legal = you.turn == turn and self.bench.state.pause is None and self._offered(device, action)
        assert (self.tell(device, lambda ref: Act(ref, turn, action)) is None) == legal

    @rule(who=WHO, pick=PICKS)
    def act_as_offered(self, who: int, pick: int) -> None:
        """Also without a clock: an inspection in between, a hand shown, another stake."""
        device = self.device(who)
        you = self.bench.you(device.conn)
        if you.turn is not None:
            action, turn = some_action(you.offers, pick), you.turn
            paused = self.bench.state.pause is not None
            code = self.tell(device, lambda ref: Act(ref, turn, action))
            assert code == ("paused" if paused else None)

    @rule(take=st.booleans())
    def answer_the_bank(self, take: bool) -> None:
        """Whoever is asked says something."""
        asked = self.bench.state.bank.asked
        person = None if asked is None else self.bench.state.people.get(self.bench.state.seating[asked].player)
        if person is not None and person.conn is not None:
            assert self.tell(Device("", person.conn), lambda ref: Bank(ref, take)) is None

    @rule(picks=st.lists(PICKS, min_size=6, max_size=30))
    def play_on(self, picks: list[int]) -> None:
        """Whoever is asked, people and bots, answers, or else the clock does; if no hand runs, one may begin first."""
        if self.bench.state.running is None:
            self.wait(10_000)
        for pick in picks:
            hand = self.bench.state.running
            if hand is None or self.bench.state.pause is not None:
                return
            seat = sorted(hand.clocks)[pick % len(hand.clocks)]
            person = self.bench.state.people.get(hand.players[seat])
            if person is None or person.conn is None:
                self.wait(max(0, hand.clocks[seat].fires - self.bench.now))
                continue
            question = hand.questions[seat]
            action = some_action(question.offers, pick)
            said = self.tell(Device("", person.conn), lambda ref, q=question, a=action: Act(ref, q.turn, a))
            assert said is None

    @rule(picks=st.lists(PICKS, min_size=20, max_size=40))
    def play_a_hand(self, picks: list[int]) -> None:
        """Everybody comes back and sits in, somebody takes the bank, the host starts, and the hand is played."""
        for device in list(self.devices):
            if self.bench.player(device.conn) is None and self.arrive(device.token) is None:
                self.devices.remove(device)
            elif self.bench.you(device.conn).seat is not None:
                self.tell(device, SitIn)
        self.as_host(lambda ref: Host(ref, ResumeTable()))
        self.answer_the_bank(take=True)
        self.as_host(lambda ref: Host(ref, Start()))
        self.play_on(picks)

    def as_host(self, make: object) -> None:
        """By the host's connection, if he has one."""
        person = self.bench.state.people.get(self.bench.state.host)
        if person is not None and person.conn is not None:
            self.tell(Device("", person.conn), make)

    @rule(who=WHO, back=st.integers(1, 40))
    def repeat(self, who: int, back: int) -> None:
        """Word for word once more: the same answer, or too old; nothing else."""
        device = self.device(who)
        player = self.bench.player(device.conn)
        assert player is not None
        said = self.said.get(player, [])
        if len(said) < back:
            return
        command, code = said[-back]
        public, version = self.bench.public(), self.bench.version
        moved = re.compile(rb'"type":"seat_moved","player":%d,"seat":\w+,"by_host":true' % player)
        given = any(moved.search(data) for frames in self.bench.frames.values() for data in frames)
        again = self.bench.say(device.conn, command)
        too_old = self.bench.next_ref(device.conn) - command.ref > ANSWERS_KEPT
        assert again == ("ref_too_old" if too_old else code) or (given and again == "ref_too_old")
        assert (self.bench.public(), self.bench.version) == (public, version)

    @rule(who=WHO, late=st.booleans())
    def move_house(self, who: int, late: bool) -> None:
        """A one-time code moves the seat; the old device is out."""
        device = self.device(who)
        player = self.bench.player(device.conn)
        self.tell(device, MoveSeat)
        code = self.bench.answers(device.conn)[-1]
        assert isinstance(code, MoveCode)
        if late:
            self.bench.wait(600_000)
            assert self.arrive(move=code.code) is None
            return
        moved = self.arrive(move=code.code)
        assert moved is not None
        assert self.bench.player(moved.conn) == player
        assert self.bench.player(device.conn) is None
        assert self.arrive(device.token) is None
        self.devices.remove(device)

    @rule(span=SPANS)
    def wait(self, span: int) -> None:
        self.bench.wait(span)
        self.seat_bots()
        self.bench.rest()

    @rule(span=st.integers(1_001, 10_000_000))
    def sleep(self, span: int) -> None:
        """The machine sleeps past a deadline: it plays for nobody."""
        self.bench.rest()
        if self.bench.core.next_deadline is None:
            return
        hand = self.bench.state.running
        before = None if hand is None else hand.state
        self.bench.sleep(span)
        if hand is not None:
            assert hand.state is before
        self.bench.rest()

    @precondition(lambda self: self.bench.state.hands >= 2)
    @rule(who=WHO)
    def close(self, who: int) -> None:
        self.tell(self.device(who), lambda ref: Host(ref, CloseRoom()))
        if self.bench.retired:
            assert self.bench.core.next_deadline is None
            self.bench.hello(9_999)
            assert self.bench.drops[ConnId(9_999)] == 4006
            self.open(1, 1, 2, True)

    def teardown(self) -> None:
        """Left alone, every room comes to rest: no busy loop, no hand that never ends."""
        if hasattr(self, "bench"):
            # Six seats of 120 s, four rounds and what was raised in them take more than an hour.
            self.bench.wait(14_400_000)
            assert self.bench.state.running is None

    def _offered(self, device: Device, action: Action) -> bool:
        return any(allows(offer, action) for offer in self.bench.you(device.conn).offers)


class RoomMachine32(RoomMachine):
    game = "xi-to-32"


class RoomMachineOfXiDach(RoomMachine):
    game = "xi-dach"


for machine in (RoomMachine, RoomMachine32, RoomMachineOfXiDach):
    machine.TestCase.settings = PROFILE
TestRoom28 = RoomMachine.TestCase
TestRoom32 = RoomMachine32.TestCase
TestRoomXiDach = RoomMachineOfXiDach.TestCase


def test_refs_of_the_machine_are_real() -> None:
    """The machine's next ref is what a Welcome would say."""
    bench = Watched()
    welcome = bench.hello(1, HOST_TOKEN)
    assert welcome is not None
    assert bench.next_ref(1) == welcome.next_ref == Ref(1)
