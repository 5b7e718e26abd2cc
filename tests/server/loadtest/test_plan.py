"""What goes together, and what does not."""

from typing import Any

import pytest

from server.loadtest.plan import SPARE_FILES, Plan, PlanInvalid

URL = "http://localhost:8000/"
KNOWN = ("xi-dach", "xi-to-28")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"url": "localhost:8000"}, "not an address"),
        ({"url": "ws://localhost"}, "not an address"),
        ({"url": "http://localhost/r/K7"}, "not an address"),
        ({"closed": True, "rate": 5.0}, "--closed"),
        ({"think": 2.0}, "--think"),
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(PlanInvalid, match=said):
        Plan(**{"url": URL, **given})


def test_what_follows_from_the_options() -> None:
    plan = Plan(url=URL, rooms=50, seats=4, slow_readers=10)
    assert plan.base == "http://localhost:8000"
    assert plan.connections == 210
    assert plan.files == 210 + SPARE_FILES
    assert plan.actions_per_s == 50
    assert plan.ramp_s == pytest.approx(4.2)
    assert Plan(url=URL, rooms=50, rate=7.5).actions_per_s == 7.5
    assert Plan(url=URL, rooms=1, ramp=0.0).ramp_s == 0.0
    assert Plan(url=URL, rooms=1).ramp_s == 1.0


def test_games_are_all_or_some_that_the_server_knows() -> None:
    assert Plan(url=URL).games(KNOWN) == KNOWN
    assert Plan(url=URL, game="xi-to-28, xi-dach").games(KNOWN) == ("xi-to-28", "xi-dach")
    with pytest.raises(PlanInvalid, match="xi-dach, xi-to-28 or all"):
        Plan(url=URL, game="poker").games(KNOWN)
