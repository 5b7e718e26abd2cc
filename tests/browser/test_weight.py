"""What a first visit to a table weighs: everything that the browser loads until the first cards are in one's hand."""

import asyncio
from typing import Final

import pytest
from playwright.async_api import Response, expect

from tests.browser.camera import SIZES
from tests.browser.conftest import Open
from tests.browser.friends import DUEL, NAMES, Friends
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MOST_BYTES: Final = 200_000
"""Uncompressed: the page of a table and all that it brings along; on a desk the log and the chat lie beside the mat."""
MOST_PLAYED_BYTES: Final = 290_000
"""The same with the sheets in which one sits down, and the game."""


class Scales:
    """Weighs what a page gets, as it is after unpacking."""

    def __init__(self, person: Person) -> None:
        self._coming: dict[str, asyncio.Task[bytes]] = {}
        person.page.on("response", self._keep)

    def _keep(self, response: Response) -> None:
        self._coming[response.url] = asyncio.ensure_future(response.body())

    async def weights(self) -> dict[str, int]:
        return {url: len(await body) for url, body in self._coming.items()}


@pytest.mark.parametrize("size", ["phone", "desk"])
async def test_a_first_visit_is_light(open_house: Open, size: str) -> None:
    """The table before its first hand, and in the middle of one; and what comes on until one's own first card."""
    house = open_house(DUEL)
    room = house.server.create()
    waiting, watching = await house.person(viewport=SIZES[size]), await house.person(viewport=SIZES[size])
    host = await house.person(kept={house.base: (f"xiban.token.{room.code}", room.token)}, viewport=SIZES[size])
    scales = Scales(waiting), Scales(watching), Scales(host)
    async with Friends(house, room):
        await waiting.open(house.link(room))
        await waiting.page.wait_for_load_state("networkidle")
        before = await scales[0].weights()
        await waiting.context.close()
        await host.open(house.link(room))
        await host.sit(0, NAMES[0])
        await host.press("start")
        await host.sees_turn()
        await watching.open(house.link(room))
        await expect(watching.see("seat-1").locator("[data-card]")).to_be_visible()
        for person in (watching, host):
            await person.page.wait_for_load_state("networkidle")
        amid, played = [await each.weights() for each in scales[1:]]
    assert min(len(before), len(amid)) > 40
    sums = [sum(weights.values()) for weights in (before, amid, played)]
    heaviest = sorted(amid.items(), key=lambda one: -one[1])[:20]
    assert max(sums[:2]) < MOST_BYTES, f"{sums}; the heaviest: {heaviest}"
    assert sums[2] < MOST_PLAYED_BYTES, f"{sums}"
