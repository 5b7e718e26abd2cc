"""What this device was told can be read there, all of it and nothing more; and where a seat lives is said in time."""

import json
from typing import Final

import pytest
from playwright.async_api import expect

from tests.browser.conftest import House, Open
from tests.browser.friends import DUEL, Friends, dealt
from tests.browser.holdings import told

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ZALO: Final = (
    "Mozilla/5.0 (Linux; Android 14; SM-A546E; wv) AppleWebKit/537.36 Version/4.0 Chrome/125.0 Mobile Safari/537.36"
    " Zalo android/24050"
)


async def test_every_message_of_the_server_can_be_read(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        await host.press("theo")
        await friends.play("1theo")
        await host.see("open-drawer").click()
        await host.see("tab-told").click()
        messages = host.see("told-message")
        await expect(messages).to_have_count(len([frame for frame in host.frames if '"beat"' not in frame]))
        count = await messages.count()
        for at in range(count):
            await messages.nth(at).locator("summary").click()
        await expect(host.see("told").locator("pre")).to_have_count(count)
        shown = [json.loads(text) for text in await host.see("told").locator("pre").all_inner_texts()]
        views = [message for message in shown if message["type"] == "view"]
        assert views == list(host.views)[::-1]
        await expect(messages.first).to_contain_text("Bình theo")
        # What proves who one is stays off the screen, and no other closed card was ever here.
        page = await host.see("told").inner_text()
        assert json.loads(host.frames[0])["type"] == "welcome"
        assert room.token not in page
        assert told(page, ["Kh", "9d", "8c"]) == []
        await friends.play("2theo")
        await expect(messages).to_have_count(count + 1)


async def test_inside_a_chat_app_the_page_says_where_the_seat_lives(house: House) -> None:
    room = house.server.create()
    guest = await house.guest(room, user_agent=ZALO)
    await expect(guest.see("waiting").get_by_test_id("keep-hint")).to_contain_text("ghế sẽ nằm trong Zalo")
    await guest.see("seat-row-0").get_by_test_id("sit").click()
    await expect(guest.see("sit-dialog")).to_contain_text("«Mở bằng trình duyệt»")
    await guest.see("name-input").fill("An")
    await guest.see("name-submit").click()
    await expect(guest.see("waiting").get_by_test_id("keep-hint")).to_contain_text("«Máy khác của tôi»")
    browser = await house.guest(room)
    await expect(browser.see("waiting").get_by_test_id("keep-hint")).to_be_hidden()


async def test_a_browser_that_keeps_nothing_says_so_and_plays(house: House) -> None:
    room = house.server.create()
    guest = await house.person()
    await guest.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('QuotaExceededError') }"
    )
    await guest.open(house.link(room))
    await expect(guest.see("waiting").get_by_test_id("keep-hint")).to_contain_text("không nhớ ghế")
    await guest.sit(0, "An")
    await expect(guest.see("seat-row-0")).to_contain_text("An")


async def test_a_refused_move_says_what_is_possible_now(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        await host.press("to")
        await friends.play("1to 2theo 3theo")
        await host.sees_turn()
        # A page that is wrong about the rules, or was meddled with: the third tố of a round.
        await host.page.evaluate(
            """() => {
              const send = WebSocket.prototype.send
              WebSocket.prototype.send = function (text) {
                return send.call(this, text.replace('{"type":"theo"}', '{"type":"to","k":1}'))
              }
            }"""
        )
        await host.press("theo")
        await expect(host.see("notices")).to_contain_text("XT28-12")
        await expect(host.see("notices")).to_contain_text("Tới bạn: úp, theo 1.")
        await expect(host.see("key-theo")).to_be_enabled()
