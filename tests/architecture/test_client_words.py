"""What a person reads in the client stands in the catalogues, in both languages; nowhere else."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from tests.architecture.tree import ROOT

CLIENT: Final = ROOT / "client_web"
WORDS: Final[dict[str, dict[str, str]]] = {
    lang: {
        key: text
        for part in ("", ".rest")
        for key, text in json.loads((CLIENT / "i18n" / f"{lang}{part}.json").read_text(encoding="utf-8")).items()
    }
    for lang in ("vi", "en")
}
NO_WORDS: Final = {"VI", "EN", "K7-Q2M9-XDT4"}
"""Codes, the same in every language."""
READ: Final = ("aria-label", "placeholder", "title", "alt")
"""Attributes that people read or hear."""
VOID: Final = {"meta", "link", "input"}
"""Elements without an end."""
_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:\\\"'`])//[^\n]*", re.DOTALL)
_LITERAL: Final = re.compile(r"\"((?:\\.|[^\"\\\n])*)\"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`")
_HOLE: Final = re.compile(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_CARD: Final = re.compile(r"[2-9TJQKA][shdc]")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


class Texts(HTMLParser):
    """Every text of a page with the key that will replace it, and whether its element speaks English."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str | None, bool]] = []
        self._open: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        for name in READ:
            if text := about.get(name):
                self._keep(text, about.get("data-t-hint" if name == "placeholder" else "data-t-label"), about)
        if tag == "meta" and about.get("name") == "description":
            self._keep(about.get("content") or "", "landing.text", about)
        if tag not in VOID:
            self._open.append(about)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if text := " ".join(data.split()):
            about = self._open[-1]
            self._keep(text, about.get("data-t"), about)

    def _keep(self, text: str, key: str | None, about: dict[str, str | None]) -> None:
        self.found.append((text, key, about.get("lang") == "en"))


def pages() -> list[Path]:
    return sorted(CLIENT.glob("*.html"))


def literals(path: Path) -> Iterator[str]:
    """The texts in quotes, without what is computed into them."""
    code = _COMMENT.sub("", path.read_text(encoding="utf-8"))
    for found in _LITERAL.finditer(code):
        yield _HOLE.sub("_", next(part for part in found.groups() if part is not None))


def is_prose(text: str, classes: set[str]) -> bool:
    """Letters that English lacks, or words in a row that are no class names, selectors or paths."""
    if re.search(r"[^\x00-\x7f]", text) and re.search(r"[^\W\d_]", text):
        return True
    words = text.split()
    if len(words) < 2 or not all(_WORD.fullmatch(word.strip(".,:;!?()")) for word in words):
        return False
    return not {word.strip(".,") for word in words} <= classes and not all(map(_CARD.fullmatch, words))


def css_classes() -> set[str]:
    text = "".join(path.read_text(encoding="utf-8") for path in (CLIENT / "css").glob("*.css"))
    return set(re.findall(r"\.([a-z][\w-]*)", text))


def test_a_page_shows_the_catalogues_words_before_they_come() -> None:
    assert len(pages()) >= 5
    wrong = []
    for page in pages():
        for text, key, english in Texts(page.read_text(encoding="utf-8")).found:
            words = WORDS["en" if english else "vi"]
            known = words.get(key) == text if key else text in words.values() or text in NO_WORDS
            if not known:
                wrong.append(f"{page.name}: {text!r} ({key})")
    assert wrong == []


def test_a_page_asks_for_words_that_exist() -> None:
    asked = {
        key
        for page in pages()
        for key in re.findall(r'data-t(?:-label|-hint)?="([^"]+)"', page.read_text(encoding="utf-8"))
    }
    assert asked
    assert asked <= WORDS["vi"].keys()


def test_no_script_holds_words_of_its_own() -> None:
    classes = css_classes() | {"input", "textarea", "select", "use", "strict"}
    scripts = [path for path in CLIENT.rglob("*.js") if "tests" not in path.relative_to(CLIENT).parts]
    assert len(scripts) > 80
    found = [
        f"{path.relative_to(CLIENT)}: {text!r}"
        for path in scripts
        if "node_modules" not in path.parts
        for text in literals(path)
        if is_prose(text, classes)
    ]
    assert found == []


def asked(scripts: str) -> tuple[set[str], list[re.Pattern[str]]]:
    """The keys that scripts ask for: whole ones, and shapes of those that are computed; a part after a dot is."""
    whole = set(re.findall(r"[\"'`]([\w.]+)[\"'`]", scripts))
    shapes = [
        re.compile(
            re.sub(r"\\\$\\\{.*?\\\}|\$\{.*?\}", r"[\\w-]+", re.escape(text).replace(r"\$\{", "${")) + r"(\.you)?"
        )
        for text in set(re.findall(r"`([\w.-]*\$\{[^`]*)`", scripts))
        if re.fullmatch(r"[\w.-]*(\$\{[^{}]*\}[\w.-]*)+", text)
    ]
    return whole, shapes


def test_every_word_of_the_catalogues_is_used() -> None:
    """A key that nobody asks for is text that nobody reads."""
    whole, shapes = asked(
        "\n".join(
            path.read_text(encoding="utf-8")
            for path in [
                *CLIENT.glob("*.html"),
                *(CLIENT / "js").rglob("*.js"),
                *(ROOT / "server" / "web").glob("*.py"),
            ]
        )
    )
    in_pages = {text for page in pages() for text, _, _ in Texts(page.read_text(encoding="utf-8")).found}
    unused = [
        key
        for key in WORDS["vi"]
        if WORDS["vi"][key] not in in_pages
        and key not in whole
        and key.removesuffix(".you") not in whole
        and not any(shape.fullmatch(key) for shape in shapes)
    ]
    assert unused == []


def needed(*entries: str) -> set[Path]:
    """The modules that these lead to without being asked."""
    found = [CLIENT / "js" / entry for entry in entries]
    for path in found:
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r'^(?:import|export)\b[^;"(]*?"(\.[^"]+)"', text, re.MULTILINE):
            if (other := (path.parent / name).resolve()) not in found:
                found.append(other)
    return set(found)


def test_a_table_has_the_words_that_it_says_at_first() -> None:
    """What opens later brings the rest: its module waits for them."""
    rest = json.loads((CLIENT / "i18n" / "vi.rest.json").read_text(encoding="utf-8")).keys()
    faces = (CLIENT / "js" / "games" / "faces.js").read_text(encoding="utf-8")
    games = [f"games/{name}" for name in re.findall(r'\", \(\) => import\("\./(\w+\.js)"\)\]', faces)]
    assert len(games) == 2
    more = ("waiting", "hosttools", "drawer", "turnalert")
    modules = needed("main.js", *(f"components/{name}.js" for name in more), *games)
    assert len(modules) > 75
    whole, shapes = asked("\n".join(path.read_text(encoding="utf-8") for path in modules))
    dotted = [shape for shape in shapes if re.match(r"[\w]+\\\.", shape.pattern)]
    assert [key for key in rest if key in whole or any(shape.fullmatch(key) for shape in dotted)] == []


def test_placeholders_are_the_same_in_both() -> None:
    slots = {
        lang: {key: sorted(set(re.findall(r"\{\w+\}", text))) for key, text in WORDS[lang].items()} for lang in WORDS
    }
    assert slots["vi"] == slots["en"]
    assert [key for lang in WORDS for key, text in WORDS[lang].items() if text != text.strip() or not text] == []
