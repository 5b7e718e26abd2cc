"""Rule sheets: seeds/<game>.toml as frozen values."""

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

FINGERPRINT_LENGTH: Final = 16
"""Hexadecimal digits of a fingerprint: 64 bits tell the versions of one game apart."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One text in both languages."""

    vi: str
    en: str


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule; tests cite it by ``id``."""

    id: str
    words: Words


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One value of an option that has few, as players read it."""

    value: int | str
    words: Words


class OptionsInvalid(ValueError):
    """Options that a game refuses. ``option`` is the name, ``problem`` what is wrong with it."""

    def __init__(self, option: str, problem: str) -> None:
        super().__init__(option, problem)
        self.option = option
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.option}: {self.problem}"


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a table may choose. An integer has bounds or choices, a text has choices, a bool neither."""

    name: str
    rule: str
    default: bool | int | str
    words: Words
    help: Words
    least: int | None = None
    most: int | None = None
    choices: tuple[Choice, ...] = ()

    def checked(self, value: bool | int | str) -> bool | int | str:
        """The value, if this option may have it; OptionsInvalid if not."""
        if type(value) is not type(self.default):
            raise OptionsInvalid(self.name, f"must be {_KINDS[type(self.default)]}")
        if self.choices and value not in [choice.value for choice in self.choices]:
            raise OptionsInvalid(self.name, f"must be one of {', '.join(str(choice.value) for choice in self.choices)}")
        if isinstance(value, int) and self.least is not None and value < self.least:
            raise OptionsInvalid(self.name, f"must be at least {self.least}")
        if isinstance(value, int) and self.most is not None and value > self.most:
            raise OptionsInvalid(self.name, f"must be at most {self.most}")
        return value


class RuleSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All that is written down of a game. ``rules_version`` is raised with any change of outcome, not of texts."""

    game: str
    name: Words
    summary: Words
    rules_version: int
    clauses: tuple[Clause, ...]
    parameters: dict[str, int | str]
    options: tuple[Option, ...]

    def full(self, given: Mapping[str, bool | int | str]) -> dict[str, bool | int | str]:
        """All options with their values; OptionsInvalid for unknown names, wrong types, values out of bounds."""
        names = {option.name for option in self.options}
        for name in given:
            if name not in names:
                raise OptionsInvalid(name, "no such option")
        return {option.name: option.checked(given.get(option.name, option.default)) for option in self.options}

    def number(self, name: str) -> int:
        """A parameter that is a whole number; KeyError or TypeError where the sheet is wrong."""
        value = self.parameters[name]
        if not isinstance(value, int):
            raise TypeError(f"parameter {name} of {self.game} is not a number")
        return value

    def text(self, name: str) -> str:
        """A parameter that is a text; KeyError or TypeError where the sheet is wrong."""
        value = self.parameters[name]
        if not isinstance(value, str):
            raise TypeError(f"parameter {name} of {self.game} is not a text")
        return value

    def fingerprint(self) -> str:
        """Names what decides outcomes: game, version and parameters. Texts and options are not in it."""
        known: str | None = self.__dict__.get("_fingerprint")
        if known is None:
            decisive = msgspec.json.encode((self.game, self.rules_version, sorted(self.parameters.items())))
            known = self.__dict__["_fingerprint"] = hashlib.sha256(decisive).hexdigest()[:FINGERPRINT_LENGTH]
        return known


_KINDS: Final = {bool: "true or false", int: "a whole number", str: "a text"}


def load(path: Path) -> RuleSheet:
    """The sheet in this file; ValueError (msgspec's and tomllib's are such) where it is not a sound one."""
    sheet = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), RuleSheet)
    for kind, names in (
        ("clause", [clause.id for clause in sheet.clauses]),
        ("option", [option.name for option in sheet.options]),
    ):
        if len(set(names)) != len(names):
            raise ValueError(f"{path.name}: a {kind} stands twice")
    sheet.full({})
    return sheet
