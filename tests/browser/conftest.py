"""One Chromium for all browser tests, and people who come with a browser each."""

import contextlib
import os
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from protocol.codes import parse_code
from protocol.web import RoomCreated
from server.hub.sessions import socket_path
from tests.browser.decks import fixed
from tests.browser.person import Person
from tests.support.chromium import get
from tests.support.server import Server, serving

LAN_NAME = "xiban.local"
"""A plain-http name that is not loopback: no secure context, as on a phone in the same house."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """Launched once."""
    async with launched() as browser:
        yield browser


@contextlib.asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """The system's Chromium. Root has no sandbox of its own kind; nothing but our own pages is opened."""
    args = [f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1", "--mute-audio"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        args.append("--no-sandbox")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=get(), args=args)
        yield browser
        await browser.close()


class House:
    """A server, its people, and where they reach it."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser = browser
        self.server = server
        self.base = f"http://localhost:{server.port}"
        self.people: list[Person] = []
        self.context: dict[str, Any] = {}
        """For every person's browser."""

    async def person(self, **context: Any) -> Person:
        """Somebody with a fresh browser; ``context`` as for a new context."""
        person = self.know(await Person.arrive(self._browser, **{**self.context, **context}))
        if LAN_NAME in self.base:
            # Chromium finds the header useless on plain http, and says so; behind TLS it is not.
            person.allow("Cross-Origin-Opener-Policy header has been ignored")
        return person

    def know(self, person: Person) -> Person:
        """Listen to this page's complaints too."""
        self.people.append(person)
        return person

    def link(self, room: RoomCreated) -> str:
        """The table's link on the origin that is used here."""
        return f"{self.base}/r/{room.code}"

    def room_of(self, person: Person) -> RoomCreated:
        """The table that this page shows, for clients without a browser."""
        code = parse_code(person.page.url.rpartition("/")[2])
        assert code is not None
        return RoomCreated(code, person.page.url, "", socket_path(code))

    async def host(self, room: RoomCreated, **context: Any) -> Person:
        """Somebody whose browser holds the creator's token, at the table."""
        kept = {self.base: (f"xiban.token.{room.code}", room.token)}
        person = await self.person(kept=kept, **context)
        await person.open(self.link(room))
        return person

    async def guest(self, room: RoomCreated, **context: Any) -> Person:
        """Somebody who just opened the link."""
        person = await self.person(**context)
        await person.open(self.link(room))
        return person

    def complaints(self) -> list[str]:
        return [text for person in self.people for text in person.complaints]


Open = Callable[..., House]


@pytest_asyncio.fixture(loop_scope="session")
async def open_house(chromium: Browser) -> AsyncIterator[Open]:
    """Opens a server with these decks and settings; at the end no page may have complained."""
    houses: list[House] = []
    with contextlib.ExitStack() as servers:

        def opened(*orders: Sequence[int], **settings: Any) -> House:
            server = servers.enter_context(serving(chances=fixed(*orders), **settings))
            houses.append(House(chromium, server))
            return houses[-1]

        yield opened
        found = [text for house in houses for text in house.complaints()]
        for context in {person.context for house in houses for person in house.people}:
            await context.close()
    assert found == []


@pytest.fixture
def house(open_house: Open) -> House:
    """A server that deals the pack as it comes out of the box."""
    return open_house()
