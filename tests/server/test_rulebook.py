"""The printed rule sheet leaves nothing out."""

import io
from typing import get_args

import pytest
from rich.console import Console

from server.rulebook import Language, page
from server.rules.sheet import RuleSheet
from tests.support.table import GAMES

SHEETS = [game.sheet for game in GAMES.values()]


def printed(sheet: RuleSheet, lang: Language, width: int = 10_000) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(page(sheet, lang))
    return out.getvalue()


@pytest.mark.parametrize("lang", get_args(Language))
@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.game)
def test_every_clause_and_every_choice_is_printed(sheet: RuleSheet, lang: Language) -> None:
    text = printed(sheet, lang)
    words = [clause.words for clause in sheet.clauses]
    words += [option.words for option in sheet.options]
    words += [choice.words for option in sheet.options for choice in option.choices]
    assert [one for one in words if getattr(one, lang) not in text] == []
    assert [clause.id for clause in sheet.clauses if clause.id not in text] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.game)
def test_a_narrow_terminal_wraps_and_cuts_nothing(sheet: RuleSheet) -> None:
    text = printed(sheet, "vi", width=60)
    assert max(len(line) for line in text.splitlines()) <= 60
    assert "…" not in text
