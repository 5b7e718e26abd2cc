"""The shell of a table: records before frames, one timer, messages in turn, faults that stay at home."""

import asyncio
from collections.abc import Callable

import pytest

from protocol.codec import decode_outbound
from protocol.errors import CloseCode
from protocol.games.stud import Theo
from protocol.ids import PlayerId, Ref, RoomCode, Seat
from protocol.inbound import Act, AddBot, AnyCommand, CloseRoom, Host, Leave, Say, Sit, Start
from protocol.outbound import View, Welcome
from server.table.actor import TableActor
from server.table.core import open_table
from server.table.effects import Kind, Position
from server.table.messages import AttachBot, ConnId, Told, hello
from server.table.tokens import digest
from tests.support.journal import memory_journal
from tests.support.loop import VirtualLoop
from tests.support.table import GAMES, HOST_TOKEN, Fixed


class Ear:
    """A sink that keeps what it gets; ``reply`` is called inside ``frame``."""

    def __init__(self) -> None:
        self.player: PlayerId | None = None
        self.frames: list[tuple[Kind, bytes, Position]] = []
        self.dropped: CloseCode | None = None
        self.reply: Callable[[bytes], None] | None = None
        self.broken: Exception | None = None

    def attached(self, player: PlayerId) -> None:
        assert not self.frames
        self.player = player

    def frame(self, kind: Kind, data: bytes, position: Position) -> None:
        if self.broken is not None:
            raise self.broken
        self.frames.append((kind, data, position))
        if self.reply is not None:
            self.reply(data)

    def cut(self, code: CloseCode) -> None:
        self.dropped = code

    def drop(self, code: CloseCode, position: Position) -> None:
        if self.broken is not None:
            raise self.broken
        self.dropped = code
        if self.reply is not None:
            self.reply(b"")

    @property
    def view(self) -> View:
        return next(one for _, data, _ in reversed(self.frames) if isinstance(one := decode_outbound(data), View))


class Noted:
    """Watches tables and notes what it is told."""

    def __init__(self) -> None:
        self.bots: list[PlayerId] = []
        self.hands: list[int] = []
        self.faults: list[tuple[str, BaseException]] = []
        self.gone: list[RoomCode] = []
        self.stirred = 0

    def stirs(self) -> None:
        self.stirred += 1

    def bot_wanted(self, actor: TableActor, player: PlayerId) -> None:
        self.bots.append(player)

    def hand_finished(self, actor: TableActor, hand: int) -> None:
        self.hands.append(hand)

    def fault(self, actor: TableActor, where: str, error: BaseException) -> None:
        self.faults.append((where, error))

    def retired(self, actor: TableActor) -> None:
        self.gone.append(actor.room)

    def broken(self, actor: TableActor) -> None:
        self.gone.append(actor.room)


class Room:
    """One actor on a virtual loop."""

    def __init__(self, loop: VirtualLoop, code: str = "K7Q2M9XDT4") -> None:
        self.loop = loop
        self.watch = Noted()
        self.journal = memory_journal(loop)
        rules = GAMES["xi-to-28"]
        core = open_table(
            room=RoomCode(code),
            game=rules,
            options=rules.sheet.full({}),
            title="",
            epoch=1,
            creator=digest(HOST_TOKEN),
            shuffler=Fixed(),
            now=loop.now(),
        )
        self.actor = TableActor(core, journal=self.journal, clock=loop, watch=self.watch)
        self.actor.begin()
        self.ears: dict[int, Ear] = {}
        self.refs: dict[int, int] = {}

    def hello(self, conn: int, token: str | None = None) -> Ear:
        ear = self.ears[conn] = Ear()
        self.actor.attach(ear, hello(ConnId(conn), token, None, f"fresh-token-of-{conn:018d}"))
        return ear

    def tell(self, conn: int, make: Callable[[Ref], AnyCommand]) -> None:
        self.refs[conn] = self.refs.get(conn, 0) + 1
        self.actor.tell(Told(ConnId(conn), make(Ref(self.refs[conn]))))

    def four(self) -> None:
        for conn in (1, 2, 3, 4):
            self.hello(conn, HOST_TOKEN if conn == 1 else None)
            self.tell(conn, lambda ref, conn=conn: Sit(ref, Seat(conn - 1), f"Bạn {conn}"))  # type: ignore[misc]

    def begun(self) -> None:
        self.four()
        self.tell(1, lambda ref: Host(ref, Start()))

    def act(self, conn: int) -> None:
        turn = self.ears[conn].view.you.turn
        assert turn is not None
        self.tell(conn, lambda ref: Act(ref, turn, Theo()))


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> VirtualLoop:
    virtual = VirtualLoop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: virtual)
    return virtual


def test_a_sink_is_told_who_it_is_before_its_first_frame(loop: VirtualLoop) -> None:
    room = Room(loop)
    ear = room.hello(1, HOST_TOKEN)
    assert ear.player == 1
    assert isinstance(decode_outbound(ear.frames[0][1]), Welcome)
    assert [kind for kind, _, _ in ear.frames] == [Kind.ANSWER, Kind.VIEW]


def test_a_refused_hello_leaves_no_sink_behind(loop: VirtualLoop) -> None:
    room = Room(loop)
    ear = room.hello(1, "no-such-token-no-such-token-no-such")
    assert (ear.player, len(ear.frames)) == (None, 1)
    assert room.hello(1, HOST_TOKEN).player == 1


def test_every_frame_carries_the_position_of_what_it_tells(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    for ear in room.ears.values():
        positions = [position for _, _, position in ear.frames]
        assert positions == sorted(positions)
        assert positions[-1] > 10
    assert room.journal.committed == 0
    loop.settle()
    assert room.journal.committed == room.ears[1].frames[-1][2]


def test_one_timer_a_table(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    for conn in (1, 2, 3, 4):
        room.act(conn)
    assert loop.waiting == 1
    loop.advance(80_499)
    assert room.ears[2].view.table.play.to_act == 0  # type: ignore[union-attr]
    loop.advance(1)
    assert room.ears[2].view.table.play.to_act == 1  # type: ignore[union-attr]
    assert loop.waiting == 1


def test_an_earlier_deadline_moves_the_timer_forward(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    loop.advance(1_000)
    for conn in (1, 2, 3):
        room.tell(conn, Leave)
    phases = [room.ears[4].view.table.phase]
    loop.advance(5_000)
    phases.append(room.ears[4].view.table.phase)
    assert phases == ["result", "waiting"]
    assert loop.waiting == 0


def test_a_whole_hand_of_timeouts_plays_itself(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    loop.advance(600_000)
    assert room.watch.hands == [1]
    assert room.watch.faults == []


def test_a_message_that_arrives_while_one_is_handled_waits_for_its_turn(loop: VirtualLoop) -> None:
    """A bot answers inside ``frame``: all see the versions in order, nobody sees one twice."""
    room = Room(loop)
    room.four()
    said: list[int] = []

    def answer_at_once(data: bytes) -> None:
        view = decode_outbound(data)
        if isinstance(view, View) and view.you.turn is not None and view.table.phase == "playing":
            turn = view.you.turn
            if turn not in said:
                said.append(turn)
                room.tell(2, lambda ref: Act(ref, turn, Theo()))

    room.ears[2].reply = answer_at_once
    room.tell(1, lambda ref: Host(ref, Start()))
    room.act(1)
    assert room.ears[3].view.table.play.to_act == 2  # type: ignore[union-attr]
    for ear in room.ears.values():
        versions = [one.v for _, data, _ in ear.frames if isinstance(one := decode_outbound(data), View)]
        assert versions == list(range(versions[0], versions[0] + len(versions)))


def test_a_message_from_inside_a_timer_is_handled_too(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    replies = 0

    def chat_once(data: bytes) -> None:
        nonlocal replies
        if not replies:
            replies += 1
            room.tell(3, lambda ref: Say(ref, "hết giờ rồi"))

    room.ears[3].reply = chat_once
    loop.advance(80_500)
    assert any(b"h\xe1\xba\xbft gi\xe1\xbb\x9d" in data for _, data, _ in room.ears[1].frames)


@pytest.mark.case("B186")
@pytest.mark.case("B188")
@pytest.mark.parametrize("broken", [1, 2, 3, 4])
def test_a_sink_that_raises_is_gone_and_the_others_get_theirs(broken: int, loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    room.ears[broken].broken = ConnectionResetError("gone")
    sound = [conn for conn in room.ears if conn != broken]
    room.tell(sound[0], lambda ref: Say(ref, "nghe không"))
    for conn in sound:
        view = room.ears[conn].view
        assert view.table.seats[broken - 1].away_since is not None
        assert view.v == room.ears[sound[0]].view.v
        assert any(b"nghe kh" in data for _, data, _ in room.ears[conn].frames)
    assert [(where, type(error)) for where, error in room.watch.faults] == [("sink", ConnectionResetError)]
    assert room.hello(broken + 10, HOST_TOKEN if broken == 1 else f"fresh-token-of-{broken:018d}").player == broken


def test_a_drop_that_raises_lets_the_others_go(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    room.ears[1].broken = OSError("gone")
    room.tell(2, Leave)
    room.ears[3].broken = OSError("gone")
    room.hello(1, HOST_TOKEN)
    room.tell(1, lambda ref: Host(Ref(50), CloseRoom()))
    assert {room.ears[conn].dropped for conn in (1, 2, 4)} == {CloseCode.ROOM_CLOSED}
    assert room.watch.gone == [room.actor.room]


@pytest.mark.case("B030")
@pytest.mark.case("B184")
def test_a_core_that_breaks_ends_its_room_and_touches_no_other(
    loop: VirtualLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = Room(loop), Room(loop, "K7AAAAAAAA")
    broken.begun()
    sound.begun()
    before = [list(ear.frames) for ear in sound.ears.values()]

    def boom(*_: object) -> object:
        raise RuntimeError("planted")

    monkeypatch.setattr(broken.actor.core, "receive", boom)
    broken.ears[2].reply = lambda _: broken.tell(2, lambda ref: Say(ref, "sao vậy"))
    broken.act(1)
    assert [where for where, _ in broken.watch.faults] == ["table"]
    assert {ear.dropped for ear in broken.ears.values()} == {CloseCode.INTERNAL}
    assert broken.watch.gone == [broken.actor.room]
    assert [list(ear.frames) for ear in sound.ears.values()] == before
    assert loop.waiting == 1
    sound.act(1)
    assert sound.ears[1].view.table.play.to_act == 1  # type: ignore[union-attr]
    loop.advance(80_500)
    assert sound.ears[1].view.table.play.to_act == 2  # type: ignore[union-attr]


@pytest.mark.case("B030")
def test_a_voided_hand_keeps_its_connections_and_the_neighbours_clocks(
    loop: VirtualLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = Room(loop), Room(loop, "K7AAAAAAAA")
    broken.begun()
    sound.begun()
    clocks = sound.ears[1].view.table.clocks
    rules = GAMES["xi-to-28"]

    def boom(*_: object) -> object:
        raise RuntimeError("planted")

    with monkeypatch.context() as planted:
        planted.setattr(rules, "result", boom)
        broken.act(1)
    assert [where for where, _ in broken.watch.faults] == ["hand"]
    assert not any(ear.dropped for ear in broken.ears.values())
    loop.advance(5_000)
    assert broken.ears[1].view.table.hand == 2
    assert sound.ears[1].view.table.clocks == clocks


def test_the_watch_hears_of_bots_hands_and_the_end(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.hello(1, HOST_TOKEN)
    room.tell(1, lambda ref: Sit(ref, Seat(0), "Lan"))
    room.tell(1, lambda ref: Host(ref, AddBot()))
    assert len(room.watch.bots) == 3
    bot = Ear()
    room.actor.attach(bot, AttachBot(ConnId(-1), room.watch.bots[0]))
    assert bot.player == room.watch.bots[0]
    room.tell(1, lambda ref: Host(ref, Start()))
    room.tell(1, lambda ref: Host(ref, CloseRoom()))
    assert room.watch.gone == [room.actor.room]
    assert bot.dropped == CloseCode.ROOM_CLOSED
    assert loop.waiting == 0


@pytest.mark.case("B095")
def test_the_late_end_of_a_replaced_connection_touches_nothing(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    old = room.ears[1]
    new = room.hello(11, HOST_TOKEN)
    assert old.dropped == CloseCode.TAKEN_OVER
    count = len(new.frames)
    loop.advance(5_000)
    room.actor.detach(ConnId(1))
    assert len(new.frames) == count
    assert new.view.table.seats[0].away_since is None


@pytest.mark.case("B097")
def test_attempts_that_fail_half_way_touch_nothing(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    count = len(room.ears[1].frames)
    for conn in (21, 22, 23):
        room.actor.detach(ConnId(conn))
    assert len(room.ears[1].frames) == count
    room.act(1)


def test_a_closed_actor_takes_nobody_in_and_does_nothing(loop: VirtualLoop) -> None:
    room = Room(loop)
    room.begun()
    room.actor.close()
    counts = [len(ear.frames) for ear in room.ears.values()]
    room.tell(1, lambda ref: Say(ref, "còn ai không"))
    late = room.hello(9)
    assert (late.player, late.dropped) == (None, CloseCode.ROOM_CLOSED)
    loop.advance(600_000)
    assert [len(room.ears[conn].frames) for conn in (1, 2, 3, 4)] == counts
    assert loop.waiting == 0
