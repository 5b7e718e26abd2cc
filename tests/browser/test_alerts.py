"""Calling somebody whose eyes are elsewhere: title, sound, vibration, notification; also after ten minutes."""

import re
from typing import Any, Final

import pytest
from playwright.async_api import expect

from tests.browser.conftest import LAN_NAME, House, Open
from tests.browser.friends import DUEL, Friends, dealt, seated
from tests.browser.person import Person
from tests.browser.test_connection import HIDE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TEN_MINUTES_MS: Final = 600_000
_EARS: Final = """
  window.knocks = 0
  window.buzzes = []
  window.notices = []
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...when) { window.knocks += 1; return start.apply(this, when) }
  navigator.vibrate = (pattern) => window.buzzes.push(pattern)
"""
_NOTICES: Final = """
  window.Notification = class {
    static permission = "granted"
    static requestPermission = async () => "granted"
    constructor(title, options) { window.notices.push([title, options.body]) }
    close() { window.notices.push("closed") }
  }
"""
_PHONE: Final = """
  window.Notification = class {
    static permission = "granted"
    static requestPermission = async () => "granted"
    constructor() { throw new TypeError("Illegal constructor") }
  }
"""
"""A phone has the name, but lets only a worker show one."""
_WORKER: Final = 'await navigator.serviceWorker.getRegistration("/static/worker.js")'


async def listen(person: Person, *scripts: str) -> None:
    """Hear what the page would have sounded, from its next load on."""
    for script in (_EARS, *scripts):
        await person.page.add_init_script(script)
    await person.page.reload()
    await person.at_table()


async def once(person: Person, what: str) -> Any:
    """This, as soon as it is there. (Playwright's own waiting takes a promise for the answer.)"""
    wait = "await new Promise((next) => setTimeout(next, 50))"
    return await person.page.evaluate(f"async () => {{ for (;;) {{ const it = {what}; if (it) return it; {wait} }} }}")


async def heard(person: Person, what: str) -> Any:
    return await person.page.evaluate(f"window.{what}")


@pytest.mark.case("B174")
async def test_a_turn_calls_after_ten_minutes_in_the_background(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create(title="Bàn Lan", options={"turn_timeout_s": 60})
    async with Friends(house, room) as friends:
        host = await seated(house, room)
        await host.page.clock.install()
        await listen(host, _NOTICES)
        await host.see("open-menu").click()
        await host.see("set-notices").check()
        await host.shut("menu")
        await host.press("start")
        await host.sees_turn()
        await host.press("theo")
        quiet = await heard(host, "knocks")
        await host.page.evaluate(HIDE, arg=True)
        await host.page.clock.fast_forward(TEN_MINUTES_MS)
        await friends.play("1theo 2theo 3theo")
        await expect(host.page).to_have_title(re.compile(r"\(\d+ s\) Tới bạn · Bàn Lan"))
        assert await heard(host, "knocks") > quiet
        assert [40, 60, 40] in await heard(host, "buzzes")
        assert await heard(host, "notices") == [["Tới bạn!", "Bàn Lan"]]
        await host.page.evaluate(HIDE, arg=False)
        await expect(host.page).to_have_title("● Bàn Lan · Xì Bàn")
        await host.press("theo")
        await expect(host.page).to_have_title("Bàn Lan · Xì Bàn")
        assert await heard(host, "notices") == [["Tới bạn!", "Bàn Lan"], "closed"]


async def test_a_phone_shows_notifications_through_a_worker(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create(title="Bàn Lan", options={"turn_timeout_s": 120})
    async with Friends(house, room) as friends:
        host = await seated(house, room, permissions=["notifications"])
        await listen(host, _PHONE)
        await host.see("open-menu").click()
        await host.see("set-notices").check()
        await once(host, f"({_WORKER})?.active?.state")
        await host.shut("menu")
        await host.press("start")
        await host.sees_turn()
        await host.press("theo")
        await host.page.evaluate(HIDE, arg=True)
        await friends.play("1theo 2theo 3theo")
        shown = f"(await ({_WORKER}).getNotifications()).map(({{ title, body }}) => [title, body])[0]"
        assert await once(host, shown) == ["Tới bạn!", "Bàn Lan"]


async def test_on_plain_http_title_and_sound_call_and_the_menu_says_what_is_missing(open_house: Open) -> None:
    house = open_house(DUEL)
    house.base = f"http://{LAN_NAME}:{house.server.port}"
    room = house.server.create(title="Bàn Lan")
    async with Friends(house, room) as friends:
        host = await seated(house, room)
        await listen(host)
        assert await heard(host, "isSecureContext") is False
        await host.see("open-menu").click()
        await expect(host.see("needs-https")).to_contain_text("cần https")
        await expect(host.see("set-notices")).to_be_hidden()
        await host.see("menu").get_by_test_id("copy-link").click()
        await expect(host.see("notices")).to_contain_text("Đã chép link.")
        await host.shut("menu")
        await host.press("start")
        await host.sees_turn()
        await host.press("theo")
        quiet = await heard(host, "knocks")
        await host.page.evaluate(HIDE, arg=True)
        await friends.play("1theo 2theo 3theo")
        await expect(host.page).to_have_title(re.compile(r"Tới bạn · Bàn Lan"))
        assert await heard(host, "knocks") > quiet


async def test_a_watcher_of_a_full_table_is_told_when_a_seat_is_free(house: House) -> None:
    room = house.server.create(title="Bàn Lan")
    async with Friends(house, room) as friends:
        watcher = await house.guest(room)
        host = await dealt(house, room)
        await listen(watcher)
        await watcher.press("wait-seat")
        await expect(watcher.see("key-wait-seat")).to_have_attribute("aria-pressed", "true")
        await host.menu("menu-leave")
        await host.see("confirm-yes").click()
        await friends.play("1up 2up")
        await expect(watcher.see("notices")).to_contain_text("Có chỗ trống rồi!")
        await watcher.press("sit")
