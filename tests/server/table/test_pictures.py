"""What of the pictures before serves again. That every frame is what it would be anew, WrittenCore asserts always."""

import pytest

from protocol.cards import Open
from protocol.games.stud import Show, StudYou, Theo, Up
from protocol.games.xi_dach import Draw, ShowHand, XiDachYou
from protocol.ids import Millis
from protocol.inbound import Act, AnyCommand, Host, Next, Transfer
from protocol.play import GameYou
from protocol.views import Outcome, YouView
from server.table import views, writing
from server.table.core import TableCore
from server.table.messages import ConnId, Told
from server.table.people import Person
from server.table.state import Table
from tests.support.table import Bench
from tests.support.xi_dach import XiDachBench


def own(bench: Bench, conn: int) -> GameYou | None:
    return bench.you(conn).play


def test_an_answer_is_in_the_next_picture_though_it_came_without_one() -> None:
    bench = Bench.begun()
    waiting = next(conn for conn in (1, 2, 3, 4) if conn != bench.actor())
    ref = bench.ref(waiting)
    assert bench.code(waiting, Act(ref, bench.turn(bench.actor()), Theo())) == "not_your_turn"
    assert bench.you(waiting).answered != Outcome(ref, "not_your_turn")
    bench.theo()
    assert bench.you(waiting).answered == Outcome(ref, "not_your_turn")


@pytest.mark.rule("XT28-06")
def test_a_card_that_comes_up_is_counted_in_the_part_of_who_was_not_asked() -> None:
    bench = Bench.begun()
    before = {conn: own(bench, conn) for conn in (1, 2, 3, 4)}
    bench.theo(4)
    for conn, play in before.items():
        now = own(bench, conn)
        assert isinstance(now, StudYou)
        assert isinstance(play, StudYou)
        assert (now.hole, now.label != play.label) == (play.hole, True)


@pytest.mark.rule("XD-Q37")
def test_what_another_con_lets_see_is_in_the_part_of_who_was_not_asked() -> None:
    bench = XiDachBench.dealt(4)
    asked = bench.on_turn((2, 3, 4))
    other = next(conn for conn in (2, 3, 4) if bench.you(conn).play is not None and conn != asked)
    bench.act(asked, ShowHand())
    seen = own(bench, other)
    assert isinstance(seen, XiDachYou)
    assert [shown.seat for shown in seen.shown] == [asked - 1]
    bench.act(asked, Draw())
    assert [shown.seat for shown in own(bench, other).shown] == [asked - 1]  # type: ignore[union-attr]


def test_a_new_host_is_told_so_in_the_middle_of_a_hand() -> None:
    bench = Bench.begun()
    bench.theo()
    assert bench.code(1, Host(bench.ref(1), Transfer(bench.you(3).player))) is None
    bench.theo()
    assert [bench.you(conn).host for conn in (1, 2, 3, 4)] == [False, False, True, False]


def test_the_part_of_who_has_nothing_to_do_with_it_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench.begun()
    bench.theo()
    acts = bench.actor()
    theo = Act(bench.ref(acts), bench.turn(acts), Theo())
    made: list[int] = []
    real = views.you_view

    def you_view(t: Table, person: Person, before: YouView | None = None) -> YouView:
        made.append(person.id)
        return real(t, person, before)

    def receive(conn: int, command: AnyCommand) -> list[int]:
        """Whose part was made: by the core alone, without the look of WrittenCore."""
        made.clear()
        message = Told(ConnId(conn), command)
        with monkeypatch.context() as patch:
            patch.setattr(views, "you_view", you_view)
            effects = TableCore.receive(bench.core, bench.now, message)
        bench.core.rows += writing.rows(bench.core, bench.now, message, effects)
        bench.take(effects)
        return sorted(made)

    assert receive(acts, theo) == [acts, acts + 1]
    bench.finish()
    assert receive(2, Next(bench.ref(2))) == [2]


def test_after_a_sleep_of_the_machine_an_action_shows_since_when_somebody_is_away() -> None:
    bench = Bench.begun()
    bench.theo()
    bench.lose(1)
    away = bench.table(2).seats[0].away_since
    assert away == bench.now
    bench.now = Millis(bench.now + 600_000)
    bench.act(2, Theo())
    assert bench.table(2).seats[0].away_since == bench.now


def test_next_is_shown_on_the_chair_and_the_result_stays_as_it_was() -> None:
    bench = Bench.begun()
    bench.finish()
    result = bench.play()
    for conn in (1, 2, 3):
        assert bench.code(conn, Next(bench.ref(conn))) is None
        assert [seat.next for seat in bench.table().seats] == [seat < conn for seat in range(4)]
        assert bench.play() == result
    assert bench.code(4, Next(bench.ref(4))) is None
    assert (bench.table().hand, bench.table().phase) == (2, "playing")


@pytest.mark.rule("XT28-Q15")
def test_a_card_that_is_shown_after_the_hand_is_in_the_next_picture_and_in_those_behind_it() -> None:
    bench = Bench.begun()
    while bench.table().phase == "playing":
        bench.act(bench.actor(), Up())
    last = next(conn for conn in (1, 2, 3, 4) if bench.offers(conn))
    assert bench.code(1, Next(bench.ref(1))) is None
    bench.act(last, Show())
    assert isinstance(bench.play().seats[last - 1].hole, Open)
    assert bench.code(2, Next(bench.ref(2))) is None
    assert isinstance(bench.play().seats[last - 1].hole, Open)
