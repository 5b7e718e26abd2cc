"""Somebody alone, who wants to play now."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import House

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.case("B086")
async def test_plays_with_bots_at_once(house: House) -> None:
    person = await house.person()
    await person.page.goto(house.base)
    await person.see("play-now").click()
    await person.page.locator("#play input[value=xi-to-28]").check()
    await person.see("play-name").fill("Lan")
    await person.see("play-go").click()
    await person.at_table()
    for seat in range(4):
        await expect(person.see(f"seat-{seat}")).to_be_visible()
    assert len(await person.fan(0)) == 2
    winners = person.see("winners")
    theo = person.page.locator("[data-testid=key-theo]:not([aria-disabled])")
    while not await winners.is_visible():
        await expect(theo.or_(winners).filter(visible=True)).to_be_visible()
        if await theo.is_visible():
            await theo.click()
    await expect(winners).to_contain_text("ăn")
    log = person.see("log")
    await person.see("open-drawer").click()
    await expect(log.locator("[data-event=hand_ended]")).to_have_count(4)
    await person.see("close-drawer").click()
    # Bots do not keep people waiting: one tap, and the next hand is there.
    await person.press("next")
    await expect(person.see("subtitle")).to_contain_text("ván 2", ignore_case=True)


async def test_a_lone_table_deals_once_bots_are_called(house: House) -> None:
    room = house.server.create()
    host = await house.host(room)
    await host.sit(0, "Lan")
    start = host.see("key-start")
    await expect(start).to_have_attribute("aria-disabled", "true")
    await start.click(force=True)
    await expect(host.see("notices")).to_contain_text("Còn thiếu")
    await host.see("seat-row-2").get_by_test_id("add-bot").click()
    await expect(host.see("seat-row-2")).to_contain_text("máy chơi hộ")
    await host.see("waiting").get_by_test_id("fill-bots").click()
    await host.press("start")
    for seat in (1, 2, 3):
        await expect(host.see(f"seat-{seat}").locator(".fan .is-back")).to_have_count(1)
