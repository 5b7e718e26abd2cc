"""At 200 % of zoom a browser lays a page out in half of the room: everything is still there and can be reached."""

from typing import Final

import pytest
from playwright.async_api import expect

from tests.browser.camera import SIZES, Camera
from tests.browser.conftest import Open
from tests.browser.friends import Friends, seated
from tests.browser.test_spoken import CHOICE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ZOOM: Final = 2


@pytest.mark.parametrize("size", ["tablet", "desk"])
async def test_everything_fits_at_200_percent(open_house: Open, size: str) -> None:
    house, camera = open_house(CHOICE), Camera(f"{size}-zoomed")
    half = {side: length // ZOOM for side, length in SIZES[size].items()}
    room = house.server.create("xi-to-32", title="Bàn nhà Nguyễn Thị Hoài Thương")
    async with Friends(house, room, (1, 2)) as friends:
        host = await house.person(viewport=half, device_scale_factor=ZOOM)
        await host.page.goto(house.base)
        await expect(host.page.locator("#games li")).to_have_count(3)
        await camera.take(host, "landing")
        await host.see("open-table").click()
        await camera.take(host, "create")
        await host.page.close()
        host = await seated(house, room, viewport=half, device_scale_factor=ZOOM)
        await camera.take(host, "waiting")
        await host.see("open-menu").click()
        await camera.take(host, "menu")
        await host.shut("menu")
        await host.press("start")
        await expect(host.see("choose")).to_be_visible()
        await camera.take(host, "choose")
        await host.press("choose")
        await friends.play("1choose1 2choose1")
        await expect(host.see("key-to")).to_be_enabled()
        await camera.take(host, "my-turn")
        await host.press("to")
        await camera.take(host, "raise")
        await host.press("all-arm")
        await camera.take(host, "armed")
        await host.press("all-no")
        await host.page.keyboard.press("Escape")
        await host.page.keyboard.press("c")
        await camera.take(host, "chat")
