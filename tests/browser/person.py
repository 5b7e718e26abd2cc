"""Somebody with a browser: one context, one page, and everything that the page was told or complained about."""

import json
import re
from collections.abc import Iterable
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, WebSocket, expect

PATIENCE_MS: Final = 10_000
expect.set_options(timeout=PATIENCE_MS)

_COMPLAINTS: Final = {"error", "warning"}
_PHONE: Final = {"width": 360, "height": 640}


class Person:
    """A page of one's own. ``frames`` holds every text frame that its sockets received, ``noise`` its complaints."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.context = context
        self.page = page
        self.frames: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.noise: list[str] = []
        self.sockets = 0
        self._quiet: list[re.Pattern[str]] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.noise.append(f"uncaught: {error}"))
        page.on("websocket", self._socket)

    @classmethod
    async def arrive(
        cls, browser: Browser, *, kept: dict[str, tuple[str, str]] | None = None, **context: Any
    ) -> "Person":
        """A fresh browser. ``kept``: by origin, a name and a value that its storage holds already."""
        storage = [
            {"origin": origin, "localStorage": [{"name": name, "value": value}]}
            for origin, (name, value) in (kept or {}).items()
        ]
        made = await browser.new_context(
            **{
                "viewport": _PHONE,
                "locale": "vi-VN",
                "reduced_motion": "reduce",
                "storage_state": {"origins": storage, "cookies": []},
                **context,
            }
        )
        return cls(made, await made.new_page())

    async def another_tab(self) -> "Person":
        """A second page of the same browser."""
        return Person(self.context, await self.context.new_page())

    def allow(self, pattern: str) -> None:
        """This complaint is what the test provokes."""
        self._quiet.append(re.compile(pattern))

    @property
    def complaints(self) -> list[str]:
        return [text for text in self.noise if not any(pattern.search(text) for pattern in self._quiet)]

    def see(self, test_id: str) -> Locator:
        return self.page.get_by_test_id(test_id)

    async def open(self, url: str) -> None:
        """Open a table's link and wait for the table."""
        await self.page.goto(url)
        await self.at_table()

    async def at_table(self) -> None:
        """Wait until the page shows what the server told."""
        await expect(self.page.locator("body[data-link=open]")).to_be_attached()

    async def sit(self, seat: int, name: str) -> None:
        """Two taps before the first hand: a seat, and one's name. A host may also put a bot there, and is asked."""
        await self.see(f"seat-row-{seat}").get_by_test_id("sit").click()
        field, sheet = self.see("name-input"), self.see("do-sit")
        await expect(field.or_(sheet).filter(visible=True)).to_be_visible()
        if await sheet.is_visible():
            await sheet.click()
        await self.see("name-input").fill(name)
        await self.see("name-submit").click()
        await expect(self.see("sit-dialog")).to_be_hidden()

    async def press(self, key: str) -> None:
        """Tap a key of the bar as soon as it lives, and wait until the tap was taken."""
        node = self.see(f"key-{key}")
        await expect(node).not_to_have_attribute("aria-disabled", "true")
        await node.click()

    async def menu(self, choice: str) -> None:
        """Open the menu and tap something in it."""
        if not await self.see("menu").is_visible():
            await self.see("open-menu").click()
        await self.see("menu").get_by_test_id(choice).click()

    async def shut(self, dialog: str) -> None:
        await self.see(dialog).get_by_test_id("close").click()
        await expect(self.see(dialog)).to_be_hidden()

    async def fan(self, seat: int) -> list[str]:
        """The faces that a seat shows here."""
        cards = self.see(f"seat-{seat}").locator(".fan [data-card]")
        return [str(await cards.nth(at).get_attribute("data-card")) for at in range(await cards.count())]

    async def sees_turn(self) -> None:
        """Wait until this page asks its player."""
        await expect(self.see("key-theo")).to_be_enabled()

    @property
    def views(self) -> Iterable[dict[str, Any]]:
        return (frame for frame in map(json.loads, self.frames) if frame["type"] == "view")

    def acts(self) -> list[dict[str, Any]]:
        """The moves that the page sent."""
        return [message for message in self.sent if message["type"] == "act"]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in _COMPLAINTS:
            self.noise.append(f"{message.type}: {message.text}")

    def _socket(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))
        socket.on("framesent", lambda payload: self.sent.append(json.loads(payload)))
