"""Rules and hands to read, and options that do not go together."""

import pytest
from playwright.async_api import expect

from tests.browser.camera import SIZES, Camera
from tests.browser.conftest import House

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_the_rules_of_a_table_are_read_with_what_it_chose(house: House) -> None:
    room = house.server.create("xi-to-32", title="Xóm Chiếu", options={"stake": 20})
    reader = await house.person()
    await reader.page.goto(f"{house.base}/rules/xi-to-32?room={room.code}#XT32-16")
    book = reader.see("rulebook")
    await expect(book.get_by_role("link", name="Xóm Chiếu")).to_be_visible()
    await expect(reader.page.locator("#XT32-Q16")).to_contain_text("Cược bàn: 20")
    await expect(reader.page.locator("#XT32-Q16")).to_contain_text("bàn chọn")
    await expect(reader.page.locator("#XT32-16")).to_be_in_viewport()
    await reader.see("lang-en").click()
    await expect(reader.page.locator("#XT32-16")).to_contain_text("spades first")
    await reader.page.goto(f"{house.base}/rules/xi-to-32")
    await expect(reader.page.locator("#XT32-Q16")).to_contain_text("Table stake: 10")


@pytest.mark.parametrize("size", SIZES)
async def test_the_order_of_hands_has_an_example_of_each(house: House, size: str) -> None:
    reader, camera = await house.person(viewport=SIZES[size]), Camera(size)
    await reader.page.goto(house.base)
    await reader.see("hands-link").click()
    for part, kinds in (("hands-28", 9), ("hands-32", 9), ("hands-xi-dach", 6)):
        await expect(reader.see(part).get_by_role("listitem")).to_have_count(kinds)
    first = reader.see("hands-28").get_by_role("img").first
    await expect(first).to_have_accessible_name("già cơ, đầm cơ, bồi cơ, 10 cơ, 9 cơ")
    await camera.take(reader, "hands")
    await reader.page.goto(f"{house.base}/rules/xi-dach")
    await expect(reader.see("book-clauses").get_by_role("listitem")).not_to_have_count(0)
    await camera.take(reader, "rules-page")


async def test_options_that_clash_are_told_beside_the_option(house: House) -> None:
    host = await house.person()
    host.allow("status of 422")
    await host.page.goto(house.base)
    await host.see("open-table").click()
    dialog = host.see("create-dialog")
    await dialog.locator("input[value=xi-dach]").check()
    await host.see("create-name").fill("An")
    least = dialog.locator("[data-option=min_bet]")
    await least.locator("input").fill("500")
    await least.locator("input").blur()
    await host.see("create-submit").click()
    await expect(least.locator("[data-problem]")).to_contain_text("Không được lớn hơn mức cược nhiều nhất.")
    await expect(dialog.locator("[data-option=den_28]")).to_be_hidden()
    await host.see("options-more").click()
    await dialog.locator("[data-option=den_28] input[value=off]").check()
    await least.locator("input").fill("10")
    await least.locator("input").blur()
    await expect(least.locator("[data-problem]")).to_have_count(0)
    await host.see("create-submit").click()
    await host.at_table()
    await expect(host.see("waiting")).to_contain_text("Chỉ là quắc")
