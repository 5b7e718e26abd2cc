"""The table from outside: four friends, whole hands, refs and answers, versions, countdowns."""

import pytest

from protocol.codec import encode
from protocol.events import HandBegan, HandEnded, HostChanged, SatDown
from protocol.games.stud import Theo, To, Up
from protocol.ids import Millis, Ref, Seat
from protocol.inbound import Act, CloseRoom, Leave, Lock, Log, MoveSeat, Say, SitOut, Start
from protocol.outbound import Done, MoveCode, Rejected, View, Welcome
from server.table import snapshot
from server.table.effects import RowKind
from server.table.messages import ConnId, Told
from tests.support.table import HOST_TOKEN, ROOM, Bench

FRIENDS = (1, 2, 3, 4)


def test_four_friends_play_a_hand_to_the_showdown() -> None:
    bench = Bench()
    bench.four()
    assert bench.table().phase == "starting"
    bench.host(1, Start())
    assert bench.table().phase == "playing"
    for _ in range(16):
        conn = bench.on_turn(FRIENDS)
        bench.act(conn, Theo())
    assert bench.play().phase == "showdown"
    assert bench.in_play == 400
    assert not bench.faults
    bench.wait(8_000)
    assert bench.table().hand == 2


@pytest.mark.rule("XT28-21")
def test_a_fold_win_shows_nothing() -> None:
    bench = Bench.begun()
    bench.act(bench.on_turn(FRIENDS), To())
    for _ in range(3):
        bench.act(bench.on_turn(FRIENDS), Up())
    assert bench.play().phase == "fold_win"
    assert all(seat.hole.count == 1 for seat in bench.play().seats)  # type: ignore[union-attr]


def test_the_creator_is_host() -> None:
    bench = Bench()
    bench.four()
    assert bench.core.room == ROOM
    assert bench.core.player_of(ConnId(1)) == bench.table().host == 1
    assert bench.core.player_of(ConnId(77)) is None


@pytest.mark.case("B166")
@pytest.mark.case("B170")
def test_a_repeated_command_gets_the_same_answer_and_no_second_effect() -> None:
    bench = Bench.begun()
    raise_ = Act(bench.ref(1), bench.turn(1), To())
    assert bench.code(1, raise_) is None
    version = bench.view(1).v
    for _ in range(4):
        bench.command(1, raise_)
        assert bench.last(1) == Done(raise_.ref)
    assert bench.view(1).v == version
    assert bench.play().level == 1
    refused = Act(bench.ref(1), bench.turn(2), To())
    bench.command(1, refused)
    first = bench.rejected(1)
    bench.theo(2)
    bench.command(1, refused)
    assert bench.rejected(1) == first


def test_a_repeat_brings_the_one_time_code_again() -> None:
    bench = Bench()
    bench.four()
    ask = MoveSeat(bench.ref(2))
    bench.command(2, ask)
    code = bench.last(2)
    assert isinstance(code, MoveCode)
    bench.command(2, ask)
    assert bench.last(2) == code


def test_thirty_two_answers_are_kept_and_older_refs_are_too_old() -> None:
    bench = Bench()
    bench.four()
    refs = [bench.ref(1) for _ in range(33)]
    for ref in refs:
        assert bench.code(1, SitOut(ref)) is None
    bench.command(1, SitOut(refs[1]))
    assert bench.last(1) == Done(refs[1])
    bench.command(1, SitOut(refs[0]))
    assert bench.last(1) == Rejected(refs[0], "ref_too_old")


def test_refs_grow_and_may_leave_gaps() -> None:
    bench = Bench()
    bench.four()
    assert bench.code(1, SitOut(Ref(100))) is None
    assert bench.code(1, SitOut(Ref(99))) == "ref_too_old"
    assert bench.code(1, SitOut(Ref(101))) is None


@pytest.mark.case("B011")
@pytest.mark.rule("XT28-10")
def test_only_the_seat_on_turn_may_act_also_after_a_hand_won_by_folds() -> None:
    bench = Bench.begun()
    for _ in range(3):
        bench.act(bench.actor(), Up())
    bench.wait(5_000)
    while bench.table().phase == "playing":
        actor = bench.actor()
        assert [conn for conn in FRIENDS if bench.you(conn).turn is not None] == [actor]
        assert [clock.seat for clock in bench.table().clocks] == [actor - 1]
        before = bench.play()
        for conn in FRIENDS:
            if conn != actor:
                assert bench.code(conn, Act(bench.ref(conn), bench.turn(actor), Theo())) == "not_your_turn"
        assert bench.play() == before
        bench.theo()


@pytest.mark.case("B007")
@pytest.mark.rule("XT28-12")
def test_a_third_to_is_refused_with_its_clause_and_the_own_offers() -> None:
    bench = Bench.begun()
    bench.act(1, To())
    bench.act(2, To())
    due, version = bench.clock().due, bench.view(3).v
    assert [(blocked.action, blocked.rule) for blocked in bench.you(3).blocked] == [("to", "XT28-12")]
    assert bench.code(3, Act(bench.ref(3), bench.turn(3), To())) == "illegal_action"
    refused = bench.rejected(3)
    assert (refused.rule, refused.turn, refused.offers) == ("XT28-12", bench.you(3).turn, bench.you(3).offers)
    assert (bench.clock().due, bench.view(3).v) == (due, version)


def test_a_refusal_shows_nobody_elses_offers() -> None:
    bench = Bench.begun()
    assert bench.code(2, Act(bench.ref(2), bench.turn(1), To())) == "not_your_turn"
    assert (bench.rejected(2).turn, bench.rejected(2).offers) == (None, ())


def test_a_stale_turn_changes_nothing() -> None:
    bench = Bench.begun()
    old = bench.turn(1)
    bench.theo(4)
    assert bench.actor() == 1
    assert bench.code(1, Act(bench.ref(1), old, To())) == "stale_turn"
    assert bench.play().level == 0


def test_turn_ids_are_a_seats_own_and_change_with_its_own_choices_only() -> None:
    bench = Bench.begun()
    turn = bench.turn(1)
    bench.code(3, Leave(bench.ref(3)))
    bench.code(4, Say(bench.ref(4), "ơ"))
    bench.lose(2)
    bench.hello(2, bench.tokens[ConnId(2)])
    assert bench.turn(1) == turn
    bench.act(1, To())
    assert bench.turn(2) == 1, "the first question of this seat"
    bench.act(2, To())
    bench.act(4, Theo())
    assert bench.turn(1) == turn + 1


def test_a_command_of_a_connection_that_is_nobody_is_dropped() -> None:
    bench = Bench.begun()
    bench.command(99, Say(Ref(1), "xin chào"))
    assert not bench.frames[ConnId(99)]


@pytest.mark.case("B115")
def test_versions_grow_by_one_with_each_change_for_every_viewer() -> None:
    bench = Bench.begun()
    bench.hello(9)
    start = bench.view(1).v
    bench.finish()
    bench.do(1, Lock(True))
    for conn in (*FRIENDS, 9):
        seen = [message.v for message in bench.messages(conn) if isinstance(message, View)]
        assert seen == list(range(seen[0], start + 18))


@pytest.mark.case("B109")
def test_two_viewers_frames_of_a_version_are_equal_but_for_you() -> None:
    bench = Bench.begun()
    bench.hello(9)
    bench.finish()
    heads = {frame.split(b',"you":')[0] for frame in (bench.frames[ConnId(conn)][-1] for conn in (*FRIENDS, 9))}
    assert len(heads) == 1


@pytest.mark.case("B111")
def test_what_was_seen_last_is_what_a_newcomer_to_the_same_seat_would_see() -> None:
    """Nothing is merged, so nothing drifts: at every version the last frame is the whole picture."""
    bench = Bench.begun()
    while bench.table().phase == "playing":
        bench.theo()
        for conn in FRIENDS:
            seen = bench.view(conn)
            bench.hello(conn, bench.tokens[ConnId(conn)])
            again = bench.view(conn)
            assert (again.table, again.you) == (seen.table, seen.you)


def test_a_fault_in_what_follows_by_itself_is_told_and_the_table_goes_on() -> None:
    bench = Bench()
    bench.four()
    orders = bench.core._t.shuffler

    class Broken:
        def order(self, size: int) -> list[int]:
            raise OSError("no chance")

    bench.core._t.shuffler = Broken()
    bench.wait(10_000)
    assert [fault.where for fault in bench.faults] == ["table"]
    bench.core._t.shuffler = orders
    bench.code(1, Say(bench.ref(1), "lại nào"))
    bench.wait(5_000)
    assert bench.table().phase == "playing"


def test_a_spurious_wake_says_nothing() -> None:
    bench = Bench.begun()
    before = sum(len(frames) for frames in bench.frames.values())
    bench.take(bench.core.wake(bench.now))
    assert sum(len(frames) for frames in bench.frames.values()) == before


@pytest.mark.case("B023")
@pytest.mark.rule("XT28-18")
def test_points_only_move_by_the_book() -> None:
    bench = Bench.begun()
    bench.act(1, To())
    bench.theo(3)
    bench.finish()
    ended = [event for event in bench.events() if isinstance(event, HandEnded)]
    assert len(ended) == 1
    assert sum(ended[0].results.values()) == 0
    assert [seat.balance - 100 for seat in bench.table().seats] == list(ended[0].results.values())


def test_a_closed_room_shows_a_last_picture_and_lets_everybody_go() -> None:
    bench = Bench.begun()
    bench.act(1, To())
    assert bench.do(1, CloseRoom()) is None
    for conn in FRIENDS:
        view = bench.view(conn)
        assert view.table.phase == "closed"
        assert [seat.balance for seat in view.table.seats] == [100] * 4
        assert bench.drops[ConnId(conn)] == 4006
    assert bench.retired
    assert bench.core.next_deadline is None
    bench.hello(8)
    assert bench.drops[ConnId(8)] == 4006
    assert not bench.core.receive(bench.now, Told(ConnId(1), Say(Ref(50), "còn ai không")))


def test_what_an_epoch_and_a_welcome_say() -> None:
    bench = Bench.begun()
    bench.code(2, Say(bench.ref(2), "chào cả nhà"))
    bench.lose(2)
    bench.wait(700)
    welcome = bench.hello(2, bench.tokens[ConnId(2)])
    assert isinstance(welcome, Welcome)
    assert (welcome.room, welcome.player, welcome.token, welcome.epoch, welcome.now) == (ROOM, 2, None, 7, bench.now)
    assert welcome.next_ref == 3
    assert [said.text for said in welcome.chat] == ["chào cả nhà"]
    assert welcome.log[0] == HandBegan(1, Seat(3))
    assert bench.view(2).epoch == 7


def test_the_log_has_the_public_events_of_this_hand_and_the_last() -> None:
    bench = Bench.begun()
    bench.finish()
    bench.wait(8_000)
    bench.hello(9)
    for hand in (1, 2):
        assert bench.code(9, Log(bench.ref(9), hand)) is None
        log = bench.answers(9)[-1]
        assert log.events[0] == HandBegan(hand, Seat(3 if hand == 1 else 0))  # type: ignore[union-attr]
    bench.finish()
    bench.wait(8_000)
    assert bench.code(9, Log(bench.ref(9), 1)) == "no_hand"
    assert bench.code(9, Log(bench.ref(9), 4)) == "no_hand"


def test_a_watchers_log_is_the_players_log() -> None:
    bench = Bench.begun()
    bench.hello(9)
    bench.theo(7)
    logs = []
    for conn in (1, 9):
        assert bench.code(conn, Log(bench.ref(conn), 1)) is None
        logs.append([encode(event) for event in bench.answers(conn)[-1].events])  # type: ignore[union-attr]
    assert logs[0] == logs[1]


def test_opening_writes_down_the_room_its_creator_and_the_host() -> None:
    bench = Bench()
    (row,) = bench.rows
    opened = snapshot.read(row.data)
    assert (row.kind, opened.game, opened.host, len(opened.people)) == (RowKind.SNAPSHOT, "xi-to-28", 1, 1)
    bench.hello(1, HOST_TOKEN)
    bench.sit(1, 2, "Lan")
    assert SatDown(bench.you(1).player, Seat(2), "Lan") in bench.events()
    assert not any(isinstance(event, HostChanged) for event in bench.events())
    assert bench.now == Millis(1_000_000)
