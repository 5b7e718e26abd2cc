"""The source as syntax trees."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("server", "protocol")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def sources(*folders: str) -> list[Path]:
    """All Python files of these folders; of both packages where none is named."""
    return sorted(path for folder in folders or PACKAGES for path in (ROOT / folder).rglob("*.py"))


def module(path: Path) -> str:
    """``server/cards/card.py`` is ``server.cards.card``; a package's ``__init__`` is the package."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path) -> Iterator[str]:
    """The modules that a file names in its imports; ``from a import b`` names ``a`` and ``a.b``."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def calls(path: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of what a file calls."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call):
            yield node.lineno, ast.unparse(node.func)
