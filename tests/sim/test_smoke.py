"""Fifty evenings under faults, and that a seed tells the same story every time, in every process."""

import os
import subprocess
import sys

import pytest

from tests.sim.driver import run
from tests.sim.world import Options
from tests.support.seeds import SEEDS

QUICK = Options(minutes=1.0, tables=2)


@pytest.mark.parametrize("seed", range(50))
def test_an_evening_under_faults(seed: int) -> None:
    outcome = run(seed, QUICK)
    assert not outcome.problems, f"seed {seed}, {QUICK}\n{outcome.command}\n" + "\n".join(outcome.problems)


def test_an_evening_without_faults_is_not_an_empty_one() -> None:
    outcome = run(0, Options(minutes=1.0, tables=3, faults="none"))
    assert not outcome.problems
    assert outcome.injected == {}
    assert outcome.counts["HandFinished"] > 5
    assert outcome.counts["frames out"] > 500


def test_faults_are_injected() -> None:
    outcome = run(1, QUICK)
    assert sum(outcome.injected.values()) > 5


def test_a_seed_tells_one_story() -> None:
    first = run(3, QUICK)
    assert run(3, QUICK).trace == first.trace
    assert run(4, QUICK).trace != first.trace
    # In another process too, where sets and dicts of text have another order.
    code = "from tests.sim.driver import run; from tests.sim.test_smoke import QUICK; print(run(3, QUICK).trace)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=SEEDS.parent,
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == first.trace
