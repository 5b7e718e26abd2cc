"""The pictures of the README: there, shown in both languages, and small."""

import re
from typing import Final

from tests.architecture.tree import ROOT

MOST_BYTES: Final = 150_000
PICTURES: Final = ROOT / "docs" / "pictures"


def test_every_picture_is_shown_in_both_languages_and_small() -> None:
    english, vietnamese = (ROOT / "README.md").read_text(encoding="utf-8").split("\n# Tiếng Việt\n", 1)
    there = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    for text in (english, vietnamese):
        shown = re.findall(r"!\[[^\]]{20,}\]\(docs/pictures/([^)]+)\)", text)
        assert sorted(shown) == sorted(there)
    assert {name: size for name, size in there.items() if size > MOST_BYTES} == {}
