"""A player at the keys: moves chosen ahead, rules that say no, letters that are not moves."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.friends import DUEL, Friends, dealt

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.case("B168")
async def test_a_move_chosen_ahead_holds_for_one_price_of_one_round(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        await host.press("to")
        await host.press("pre-theo")
        await expect(host.see("key-pre-theo")).to_have_attribute("aria-pressed", "true")
        await friends.play("1theo")
        await expect(host.see("key-pre-theo")).to_have_attribute("aria-pressed", "true")
        # A raise: what was chosen was chosen for less.
        await friends.play("2to")
        await expect(host.see("key-pre-theo")).to_have_attribute("aria-pressed", "false")
        await host.press("pre-theo")
        await friends.play("3theo 1theo")
        await expect(host.see("subtitle")).to_contain_text("vòng 2")
        # Played once, by itself; the next round asks again.
        assert [act["action"]["type"] for act in host.acts()] == ["to", "theo"]
        await host.sees_turn()
        await host.press("theo")
        await host.press("pre-theo")
        await host.page.reload()
        await host.at_table()
        await expect(host.see("key-pre-theo")).to_have_attribute("aria-pressed", "false")


@pytest.mark.case("B007")
async def test_a_key_that_the_rules_forbid_says_which_rule(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        await host.press("to")
        await friends.play("1to 2theo 3theo")
        await host.sees_turn()
        await expect(host.see("key-to")).to_have_attribute("aria-disabled", "true")
        await expect(host.see("key-to")).to_contain_text("XT28-12")
        await host.see("key-to").click(force=True)
        await expect(host.see("notices")).to_contain_text("(XT28-12)")
        await host.page.keyboard.press("r")
        await host.press("theo")
        await expect(host.see("subtitle")).to_contain_text("vòng 2")
        assert [act["action"]["type"] for act in host.acts()] == ["to", "theo"]


async def test_letters_typed_into_the_chat_play_nothing(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room, viewport={"width": 1440, "height": 900})
        await host.see("chat-input").click()
        await host.page.keyboard.type("tur utr")
        await host.page.keyboard.press("Enter")
        await expect(host.see("log")).to_contain_text("tur utr")
        assert host.acts() == []
        await host.press("theo")
        await friends.play("1theo")


async def test_who_won_by_folds_may_show_the_hole_card(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host, guest = await dealt(house, room), await house.guest(room)
        await host.press("to")
        await friends.play("1up 2up 3up")
        await expect(guest.see("winners")).to_contain_text("không mở bài")
        assert await guest.fan(0) == ["Ks"]
        await host.press("show")
        await expect(guest.see("seat-0").locator("[data-card=As]")).to_be_visible()
        await expect(host.see("key-show")).to_be_hidden()


@pytest.mark.case("B151")
async def test_sitting_out_and_in_again_is_one_tap_each(open_house: Open) -> None:
    house = open_house(DUEL, DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        await host.press("up")
        for _ in range(2):
            await host.press("sit-out")
            await host.press("sit-in")
        await friends.play("1up 2up")
        await friends.ready()
        await host.press("next")
        await host.sees_turn()
        await expect(host.see("me")).to_contain_text("98")


async def test_who_leaves_in_mid_hand_is_out_of_it_and_may_sit_again(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        await host.menu("menu-leave")
        await expect(host.see("confirm")).to_contain_text("Đang giữa ván thì coi như úp")
        await host.see("confirm-yes").click()
        await expect(host.see("key-leaving")).to_have_attribute("aria-disabled", "true")
        await expect(host.see("seat-0")).to_contain_text("Đã úp")
        await friends.play("1up 2up")
        await host.press("sit")
        await expect(host.see("name-input")).to_have_value("An")
        await host.see("name-submit").click()
        await expect(host.see("me")).to_contain_text("Bạn (An)")
        await expect(host.see("me")).to_contain_text("99")
