"""Texts that people type: names, chat, titles.

A text is brought to NFC, trimmed, its runs of white space folded; control, formatting (bidi, zero-width),
private and unassigned characters are refused, not dropped: who types them should know.
"""

import unicodedata
from typing import Annotated, Final

from msgspec import Meta

NAME_LENGTH: Final = 20
TITLE_LENGTH: Final = 40
CHAT_LENGTH: Final = 200
_MARKS_IN_A_ROW: Final = 4
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_JOINER: Final = "\u200d"

RawName = Annotated[str, Meta(max_length=4 * NAME_LENGTH)]
RawTitle = Annotated[str, Meta(max_length=4 * TITLE_LENGTH)]
RawChat = Annotated[str, Meta(max_length=4 * CHAT_LENGTH)]


def clean(text: str, longest: int) -> str:
    """The text as it will be shown; ValueError says what is wrong with it.

    ``longest`` counts characters after normalising.
    """
    folded = " ".join(unicodedata.normalize("NFC", text).split())
    if not folded:
        raise ValueError("text is empty")
    if len(folded) > longest:
        raise ValueError(f"text has {len(folded)} characters, at most {longest}")
    marks = 0
    visible = False
    for before, char in zip("\0" + folded, folded, strict=False):
        kind = unicodedata.category(char)
        # The joiner is invisible, but emoji families are made with it: allowed between two symbols only.
        if char == _JOINER and unicodedata.category(before) in {"So", "Sk", "Mn"}:
            continue
        if kind in _REFUSED or char in _BLANK:
            raise ValueError(f"text has the invisible or control character U+{ord(char):04X}")
        marks = marks + 1 if kind.startswith("M") else 0
        if marks > _MARKS_IN_A_ROW:
            raise ValueError("text stacks too many marks on one letter")
        visible = visible or kind[0] in "LNPS"
    if not visible:
        raise ValueError("text has nothing to see")
    return folded


def same_name(left: str, right: str) -> bool:
    """Whether two cleaned names look alike to people: compatibility form without case."""
    return _fold(left) == _fold(right)


def _fold(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
