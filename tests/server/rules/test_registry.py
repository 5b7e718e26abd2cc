"""Games are found: a package with GAMES and a sheet of its name, and nothing else to edit."""

import shutil
import sys
from pathlib import Path

import pytest

import server.rules
from server.rules.registry import games
from tests.support.seeds import SEEDS

FOURTH = """
from server.rules.stud.game import Stud
from server.rules.stud.variants import XT28
GAMES = {"ba-cay": lambda sheet: Stud(sheet, XT28)}
"""


def sheet_named(name: str, folder: Path) -> None:
    text = (SEEDS / "xi-to-28.toml").read_text(encoding="utf-8")
    (folder / f"{name}.toml").write_text(text.replace('game = "xi-to-28"', f'game = "{name}"'), encoding="utf-8")


def test_the_games_of_the_house() -> None:
    found = games(SEEDS)
    assert set(found) == {path.stem for path in SEEDS.glob("*.toml")} >= {"xi-dach", "xi-to-28", "xi-to-32"}
    assert found["xi-to-28"].sheet.game == "xi-to-28"


def test_a_new_game_is_one_package_and_one_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = shutil.copytree(SEEDS, tmp_path / "seeds")
    sheet_named("ba-cay", seeds)
    package = tmp_path / "rules" / "ba_cay"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(FOURTH, encoding="utf-8")
    monkeypatch.setattr(server.rules, "__path__", [*server.rules.__path__, str(tmp_path / "rules")])
    try:
        assert set(games(seeds)) == {path.stem for path in seeds.glob("*.toml")}
    finally:
        sys.modules.pop("server.rules.ba_cay", None)


def test_a_sheet_under_another_name_is_refused(tmp_path: Path) -> None:
    seeds = shutil.copytree(SEEDS, tmp_path / "seeds")
    text = (seeds / "xi-to-28.toml").read_text(encoding="utf-8")
    (seeds / "xi-to-28.toml").write_text(text.replace('game = "xi-to-28"', 'game = "xi-to-32"'), encoding="utf-8")
    with pytest.raises(ValueError, match="the sheet of xi-to-32"):
        games(seeds)


def test_a_missing_sheet_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        games(tmp_path)
