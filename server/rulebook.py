"""A rule sheet as a page for a terminal."""

from collections.abc import Callable
from typing import Final, Literal

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from server.rules.sheet import Option, RuleSheet, Words

Language = Literal["vi", "en"]

_YES: Final = Words(vi="có", en="yes")
_NO: Final = Words(vi="không", en="no")
_CHOSEN: Final = Words(vi="Bàn chọn được", en="What a table chooses")
_CLAUSES: Final = Words(vi="Luật", en="Rules")
_DEFAULT: Final = Words(vi="mặc định", en="default")


def page(sheet: RuleSheet, lang: Language) -> RenderableType:
    """Name, summary, options with their bounds and choices, and the clauses under their numbers."""
    said = _speaker(lang)
    options, clauses = _two_columns(), _two_columns()
    for option in sheet.options:
        options.add_row(option.rule, _option(option, lang))
    for clause in sheet.clauses:
        clauses.add_row(clause.id, said(clause.words))
    return Group(
        Text(said(sheet.name), style="bold"),
        Text(said(sheet.summary)),
        Rule(said(_CHOSEN), align="left", style="dim"),
        options,
        Rule(said(_CLAUSES), align="left", style="dim"),
        clauses,
    )


def _two_columns() -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    return table


def _option(option: Option, lang: Language) -> Text:
    """``Stake: 1..1000, default 10``, and what it does."""
    said = _speaker(lang)
    values = " | ".join(_values(option, lang))
    text = Text(f"{said(option.words)}: ", style="bold")
    text.append(f"{values}, {said(_DEFAULT)} {_value(option, option.default, lang)}", style="not bold")
    text.append(f"\n{said(option.help)}", style="not bold dim")
    return text


def _values(option: Option, lang: Language) -> list[str]:
    if isinstance(option.default, bool):
        return [_value(option, True, lang), _value(option, False, lang)]
    if option.choices:
        return [_speaker(lang)(choice.words) for choice in option.choices]
    return [f"{option.least}..{'' if option.most is None else option.most}"]


def _value(option: Option, value: bool | int | str, lang: Language) -> str:
    said = _speaker(lang)
    if isinstance(value, bool):
        return said(_YES if value else _NO)
    return next((said(choice.words) for choice in option.choices if choice.value == value), str(value))


def _speaker(lang: Language) -> Callable[[Words], str]:
    return lambda words: words.vi if lang == "vi" else words.en
