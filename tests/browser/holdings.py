"""Everything that a page holds, searched for cards that it must not know."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.browser.person import Person

_I18N: Final = Path(__file__).resolve().parents[2] / "client_web" / "i18n"
_WORDS: Final = {lang: json.loads((_I18N / f"{lang}.json").read_text(encoding="utf-8")) for lang in ("vi", "en")}

_HELD: Final = """() => {
  const copy = document.documentElement.cloneNode(true)
  copy.querySelector("svg.sprite")?.remove()
  const fields = [...document.querySelectorAll("input, textarea")].map((field) => field.value)
  const boxes = [localStorage, sessionStorage].flatMap((box) => Object.entries(box).flat())
  return [copy.outerHTML, document.body.innerText, document.title, location.href, ...fields, ...boxes].join("\\n")
}"""
"""The document with all its attributes, as the page shows it, and what it keeps; without the pictures of the deck."""


def names(card: str) -> re.Pattern[str]:
    """Every way in which a page or a frame could say this card."""
    words = [
        words["card"].format(rank=words[f"rank.{card[0]}"], suit=words[f"suit.{card[1]}"]) for words in _WORDS.values()
    ]
    spoken = "|".join(map(re.escape, words))
    return re.compile(rf"\b{card}\b|(?i:{spoken})")


async def held(person: Person) -> str:
    """All text that the page holds now."""
    return str(await person.page.evaluate(_HELD))


def told(text: str, cards: Iterable[str]) -> list[str]:
    """Which of these cards a text gives away."""
    return [card for card in cards if names(card).search(text)]
