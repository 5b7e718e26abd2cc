"""One server for the tests of a module; each makes rooms of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import Server, serving

WORDS = '{"brand": "B", "page.home": "H", "page.title": "{title}", "landing.text": "L", "preview.table": "P"}'
PAGES = {
    "index.html": "first page",
    "table.html": "table page",
    "rules.html": "rules page",
    "hands.html": "hands page",
    "gone.html": "nothing here",
    "away.html": "server away",
    "js/main.js": "// main",
    **dict.fromkeys(("i18n/vi.json", "i18n/en.json"), WORDS),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A client of a few pages."""
    root = tmp_path_factory.mktemp("client_web")
    for name, text in PAGES.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder) as running:
        yield running
