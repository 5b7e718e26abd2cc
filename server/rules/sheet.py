"""Rule sheets: seeds/<game>.toml as frozen values."""

from collections.abc import Mapping
from pathlib import Path

import msgspec


class Words(msgspec.Struct, frozen=True):
    vi: str
    en: str


class Clause(msgspec.Struct, frozen=True):
    id: str
    words: Words


class Choice(msgspec.Struct, frozen=True):
    value: str
    words: Words


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a table may choose. An integer has bounds, a text has choices, a bool neither."""

    name: str
    rule: str
    default: bool | int | str
    words: Words
    help: Words
    least: int | None = None
    most: int | None = None
    choices: tuple[Choice, ...] = ()


class OptionsInvalid(ValueError):
    """``option`` is the name, ``problem`` what is wrong with it."""


class RuleSheet(msgspec.Struct, frozen=True):
    game: str
    name: Words
    summary: Words
    rules_version: int
    clauses: tuple[Clause, ...]
    parameters: dict[str, int | str]
    options: tuple[Option, ...]

    def full(self, given: Mapping[str, bool | int | str]) -> dict[str, bool | int | str]:
        """All options with their values; OptionsInvalid for unknown names, wrong types, values out of bounds."""
        raise NotImplementedError


def load(path: Path) -> RuleSheet:
    raise NotImplementedError
