"""Connections that come and go: who somebody is, take-over, moving house, absence and return."""

import pytest

from protocol.events import CameBack, SeatMoved, WentAway
from protocol.games.stud import StudYou, Theo
from protocol.ids import PlayerId, Ref, Seat
from protocol.inbound import Act, AddBot, Leave, MoveSeat, Say, Sit
from protocol.outbound import MoveCode, View
from server.table import people
from server.table.messages import AttachBot, ConnId, hello
from tests.support.table import HOST_TOKEN, Bench


def move_code(bench: Bench, conn: int) -> str:
    assert bench.code(conn, MoveSeat(bench.ref(conn))) is None
    code = bench.answers(conn)[-1]
    assert isinstance(code, MoveCode)
    assert code.until == bench.now + 600_000
    return code.code


def test_a_visitor_gets_a_token_once_and_is_the_same_person_with_it() -> None:
    bench = Bench()
    first = bench.hello(5)
    assert first is not None
    assert first.token is not None
    bench.lose(5)
    again = bench.hello(6, first.token)
    assert again is not None
    assert (again.player, again.token) == (first.player, None)


def test_a_token_stands_nowhere_in_the_journal() -> None:
    bench = Bench()
    bench.four()
    move_code(bench, 2)
    for token in (HOST_TOKEN, *bench.tokens.values()):
        assert all(token.encode() not in row.data for row in bench.rows)


def test_an_unknown_token_is_refused_and_nobody_is_told() -> None:
    bench = Bench()
    bench.four()
    before = len(bench.frames[ConnId(1)])
    assert bench.hello(9, "some-other-rooms-token-some-other") is None
    assert bench.rejected(9).code == "token_unknown"
    assert bench.rejected(9).ref is None
    assert len(bench.frames[ConnId(1)]) == before


@pytest.mark.case("B099")
@pytest.mark.case("B176")
def test_the_same_token_takes_the_seat_over_at_once() -> None:
    bench = Bench.begun()
    turn, due, hole = bench.turn(1), bench.clock().due, bench.you(1).play
    for conn in (11, 12, 13):
        assert bench.hello(conn, HOST_TOKEN) is not None
    assert [bench.drops[ConnId(conn)] for conn in (1, 11, 12)] == [4004] * 3
    assert (bench.turn(13), bench.clock(13).due, bench.you(13).play) == (turn, due, hole)
    frames = len(bench.frames[ConnId(1)])
    bench.command(1, Act(Ref(99), turn, Theo()))
    bench.lose(1)
    assert len(bench.frames[ConnId(1)]) == frames
    assert bench.table(13).seats[0].away_since is None
    assert bench.play(13).to_act == 0
    assert not any(isinstance(event, WentAway | CameBack) for event in bench.events(2))
    bench.hello(20)
    assert bench.code(20, Sit(bench.ref(20), Seat(0), "Vy")) == "seat_taken"


@pytest.mark.case("B105")
def test_hello_again_on_one_connection_gets_the_whole_picture_again() -> None:
    bench = Bench.begun()
    first = bench.view(1)
    assert bench.hello(1, HOST_TOKEN) is not None
    again = bench.view(1)
    assert (again.you, again.table.seats) == (first.you, first.table.seats)
    assert ConnId(1) not in bench.drops


@pytest.mark.case("B093")
@pytest.mark.case("B101")
@pytest.mark.case("B103")
def test_who_comes_back_sees_seat_cards_and_turn_in_the_first_view() -> None:
    bench = Bench()
    bench.four()
    bench.lose(2)
    bench.hello(2, bench.tokens[ConnId(2)])
    bench.wait(10_000)
    bench.lose(2)
    bench.act(1, Theo())
    bench.hello(2, bench.tokens[ConnId(2)])
    view = bench.last(2)
    assert isinstance(view, View)
    assert (view.you.seat, view.table.hand) == (1, 1)
    assert isinstance(view.you.play, StudYou)
    assert view.you.offers
    assert bench.code(2, Act(bench.ref(2), bench.turn(2), Theo())) is None


@pytest.mark.case("B089")
@pytest.mark.case("B190")
def test_after_a_drop_the_newest_view_has_what_was_missed() -> None:
    bench = Bench.begun()
    bench.lose(2)
    bench.act(1, Theo())
    bench.wait(110_500)
    bench.theo(2)
    bench.hello(2, bench.tokens[ConnId(2)])
    assert bench.table(2) == bench.table(1)
    assert bench.view(2).v == bench.view(1).v


@pytest.mark.case("B115")
def test_a_returned_player_gets_every_version_again_and_again() -> None:
    bench = Bench.begun()
    for _ in range(3):
        bench.lose(4)
        bench.hello(4, bench.tokens[ConnId(4)])
        before = bench.view(4).v
        bench.theo(4)
        assert bench.view(4).v == before + 4


def test_absence_and_return_are_told_of_seats_only() -> None:
    bench = Bench()
    bench.four()
    bench.hello(9)
    bench.lose(9)
    bench.lose(3)
    assert bench.table().seats[2].away_since == bench.now
    bench.hello(3, bench.tokens[ConnId(3)])
    assert bench.seat(2).away_since is None
    told = [event for event in bench.events() if isinstance(event, WentAway | CameBack)]
    assert told == [WentAway(PlayerId(3), Seat(2)), CameBack(PlayerId(3), Seat(2))]


@pytest.mark.case("B091")
def test_a_visitor_who_is_gone_leaves_no_ghost() -> None:
    bench = Bench()
    bench.four()
    bench.hello(9)
    assert bench.table().watchers == 1
    bench.lose(9)
    bench.lose(9)
    assert bench.table().watchers == 0
    assert [seat.player for seat in bench.table().seats] == [1, 2, 3, 4]


def test_a_one_time_code_moves_the_seat_and_revokes_the_old_token() -> None:
    bench = Bench.begun()
    hole, turn, due = bench.you(1).play, bench.turn(1), bench.clock().due
    welcome = bench.hello(21, move=move_code(bench, 1))
    assert welcome is not None
    assert welcome.token is not None
    assert (welcome.player, bench.drops[ConnId(1)]) == (1, 4005)
    assert (bench.you(21).play, bench.turn(21), bench.clock(21).due) == (hole, turn, due)
    assert SeatMoved(PlayerId(1), Seat(0), by_host=False) in bench.events(3)
    assert not any(isinstance(event, WentAway | CameBack) for event in bench.events(3))
    assert bench.hello(22, HOST_TOKEN) is None
    assert bench.rejected(22).code == "token_moved"
    assert bench.hello(23, welcome.token) is not None


def test_a_code_works_once_for_ten_minutes_and_only_the_newest_does() -> None:
    bench = Bench()
    bench.four()
    old = move_code(bench, 2)
    new = move_code(bench, 2)
    assert bench.hello(21, move=old) is None
    assert bench.rejected(21).code == "move_code_invalid"
    bench.wait(599_999)
    assert bench.hello(22, move=new) is not None
    assert bench.hello(23, move=new) is None
    late = move_code(bench, 22)
    bench.wait(600_000)
    assert bench.hello(24, move=late) is None
    assert bench.you(22).seat == 1


def test_a_code_brings_an_away_player_back() -> None:
    bench = Bench.begun()
    code = move_code(bench, 1)
    due = bench.clock().due
    bench.lose(1)
    bench.wait(10_000)
    assert bench.hello(21, move=code) is not None
    assert bench.clock(21).due == due + 10_000
    assert bench.table(21).seats[0].away_since is None


@pytest.mark.by_hand
def test_a_barred_players_code_is_void() -> None:
    bench = Bench()
    bench.four()
    code = move_code(bench, 2)
    person = bench.core._t.people[PlayerId(2)]
    person.barred = True
    assert bench.hello(21, move=code) is None


def test_the_house_takes_a_bots_seat_and_no_other() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.sit(1, 0, "Lan")
    bench.do(1, AddBot(Seat(1)))
    for player in (PlayerId(1), PlayerId(99)):
        bench.tell(AttachBot(ConnId(50), player))
        assert bench.drops.pop(ConnId(50)) == 4006
    bench.tell(AttachBot(ConnId(50), bench.bots[0]))
    assert isinstance(bench.last(50), View)
    assert bench.you(50).seat == 1
    bench.tell(AttachBot(ConnId(51), bench.bots[0]))
    assert bench.drops[ConnId(50)] == 4004
    bench.lose(51)
    assert bench.seat(1).away_since is None


@pytest.mark.by_hand
def test_a_room_holds_a_bounded_number_of_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_PEOPLE", 6)
    bench = Bench()
    bench.four()
    for conn in (5, 6):
        assert bench.hello(conn) is not None
    assert bench.hello(7) is None
    assert bench.rejected(7).code == "room_full"
    bench.lose(6)
    assert bench.hello(8) is not None
    assert bench.hello(9, bench.tokens[ConnId(6)]) is None, "a stranger who is gone was forgotten"
    bench.lose(2)
    assert bench.hello(10, bench.tokens[ConnId(2)]) is not None, "a friend never is"


@pytest.mark.by_hand
def test_a_room_shows_itself_to_a_bounded_number_of_watchers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_WATCHERS", 2)
    bench = Bench()
    bench.four()
    for conn in (5, 6):
        assert bench.hello(conn) is not None
    assert bench.hello(7) is None
    assert bench.rejected(7).code == "room_full"
    for conn in (2, 5):
        bench.lose(conn)
        assert bench.hello(conn + 10, bench.tokens[ConnId(conn)]) is not None, "whoever was here comes back"
    bench.lose(6)
    assert bench.hello(8) is not None, "a place is free again"


@pytest.mark.by_hand
def test_the_creator_is_never_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_PEOPLE", 2)
    bench = Bench()
    for conn in (5, 6, 7):
        bench.hello(conn)
        bench.lose(conn)
    assert bench.hello(1, HOST_TOKEN) is not None
    assert bench.you(1).host


@pytest.mark.case("B143")
def test_four_who_come_in_one_instant_all_have_seats() -> None:
    bench = Bench()
    for conn, token in ((1, HOST_TOKEN), (2, None), (3, None), (4, None)):
        bench.tell(hello(ConnId(conn), token, None, f"fresh-token-of-{conn:018d}"))
    for conn in (4, 2, 3, 1):
        bench.command(conn, Sit(Ref(1), Seat(conn - 1), f"Bạn {conn}"))
    assert [seat.name for seat in bench.table().seats] == ["Bạn 1", "Bạn 2", "Bạn 3", "Bạn 4"]


@pytest.mark.case("B107")
def test_who_left_has_no_part_in_the_seat_he_had() -> None:
    bench = Bench.begun()
    for conn in (1, 2, 3):
        bench.code(conn, Leave(bench.ref(conn)))
    bench.hello(5)
    bench.sit(5, 1, "Vy")
    assert (bench.you(2).seat, bench.you(2).play, bench.you(2).offers) == (None, None, ())
    assert bench.code(2, Say(bench.ref(2), "tôi còn xem")) is None
    assert bench.you(5).play is None
