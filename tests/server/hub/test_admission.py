"""What one connection may still ask for."""

from protocol.ids import Millis, PlayerId, Ref, RoomCode
from protocol.inbound import Next, React, Say
from server.hub.admission import Admission
from server.hub.budgets import PRESETS, Budgets, Kind
from server.hub.limits import COMMANDS, TALK
from server.hub.tally import Tally

NOW = Millis(1_000_000)
ROOM = RoomCode("K7Q2M9XDT4")


def test_a_person_is_limited_on_whatever_connection() -> None:
    budgets, tally = Budgets("home"), Tally()
    first, second = (Admission(budgets, tally, "127.0.0.1") for _ in range(2))
    for one in (first, second):
        one.is_person(ROOM, PlayerId(1))
    heard = [one.may_say(Next(Ref(1)), NOW) for _ in range(COMMANDS) for one in (first, second)]
    assert sum(heard) == COMMANDS
    assert not first.may_beat(NOW)
    stranger = Admission(budgets, tally, "127.0.0.1")
    assert stranger.may_beat(NOW)


def test_talk_is_dearer() -> None:
    one = Admission(Budgets("home"), Tally(), "127.0.0.1")
    said = [one.may_say(Say(Ref(1), "chào"), NOW) for _ in range(TALK)]
    said += [one.may_say(React(Ref(1), "like"), NOW)]  # type: ignore[arg-type]
    assert said == [True] * TALK + [False]
    assert one.may_say(Next(Ref(1)), NOW)


def test_an_address_is_limited_however_many_people_it_makes() -> None:
    budgets = Budgets("public")
    rate = PRESETS["public"][Kind.MESSAGES]
    heard = 0
    for number in range(50):
        one = Admission(budgets, Tally(), "203.0.113.7")
        one.is_person(ROOM, PlayerId(number))
        heard += sum(one.may_beat(NOW) for _ in range(COMMANDS))
    assert heard == rate.size
    assert Admission(budgets, Tally(), "203.0.113.8").may_beat(NOW)


def test_tries_and_visits_are_paid_and_counted() -> None:
    budgets, tally = Budgets("public"), Tally()
    one = Admission(budgets, tally, "203.0.113.7")
    for _ in range(PRESETS["public"][Kind.CODES].size):
        assert one.may_try(NOW)
        one.wrong("wrong_code", NOW)
    assert not one.may_try(NOW)
    assert [one.may_join(NOW) for _ in range(41)] == [True] * 40 + [False]
    assert tally.turned_away == {"wrong_code": 30, "budget_codes": 1, "budget_joins": 1}
