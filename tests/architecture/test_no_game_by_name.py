"""The table and all above it play any game: they know none by name, and never look into a hand's state."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.games import MODULES
from server.rules.sheet import load
from tests.architecture.tree import ROOT, imported, module, parsed, sources

GENERAL = ("protocol", "server/table", "server/hub", "server/rooms", "server/web", "server/journal", "server/loadtest")
"""Folders that serve every game; those of the server's own modules beside them, and the bots' house, with them."""
NAMES = {load(path).game for path in (ROOT / "seeds").glob("*.toml")}
TAGS = {
    struct.__struct_config__.tag
    for game in MODULES
    for kind in (game.ACTIONS, game.OFFERS, game.EVENTS, game.VIEWS, game.YOUS)
    for struct in kind
}


def general() -> list[Path]:
    found = [path for path in sources(*GENERAL) if ROOT / "protocol" / "games" not in path.parents]
    return [*found, *(ROOT / "server").glob("*.py"), ROOT / "server" / "bots" / "house.py"]


def texts(path: Path) -> Iterator[str]:
    """Every text that the code works with: docstrings are for people."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


@pytest.mark.parametrize("path", general(), ids=module)
def test_no_game_is_imported(path: Path) -> None:
    known = {game.__name__ for game in MODULES} | {
        module(init) for init in sources("server/rules") if init.name == "__init__.py" and init.parent.name != "rules"
    }
    named = {name for name in imported(path) for game in known if name == game or name.startswith(f"{game}.")}
    assert named == set()


@pytest.mark.parametrize("path", general(), ids=module)
def test_no_game_is_named(path: Path) -> None:
    assert {text for text in texts(path) if text in TAGS or any(name in text for name in NAMES)} == set()


def looks(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where a hand's or a step's ``state`` is used for anything but being handed on to the game, or kept."""
    handed = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="game") | ast.Name(id="game")), args=args):
                handed |= {id(arg) for arg in args}
            case ast.Assign(
                targets=[ast.Attribute(attr="state") as target], value=ast.Attribute(attr="state") as value
            ):
                handed |= {id(target), id(value)}
            case _:
                pass
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "state" and id(node) not in handed:
            yield node.lineno, ast.unparse(node)


@pytest.mark.parametrize("path", sources("server/table"), ids=module)
def test_the_table_hands_a_state_on_and_never_looks_into_it(path: Path) -> None:
    assert list(looks(parsed(path))) == []


@pytest.mark.parametrize(
    "code",
    [
        "pot(hand.state)",
        "hand.state.level",
        "t.game.offers(hand.state.seats, 1)",
        "state = t.hand.state",
        "f(step.state)",
    ],
)
def test_a_look_into_a_state_is_found(code: str) -> None:
    assert len(list(looks(ast.parse(code)))) == 1
