"""What a chat app shows of a link: its title, one sentence in both languages, a picture."""

import html
import json
import re
from collections import ChainMap
from pathlib import Path
from typing import Final

from starlette.requests import Request

from server.rules.sheet import Words
from server.web.links import Links

PICTURE: Final = "/static/preview.png"
_TITLE: Final = re.compile(r"<title>.*?</title>", re.DOTALL)
_LANGUAGES: Final = ("vi", "en")


class Previews:
    """Puts the words of a link into the head of its page: chat apps read it without running any script."""

    def __init__(self, folder: Path, links: Links) -> None:
        self._links = links
        self._words: dict[str, dict[str, str]] = {
            lang: dict(
                ChainMap(*(json.loads(path.read_text("utf-8")) for path in (folder / "i18n").glob(f"{lang}*.json")))
            )
            for lang in _LANGUAGES
        }

    def first(self, page: str, request: Request) -> str:
        """The first page: what this is."""
        text = self._in_both("landing.text", dict.fromkeys(_LANGUAGES, ""))
        return self._put(page, self._words["vi"]["page.home"], text, self._links.to(request, "/"), request)

    def table(self, page: str, request: Request, *, code: str, title: str, game: Words) -> str:
        """A table's page: its name and its game. Search engines keep out: the code is the key to the room."""
        text = self._in_both("preview.table", {"vi": game.vi, "en": game.en})
        name = self._words["vi"]["page.title"].replace("{title}", title)
        found = self._put(page, name, text, self._links.to(request, f"/r/{code}"), request)
        return found.replace("</head>", '<meta name="robots" content="noindex">\n</head>', 1)

    def _in_both(self, key: str, game: dict[str, str]) -> str:
        """Who reads a preview is not known, and whoever asked for it is a robot."""
        return " · ".join(self._words[lang][key].replace("{game}", game[lang]) for lang in _LANGUAGES)

    def _put(self, page: str, title: str, text: str, url: str, request: Request) -> str:
        facts = {
            "og:type": "website",
            "og:site_name": self._words["vi"]["brand"],
            "og:title": title,
            "og:description": text,
            "og:url": url,
            "og:image": self._links.to(request, PICTURE),
        }
        lines = [f'<meta property="{name}" content="{html.escape(value)}">' for name, value in facts.items()]
        head = "\n".join([f"<title>{html.escape(title)}</title>", *lines])
        return _TITLE.sub(lambda _: head, page, count=1)
