"""The simulation finds bugs: each of these is planted and must be found, by the checker whose business it is."""

import pytest

from tests.sim.driver import run
from tests.sim.planted import PLANTS


def test_what_the_issue_asks_for_is_planted() -> None:
    assert {
        "a_chip_is_lost_in_a_side_pot_of_three",
        "a_view_is_one_version_old_after_a_take_over",
        "an_action_is_applied_twice_after_a_restart",
    } <= set(PLANTS)


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_bug_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant = PLANTS[name]
    plant.put_in(monkeypatch)
    outcome = run(plant.first, plant.options)
    assert any(plant.found_as in problem for problem in outcome.problems), outcome.problems
