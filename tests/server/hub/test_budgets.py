"""What one address, and one person, may ask for."""

import pytest

from protocol.ids import Millis, PlayerId, RoomCode
from server.hub import budgets as module
from server.hub.budgets import PRESETS, Budgets, Kind
from server.settings import Preset

NOW = Millis(1_000_000)
ROOM = RoomCode("K7Q2M9XDT4")


def spent(budgets: Budgets, host: str, kind: Kind, now: Millis = NOW) -> int:
    """How many there are at once."""
    return next(number for number in range(10_000) if not budgets.address(host).take(kind, now))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kind", Kind)
def test_a_budget_is_so_many_at_once_and_so_many_for_long(preset: Preset, kind: Kind) -> None:
    budgets, rate = Budgets(preset), PRESETS[preset][kind]
    assert spent(budgets, "203.0.113.7", kind) == rate.size
    assert not budgets.address("203.0.113.7").has(kind, NOW)
    one_more = Millis(NOW + int(1000 / rate.per_s) + 1)
    assert budgets.address("203.0.113.7").has(kind, one_more)
    assert spent(budgets, "203.0.113.7", kind, one_more) >= 1
    assert spent(budgets, "203.0.113.8", kind) == rate.size


@pytest.mark.case("B223")
@pytest.mark.parametrize("preset", PRESETS)
def test_four_friends_behind_one_address_and_a_bad_network_never_notice(preset: Preset) -> None:
    budgets = Budgets(preset)
    for evening in range(3):
        at = NOW + evening * 3_600_000
        home = budgets.address("203.0.113.7")
        assert home.take(Kind.ROOMS, Millis(at))
        assert all(home.take(Kind.CODES, Millis(at)) for _ in range(8))
        # Each comes, loses everything that the browser kept twice, and comes back as somebody new.
        assert all(home.take(Kind.JOINS, Millis(at + number * 500)) for number in range(12))
        for second in range(120):
            assert all(home.take(Kind.MESSAGES, Millis(at + second * 1000)) for _ in range(4 * 5))
            assert all(home.take(Kind.TALK, Millis(at + second * 1000)) for _ in range(2))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
def test_at_home_this_machine_is_not_limited(host: str) -> None:
    home = Budgets("home").address(host)
    assert all(home.take(kind, NOW) for kind in Kind for _ in range(5_000))
    assert spent(Budgets("public"), host, Kind.ROOMS) == PRESETS["public"][Kind.ROOMS].size


def test_a_household_with_many_addresses_is_one() -> None:
    budgets = Budgets("public")
    for number in range(PRESETS["public"][Kind.ROOMS].size):
        assert budgets.address(f"2001:db8:1:2::{number:x}%eth0").take(Kind.ROOMS, NOW)
    assert not budgets.address("2001:db8:1:2:ffff::1").take(Kind.ROOMS, NOW)
    assert budgets.address("2001:db8:1:3::1").take(Kind.ROOMS, NOW)
    assert spent(budgets, "::ffff:203.0.113.9", Kind.CODES) == 30
    assert not budgets.address("203.0.113.9").has(Kind.CODES, NOW)


def test_whoever_has_no_address_is_one_too() -> None:
    budgets = Budgets("public")
    assert spent(budgets, "", Kind.ROOMS) == 10
    assert spent(budgets, "testclient", Kind.ROOMS) == 0


def test_a_person_who_comes_back_has_no_new_budget() -> None:
    budgets = Budgets("home")
    talk = [budgets.person(ROOM, PlayerId(3)).take(Kind.TALK, NOW) for _ in range(6)]
    assert talk == [True] * 5 + [False]
    assert budgets.person(ROOM, PlayerId(4)).take(Kind.TALK, NOW)
    assert all(budgets.person(ROOM, PlayerId(3)).take(Kind.JOINS, NOW) for _ in range(1_000))


def test_only_so_many_are_remembered_those_of_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KEPT", 3)
    budgets = Budgets("public")
    assert spent(budgets, "203.0.113.1", Kind.ROOMS) == 10
    for last in (2, 1, 3, 1, 4):
        budgets.address(f"203.0.113.{last}")
    assert not budgets.address("203.0.113.1").has(Kind.ROOMS, NOW)
    assert len(budgets._purses) == 3
