"""A fourth game is its own files and nothing else: the same server finds it, plays it and keeps all its habits."""

import re
from pathlib import Path

import pytest

from tests.support.fourth import HERE, PLACES, planted, run

MOST_LINES = 80
HABITS = (
    "tests/architecture/test_imports.py",
    "tests/architecture/test_no_game_by_name.py",
    "tests/architecture/test_rules_have_tests.py::test_every_clause_and_every_option_has_a_test",
    "tests/architecture/test_shape.py::test_every_module_is_used",
    "tests/architecture/test_shape.py::test_only_a_zone_makes_a_card_visible",
    "tests/protocol/test_schema.py",
)
"""What looks at all games, or at all modules."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return planted(tmp_path_factory.mktemp("fourth") / "tree")


def test_it_is_found_and_played_over_sockets(tree: Path) -> None:
    run(tree, "pytest", "tests/server/rules/cao_nhat", "tests/server/rules/test_registry.py")


def test_nothing_else_has_to_be_told_of_it(tree: Path) -> None:
    run(tree, "pytest", *HABITS)


def test_it_is_short() -> None:
    said = [
        line
        for name in PLACES
        if name in {"words.py", "rules.py"}
        for line in (HERE / name).read_text(encoding="utf-8").splitlines()
        if line and not re.match("from|import", line)
    ]
    assert len(said) < MOST_LINES
