"""Single parts of the hot path, by pytest-benchmark: ``make bench ARGS="--only micro"``.

Each is measured on a table in the middle of a hand, hot: in a server, among everything else, a part takes two to three
times as long.
"""

from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol.codec import decode_inbound, encode
from protocol.games.stud import Theo
from protocol.ids import Millis, Ref, RoomCode, Seat, Turn
from protocol.inbound import Act, Bank, Start
from server.cards.deck import arranged, pack
from server.journal.store import Store
from server.randomness import SecureShuffler
from server.rules.hands import made
from server.table import views
from server.table.effects import Row, RowKind
from server.table.entries import Heard
from server.table.messages import ConnId, Told
from tests.support.journal import owned
from tests.support.table import GAMES, Bench

Benchmark = Any
"""pytest-benchmark's fixture."""


@pytest.fixture(params=sorted(GAMES))
def table(request: pytest.FixtureRequest) -> Bench:
    """Four seated in the first moments of a hand."""
    bench = Bench(request.param, shuffler=SecureShuffler())
    bench.four()
    if bench.core.table.game.has_banker:
        assert bench.code(1, Bank(bench.ref(1), take=True)) is None
    assert bench.do(1, Start()) is None
    return bench


def test_views(benchmark: Benchmark, table: Bench) -> None:
    """One public view and four private parts, built and encoded: at most 40 us."""
    t = table.core.table
    people = list(t.people.connected.values())
    still = views.still(t)

    def views_of_all() -> None:
        if still is not None:
            views.holds(t, still)
        public = views.public_bytes(t, still)
        kept: views.Kept = {}
        for person in people:
            views.frame_for(t, public, person, kept)

    benchmark(views_of_all)


def test_public(benchmark: Benchmark, table: Bench) -> None:
    """The public part, where more than an action has happened."""
    benchmark(views.public_bytes, table.core.table)


def test_offers(benchmark: Benchmark, table: Bench) -> None:
    """What all seats may do; from a state that nobody asked before."""
    t = table.core.table
    assert t.hand is not None
    hand = t.hand

    def offers() -> None:
        getattr(hand.state, "__dict__", {}).clear()
        for seat in hand.players:
            t.game.offers(hand.state, seat)

    benchmark(offers)


def test_apply(benchmark: Benchmark) -> None:
    """Theo, the commonest action."""
    game = GAMES["xi-to-28"]
    order = SecureShuffler().order(28)
    deck = arranged(pack(str(game.sheet.parameters["ranks"])), order)
    stacks = {Seat(seat): game.grant(game.sheet.full({})) for seat in range(4)}
    state = game.deal(game.sheet.full({}), stacks, Seat(0), deck).state
    (seat,) = game.to_act(state)
    benchmark(game.apply, state, seat, Theo())


def test_encode(benchmark: Benchmark, table: Bench) -> None:
    """The public table, once it is built."""
    benchmark(encode, views.table_view(table.core.table))


def test_decode(benchmark: Benchmark) -> None:
    """A command, with the look for keys that stand twice."""
    benchmark(decode_inbound, encode(Act(Ref(12), Turn(34), Theo())).decode())


def test_hand_keys(benchmark: Benchmark) -> None:
    """What five cards make: at most 0.5 us were measured for such a table."""
    cards = pack("789TJQKA")
    hands = cycle([cards[first : first + 5] for first in range(27)])
    benchmark(lambda: made(next(hands)))


def test_journal(benchmark: Benchmark, tmp_path: Path) -> None:
    """One input in a commit of its own."""
    store = owned(Store(tmp_path / "journal.db"))
    room = RoomCode("K7Q2M9XDT4")
    told = Told(ConnId(1), Act(Ref(12), Turn(34), Theo()))
    row = Row(RowKind.INPUT, Millis(1), msgspec.json.encode(Heard(Millis(1), 7, told)))
    store.write([(room, [Row(RowKind.SNAPSHOT, Millis(1), b"{}")])], 1)
    benchmark(lambda: store.write([(room, [row])], 1))
