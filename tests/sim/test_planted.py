"""The simulation finds bugs: each of these is planted and must be found, by the checker whose business it is."""

import re

import pytest
from typer.testing import CliRunner

from tests.sim.__main__ import app
from tests.sim.driver import run
from tests.sim.planted import PLANTS

ENOUGH = 200
"""Seeds in which a planted bug must show."""


def test_what_the_issue_asks_for_is_planted() -> None:
    assert {
        "a_chip_is_lost_in_a_side_pot_of_three",
        "a_view_is_one_version_old_after_a_take_over",
        "an_action_is_applied_twice_after_a_restart",
    } <= set(PLANTS)


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_bug_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant = PLANTS[name]
    assert plant.first < ENOUGH
    plant.put_in(monkeypatch)
    outcome = run(plant.first, plant.options)
    assert any(plant.found_as in problem for problem in outcome.problems), outcome.problems


def test_a_failure_is_printed_with_what_repeats_it(monkeypatch: pytest.MonkeyPatch) -> None:
    plant = PLANTS["a_restart_costs_the_time_that_it_took"]
    plant.put_in(monkeypatch)
    words = ["--first", str(plant.first), "--seeds", "3", "--minutes", "1", "--tables", "2"]
    printed = CliRunner().invoke(app, words)
    assert printed.exit_code == 1
    told = printed.output.splitlines()
    assert told[0].startswith(f"seed {plant.first}, Options(minutes=1.0, tables=2, faults='all', game=''), trace ")
    assert plant.found_as in told[1]
    (command,) = [line.removeprefix("again: ") for line in told if line.startswith("again: ")]
    assert re.search(r"^1 seeds from 0 on, 1 failed, \d+ faults, ", told[-1])
    again = CliRunner().invoke(app, command.removeprefix("python -m tests.sim ").split()).output.splitlines()
    assert again[:2] == told[:2]
