"""What a host may do, and what not; how the role goes on."""

import pytest

from protocol.events import HostChanged, Locked, OptionsSet
from protocol.ids import PlayerId, Seat
from protocol.inbound import (
    AddBot,
    AnyDo,
    Approve,
    Ask,
    Claim,
    CloseRoom,
    Kick,
    Leave,
    ListRoom,
    Lock,
    PauseTable,
    RemoveBot,
    ResumeTable,
    SetOptions,
    SetTitle,
    Sit,
    SitOut,
    Start,
    Transfer,
    Unkick,
)
from server.table.messages import ConnId
from tests.support.table import HOST_TOKEN, Bench

LAN, TU, HA = PlayerId(1), PlayerId(2), PlayerId(3)


@pytest.mark.parametrize(
    "do",
    [
        Start(), AddBot(), RemoveBot(Seat(0)), Kick(HA), Unkick(HA), PauseTable(), ResumeTable(), Lock(True), Ask(True),
        ListRoom(True), Approve(HA, yes=True), Transfer(TU), SetOptions({}), SetTitle("Bàn của Tú"), CloseRoom(),
    ],
)  # fmt: skip
def test_only_the_host_commands(do: AnyDo) -> None:
    bench = Bench.begun()
    before = bench.table()
    assert bench.do(2, do) == "not_host"
    assert bench.table() == before


def test_a_room_is_unlisted_until_its_host_lists_it() -> None:
    bench = Bench.begun()
    assert (bench.table().listed, bench.core.summary.listed) == (False, False)
    assert bench.do(1, ListRoom(True)) is None
    assert (bench.table().listed, bench.core.summary.listed) == (True, True)
    assert bench.do(1, ListRoom(False)) is None
    assert (bench.table().listed, bench.core.summary.listed) == (False, False)


@pytest.mark.case("B163")
def test_the_role_goes_to_who_sat_longest_when_the_host_leaves() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    for conn, seat in ((3, 0), (2, 1), (1, 2)):
        if conn != 1:
            bench.hello(conn)
        bench.sit(conn, seat, f"Bạn {conn}")
    bench.code(1, Leave(bench.ref(1)))
    assert bench.you(3).host
    assert HostChanged(bench.you(3).player, "left") in bench.events(1)
    assert bench.do(3, Lock(True)) is None


def test_the_role_goes_on_at_once_when_the_host_leaves_in_a_hand() -> None:
    bench = Bench.begun()
    bench.code(1, Leave(bench.ref(1)))
    assert bench.you(2).host
    bench.finish()
    assert bench.you(2).host


def test_the_role_passes_over_who_is_away_and_stays_where_nobody_is_here() -> None:
    bench = Bench()
    bench.four()
    bench.lose(2)
    bench.code(1, Leave(bench.ref(1)))
    assert bench.table(3).host == HA
    bench.lose(4)
    bench.code(3, Leave(bench.ref(3)))
    assert bench.table(3).host == HA


def test_a_host_who_is_away_for_a_minute_loses_the_role() -> None:
    bench = Bench()
    bench.four()
    bench.do(1, SetOptions({"turn_timeout_s": 120}))
    bench.do(1, Start())
    bench.wait(1_000)
    bench.lose(1)
    bench.wait(59_999)
    assert bench.table(2).host == LAN
    bench.wait(1)
    assert bench.table(2).host == TU
    assert HostChanged(TU, "away") in bench.events(2)
    bench.hello(1, HOST_TOKEN)
    assert not bench.you(1).host


def test_a_host_who_comes_back_in_time_stays_host() -> None:
    bench = Bench.begun()
    for _ in range(3):
        bench.lose(1)
        bench.wait(20_000)
        bench.hello(1, HOST_TOKEN)
    assert bench.you(1).host


def test_the_role_is_handed_over() -> None:
    bench = Bench.begun()
    assert bench.do(1, Transfer(PlayerId(99))) == "player_unknown"
    assert bench.do(1, Transfer(TU)) is None
    assert (bench.you(1).host, bench.you(2).host) == (False, True)
    assert bench.do(1, Lock(True)) == "not_host"
    bench.hello(9)
    watcher = bench.you(9).player
    bench.lose(9)
    assert bench.do(2, Transfer(watcher)) == "not_allowed"
    assert bench.do(2, Kick(HA)) is None
    assert bench.do(2, Transfer(HA)) == "not_allowed"


def test_who_is_host_may_always_sit() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.do(1, Lock(True))
    bench.do(1, Ask(True))
    assert bench.code(1, Sit(bench.ref(1), Seat(0), "Lan")) is None
    assert bench.you(1).seat == 0


def test_a_locked_table_seats_only_who_sat_before() -> None:
    bench = Bench()
    bench.four()
    bench.hello(9)
    bench.do(1, Lock(True))
    assert Locked(True) in bench.events(9)
    bench.code(2, Leave(bench.ref(2)))
    assert bench.code(9, Sit(bench.ref(9), Seat(1), "Vy")) == "room_locked"
    assert bench.code(2, Sit(bench.ref(2), Seat(1), "Tú")) is None


def test_with_ask_a_stranger_waits_for_the_hosts_yes() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.sit(1, 0, "Lan")
    bench.do(1, Ask(True))
    for conn in (2, 3):
        bench.hello(conn)
        assert bench.code(conn, Sit(bench.ref(conn), Seat(1), "Tú")) is None
        assert bench.you(conn).seat is None
    assert bench.code(2, Sit(bench.ref(2), Seat(2), "Tú")) == "already_asked"
    assert [request.player for request in bench.table().requests] == [2, 3]
    assert bench.do(1, Approve(TU, yes=True)) is None
    assert (bench.you(2).seat, bench.seat(1).name) == (1, "Tú")
    assert bench.do(1, Approve(HA, yes=True)) is None
    assert bench.you(3).seat is None, "the seat is taken by now"
    assert bench.code(3, Sit(bench.ref(3), Seat(2), "Tú")) is None, "but the yes holds"
    assert bench.seat(2).name == "Tú 2"
    assert bench.do(1, Approve(HA, yes=True)) == "player_unknown"


def test_a_stranger_may_withdraw_and_may_be_refused() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.do(1, Ask(True))
    bench.hello(2)
    bench.code(2, Sit(bench.ref(2), Seat(1), "Tú"))
    bench.code(2, Leave(bench.ref(2)))
    assert bench.table().requests == ()
    bench.code(2, Sit(bench.ref(2), Seat(1), "Tú"))
    bench.do(1, Approve(TU, yes=False))
    assert (bench.you(2).seat, bench.table().requests) == (None, ())


def test_a_claim_fails_where_the_owner_is_back() -> None:
    bench = Bench()
    bench.four()
    bench.hello(9)
    assert bench.code(9, Claim(bench.ref(9), Seat(1), "Tú")) == "not_away"
    bench.lose(2)
    assert bench.code(9, Claim(bench.ref(9), Seat(1), "Tú")) is None
    assert bench.code(9, Claim(bench.ref(9), Seat(1), "Tú")) == "already_asked"
    bench.hello(2, bench.tokens[ConnId(2)])
    bench.do(1, Approve(bench.you(9).player, yes=True))
    assert (bench.you(9).seat, bench.you(2).seat) == (None, 1)


def test_a_kicked_player_stays_out_until_the_host_lifts_the_bar() -> None:
    bench = Bench()
    bench.four()
    assert bench.do(1, Kick(LAN)) == "not_allowed"
    assert bench.do(1, Kick(PlayerId(99))) == "player_unknown"
    assert bench.do(1, Kick(TU)) is None
    assert bench.do(1, Kick(TU)) is None
    assert (bench.drops[ConnId(2)], bench.seat(1).player) == (4003, None)
    assert bench.hello(12, bench.tokens[ConnId(2)]) is None
    assert bench.drops[ConnId(12)] == 4003
    assert bench.do(1, Unkick(TU)) is None
    assert bench.hello(13, bench.tokens[ConnId(2)]) is not None
    assert bench.code(13, Sit(bench.ref(13), Seat(1), "Tú")) is None
    assert bench.seat(1).balance == 100, "the old balance, no second grant"


def test_a_kick_ends_what_a_visitor_asked_for() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.do(1, Ask(True))
    bench.hello(2)
    bench.code(2, Sit(bench.ref(2), Seat(1), "Tú"))
    bench.do(1, Kick(TU))
    assert bench.table().requests == ()
    assert bench.do(1, Approve(TU, yes=True)) == "player_unknown"


def test_no_bot_takes_a_seat_out_of_a_hand() -> None:
    bench = Bench()
    bench.four()
    bench.do(1, SetOptions({"turn_timeout_s": 120}))
    bench.do(1, Start())
    bench.code(2, SitOut(bench.ref(2)))
    bench.wait(90_000)
    assert bench.do(1, AddBot(Seat(1))) == "seat_taken"


def test_a_bot_is_not_kicked() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.sit(1, 0, "Lan")
    bench.bots_in(1)
    assert bench.do(1, Kick(bench.bots[0])) == "not_allowed"


def test_bots_are_put_where_nobody_sits() -> None:
    bench = Bench()
    bench.four()
    assert bench.do(1, AddBot(Seat(1))) == "seat_taken"
    assert bench.do(1, AddBot(Seat(7))) == "seat_unknown"
    assert bench.do(1, AddBot()) is None
    bench.code(2, Leave(bench.ref(2)))
    assert bench.do(1, AddBot(Seat(1))) is None
    assert bench.seat(1).bot


def test_while_the_host_is_gone_anybody_seated_may_put_a_bot_on_a_long_empty_chair() -> None:
    """After a minute the role itself has come to who is there, sitting out or not."""
    bench = Bench()
    bench.four()
    bench.code(2, SitOut(bench.ref(2)))
    for conn in (3, 4, 1):
        bench.lose(conn)
    assert bench.do(2, AddBot(Seat(2))) == "not_host"
    bench.wait(60_000)
    assert bench.do(2, AddBot(Seat(1))) is None


@pytest.mark.case("B016")
def test_options_are_checked_whole_and_a_refusal_changes_nothing() -> None:
    bench = Bench()
    bench.four()
    for given in (
        {"ante": 5}, {"turn_timeout_s": "20"}, {"turn_timeout_s": 4}, {"turn_timeout_s": True}, {"rebuy": "maybe"},
        {"start_points": 9, "topup_below": 10},
    ):  # fmt: skip
        before = bench.table()
        assert bench.do(1, SetOptions(given)) == "options_invalid"  # type: ignore[arg-type]
        assert next(iter(given)) in (bench.rejected(1).problem or "")
        assert bench.table() == before
    assert bench.do(1, SetOptions({"turn_timeout_s": 30})) is None
    assert OptionsSet({"turn_timeout_s": 30}, later=False) in bench.events()
    assert bench.table().options["turn_timeout_s"] == 30


def test_title_lock_and_bar_are_seen_by_all() -> None:
    bench = Bench()
    bench.four()
    bench.do(1, SetTitle("Bàn nhà Lan"))
    bench.do(1, Kick(TU))
    assert bench.table(3).title == "Bàn nhà Lan"
    assert [person.name for person in bench.table(3).barred] == ["Tú"]


def test_a_deadline_of_an_absent_host_without_heirs_is_none() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.lose(1)
    deadlines = [bench.core.next_deadline]
    bench.wait(120_000)
    bench.hello(2)
    bench.sit(2, 0, "Tú")
    deadlines.append(bench.core.next_deadline)
    assert deadlines == [None, bench.now - 60_000]
    bench.take(bench.core.wake(bench.now))
    assert bench.you(2).host
