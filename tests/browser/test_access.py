"""Every page and every state of a table before an automatic judge of accessibility."""

import pytest
from playwright.async_api import expect

from protocol.inbound import Bank
from tests.browser.camera import SIZES
from tests.browser.conftest import House, Open
from tests.browser.friends import DUEL, Friends, seated
from tests.browser.judge import Judge
from tests.browser.person import Person
from tests.browser.test_spoken import BANK, CHOICE
from tests.support import axe

pytestmark = [pytest.mark.browser, pytest.mark.axe, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture
def judge() -> Judge:
    """Fetches its law book if need be."""
    return Judge(axe.get())


async def test_pages_to_enter_and_to_read(house: House, judge: Judge) -> None:
    person = await house.person()
    await person.page.goto(house.base)
    await expect(person.page.locator("#games li")).to_have_count(3)
    await judge.look(person, "landing")
    await person.see("play-now").click()
    await person.see("code-input").fill("K7")
    await person.see("code-go").click()
    await judge.look(person, "landing, play now, wrong code")
    await person.see("open-table").click()
    await person.see("create-dialog").locator("input[value=xi-dach]").check()
    await person.see("options-more").click()
    await judge.look(person, "create")
    person.allow("status of 404")
    for path in ("/hands", "/rules/xi-dach", "/r/00-0000-0000"):
        await person.page.goto(house.base + path)
        await expect(person.page.locator("main h1")).to_be_visible()
        await judge.look(person, path)
    judge.content()


async def test_a_table_of_xi_to_28(open_house: Open, judge: Judge) -> None:
    house = open_house(DUEL)
    room = house.server.create(title="Bàn nhà An")
    async with Friends(house, room) as friends:
        guest = await house.guest(room)
        await judge.look(guest, "waiting, guest")
        await guest.see("seat-row-0").get_by_test_id("sit").click()
        await judge.look(guest, "sit")
        await guest.shut("sit-dialog")
        host = await seated(house, room)
        await judge.look(host, "waiting, host")
        for key, dialog in (("edit-options", "options-dialog"), ("edit-title", "title-dialog")):
            await host.see("waiting").get_by_test_id(key).click()
            await judge.look(host, dialog)
            await host.shut(dialog)
        await host.press("start")
        await host.sees_turn()
        await judge.look(host, "my turn")
        await judge.look(guest, "watching")
        await host.press("to")
        await expect(host.see("key-pre-theo")).to_be_visible()
        await host.press("pre-theo")
        await judge.look(host, "chosen ahead")
        await friends.play("1theo 2up 3up")
        await sheets(host, judge)
        await drawer(host, judge)
        await host.press("up")
        await expect(host.see("winners")).to_be_visible()
        await judge.look(host, "result")
        await host.see("result-details").click()
        await judge.look(host, "result sheet")
        await host.shut("result-sheet")
        host.allow("WebSocket|net::ERR")
        guest.allow("WebSocket|net::ERR|404")
        await host.menu("close-room")
        await judge.look(host, "confirm")
        await host.see("confirm-yes").click()
        await expect(host.see("ended")).to_be_visible()
        await judge.look(host, "ended")
    judge.content()


async def sheets(host: Person, judge: Judge) -> None:
    """What opens over the mat."""
    await host.see("open-menu").click()
    await judge.look(host, "menu")
    await host.see("show-keys").click()
    await judge.look(host, "keys")
    await host.shut("keys-dialog")
    await host.see("menu-move-seat").click()
    await expect(host.see("move-link")).to_be_visible()
    await judge.look(host, "move")
    await host.shut("move-dialog")
    await host.menu("pause")
    await host.shut("menu")
    await expect(host.see("paused")).to_be_visible()
    await judge.look(host, "paused")
    await host.see("resume").click()
    await host.see("seat-1").locator(".seat__who").click()
    await judge.look(host, "seat")
    await host.shut("seat-sheet")


async def drawer(host: Person, judge: Judge) -> None:
    """Log and chat, rules, what the server told."""
    await host.see("open-drawer").click()
    await host.see("chat-input").fill("Chào cả nhà")
    await host.see("chat-send").click()
    await expect(host.see("log")).to_contain_text("Chào cả nhà")
    await judge.look(host, "log")
    await host.see("tab-rules").click()
    await judge.look(host, "rules")
    await host.see("tab-told").click()
    await host.see("told-message").first.click()
    await judge.look(host, "told")
    await host.see("close-drawer").click()


async def test_a_table_of_xi_to_32(open_house: Open, judge: Judge) -> None:
    house = open_house(CHOICE)
    room = house.server.create("xi-to-32", title="Bàn nhà An")
    async with Friends(house, room, (1, 2)) as friends:
        host = await seated(house, room, viewport=SIZES["side"])
        await host.press("start")
        await expect(host.see("choose")).to_be_visible()
        await judge.look(host, "choose")
        await host.press("choose")
        await judge.look(host, "chosen")
        await friends.play("1choose1 2choose1")
        await host.press("to")
        await judge.look(host, "raise")
        await host.press("all-arm")
        await judge.look(host, "armed")
        await host.press("all-no")
        await host.press("raise-go")
        await friends.play("1all 2theo")
        await expect(host.see("key-to")).to_contain_text("Tố tất")
        await judge.look(host, "answering tố tất")
    judge.content()


async def test_a_table_of_xi_dach(open_house: Open, judge: Judge) -> None:
    house = open_house(BANK)
    room = house.server.create("xi-dach", title="Bàn nhà An")
    async with Friends(house, room) as friends:
        host = await seated(house, room, viewport=SIZES["desk"])
        assert await friends[2].answer(await friends[2].command(Bank, False)) is None
        await expect(host.see("key-bank-yes")).to_be_visible()
        await judge.look(host, "bank asked")
        await host.press("bank-yes")
        await host.press("start")
        await friends.play("1bet20 2bet50 3bet30")
        await friends.play("3non")
        await expect(host.see("seat-act-inspect-3")).to_be_visible()
        await judge.look(host, "banker")
    judge.content()
