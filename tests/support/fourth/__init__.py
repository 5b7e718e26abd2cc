"""A fourth game, and a copy of this checkout in which it lies where a game lies. Nothing else is changed there."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
COPIED: Final = ("protocol", "server", "seeds", "client_web", "tests", "docs", "pyproject.toml")
HERE: Final = Path(__file__).parent
PLACES: Final = {
    "words.py": "protocol/games/cao_nhat.py",
    "rules.py": "server/rules/cao_nhat/__init__.py",
    "cao-nhat.toml": "seeds/cao-nhat.toml",
    "evening.py": "tests/server/rules/cao_nhat/test_cao_nhat.py",
}
"""Where each file of a game lies; that its tests need a package's mark is the tests' own rule."""
_MOVED: Final = {
    "tests.support.fourth.words": "protocol.games.cao_nhat",
    "tests.support.fourth.rules": "server.rules.cao_nhat",
}


def planted(tree: Path) -> Path:
    """``tree`` as a checkout with four games, after what ``make schema`` does."""
    tree.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy2(source, tree / name)
    for name, place in PLACES.items():
        text = (HERE / name).read_text(encoding="utf-8")
        for here, there in _MOVED.items():
            text = text.replace(here, there)
        target = tree / place
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
    (tree / "tests/server/rules/cao_nhat/__init__.py").touch()
    run(tree, "server", "schema", ".stamp")
    shutil.copy2(tree / ".stamp/protocol.d.ts", tree / "client_web/js/protocol.d.ts")
    return tree


def run(tree: Path, module: str, *arguments: str) -> None:
    """``python -m module`` there; AssertionError with all that it said where it fails."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command[2:])}:\n{done.stdout}{done.stderr}"


@contextmanager
def served(tree: Path) -> Iterator[str]:
    """The server of that checkout, as its owner starts it: the address that it greets with."""
    command = [sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", "0"]
    quick = {"XIBAN_BOT_LEAST_MS": "0", "XIBAN_BOT_MOST_MS": "0", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=tree, env={**os.environ, **quick}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            greeting = re.search(r"http://localhost:\d+", server.stdout.readline())
            assert greeting, "the server does not start"
            yield greeting[0]
        finally:
            server.terminate()
