"""A camera that takes each state at every size in both themes, and says what does not fit."""

from collections.abc import Collection
from pathlib import Path
from typing import Final

from playwright.async_api import Page, ViewportSize

from tests.browser.camera import SIZES as TESTED
from tests.browser.camera import misfits
from tests.browser.friends import Friends
from tests.browser.person import Person

SIZES: Final = {**TESTED, "laptop": {"width": 1280, "height": 720}}
THEMES: Final = ("light", "dark")
_LIVE: Final = "() => new Promise((done) => setTimeout(done, 450))"
"""Keys wake up a moment after a question came."""
_DRESS: Final = "theme => { document.documentElement.dataset.theme = theme }"
_SETTLED: Final = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Studio:
    """Writes ``<state>-<size>-<theme>.png`` into a folder. ``found`` is what did not fit."""

    def __init__(self, folder: Path, sizes: Collection[str] = tuple(SIZES), themes: Collection[str] = THEMES) -> None:
        self.folder = folder
        self.sizes = sizes
        self.themes = themes
        self.states: list[str] = []
        self.found: list[str] = []
        self.company: Friends | None = None
        """Who must not fall asleep while pictures are taken."""
        folder.mkdir(parents=True, exist_ok=True)

    async def take(self, person: Person, state: str) -> None:
        """The page gets its size and its theme back."""
        page = person.page
        before = page.viewport_size
        theme_before = await page.evaluate("document.documentElement.dataset.theme")
        self.states.append(state)
        await page.evaluate(_LIVE)
        for size in self.sizes:
            if self.company is not None:
                await self.company.listen()
            box = SIZES[size]
            await page.set_viewport_size(ViewportSize(width=box["width"], height=box["height"]))
            await page.evaluate(_SETTLED)
            self.found += [f"{state}, {size}: {what}" for what in await misfits(page)]
            for theme in self.themes:
                await self._dress(page, theme)
                await page.screenshot(path=self.folder / f"{state}-{size}-{theme}.png")
        await self._dress(page, theme_before)
        if before is not None:
            await page.set_viewport_size(before)

    @staticmethod
    async def _dress(page: Page, theme: str) -> None:
        await page.evaluate(_DRESS, theme)
        await page.evaluate(_SETTLED)

    def sheet(self) -> Path:
        """A page of all pictures, one state a row."""
        rows = "".join(
            f"<h2>{state}</h2><div>"
            + "".join(
                f'<a href="{name}"><img loading="lazy" src="{name}"></a>'
                for size in self.sizes
                for theme in self.themes
                for name in [f"{state}-{size}-{theme}.png"]
            )
            + "</div>"
            for state in self.states
        )
        style = "body{font:14px sans-serif;background:#777}div{display:flex;gap:8px}img{height:320px}"
        path = self.folder / "index.html"
        path.write_text(f"<!doctype html><meta charset=utf-8><title>Xiban</title><style>{style}</style>{rows}", "utf-8")
        return path
