"""Ways to a table: the share sheet, the code on paper, a full server, a table that is full or locked."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import House, Open
from tests.browser.friends import Friends, seated

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

_SHARE = "navigator.share = async (what) => { window.shared = what }"


async def test_the_share_sheet_gets_the_name_of_the_table_and_its_game(house: House) -> None:
    room = house.server.create("xi-dach", title="Tết nhà ngoại")
    host = await house.person()
    await host.page.add_init_script(_SHARE)
    await host.open(house.link(room))
    await host.see("waiting").get_by_test_id("share-link").click()
    assert await host.page.evaluate("window.shared") == {
        "title": "Tết nhà ngoại",
        "text": "Vào bàn Xì dách chơi nè!",
        "url": await host.see("waiting").get_by_test_id("invite-link").input_value(),
    }


async def test_a_code_is_taken_however_it_is_typed(house: House) -> None:
    room = house.server.create(title="Bàn Lan")
    person = await house.person()
    for typed in (room.code.lower(), f" {room.code[:2]}-{room.code[2:6]} {room.code[6:]}", house.link(room)):
        await person.page.goto(house.base)
        await person.see("code-input").fill(typed)
        await person.see("code-go").click()
        await person.at_table()
        await expect(person.see("title")).to_have_text("Bàn Lan")
        await expect(person.page).to_have_title("Bàn Lan · Xì Bàn")


async def test_a_server_that_holds_no_more_tables_says_so(open_house: Open) -> None:
    house = open_house(most_rooms=0)
    person = await house.person()
    person.allow("status of 503")
    await person.page.goto(house.base)
    await person.see("play-now").click()
    await person.see("play-name").fill("Lan")
    await person.see("play-go").click()
    await expect(person.page.locator("#play-problem")).to_contain_text("Máy chủ đã đủ bàn.")
    await person.see("lang-en").click()
    await person.see("play-go").click()
    await expect(person.page.locator("#play-problem")).to_contain_text("holds no more tables")


async def test_a_guest_of_a_full_or_locked_table_watches_and_knows_why(house: House) -> None:
    room = house.server.create()
    async with Friends(house, room):
        host = await seated(house, room)
        guest = await house.guest(room)
        await expect(guest.see("key-wait-seat")).to_contain_text("bàn đủ người")
        await host.see("waiting").get_by_test_id("host-lock").check()
        await expect(guest.see("key-sit")).to_contain_text("bàn đã khóa")
