"""Every clause of every sheet has a test that names it, and every test names a clause that exists."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from server.rules.sheet import load
from tests.support.seeds import SEEDS

TESTS = SEEDS.parent / "tests"
SHEETS = [load(path) for path in sorted(SEEDS.glob("*.toml"))]
CLAUSES = {clause.id for sheet in SHEETS for clause in sheet.clauses}
DECISIONS = {option.rule for sheet in SHEETS for option in sheet.options}
DECIDED = {
    "XD": [*range(1, 38), "13b", "16b", "20b"],
    "XT28": [*range(1, 20)],
    "XT32": [*range(1, 31), "17b"],
}
"""What the sources leave open and we decided, by game and number. Each has an effect that a test can see."""
ALL_DECISIONS = {f"{game}-Q{number:0>2}" for game, numbers in DECIDED.items() for number in numbers}
CLAUSE = re.compile(r"[A-Z0-9]+-\d\d")
DECISION = re.compile(r"[A-Z0-9]+-Q\d\db?")


def marks(tree: ast.AST) -> Iterator[str]:
    """What stands in each ``pytest.mark.rule(...)``."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule"), args=args):
                for arg in args:
                    assert isinstance(arg, ast.Constant), f"line {node.lineno}: write the clause out"
                    assert isinstance(arg.value, str)
                    yield arg.value


def cited() -> dict[str, set[Path]]:
    """Clause or decision -> the test files that name it."""
    found: defaultdict[str, set[Path]] = defaultdict(set)
    for path in sorted(TESTS.rglob("test_*.py")):
        for rule in marks(ast.parse(path.read_text(encoding="utf-8"))):
            found[rule].add(path)
    return found


def test_every_clause_and_every_option_has_a_test() -> None:
    missing = sorted((CLAUSES | DECISIONS) - set(cited()))
    assert not missing, f"no test is marked with {', '.join(missing)}"


def test_every_decision_has_a_test() -> None:
    missing = sorted(ALL_DECISIONS - set(cited()))
    assert not missing, f"no test is marked with {', '.join(missing)}"


def test_every_cited_clause_or_decision_exists() -> None:
    unknown = {
        rule: sorted(path.name for path in paths)
        for rule, paths in cited().items()
        if rule not in CLAUSES | ALL_DECISIONS
    }
    assert not unknown


def test_ids_have_their_shape_and_there_are_sheets() -> None:
    assert SHEETS
    assert all(CLAUSE.fullmatch(clause) for clause in CLAUSES)
    assert all(DECISION.fullmatch(decision) for decision in DECISIONS)
    assert DECISIONS <= ALL_DECISIONS
