"""Commands between hands: seats, names, chat; what is refused changes nothing."""

import pytest

from protocol.events import Reacted, Said
from protocol.ids import Seat
from protocol.inbound import AnyCommand, Claim, Leave, Next, React, Rebuy, Say, Sit, SitIn, SitOut
from protocol.outbound import Done
from tests.support.table import HOST_TOKEN, Bench


def test_sitting_where_one_cannot() -> None:
    bench = Bench()
    bench.hello(1, HOST_TOKEN)
    bench.sit(1, 0, "Lan")
    bench.hello(2)
    assert bench.code(2, Sit(bench.ref(2), Seat(0), "Tú")) == "seat_taken"
    assert bench.code(2, Sit(bench.ref(2), Seat(4), "Tú")) == "seat_unknown"
    assert bench.code(1, Sit(bench.ref(1), Seat(1), "Lan")) == "already_seated"
    assert bench.code(2, Claim(bench.ref(2), Seat(3), "Tú")) == "seat_unknown"
    assert bench.code(1, Claim(bench.ref(1), Seat(0), "Lan")) == "already_seated"


@pytest.mark.case("B155")
def test_two_who_want_one_seat_in_one_instant_one_gets_it() -> None:
    bench = Bench()
    for conn in (1, 2):
        bench.hello(conn, HOST_TOKEN if conn == 1 else None)
    assert bench.code(2, Sit(bench.ref(2), Seat(0), "Tú")) is None
    assert bench.code(1, Sit(bench.ref(1), Seat(0), "Lan")) == "seat_taken"
    assert (bench.seat(0).name, bench.you(1).seat) == ("Tú", None)


@pytest.mark.case("B147")
def test_people_who_are_called_alike_are_told_apart() -> None:
    bench = Bench(options=None)
    for conn, name in ((1, "An"), (2, "An"), (3, "an"), (4, "\uff21n")):
        bench.hello(conn, HOST_TOKEN if conn == 1 else None)
        bench.sit(conn, conn - 1, name)
    assert [seat.name for seat in bench.table().seats] == ["An", "An 2", "an 3", "\uff21n 4"]
    assert len({seat.player for seat in bench.table().seats}) == 4
    assert bench.you(2).name == "An 2"


@pytest.mark.case("B147")
def test_a_name_with_a_number_keeps_to_twenty_characters() -> None:
    bench = Bench()
    for conn in (1, 2, 3):
        bench.hello(conn, HOST_TOKEN if conn == 1 else None)
        bench.sit(conn, conn - 1, "Nguyễn Thị Minh Khai")
    assert [seat.name for seat in bench.table().seats[:3]] == [
        "Nguyễn Thị Minh Khai",
        "Nguyễn Thị Minh K 2",
        "Nguyễn Thị Minh K 3",
    ]


def test_sitting_again_keeps_the_own_name() -> None:
    bench = Bench()
    bench.four()
    bench.code(2, Leave(bench.ref(2)))
    bench.code(2, Sit(bench.ref(2), Seat(1), "Tú"))
    assert bench.seat(1).name == "Tú"


@pytest.mark.parametrize("kind", [SitOut, SitIn, Next, Rebuy])
def test_what_needs_a_seat(kind: type[AnyCommand]) -> None:
    bench = Bench()
    bench.hello(9)
    assert bench.code(9, kind(bench.ref(9))) == "not_seated"  # type: ignore[call-arg]


def test_idempotent_commands_are_done_without_a_new_version() -> None:
    bench = Bench()
    bench.four()
    bench.hello(9)
    version = bench.view(9).v
    for conn, command in ((9, Leave(bench.ref(9))), (2, SitIn(bench.ref(2)))):
        assert bench.code(conn, command) is None
        assert bench.last(conn) == Done(command.ref)
    assert bench.view(9).v == version


def test_leaving_twice_is_leaving_once() -> None:
    bench = Bench()
    bench.four()
    for _ in range(2):
        assert bench.code(2, Leave(bench.ref(2))) is None
    assert bench.seat(1).player is None


@pytest.mark.case("B180")
def test_chat_is_kept_as_it_was_typed_for_who_comes_later() -> None:
    bench = Bench()
    bench.four()
    text = '<img src=x onerror=alert(1)> "{{7*7}}" 🂡'
    for number in range(60):
        assert bench.code(2, Say(bench.ref(2), f"{number} {text}")) is None
    late = bench.hello(9)
    assert late is not None
    assert len(late.chat) == 50
    assert late.chat[-1] == Said(bench.you(2).player, "Tú", f"59 {text}", bench.now)
    assert not any(isinstance(event, Said) for event in late.log)


def test_signs_are_told_and_not_kept() -> None:
    bench = Bench()
    bench.four()
    assert bench.code(3, React(bench.ref(3), "clap")) is None
    assert Reacted(bench.you(3).player, "Hà", "clap") in bench.events()


@pytest.mark.parametrize("say", [lambda ref: Say(ref, "a lô"), lambda ref: React(ref, "wow")])
def test_who_has_no_name_says_nothing(say: type[AnyCommand]) -> None:
    bench = Bench()
    bench.hello(9)
    assert bench.code(9, say(bench.ref(9))) == "not_seated"  # type: ignore[call-arg]


@pytest.mark.case("B076")
def test_times_are_the_servers() -> None:
    """No command carries a time, so a client's clock has nowhere to enter."""
    for command in (Sit, Claim, Leave, SitOut, SitIn, Next, Rebuy, Say, React):
        assert not {"at", "now", "time", "due"} & set(command.__struct_fields__)
