"""The catalogue fits the sources it breaks."""

import tomllib
from pathlib import Path

import pytest

from tests.architecture.test_rules_have_tests import CLAUSES as ALL_CLAUSES
from tests.architecture.test_rules_have_tests import DECISIONS as ALL_DECISIONS
from tests.mutants import __main__ as planting
from tests.mutants.catalogue import ALL
from tests.mutants.mutant import ROOT, Mutant


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: f"{mutant.rule}, {mutant.fault}")
def test_a_fault_fits_in_exactly_one_place_and_leaves_a_sound_file(mutant: Mutant) -> None:
    broken = mutant.applied(ROOT)
    assert mutant.old != mutant.new
    if mutant.file.endswith(".py"):
        compile(broken, mutant.file, "exec")
    else:
        tomllib.loads(broken)


def test_every_clause_and_every_option_is_broken_once() -> None:
    planted = {mutant.rule for mutant in ALL}
    assert sorted((ALL_CLAUSES | ALL_DECISIONS) - planted) == []
    assert {rule for rule in planted if "-Q" not in rule} == ALL_CLAUSES


def test_the_tests_can_be_collected_where_the_faults_are_planted(tmp_path: Path) -> None:
    found = planting.tests_by_rule(planting.copied(tmp_path / "tree"))
    assert set(found) >= ALL_CLAUSES | ALL_DECISIONS
