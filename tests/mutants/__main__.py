"""Plant every fault, run the tests that name its rule, and demand that one fails."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from rich.console import Console
from rich.table import Table

from tests.mutants.catalogue import ALL
from tests.mutants.mutant import ROOT, Mutant
from tests.mutants.plugin import REPORT

LEFT_OUT: Final = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", ".benchmarks", "__pycache__", "node_modules", "test-results", "data"
)
PASSED, FAILED = 0, 1
"""Exit codes of pytest; any other means that the tests could not be run."""
WORKERS: Final = 2
LIMIT_S: Final = 120
"""A fault that makes a test run longer counts as found."""
PYTEST: Final = (sys.executable, "-m", "pytest", "-p", "tests.mutants.plugin", "--hypothesis-profile=mutants")


def main(rules: list[str]) -> int:
    """All mutants, or those of the rules named. 0: every one was found."""
    start = time.monotonic()
    chosen = [mutant for mutant in ALL if not rules or mutant.rule in rules]
    with tempfile.TemporaryDirectory() as folder:
        trees: SimpleQueue[Path] = SimpleQueue()
        for worker in range(WORKERS):
            trees.put(copied(Path(folder) / str(worker)))
        tests = tests_by_rule(Path(folder) / "0")
        whole = sorted({test for mutant in chosen for test in tests.get(mutant.rule, [])})
        code, by = run(Path(folder) / "0", whole)
        if code != PASSED:
            Console(stderr=True).print(f"Without any fault planted the tests end with {code}: {by}")
            return 1

        def tried(mutant: Mutant) -> tuple[str, str]:
            tree = trees.get()
            try:
                return outcome(tree, mutant, tests.get(mutant.rule, []))
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(WORKERS) as pool:
            outcomes = list(pool.map(tried, chosen))
    table = Table("rule", "planted fault", "outcome", "by")
    for mutant, (verdict, by) in zip(chosen, outcomes, strict=True):
        table.add_row(mutant.rule, mutant.fault, verdict, by)
    console = Console(width=None if sys.stdout.isatty() else 140)
    console.print(table)
    found = sum(verdict == "found" for verdict, _ in outcomes)
    console.print(f"{found} of {len(chosen)} faults found in {time.monotonic() - start:.0f} s")
    return 0 if found == len(chosen) else 1


def copied(tree: Path) -> Path:
    """A copy of everything that a test may read."""
    return shutil.copytree(ROOT, tree, ignore=LEFT_OUT)


def tests_by_rule(tree: Path) -> dict[str, list[str]]:
    """Rule -> the test functions marked with it."""
    report = tree / "rules.json"
    command = [*PYTEST, "--collect-only", "-qq", "-m", "not browser", "tests"]
    done = subprocess.run(command, cwd=tree, env={**os.environ, REPORT: str(report)}, capture_output=True, check=False)
    if done.returncode != PASSED:
        raise SystemExit(f"The tests cannot be collected:\n{done.stdout.decode()}{done.stderr.decode()}")
    found: dict[str, list[str]] = json.loads(report.read_text(encoding="utf-8"))
    return found


def outcome(tree: Path, mutant: Mutant, tests: list[str]) -> tuple[str, str]:
    """``found`` and the test that failed, ``SURVIVED``, or ``BROKEN``: a fault that stops the tests shows nothing."""
    if not tests:
        return "SURVIVED", "no test is marked with it"
    path = tree / mutant.file
    whole = path.read_text(encoding="utf-8")
    write(path, mutant.applied(tree))
    try:
        code, by = run(tree, tests)
    finally:
        write(path, whole)
    return {FAILED: "found", PASSED: "SURVIVED"}.get(code, "BROKEN"), by


def write(path: Path, text: str) -> None:
    """Change a source; compiled code goes too, for it is told apart by whole seconds and size only."""
    path.write_text(text, encoding="utf-8")
    if path.suffix == ".py":
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def run(tree: Path, tests: list[str]) -> tuple[int, str]:
    """Pytest's exit code over these tests, and the first that failed."""
    command = [*PYTEST, "-x", "-q", "--tb=no", *tests]
    try:
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return FAILED, f"longer than {LIMIT_S} s"
    failed = re.search(r"^FAILED \S+::(\w+)", done.stdout, re.MULTILINE)
    return done.returncode, failed[1] if failed else f"{len(tests)} tests"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
