"""Playing without a pointer: steps and tố tất, xì dách, the shortcuts sheet, and where the focus goes."""

import pytest
from playwright.async_api import expect

from protocol.inbound import Bank
from tests.browser.conftest import House, Open
from tests.browser.friends import DUEL, Friends, dealt, seated
from tests.browser.test_fits import tab_to
from tests.browser.test_spoken import BANK, CHOICE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_steps_and_all_in_by_keys(open_house: Open) -> None:
    house = open_house(CHOICE)
    room = house.server.create("xi-to-32")
    async with Friends(house, room, (1, 2)) as friends:
        host = await seated(house, room)
        press = host.page.keyboard.press
        await expect(host.see("key-start")).to_be_enabled()
        await press("n")
        await tab_to(host, "choice-1")
        await press("ArrowLeft")
        await expect(host.see("choice-0")).to_be_focused()
        await press("ArrowRight")
        await tab_to(host, "key-choose")
        await expect(host.see("key-choose")).to_be_enabled()
        await press("Enter")
        await friends.play("1choose1 2choose1")
        await expect(host.see("key-to")).to_be_enabled()
        await press("r")
        await expect(host.see("raise-range")).to_be_focused()
        for _ in range(2):
            await press("ArrowRight")
        await expect(host.see("key-raise-go")).to_contain_text("Tố thêm 30")
        await expect(host.see("raise-range")).to_have_attribute("aria-valuetext", "3 mức = 30")
        await press("Escape")
        await expect(host.see("raise-sheet")).to_be_hidden()
        await expect(host.see("key-to")).to_be_focused()
        await press("Enter")
        await press("ArrowRight")
        await press("Enter")
        await friends.play("1to1 2up")
        await expect(host.see("key-to")).to_be_enabled()
        await press("r")
        await tab_to(host, "key-all-arm")
        # The same key twice is no tố tất: what lies under it takes the first one back.
        await press("Enter")
        await expect(host.see("key-all-no")).to_be_focused()
        await press("Enter")
        await expect(host.see("key-all-arm")).to_be_focused()
        await press("Enter")
        await press("Shift+Tab")
        await expect(host.see("key-all-yes")).to_be_focused()
        await press("Enter")
        await friends.play("1up")
        assert [act["action"] for act in host.acts()] == [
            {"type": "choose", "i": 1},
            {"type": "to", "k": 4},
            {"type": "to_tat"},
        ]


async def test_xi_dach_by_keys(open_house: Open) -> None:
    house = open_house(BANK)
    room = house.server.create("xi-dach")
    async with Friends(house, room) as friends:
        host = await seated(house, room)
        press = host.page.keyboard.press
        assert await friends[2].answer(await friends[2].command(Bank, False)) is None
        await tab_to(host, "key-bank-no")
        await press("Tab")
        await expect(host.see("key-bank-yes")).to_be_enabled()
        await press("Enter")
        await expect(host.see("key-start")).to_be_enabled()
        await press("n")
        await friends.play("1bet20 2bet50 3bet30 3non 2draw 2stand")
        await expect(host.see("key-draw")).to_be_enabled()
        await press("x")
        await expect(host.see("status")).to_contain_text("Bạn xét")
        await expect(host.see("key-draw")).to_be_enabled()
        await press("b")
        await expect(host.see("key-end_turn")).to_be_enabled()
        await press("d")
        await expect(host.see("winners")).to_be_visible()


async def test_letters_have_a_sheet_and_a_switch(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        press = host.page.keyboard.press
        await press("?")
        await expect(host.see("keys-dialog")).to_contain_text("úp")
        await press("u")
        await press("Escape")
        await expect(host.see("keys-dialog")).to_be_hidden()
        await press("m")
        await host.see("set-letters").uncheck()
        await press("Escape")
        await press("u")
        await press("?")
        await expect(host.see("keys-dialog")).to_be_hidden()
        await press("Control+u")
        await host.see("open-menu").click()
        await host.see("set-letters").check()
        await host.shut("menu")
        await press("c")
        await expect(host.see("chat-input")).to_be_focused()
        await host.page.keyboard.type("tu")
        await press("Escape")
        assert host.acts() == []
        await host.see("key-theo").focus()
        await press("t")
        await friends.play("1theo")
        assert [act["action"]["type"] for act in host.acts()] == ["theo"]


async def test_the_focus_goes_to_the_keys_when_the_seat_button_is_gone(house: House) -> None:
    room = house.server.create()
    host = await house.host(room)
    await tab_to(host, "sit")
    await host.page.keyboard.press("Enter")
    await expect(host.see("name-input")).to_be_focused()
    await host.page.keyboard.type("An")
    await host.page.keyboard.press("Enter")
    await expect(host.see("key-sit-out")).to_be_focused()


async def test_the_focus_stays_in_its_place_when_keys_change(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        node = await host.see("key-theo").element_handle()
        await host.see("key-theo").focus()
        await host.page.keyboard.press("Enter")
        await expect(host.see("key-pre-theo")).to_be_focused()
        await friends.play("1theo 2theo")
        # Other people's moves redraw the bar; the control under the hand is the same one.
        before = await host.see("key-pre-theo").element_handle()
        await host.page.evaluate("(node) => { node.mark = 1 }", before)
        await friends.play("3theo")
        await expect(host.see("key-theo")).to_be_focused()
        assert await host.page.evaluate("(node) => node.isConnected", node) is False
        # A key pressed for the old question answers nothing in the moment of the change.
        await host.page.keyboard.press("Enter")
        await expect(host.see("key-theo")).to_be_enabled()
        assert len(host.acts()) == 1
