"""Which games there are. A game is a package beside this file with GAMES, and a sheet of its name."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path

import server.rules
from server.rules.game import AnyGame
from server.rules.sheet import RuleSheet, load

Factory = Callable[[RuleSheet], AnyGame]
"""Makes a game out of its sheet; ValueError, KeyError or TypeError where the sheet does not suit the engine."""


def games(seeds: Path) -> dict[str, AnyGame]:
    """Every game by its name, with the sheets of this folder."""
    found: dict[str, AnyGame] = {}
    for module in sorted(pkgutil.iter_modules(server.rules.__path__), key=lambda module: module.name):
        if not module.ispkg:
            continue
        factories: Mapping[str, Factory] = importlib.import_module(f"{server.rules.__name__}.{module.name}").GAMES
        for name, factory in factories.items():
            sheet = load(seeds / f"{name}.toml")
            if sheet.game != name or name in found:
                raise ValueError(f"{name}.toml: the sheet of {sheet.game}, or a second {name}")
            found[name] = factory(sheet)
    return found
