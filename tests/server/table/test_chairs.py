"""Sitting down and standing up, points on the way in, bots and their heirs, an away seat that is given."""

import pytest

from protocol.events import SeatMoved, SitsOut, StoodUp, ToppedUp
from protocol.games.stud import To, Up
from protocol.ids import Chips, PlayerId, Seat
from protocol.inbound import (
    AddBot,
    Approve,
    Claim,
    Kick,
    Leave,
    Rebuy,
    RemoveBot,
    SetOptions,
    Sit,
    SitIn,
    SitOut,
    Start,
)
from server.table import entries
from server.table.messages import ConnId
from tests.support.table import HOST_TOKEN, Bench

POOR = {"start_points": 9, "topup_below": 9}


def lone(bots: bool = True) -> Bench:
    """A host alone with three bots, before the first hand."""
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.sit(1, 0, "Lan")
    if bots:
        bench.bots_in(1)
    return bench


def lose_a_point(bench: Bench) -> None:
    """Seats 0 to 2 fold: each has the ante less."""
    for _ in range(3):
        bench.act(bench.actor(), Up())


def grants(bench: Bench) -> list[tuple[str, int]]:
    """Who got how much from the house, in order."""
    return [
        (entry.kind, max(entry.postings.values()))
        for entry in bench.entries
        if isinstance(entry, entries.LedgerEntry) and entry.kind != "result"
    ]


def test_a_new_player_gets_the_starting_points_in_the_same_message_as_the_seat() -> None:
    bench = Bench(options={"start_points": 250})
    bench.hello(1, HOST_TOKEN)
    bench.sit(1, 2, "Lan")
    assert (bench.seat(2).name, bench.seat(2).balance) == ("Lan", 250)
    assert grants(bench) == [("grant", 250)]


@pytest.mark.case("B182")
def test_seat_and_points_arrive_together() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.hello(9)
    bench.sit(1, 0, "Lan")
    assert all(seat.balance == 100 for one in (1, 9) for seat in bench.table(one).seats if seat.player is not None)


def test_a_balance_is_parked_on_leaving_and_restored_on_sitting_again() -> None:
    bench = Bench.begun()
    lose_a_point(bench)
    bench.code(1, Leave(bench.ref(1)))
    assert bench.seat(0).player is None
    bench.code(1, Sit(bench.ref(1), Seat(0), "Lan"))
    assert bench.seat(0).balance == 99
    assert len(grants(bench)) == 4


def test_who_left_poor_is_topped_up_on_sitting_again() -> None:
    bench = Bench.begun(options=POOR)
    bench.code(2, Leave(bench.ref(2)))
    bench.finish()
    assert bench.code(2, Sit(bench.ref(2), Seat(1), "Tú")) is None
    assert bench.seat(1).balance == 9
    assert grants(bench)[-1] == ("topup", 1)


@pytest.mark.case("B107")
def test_a_second_identity_is_a_new_grant_and_the_first_keeps_its_points() -> None:
    bench = Bench.begun()
    lose_a_point(bench)
    bench.code(2, Leave(bench.ref(2)))
    bench.hello(5)
    bench.sit(5, 1, "Tú")
    assert (bench.seat(1).name, bench.seat(1).balance) == ("Tú 2", 100)
    assert len(grants(bench)) == 5
    assert bench.you(5).play is None
    bench.hello(2, bench.tokens[ConnId(2)])
    assert bench.code(2, SitIn(bench.ref(2))) == "not_seated"
    assert bench.you(2).seat is None


@pytest.mark.rule("XT28-25")
@pytest.mark.rule("XT28-Q12")
def test_auto_tops_up_below_the_mark_after_the_hand_and_calls_it_no_win() -> None:
    bench = Bench.begun(options=POOR)
    lose_a_point(bench)
    assert [seat.balance for seat in bench.table().seats] == [9, 9, 9, 12]
    assert [event for event in bench.events() if isinstance(event, ToppedUp)] == [
        ToppedUp(PlayerId(player), Chips(1)) for player in (1, 2, 3)
    ]
    assert grants(bench)[4:] == [("topup", 1)] * 3
    bench.wait(5_000)
    assert bench.table().hand == 2


@pytest.mark.rule("XT28-25")
def test_with_host_approves_the_poor_sit_out_ask_and_get() -> None:
    bench = Bench.begun(options={**POOR, "rebuy": "host_approves"})
    assert bench.code(2, Rebuy(bench.ref(2))) == "rebuy_refused"
    lose_a_point(bench)
    assert [seat.status for seat in bench.table().seats] == ["out", "out", "out", "in"]
    assert SitsOut(PlayerId(2), Seat(1), "broke") in bench.events()
    assert bench.code(4, Rebuy(bench.ref(4))) == "rebuy_refused"
    assert bench.code(2, Rebuy(bench.ref(2))) is None
    assert bench.code(2, Rebuy(bench.ref(2))) == "already_asked"
    assert [(request.kind, request.name) for request in bench.table().requests] == [("rebuy", "Tú")]
    assert bench.do(1, Approve(PlayerId(2), yes=True)) is None
    assert (bench.seat(1).status, bench.seat(1).balance) == ("in", 9)
    assert grants(bench)[-1] == ("rebuy", 1)
    assert bench.code(3, Rebuy(bench.ref(3))) is None
    assert bench.do(1, Approve(PlayerId(3), yes=False)) is None
    assert (bench.seat(2).status, bench.seat(2).balance) == ("out", 8)


@pytest.mark.rule("XT28-25")
def test_with_rebuy_off_the_poor_sit_out_for_good() -> None:
    bench = Bench.begun(options={**POOR, "rebuy": "off"})
    lose_a_point(bench)
    assert bench.code(2, Rebuy(bench.ref(2))) == "rebuy_refused"
    assert bench.code(2, SitIn(bench.ref(2))) is None
    assert bench.seat(1).status == "out"
    bench.wait(60_000)
    assert (bench.table().phase, bench.table().hand) == ("waiting", 1)


@pytest.mark.rule("XT28-22")
def test_no_points_are_bought_in_a_hand() -> None:
    bench = Bench.begun(options={**POOR, "rebuy": "host_approves"})
    bench.act(1, Up())
    assert bench.code(1, Rebuy(bench.ref(1))) == "rebuy_refused"


def test_a_higher_mark_between_hands_tops_up_at_once() -> None:
    """Nobody is left waiting for points that the table would give."""
    bench = Bench.begun()
    lose_a_point(bench)
    assert bench.do(1, SetOptions({"topup_below": 100})) is None
    assert [seat.balance for seat in bench.table().seats] == [100, 100, 100, 103]
    bench.wait(5_000)
    assert bench.table().hand == 2


def test_leaving_withdraws_a_request_for_points() -> None:
    bench = Bench.begun(options={**POOR, "rebuy": "host_approves"})
    lose_a_point(bench)
    bench.code(2, Rebuy(bench.ref(2)))
    bench.code(2, Leave(bench.ref(2)))
    assert bench.table().requests == ()
    assert bench.code(2, Sit(bench.ref(2), Seat(1), "Tú")) is None


def test_bots_fill_every_empty_seat_and_are_topped_up_always() -> None:
    bench = lone(bots=False)
    bench.do(1, SetOptions({**POOR, "rebuy": "off"}))
    bench.bots_in(1)
    names = [seat.name for seat in bench.table().seats]
    assert len(set(names)) == 4
    assert [seat.bot for seat in bench.table().seats] == [False, True, True, True]
    assert bench.do(1, Start()) is None
    for _ in range(3):
        turn = next(conn for conn in (1, *(100 + bot for bot in bench.bots)) if bench.you(conn).turn is not None)
        bench.act(turn, Up())
    assert all(seat.balance >= 9 for seat in bench.table().seats if seat.bot)


def test_a_bot_is_removed_at_once_between_hands_and_after_the_hand_else() -> None:
    bench = lone()
    assert bench.do(1, RemoveBot(Seat(3))) is None
    assert bench.seat(3).player is None
    assert bench.drops[ConnId(100 + bench.bots[2])] == 4006
    bench.bots.clear()
    bench.bots_in(1)
    bench.do(1, Start())
    assert bench.do(1, RemoveBot(Seat(3))) is None
    assert bench.do(1, RemoveBot(Seat(3))) is None
    assert bench.seat(3).status == "leaving"
    bench.wait(600_000)
    assert bench.seat(3).player is None
    assert bench.do(1, RemoveBot(Seat(0))) == "seat_unknown"


def test_a_friend_takes_a_bots_seat_now_or_after_the_hand() -> None:
    bench = lone()
    bench.hello(5)
    bench.sit(5, 3, "Tú")
    assert (bench.seat(3).name, bench.seat(3).bot) == ("Tú", False)
    bench.do(1, Start())
    bench.hello(6)
    bench.sit(6, 1, "Hà")
    assert (bench.seat(1).bot, bench.seat(1).heir, bench.you(6).seat) == (True, "Hà", None)
    assert bench.code(6, Sit(bench.ref(6), Seat(2), "Hà")) == "already_asked"
    assert bench.code(6, Claim(bench.ref(6), Seat(0), "Hà")) == "not_away"
    bench.hello(7)
    assert bench.code(7, Sit(bench.ref(7), Seat(1), "Vy")) == "seat_taken"
    for conn in (1, 5):
        bench.code(conn, Leave(bench.ref(conn)))
    bench.wait(600_000)
    assert (bench.seat(1).name, bench.seat(1).heir, bench.you(6).seat) == ("Hà", None, 1)
    assert bench.you(6).play is None, "nothing of the bot's hand"


def test_an_heir_changes_his_mind_or_is_kicked() -> None:
    bench = lone()
    bench.do(1, Start())
    for conn, away in ((5, False), (6, True)):
        bench.hello(conn)
        bench.sit(conn, 1, f"Bạn {conn}")
        assert bench.seat(1).heir is not None
        if away:
            bench.do(1, Kick(bench.you(conn).player))
        else:
            bench.code(conn, Leave(bench.ref(conn)))
        assert bench.seat(1).heir is None


def test_who_waits_for_a_bots_seat_cannot_claim_another() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.sit(1, 0, "Lan")
    bench.hello(2)
    bench.sit(2, 1, "Tú")
    bench.bots_in(1)
    bench.do(1, Start())
    bench.lose(2)
    bench.hello(5)
    bench.sit(5, 3, "Vy")
    assert bench.code(5, Claim(bench.ref(5), Seat(1), "Tú")) == "already_asked"


def test_a_timeout_of_a_bot_is_not_counted_against_its_heir() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.sit(1, 0, "Lan")
    bench.bots_in(1)
    bench.do(1, Start())
    bench.hello(5)
    bench.sit(5, 3, "Tú")
    bench.code(1, Leave(bench.ref(1)))
    bench.wait(1_200_000)
    assert (bench.seat(3).name, bench.seat(3).status) == ("Tú", "in")
    assert bench.core._t.seating[Seat(3)].timeouts == 0


def test_a_bot_takes_a_seat_that_sat_out_for_a_minute_and_the_points_are_parked() -> None:
    bench = Bench.begun()
    bench.code(2, SitOut(bench.ref(2)))
    lose_a_point(bench)
    assert bench.do(1, AddBot(Seat(1))) == "seat_taken"
    bench.wait(60_000)
    assert bench.do(1, AddBot(Seat(1))) is None
    assert bench.seat(1).bot
    assert StoodUp(PlayerId(2), Seat(1), "Tú", "replaced") in bench.events()
    assert bench.you(2).seat is None
    bench.code(2, Sit(bench.ref(2), Seat(1), "Tú"))
    assert (bench.seat(1).name, bench.seat(1).balance) == ("Tú", 99)


def test_an_away_seat_is_given_to_who_waits_for_it_everybody_told() -> None:
    bench = Bench()
    bench.four()
    bench.lose(2)
    bench.hello(9)
    assert bench.code(9, Claim(bench.ref(9), Seat(1), "Tú")) is None
    assert [(request.kind, request.seat, request.name) for request in bench.table().requests] == [("claim", 1, "Tú")]
    assert bench.do(1, Approve(bench.you(9).player, yes=True)) is None
    assert SeatMoved(PlayerId(2), Seat(1), by_host=True) in bench.events(4)
    assert (bench.you(9).player, bench.you(9).seat) == (2, 1)
    assert bench.seat(1).away_since is None
    assert bench.hello(2, bench.tokens[ConnId(2)]) is None
    assert bench.rejected(2).code == "token_moved"
    assert bench.hello(10, bench.tokens[ConnId(9)]) is not None
    assert bench.you(10).seat == 1


def test_a_seat_claimed_in_a_hand_is_given_after_it_without_its_cards() -> None:
    bench = Bench.begun()
    bench.lose(2)
    bench.hello(9)
    bench.code(9, Claim(bench.ref(9), Seat(1), "Tú"))
    bench.do(1, Approve(bench.you(9).player, yes=True))
    assert bench.you(9).seat is None
    bench.act(1, To())
    bench.wait(110_500)
    assert bench.play().seats[1].status == "folded"
    for _ in range(2):
        bench.act(bench.actor(), Up())
    assert (bench.you(9).player, bench.you(9).seat) == (2, 1)
    assert (bench.you(9).play, bench.you(9).offers) == (None, ())
    assert not any(b"8d" in frame for frame in bench.frames[ConnId(9)])


@pytest.mark.parametrize("what", ["owner_back", "owner_kicked", "visitor_kicked", "owner_left"])
def test_a_gift_lapses_where_it_can_no_longer_be_given(what: str) -> None:
    bench = Bench.begun()
    bench.code(4, Leave(bench.ref(4)))
    bench.lose(2)
    bench.hello(9)
    visitor = bench.you(9).player
    bench.code(9, Claim(bench.ref(9), Seat(1), "Tú"))
    bench.do(1, Approve(visitor, yes=True))
    if what in {"owner_back", "owner_left"}:
        bench.hello(2, bench.tokens[ConnId(2)])
    if what == "owner_left":
        bench.code(2, Leave(bench.ref(2)))
        bench.lose(2)
    if what.endswith("kicked"):
        bench.do(1, Kick(PlayerId(2) if what == "owner_kicked" else visitor))
    bench.wait(600_000)
    assert not any(isinstance(event, SeatMoved) for event in bench.events())
    assert bench.core.player_of(ConnId(9)) in {visitor, None}
