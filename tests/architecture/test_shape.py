"""Habits that a syntax tree can see."""

import ast
from pathlib import Path

from tests.architecture.tree import ROOT, calls, imported, module, parsed, sources

MOST_LINES = 400
FOLDERS = ("server", "protocol", "tests", "client_web")
BANNED = {"print", "breakpoint", "time.sleep", "asyncio.sleep", "eval", "exec", "input"}
ENTRIES = {
    "server.__main__",  # python -m server, and the console script through server.cli
    "protocol.games.stud",  # found by name
    "protocol.games.xi_dach",
    "server.rules.stud",
    "server.rules.xi_dach",
}
MIRRORED_ELSEWHERE = {
    # Declarations without behaviour: held by the tests of whoever carries them out.
    "server.rules.game",
    "server.table.effects",
    "server.table.entries",
    "server.table.messages",
    # Two lines over server.cli.
    "server.__main__",
    # Carried out by server.rooms.memory; tests/server/rooms/test_directory.py is the suite for all of them.
    "server.rooms.memory",
}


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_no_file_is_longer_than_400_lines() -> None:
    files = [path for folder in FOLDERS for kind in ("py", "js", "css") for path in (ROOT / folder).rglob(f"*.{kind}")]
    assert len(files) > 100
    assert {str(path.relative_to(ROOT)): lines(path) for path in files if lines(path) > MOST_LINES} == {}


def test_nothing_prints_sleeps_or_evaluates() -> None:
    found = [f"{module(path)}:{line} {name}" for path in sources() for line, name in calls(path) if name in BANNED]
    assert found == []


def test_only_a_zone_makes_a_card_visible() -> None:
    makers = {module(path) for path in sources() for _, name in calls(path) if name.rpartition(".")[2] == "FaceUp"}
    # A bot's policy thinks of the cards that it does not see: it knows the protocol only, and so no card.
    assert makers == {"server.cards.zone", "server.bots.stud"}


def test_every_module_is_used() -> None:
    used = {name for path in sources() for name in imported(path)}
    known = {module(path) for path in sources() if path.name != "__init__.py"}
    unused = known - used - ENTRIES
    # A package is used where a module of it is; a module that only tests know is not.
    assert unused == set()


def test_every_test_folder_is_a_package() -> None:
    folders = {path.parent for path in sources("tests")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_every_module_of_the_server_has_its_own_tests() -> None:
    missing = []
    for path in sources("server"):
        if path.name == "__init__.py" or module(path) in MIRRORED_ELSEWHERE:
            continue
        folder = ROOT / "tests" / path.relative_to(ROOT).parent
        if not list(folder.glob(f"test_{path.stem}*.py")):
            missing.append(str(path.relative_to(ROOT)))
    assert missing == []


def test_every_module_says_what_it_is() -> None:
    assert [module(path) for path in sources() if not ast.get_docstring(parsed(path))] == []


def test_nothing_is_left_to_do() -> None:
    # Spelt apart, so that this file does not find itself.
    words = ("TO" + "DO", "FIX" + "ME", "X" * 3, "NotImplemented" + "Error")
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in (*sources(), *sources("tests"))
        for word in words
        if word in path.read_text(encoding="utf-8")
    ]
    assert found == []


def test_no_test_is_skipped() -> None:
    silent = ("pytest.mark.skip", "pytest.mark.xfail", "pytest.skip", "pytest.xfail", "pytest.importorskip")
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources("tests")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute) and ast.unparse(node).startswith(silent)
    ]
    assert found == []
