"""A finished hand shown again is what was shown live: to each player his own, to everybody else the public part."""

import msgspec
import pytest

from protocol.cards import Open
from protocol.codec import encode
from protocol.events import SitsOut, TimedOut, WentAway
from protocol.games.stud import Show, Up
from protocol.ids import PlayerId, Seat
from protocol.inbound import AddBot, Host, Leave, Start
from protocol.outbound import View
from server.table import writing
from server.table.effects import RowKind
from server.table.entries import HandFinished
from server.table.history import OtherRules, line, moments
from server.table.messages import AttachBot, ConnId
from tests.support.table import GAMES, Bench
from tests.support.xi_dach import XiDachBench


def kept(bench: Bench) -> HandFinished:
    """The last finished hand, as the journal has it."""
    row = [row for row in bench.rows if row.kind is RowKind.RECORD and row.topic == "hand_finished"][-1]
    entry = writing.read_record(row.data)
    assert isinstance(entry, HandFinished)
    return entry


def lived(bench: Bench, conn: int) -> list[tuple[bytes, bytes]]:
    """The pictures of the hand that a connection got, without repetitions."""
    found: list[tuple[bytes, bytes]] = []
    for message in bench.messages(conn):
        if isinstance(message, View) and message.table.play is not None and message.table.hand == bench.table(1).hand:
            picture = (encode(message.table.play), encode(message.you.play) if message.you.play is not None else b"")
            if not found or found[-1] != picture:
                found.append(picture)
    return found


def shown(bench: Bench, player: int | None, game: str) -> list[tuple[bytes, bytes]]:
    found: list[tuple[bytes, bytes]] = []
    for moment in moments(kept(bench), GAMES[game], None if player is None else PlayerId(player)):
        view = moment.view
        picture = (encode(view.table.play), encode(view.you.play) if view.you.play is not None else b"")  # type: ignore[arg-type]
        if not found or found[-1] != picture:
            found.append(picture)
    return found


@pytest.mark.case("B140")
@pytest.mark.parametrize("showdown", [True, False])
def test_everybody_sees_again_what_he_saw_and_no_more(*, showdown: bool) -> None:
    bench = Bench.begun()
    bench.hello(9)
    bench.theo(6)
    if showdown:
        bench.finish()
    else:
        while bench.table().phase == "playing":
            bench.act(bench.actor(), Up())
    for conn in (1, 2, 3, 4):
        assert shown(bench, conn, "xi-to-28") == lived(bench, conn)
    assert shown(bench, None, "xi-to-28") == lived(bench, 9)
    assert shown(bench, 5, "xi-to-28") == lived(bench, 9), "a visitor was not dealt in"


def test_who_shows_afterwards_is_seen_afterwards() -> None:
    bench = Bench.begun()
    while bench.table().phase == "playing":
        bench.act(bench.actor(), Up())
    winner = next(seat.seat for seat in bench.play().seats if seat.status != "folded") + 1
    before = len(moments(kept(bench), GAMES["xi-to-28"], None))
    bench.act(winner, Show())
    after = moments(kept(bench), GAMES["xi-to-28"], None)
    assert len(after) == before + 1
    assert shown(bench, winner, "xi-to-28") == lived(bench, winner)
    hole = after[-1].view.table.play.seats[winner - 1].hole  # type: ignore[union-attr]
    assert isinstance(hole, Open)


def test_a_player_who_left_in_the_hand_is_in_it() -> None:
    bench = Bench.begun()
    bench.theo(2)
    bench.code(3, Leave(bench.ref(3)))
    while bench.table().phase == "playing":
        bench.act(bench.actor(), Up())
    entry = kept(bench)
    assert any(move.action is None and move.seat == 2 for move in entry.moves)
    assert shown(bench, 1, "xi-to-28") == lived(bench, 1)


def test_a_hand_of_xi_dach_has_its_banker() -> None:
    bench = XiDachBench.dealt()
    while bench.table().phase == "playing":
        seat = Seat(bench.hand().to_act[0])
        hand = bench.core.table.hand
        assert hand is not None
        bench.act(seat + 1, GAMES["xi-dach"].fallback(hand.state, seat))
    entry = kept(bench)
    last = moments(entry, GAMES["xi-dach"], PlayerId(1))[-1].view
    assert last.table.bank is not None
    assert last.table.bank.banker == entry.button
    assert last.table.phase == "result"
    for conn in (1, 2, 3):
        assert shown(bench, conn, "xi-dach") == lived(bench, conn)


def test_a_line_says_who_won_what() -> None:
    bench = Bench.begun()
    bench.finish()
    one = line(kept(bench), 77)
    assert (one.hand, one.game, one.ended_s, one.showdown) == (1, "xi-to-28", 77, True)
    assert sum(one.deltas.values()) + one.rake == 0
    assert one.names[Seat(1)] == "Tú"


def test_other_rules_show_nothing_that_they_would_make_up() -> None:
    bench = Bench.begun()
    bench.finish()
    entry = msgspec.structs.replace(kept(bench), parameters="of before")
    with pytest.raises(OtherRules):
        moments(entry, GAMES["xi-to-28"], None)
    assert entry.events


def test_a_kept_hand_is_never_printed() -> None:
    bench = Bench.begun()
    bench.finish()
    assert repr(kept(bench)) == "<HandFinished 1>"
    assert "Theo" not in repr(kept(bench).moves)


def test_bots_are_named_too() -> None:
    bench = Bench()
    bench.hello(1, "host-token-host-token-host-token")
    bench.sit(1, 0, "Lan")
    bench.command(1, Host(bench.ref(1), AddBot()))
    for player in bench.bots:
        bench.tell(AttachBot(ConnId(100 + player), player))
    bench.do(1, Start())
    bench.wait(600_000)
    assert all(kept(bench).names.values())


def test_each_step_tells_what_was_told_then_the_clocks_and_comings_too() -> None:
    bench = Bench.begun()
    bench.theo(1)
    slow = bench.actor()
    bench.lose(slow)
    bench.wait(600_000)
    assert bench.table().phase != "playing"
    entry = kept(bench)
    told = [event for moment in moments(entry, GAMES["xi-to-28"], None) for event in moment.view.events]
    assert told == list(entry.events)
    steps = [[type(event) for event in moment.view.events] for moment in moments(entry, GAMES["xi-to-28"], None)]
    assert [WentAway, TimedOut] in [step[:2] for step in steps]
    cut = msgspec.structs.replace(entry, events=entry.events[:3])
    again = [event for moment in moments(cut, GAMES["xi-to-28"], None) for event in moment.view.events]
    assert again == [event for event in told if not isinstance(event, WentAway | TimedOut | SitsOut)]
