"""Every state on a phone, on its side and on a desk: nothing runs over, every key is there for a thumb and for Tab."""

import pytest
from playwright.async_api import expect

from tests.browser.camera import SIZES, Camera
from tests.browser.conftest import House, Open
from tests.browser.friends import DUEL, Friends, seated
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def first_page(house: House, camera: Camera, size: str) -> None:
    """The landing page, its ways in, and the page of a link that leads nowhere."""
    person = await house.person(viewport=SIZES[size])
    await person.page.goto(house.base)
    await expect(person.page.locator("#games li")).to_have_count(3)
    await camera.take(person, "landing")
    await person.see("open-table").click()
    await expect(person.see("create-dialog").locator("[data-option]").first).to_be_visible()
    await camera.take(person, "create")
    await person.shut("create-dialog")
    await person.see("play-now").click()
    await camera.take(person, "play-now")
    person.allow("status of 404")
    await person.page.goto(f"{house.base}/r/00-0000-0000")
    await expect(person.see("gone")).to_be_visible()
    await camera.take(person, "gone")


@pytest.mark.parametrize("size", SIZES)
async def test_every_state_fits(open_house: Open, size: str) -> None:
    house, camera = open_house(DUEL), Camera(size)
    await first_page(house, camera, size)
    room = house.server.create(title="Bàn nhà Nguyễn Thị Hoài Thương ngày Tết")
    guest = await house.guest(room, viewport=SIZES[size], color_scheme="dark")
    await camera.take(guest, "waiting-guest-dark")
    async with Friends(house, room) as friends:
        host = await seated(house, room, viewport=SIZES[size])
        await camera.take(host, "waiting")
        await host.press("start")
        await host.sees_turn()
        await camera.take(host, "my-turn")
        await guest.page.reload()
        await guest.at_table()
        await camera.take(guest, "watching-dark")
        await host.press("to")
        await expect(host.see("sentence")).to_contain_text("Bình")
        await camera.take(host, "others-think")
        await friends.play("1theo 2to 3up")
        await host.sees_turn()
        await camera.take(host, "raised-back")
        await host.press("theo")
        await friends.play("1theo")
        await panels(host, camera, size)
        for _ in range(3):
            await host.press("theo")
            await friends.play("1theo 2theo")
        await expect(host.see("winners")).to_be_visible()
        await camera.take(host, "showdown")
        await camera.take(guest, "showdown-dark")
        await host.see("result-details").click()
        await camera.take(host, "result")
        await host.shut("result-sheet")
        house.server.stop()
        host.allow("WebSocket|net::ERR")
        guest.allow("WebSocket|net::ERR")
        await expect(host.see("banner")).to_be_visible()
        await camera.take(host, "lost")


async def panels(host: Person, camera: Camera, size: str) -> None:
    """Menu, pause, seat sheet, drawer."""
    await host.see("open-menu").click()
    await camera.take(host, "menu")
    await host.see("menu").get_by_test_id("pause").click()
    await host.shut("menu")
    await expect(host.see("paused")).to_be_visible()
    await camera.take(host, "paused")
    await host.see("resume").click()
    await host.see("seat-1").locator(".seat__who").click()
    await camera.take(host, "seat")
    await host.shut("seat-sheet")
    if await host.see("open-drawer").is_visible():
        await host.see("open-drawer").click()
    await expect(host.see("chat-input")).to_be_visible()
    await camera.take(host, "drawer")
    await host.see("tab-rules").click()
    await camera.take(host, "rules")
    await host.see("tab-log").click()
    if await host.see("close-drawer").is_visible():
        await host.see("close-drawer").click()


async def tab_to(person: Person, test_id: str) -> None:
    """Walk by Tab to a control; where the walk stands must show."""
    for _ in range(80):
        await person.page.keyboard.press("Tab")
        at, seen = await person.page.evaluate(
            """() => {
              const node = document.activeElement
              const style = getComputedStyle(node)
              const away = node === document.body // behind the last control lies the browser's own frame
              const seen = node.matches(":focus-visible") && parseFloat(style.outlineWidth) > 0
              return [node.dataset.testid, away || seen]
            }"""
        )
        assert seen, f"focus on {at} does not show"
        if at == test_id:
            return
    raise AssertionError(f"no way to {test_id}")


@pytest.mark.parametrize("size", ["phone", "desk"])
async def test_keys_alone_are_enough(open_house: Open, size: str) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await house.host(room, viewport=SIZES[size])
        press = host.page.keyboard.press
        await tab_to(host, "sit")
        await press("Enter")
        await expect(host.see("name-input")).to_be_focused()
        await host.page.keyboard.type("An")
        await press("Enter")
        await expect(host.see("seat-row-0")).to_contain_text("An")
        await tab_to(host, "key-start")
        await expect(host.see("key-start")).to_be_enabled()
        await press("Enter")
        await host.sees_turn()
        await press("r")
        await friends.play("1theo 2up 3up")
        await expect(host.see("subtitle")).to_contain_text("vòng 2")
        await host.sees_turn()
        await press("t")
        await friends.play("1to")
        await host.sees_turn()
        await press("u")
        await expect(host.see("winners")).to_contain_text("Bình")
        assert [act["action"]["type"] for act in host.acts()] == ["to", "theo", "up"]
