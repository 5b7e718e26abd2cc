"""A table under load, in virtual time: when an action is due, when it has been seen, and what is an error."""

from collections.abc import Callable
from random import Random

import pytest

from protocol.errors import ErrorCode
from protocol.outbound import Rejected
from server.loadtest import client as client_module
from server.loadtest.plan import PlanInvalid
from server.loadtest.problems import Failed, Refused
from server.loadtest.table import UNANSWERED_S
from tests.support.load import Play, settle


async def test_it_plays_whole_hands_at_the_rate_it_is_told() -> None:
    play = Play()
    await play.begin(rate=5.0)
    await play.toy.pass_(60_000)
    assert play.stats.errors == {}
    assert play.stats.all.count == pytest.approx(300, rel=0.15)
    assert play.stats.hands > 5
    assert {"theo", "up", "next", "host"} <= set(play.stats.kinds)
    assert play.stats.all.most < 0.011


async def test_one_seed_plays_one_game() -> None:
    counts = []
    for seed in (3, 3, 4):
        play = Play(seed=seed)
        await play.begin()
        await play.toy.pass_(30_000)
        counts.append({kind: line.count for kind, line in play.stats.kinds.items()})
    assert counts[0] == counts[1] != counts[2]


@pytest.mark.case("B228")
async def test_a_server_that_stands_still_is_measured_from_when_actions_were_due() -> None:
    play = Play()
    await play.begin(rate=10.0)
    await play.toy.pass_(12_000)
    play.toy.frozen = True
    await play.toy.pass_(5_000)
    play.toy.thaw()
    await play.toy.pass_(13_000)
    assert play.stats.errors == {}
    stats = play.stats
    # One action was on its way, and is as late as the server stood still.
    assert 4.5 <= stats.all.most <= 5.1
    # All that was to be done meanwhile waited for its table, and whoever counts from the schedule sees it.
    assert stats.busy.count == stats.from_tick.count == stats.all.count
    assert stats.from_tick.percentile(0.99) > 4.0
    assert stats.from_tick.most >= stats.busy.most > 3.5
    # And none of it was the generator's.
    assert stats.lag.most <= 0.001


async def test_an_action_ends_when_the_last_seat_has_seen_it() -> None:
    play = Play()
    await play.begin(rate=2.0)
    last = list(play.toy.lines.values())[3]
    last.reads = False
    await play.toy.pass_(2_000)
    assert play.table.busy
    assert play.stats.all.count == 0
    last.resume()
    await settle()
    # What waited for its tick meanwhile follows at once.
    assert play.stats.all.count >= 1
    assert 0.5 < play.stats.all.most < 2.0


async def test_in_a_closed_run_one_action_follows_the_other() -> None:
    play = Play(closed=True)
    await play.begin(rate=0)
    await play.toy.pass_(2_000)
    assert play.stats.all.count > 100
    assert play.stats.busy.most == 0.0


async def test_thinking_slows_a_closed_run_down() -> None:
    play = Play(closed=True, think=0.5)
    await play.begin(rate=0)
    await play.toy.pass_(60_000)
    assert play.stats.all.count == pytest.approx(120, rel=0.25)


async def test_a_refused_command_is_an_error_and_is_not_repeated_at_once() -> None:
    play = Play()
    await play.begin(rate=50.0)
    play.toy.frozen = True
    await play.toy.pass_(200)
    (acting,) = [client for client in play.table.clients if client not in play.table.idle()]
    acting.frame(b'{"type":"rejected","ref":%d,"code":"busy"}' % (acting.next_ref - 1), play.toy.seconds())
    assert play.stats.errors == {"refused: busy": 1}
    await play.toy.pass_(300)
    assert not play.table.busy
    await play.toy.pass_(300)
    assert play.table.busy


async def test_a_command_that_crossed_the_tables_own_clock_is_no_error_and_took_its_time() -> None:
    play = Play()
    await play.begin()
    while play.toy.bench.table().phase != "result" or play.table.busy:
        await play.toy.pass_(10)
    play.toy.deaf = True
    await play.toy.pass_(15_000)
    assert len(play.toy.unheard) == 1
    assert b'"next"' in play.toy.unheard[0][1]
    play.toy.thaw()
    await settle()
    assert play.stats.errors == {}
    assert play.stats.crossed == 1
    assert play.stats.kinds["next"].most > 9.0


async def test_a_refusal_for_no_reason_is_an_error_whatever_else_the_table_shows() -> None:
    play = Play()
    await play.begin()
    while play.toy.bench.table().phase != "playing" or play.table.busy:
        await play.toy.pass_(10)
    play.toy.deaf = True
    await play.toy.pass_(5_000)
    (acting,) = [client for client in play.table.clients if client not in play.table.idle()]
    play.toy.bench.hello(99)
    play.toy.speak()
    await settle()
    ref = acting.next_ref
    play.table.rejected(acting, Rejected(type(ref)(ref - 1), ErrorCode.STALE_TURN))
    assert play.stats.errors == {"refused: stale_turn": 1}
    assert play.stats.crossed == 0
    acting.frame(b'{"type":"rejected","ref":null,"code":"bad_message"}', play.toy.seconds())
    assert play.stats.errors["refused: bad_message"] == 1


async def test_an_answer_without_a_view_is_one() -> None:
    play = Play()
    await play.begin()
    play.toy.deaf = True
    await play.toy.pass_(5_000)
    (acting,) = [client for client in play.table.clients if client not in play.table.idle()]
    play.table.done(play.table.idle()[0], acting.next_ref)
    assert play.stats.all.count == 0
    acting.frame(b'{"type":"done","ref":%d}' % (acting.next_ref - 1), play.toy.seconds())
    assert play.stats.all.count == 1


@pytest.mark.parametrize("game", ["xi-to-28", "xi-to-32", "xi-dach"])
async def test_a_correct_server_however_slow_gives_no_error(game: str) -> None:
    crossed = 0
    for seed in range(4):
        play = Play(game=game, seed=seed)
        await play.begin(rate=1.0)
        await play.toy.stutter(Random(seed))  # noqa: S311
        hands = play.stats.hands
        await play.toy.pass_(60_000)
        assert play.stats.errors == {}
        assert play.stats.hands > hands
        crossed += play.stats.crossed
    assert crossed > 0


async def test_a_closed_run_goes_on_after_a_refusal_and_after_a_lost_action() -> None:
    play = Play(closed=True)
    await play.begin(rate=0)
    await play.toy.pass_(1_000)
    for loss in range(2):
        play.toy.frozen = True
        await play.toy.pass_(500)
        (acting,) = [client for client in play.table.clients if client not in play.table.idle()]
        if loss:
            line = next(line for line in play.toy.lines.values() if line.ear is acting)
            play.toy.cut(line)
        else:
            play.toy.unheard.clear()
            acting.frame(b'{"type":"rejected","ref":%d,"code":"busy"}' % (acting.next_ref - 1), play.toy.seconds())
        play.toy.thaw()
        counted = play.stats.all.count
        await play.toy.pass_(10_000)
        assert play.stats.all.count > counted + 50
    assert play.stats.errors == {"refused: busy": 1, "closed: 1006": 1, "lost with its connection": 1}


async def test_what_is_never_answered_is_an_error_as_old_as_it_is() -> None:
    play = Play()
    await play.begin()
    play.toy.frozen = True
    await play.toy.pass_(int(UNANSWERED_S * 1000) + 8_000, step_ms=100)
    play.table.look(play.toy.seconds())
    assert play.stats.errors == {"unanswered": 1}
    assert play.stats.all.most >= UNANSWERED_S
    assert len(play.tasks) == 1
    play.toy.thaw()
    await settle()


async def test_at_the_end_what_is_on_its_way_counts() -> None:
    play = Play()
    await play.begin()
    play.toy.frozen = True
    await play.toy.pass_(9_000)
    play.table.stop()
    assert play.stats.late_ticks > 3
    play.table.give_up()
    assert play.stats.errors == {"unanswered": 1}
    assert play.stats.all.most > 4.0
    play.toy.thaw()
    await play.toy.pass_(5_000)
    assert play.stats.all.count == 1


async def test_a_seat_that_reconnects_is_not_waited_for_and_plays_on() -> None:
    play = Play()
    await play.begin(rate=10.0)
    for _ in range(20):
        await play.toy.pass_(300)
        for client in play.table.idle()[:2]:
            await play.table.reconnect(client)
    assert play.stats.errors == {}
    assert play.stats.reconnects.count == 40
    assert play.stats.all.count > 40


async def test_who_began_to_act_since_it_was_chosen_is_not_dropped() -> None:
    play = Play()
    await play.begin(rate=50.0)
    play.toy.frozen = True
    await play.toy.pass_(200)
    (acting,) = [client for client in play.table.clients if client not in play.table.idle()]
    await play.table.reconnect(acting)
    assert acting.connected
    play.toy.thaw()
    await play.toy.pass_(1_000)
    assert play.stats.errors == {}


async def test_a_seat_that_the_server_drops_comes_back_by_itself() -> None:
    play = Play()
    await play.begin(rate=10.0)
    await play.toy.pass_(1_000)
    play.toy.cut(list(play.toy.lines.values())[2])
    assert sum(client.connected for client in play.table.clients) == 3
    await play.toy.pass_(4_000)
    assert sum(client.connected for client in play.table.clients) == 4
    assert set(play.stats.errors) <= {"closed: 1006", "lost with its connection"}
    assert play.stats.errors["closed: 1006"] == 1


async def test_it_tries_again_where_it_could_not_come_back() -> None:
    play = Play()
    await play.begin()
    play.toy.refuse = [Refused("HTTP 503"), Failed("timeout")]
    await play.table.reconnect(play.table.idle()[0])
    await play.toy.pass_(10_000)
    assert play.stats.refused == {"HTTP 503": 1}
    assert play.stats.failed == {"timeout": 1}
    assert sum(client.connected for client in play.table.clients) == 4


async def test_rooms_are_closed_at_the_end() -> None:
    play = Play()
    await play.begin()
    await play.toy.pass_(3_000)
    play.table.stop()
    assert await play.table.close()
    assert play.toy.bench.retired
    assert not any(client.connected for client in play.table.clients)
    assert not any("closed" in name for name in play.stats.errors)


async def test_a_room_that_cannot_be_closed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play()
    await play.begin()
    monkeypatch.setattr(client_module, "ANSWER_S", 0.0)
    play.toy.frozen = True
    assert not await play.table.close()


@pytest.mark.parametrize(
    ("game", "seats", "said"),
    [("xi-to-28", 3, "not played by 3"), ("xi-to-28", 5, "seat 4 is refused"), ("xi-to-32", 7, "seat 6 is refused")],
)
async def test_a_game_for_other_numbers_is_refused(game: str, seats: int, said: str) -> None:
    play = Play(game=game, seats=seats)
    with pytest.raises(PlanInvalid, match=said):
        await play.table.open()


Tamper = Callable[[bytes], bytes]


@pytest.mark.parametrize(
    ("tamper", "fault"),
    [
        (lambda frame: frame, "version does not grow"),
        (lambda frame: frame.replace(b'"locked":false', b'"locked":true '), "two pictures of one version"),
    ],
    ids=["twice", "other"],
)
async def test_a_view_that_no_server_should_send_is_an_error(tamper: Tamper, fault: str) -> None:
    play = Play()
    await play.begin()
    await play.toy.pass_(3_000)
    line = next(iter(play.toy.lines.values()))
    line.ear.frame(tamper(play.toy.bench.frames[line.conn][-1]), play.toy.seconds())
    assert f"check: {fault}" in play.stats.errors


async def test_what_cannot_be_read_is_an_error() -> None:
    play = Play()
    await play.begin()
    line = next(iter(play.toy.lines.values()))
    line.ear.frame(b'{"type":"view","v":1}', play.toy.seconds())
    assert play.stats.errors == {"unreadable": 1}
