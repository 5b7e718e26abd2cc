"""An evening at each size of screen: open a table, be let in, choose ahead, talk, run the table, lose the line."""

import pytest
from playwright.async_api import expect

from tests.browser.camera import SIZES, Camera
from tests.browser.conftest import House, Open
from tests.browser.friends import DUEL, Friends
from tests.browser.person import Person
from tests.browser.test_connection import HIDE, lost, wired

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def open_table(house: House, size: str) -> Person:
    """The first page, its form, and the creator's seat."""
    host = await house.person(viewport=SIZES[size])
    await host.page.goto(house.base)
    await host.see("open-table").click()
    await host.see("create-dialog").locator("input[value=xi-to-28]").check()
    await host.see("create-name").fill("An")
    await host.see("create-submit").click()
    await host.at_table()
    await expect(host.see("seat-row-0")).to_contain_text("An")
    await expect(host.see("title")).to_have_text("Bàn của An")
    return host


async def let_in(house: House, host: Person, size: str) -> Person:
    """A guest opens the link, is asked for a nickname and nothing else, and the host says yes."""
    await host.see("waiting").get_by_test_id("host-ask").check()
    link = await host.see("waiting").get_by_test_id("invite-link").input_value()
    guest = await house.person(viewport=SIZES[size])
    await guest.open(link)
    await guest.see("seat-row-1").get_by_test_id("sit").click()
    await expect(guest.see("sit-dialog").locator("input, select, textarea")).to_have_count(1)
    await guest.see("name-input").fill("Bình")
    await guest.see("name-submit").click()
    await host.see("waiting").get_by_test_id("approve").click()
    await expect(guest.see("seat-row-1")).to_contain_text("Bình")
    await host.see("waiting").get_by_test_id("host-ask").uncheck()
    return guest


async def talk(host: Person, guest: Person) -> None:
    """Words and signs reach the other, are seen where the speaker sits, and are there after a reload."""
    if await guest.see("open-drawer").is_visible():
        await guest.see("open-drawer").click()
    await guest.see("chat-input").fill("Chào cả nhà")
    await guest.see("chat-send").click()
    await guest.see("react-clap").click()
    await expect(host.see("seat-1").locator(".bubble")).to_have_text("Vỗ tay")
    await expect(host.see("status")).to_have_text("Bình: Vỗ tay.")
    if await guest.see("close-drawer").is_visible():
        await guest.see("close-drawer").click()
    await host.page.reload()
    await host.at_table()
    if await host.see("open-drawer").is_visible():
        await host.see("open-drawer").click()
    await expect(host.see("log")).to_contain_text("Chào cả nhà")
    await expect(host.see("log").locator("[data-event=reacted]")).to_have_count(1)
    if await host.see("close-drawer").is_visible():
        await host.see("close-drawer").click()


@pytest.mark.parametrize("size", SIZES)
async def test_from_the_first_page_to_the_last_card(open_house: Open, size: str) -> None:
    house, camera = open_house(DUEL), Camera(size)
    async with wired(house) as wire:
        host = await open_table(house, size)
        guest = await let_in(house, host, size)
        room = house.room_of(host)
        async with Friends(house, room, (2, 3)) as friends:
            await host.press("start")
            await host.press("to")
            # Chosen ahead for one price: Bình's raise clears it, and he is asked again.
            await host.press("pre-theo")
            await guest.press("to")
            await expect(host.see("key-pre-theo")).to_have_attribute("aria-pressed", "false")
            await host.press("pre-theo")
            await camera.take(host, "chosen-ahead")
            await friends.play("2up 3up")
            await expect(host.see("subtitle")).to_contain_text("vòng 2")
            await talk(host, guest)
            # Away in mid-hand, without a line, and back: the same cards, the same question.
            await host.page.evaluate(HIDE, arg=True)
            await host.context.set_offline(True)
            wire.cut()
            await lost(host)
            guest.allow("WebSocket|net::ERR")
            wire.mend()
            await host.context.set_offline(False)
            await host.page.evaluate(HIDE, arg=False)
            await expect(host.see("banner")).to_be_hidden()
            assert await host.fan(0) == ["As", "Ks", "Kd"]
            await host.press("theo")
            await guest.press("theo")
            await host.menu("turn-time5")
            await expect(host.see("menu").get_by_test_id("turn-time")).to_have_text("25 s")
            await host.menu("pause")
            await host.shut("menu")
            await expect(guest.see("paused")).to_contain_text("An tạm dừng.")
            await host.see("resume").click()
            await host.press("up")
            await expect(guest.see("winners")).to_contain_text("bạn ăn")
            await host.menu("host-lock")
            await host.shut("menu")
            await expect(host.see("winners")).to_contain_text("Bình ăn")
