"""A table driven by hand: a core, a virtual clock and the frames that each connection got."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from protocol.codec import decode_outbound, encode
from protocol.games.stud import StudView, Theo
from protocol.ids import Millis, PlayerId, Ref, RoomCode, Seat, Turn
from protocol.inbound import Act, AddBot, AnyCommand, AnyDo, Host, Sit, Start
from protocol.outbound import Answer, Done, HandLog, MoveCode, Outbound, Rejected, View, Welcome
from protocol.play import Action, Event, Offer
from protocol.views import Clock, SeatView, TableView, YouView
from server.rules.registry import games
from server.table import snapshot, views, writing
from server.table.core import TableCore, open_table
from server.table.effects import BotWanted, Drop, Effect, Fault, Frame, Kind, Record, Retire, Row, RowKind
from server.table.entries import AnyEntry
from server.table.messages import AttachBot, ConnId, Detach, TableMessage, Told, hello
from server.table.retold import retold
from server.table.state import Table
from server.table.tokens import digest

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT / "seeds"
GAMES = games(SEEDS)
ROOM = RoomCode("K7Q2M9XDT4")
HOST_TOKEN = "host-token-host-token-host-token"


class Fixed:
    """Orders of the deck given in advance; then the identity."""

    def __init__(self, orders: Sequence[Sequence[int]] = ()) -> None:
        self.orders = list(orders)

    def order(self, size: int) -> Sequence[int]:
        return self.orders.pop(0) if self.orders else list(range(size))


class Same:
    """One order for every hand."""

    def __init__(self, order: Sequence[int]) -> None:
        self._order = order

    def order(self, size: int) -> Sequence[int]:
        return self._order


class WrittenCore(TableCore):
    """A core that writes down what it is told, as its shell would."""

    def __init__(self, table: Table, now: Millis) -> None:
        super().__init__(table)
        self.rows = writing.begun(self, now, ())

    def receive(self, now: Millis, message: TableMessage) -> list[Effect]:
        effects = super().receive(now, message)
        self.rows += writing.rows(self, now, message, effects)
        if not self.table.closed:
            # However it was put together: everybody got the table as it is now.
            public = b'"table":%b,"events":' % encode(views.table_view(self.table))
            for one in effects:
                if isinstance(one, Frame) and one.kind is Kind.VIEW:
                    assert public in one.data
                    viewer = self.table.people.of_conn(one.to)
                    assert viewer is None or one.data.endswith(
                        b',"you":%b}' % encode(views.you_view(self.table, viewer))
                    )
        return effects


class Bench:
    """One core and all that came out of it."""

    made: ClassVar[list["Bench"]] = []
    """For a check of every table at the end of a test (tests/server/table/conftest.py)."""

    def __init__(
        self,
        game: str = "xi-to-28",
        options: dict[str, bool | int | str] | None = None,
        orders: Sequence[Sequence[int]] = (),
        shuffler: object | None = None,
    ) -> None:
        rules = GAMES[game]
        self.now = Millis(1_000_000)
        self.frames: defaultdict[ConnId, list[bytes]] = defaultdict(list)
        self.entries: list[AnyEntry] = []
        self.drops: dict[ConnId, int] = {}
        self.bots: list[PlayerId] = []
        self.faults: list[Fault] = []
        self.retired = False
        self.refs: defaultdict[ConnId, int] = defaultdict(int)
        self.tokens: dict[ConnId, str] = {}
        opened = open_table(
            room=ROOM,
            game=rules,
            options=rules.sheet.full(options or {}),
            title="Bàn thử",
            epoch=7,
            creator=digest(HOST_TOKEN),
            shuffler=Fixed(orders) if shuffler is None else shuffler,  # type: ignore[arg-type]
            now=self.now,
        )

        self.core = WrittenCore(opened.table, self.now)
        Bench.made.append(self)

    @property
    def rows(self) -> list[Row]:
        """What the journal has."""
        return self.core.rows

    def retold(self) -> TableCore:
        """The table read back from its journal."""
        last = max(number for number, row in enumerate(self.rows) if row.kind is RowKind.SNAPSHOT)
        inputs = [writing.read_input(row.data) for row in self.rows[last:] if row.kind is RowKind.INPUT]
        table = self.core.table
        return retold(snapshot.read(self.rows[last].data), inputs, table.game, table.shuffler)

    def take(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Frame():
                    self.frames[effect.to].append(effect.data)
                case Drop():
                    self.drops[effect.to] = int(effect.code)
                case Record():
                    self.entries.append(effect.entry)
                case BotWanted():
                    self.bots.append(effect.player)
                case Fault():
                    self.faults.append(effect)
                case Retire():
                    self.retired = True
                case _:
                    pass

    def tell(self, message: TableMessage) -> None:
        self.take(self.core.receive(self.now, message))

    def hello(self, conn: int, token: str | None = None, move: str | None = None) -> Welcome | None:
        """Attach a connection; the welcome it got."""
        name = ConnId(conn)
        before = len(self.frames[name])
        self.tell(hello(name, token, move, f"fresh-token-{conn:04d}-{len(self.tokens):04d}-fresh"))
        for frame in self.frames[name][before:]:
            message = decode_outbound(frame)
            if isinstance(message, Welcome):
                self.refs[name] = message.next_ref - 1
                self.tokens[name] = message.token or token or self.tokens.get(name, "")
                return message
        return None

    def lose(self, conn: int) -> None:
        self.tell(Detach(ConnId(conn)))

    def ref(self, conn: int) -> Ref:
        self.refs[ConnId(conn)] += 1
        return Ref(self.refs[ConnId(conn)])

    def command(self, conn: int, command: AnyCommand) -> None:
        self.tell(Told(ConnId(conn), command, f"one-time-code-{conn:04d}-{command.ref:06d}-{self.now}"))

    def host(self, conn: int, do: AnyDo) -> None:
        self.command(conn, Host(self.ref(conn), do))

    def sit(self, conn: int, seat: int, name: str) -> None:
        self.command(conn, Sit(self.ref(conn), Seat(seat), name))

    def act(self, conn: int, action: Action) -> None:
        turn = self.you(conn).turn
        self.command(conn, Act(self.ref(conn), turn or 0, action))  # type: ignore[arg-type]

    def code(self, conn: int, command: AnyCommand) -> str | None:
        """Send a command; the code of its refusal, None where it was carried out. Exactly one answer is asserted."""
        name = ConnId(conn)
        before = len(self.frames[name])
        self.command(conn, command)
        return self.answer_in(self.frames[name][before:], command.ref)

    def answer_in(self, frames: Sequence[bytes], ref: Ref) -> str | None:
        """The code of the one answer to ``ref`` among these frames: said straight, else by the view that follows."""
        messages = [decode_outbound(frame) for frame in frames]
        said = [message for message in messages if isinstance(message, Done | Rejected | MoveCode | HandLog)]
        shown = [message.you.answered for message in messages if isinstance(message, View)]
        if said:
            (answer,) = said
            assert answer.ref == ref
            return str(answer.code) if isinstance(answer, Rejected) else None
        (outcome,) = shown
        assert outcome is not None
        assert outcome.ref == ref
        return outcome.code

    def do(self, conn: int, do: AnyDo) -> str | None:
        """Send a host's command; the code of its refusal."""
        return self.code(conn, Host(self.ref(conn), do))

    def answers(self, conn: int) -> list[Answer]:
        """All that was answered straight, in order."""
        return [one for one in self.messages(conn) if isinstance(one, Done | Rejected | MoveCode | HandLog)]

    def events(self, conn: int = 1) -> list[Event]:
        """All events that a connection was told of."""
        return [event for one in self.messages(conn) if isinstance(one, View) for event in one.events]

    def messages(self, conn: int) -> list[Outbound]:
        return [decode_outbound(frame) for frame in self.frames[ConnId(conn)]]

    def last(self, conn: int) -> Outbound:
        return decode_outbound(self.frames[ConnId(conn)][-1])

    def rejected(self, conn: int) -> Rejected:
        """The last message, which must be a rejection."""
        message = self.last(conn)
        assert isinstance(message, Rejected), message
        return message

    def view(self, conn: int) -> View:
        for frame in reversed(self.frames[ConnId(conn)]):
            message = decode_outbound(frame)
            if isinstance(message, View):
                return message
        raise AssertionError("no view yet")

    def table(self, conn: int = 1) -> TableView:
        return self.view(conn).table

    def you(self, conn: int) -> YouView:
        return self.view(conn).you

    def seat(self, seat: int) -> SeatView:
        return self.table().seats[seat]

    def play(self, conn: int = 1) -> StudView:
        """The hand on the table, which must be one of xì tố."""
        play = self.table(conn).play
        assert isinstance(play, StudView)
        return play

    def clock(self, conn: int = 1) -> Clock:
        """The only clock that runs."""
        (clock,) = self.table(conn).clocks
        return clock

    def turn(self, conn: int) -> Turn:
        turn = self.you(conn).turn
        assert turn is not None
        return turn

    def actor(self) -> int:
        """The connection of the seat on turn, where four sat down."""
        seat = self.play().to_act
        assert seat is not None
        return seat + 1

    def offers(self, conn: int) -> tuple[Offer, ...]:
        return self.you(conn).offers

    def on_turn(self, conns: Sequence[int]) -> int:
        """The connection whose player is asked."""
        return next(conn for conn in conns if self.you(conn).turn is not None)

    def wait(self, span: int) -> None:
        """Let time go on, waking the core as its shell would."""
        end = Millis(self.now + span)
        for _ in range(10_000):
            due = self.core.next_deadline
            if due is None or due > end:
                break
            self.now = max(self.now, due)
            self.take(self.core.wake(self.now))
        self.now = end

    def friends(self, count: int) -> None:
        """Connections 1 to ``count`` sit on seats from 0; 1 is the host."""
        for conn in range(1, count + 1):
            self.hello(conn, HOST_TOKEN if conn == 1 else None)
        for conn in range(1, count + 1):
            self.sit(conn, conn - 1, f"Bạn {conn}")

    def four(self, names: Sequence[str] = ("Lan", "Tú", "Hà", "Minh")) -> None:
        """Connections 1 to 4 sit on seats 0 to 3; 1 is the host."""
        self.hello(1, HOST_TOKEN)
        for conn in (2, 3, 4):
            self.hello(conn)
        for conn, name in enumerate(names, start=1):
            self.sit(conn, conn - 1, name)

    @classmethod
    def begun(cls, *args: Any, **given: Any) -> "Bench":
        """Four friends in the first hand; with the plain deck seat 0 opens every round and all hands are equal."""
        bench = cls(*args, **given)
        bench.four()
        assert bench.do(1, Start()) is None
        return bench

    def theo(self, times: int = 1) -> None:
        """So many seats call in turn."""
        for _ in range(times):
            self.act(self.actor(), Theo())

    def finish(self) -> None:
        """All call until the hand is over."""
        while self.table().phase == "playing":
            self.theo()

    @property
    def in_play(self) -> int:
        """Points of the people and bots at the table by the book."""
        return sum(seat.balance for seat in self.table().seats)

    def bots_in(self, conn: int) -> None:
        """The host fills the table; bots' connections are 100 + player."""
        self.host(conn, AddBot())
        for player in self.bots:
            self.tell(AttachBot(ConnId(100 + player), player))
