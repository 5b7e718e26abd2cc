"""Lines that break, phones that sleep, tabs that multiply, fingers that tap twice."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import expect

from tests.browser.conftest import House, Open
from tests.browser.friends import DUEL, Friends, dealt, seated
from tests.browser.person import Person
from tests.browser.wire import Wire

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

BROKEN = r"WebSocket connection to .* failed|net::ERR_"
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden })
  document.dispatchEvent(new Event("visibilitychange"))
}"""


@asynccontextmanager
async def wired(house: House) -> AsyncIterator[Wire]:
    """People of this house come over a line that can be cut."""
    async with Wire(house.server.port) as wire:
        house.base = f"http://localhost:{wire.port}"
        yield wire


async def lost(person: Person) -> None:
    """The page says that its line is gone, and takes no taps."""
    person.allow(BROKEN)
    await expect(person.see("banner")).to_have_attribute("data-kind", "lost")
    await expect(person.see("banner")).to_contain_text("Mất mạng")
    await expect(person.see("key-theo")).to_have_attribute("aria-disabled", "true")


@pytest.mark.case("B095")
@pytest.mark.case("B115")
async def test_a_cut_line_comes_back_by_itself_three_times(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with wired(house) as wire, Friends(house, room) as friends:
        host = await dealt(house, room)
        moves = iter(("1theo 2up 3up", "1theo", "1theo"))
        for fan in (["As", "Ks"], ["As", "Ks", "Kd"], ["As", "Ks", "Kd", "9s"]):
            await expect(host.see("seat-0").locator("[data-card]")).to_have_count(len(fan))
            wire.cut()
            await lost(host)
            assert await host.fan(0) == fan
            await expect(host.see("status")).to_contain_text("Mất mạng")
            wire.mend()
            await expect(host.see("banner")).to_be_hidden()
            await expect(host.see("status")).to_have_text(re.compile("^Đã nối lại.*Tới bạn: "))
            assert await host.fan(0) == fan
            await host.press("theo")
            await friends.play(next(moves))
        await host.press("up")
        await expect(host.see("winners")).to_contain_text("Bình ăn 4")
        assert len(house.server.sessions) == 4


@pytest.mark.case("B109")
@pytest.mark.case("B166")
async def test_taps_into_a_dead_line_count_once(open_house: Open) -> None:
    house = open_house(DUEL, DUEL)
    room = house.server.create()
    async with wired(house) as wire, Friends(house, room) as friends:
        host = await dealt(house, room)
        wire.hold()
        await host.press("to")
        for _ in range(4):
            await host.see("key-to").click(force=True)
        await expect(host.see("key-to")).to_contain_text("đang gửi")
        await expect(host.see("pot")).to_have_text("4")
        # What was under way is lost; the page says it again under the same ref.
        host.allow(BROKEN)
        wire.break_off()
        wire.release()
        await expect(host.see("pot")).to_have_text("5")
        assert {act["ref"] for act in host.acts()} == {host.acts()[0]["ref"]}
        await friends.play("1up 2up 3up")
        await friends.ready()
        sent = len(host.acts())
        await host.press("next")
        await host.sees_turn()
        assert len(host.acts()) == sent
        await expect(host.see("level")).to_contain_text("0/2")


@pytest.mark.case("B145")
@pytest.mark.case("B170")
async def test_a_double_click_is_one_command(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await seated(house, room)
        await expect(host.see("key-start")).to_be_enabled()
        await host.see("key-start").dblclick()
        await host.sees_turn()
        await host.see("key-to").dblclick()
        await friends.play("1theo 2theo 3theo")
        await expect(host.see("subtitle")).to_contain_text("vòng 2")
        assert [act["action"] for act in host.acts()] == [{"type": "to", "k": 1}]
        assert sum(message["type"] == "host" for message in host.sent) == 1


@pytest.mark.case("B176")
async def test_the_newest_tab_plays_and_the_older_waits_for_a_click(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        first = await dealt(house, room)
        await first.page.clock.install()
        second = house.know(await first.another_tab())
        await second.open(house.link(room))
        assert await second.fan(0) == ["As", "Ks"]
        await expect(first.see("banner")).to_have_attribute("data-kind", "elsewhere")
        await expect(first.see("banner")).to_contain_text("Bàn đang mở ở nơi khác.")
        await expect(first.see("key-theo")).to_have_attribute("aria-disabled", "true")
        await first.page.clock.fast_forward(120_000)
        await first.page.evaluate(HIDE, arg=False)
        await expect(first.see("banner")).to_have_attribute("data-kind", "elsewhere")
        assert (first.sockets, len(house.server.sessions)) == (1, 4)
        await second.press("theo")
        await second.page.close()
        await first.see("banner-button").click()
        await friends.play("1theo 2theo 3theo")
        await expect(first.see("banner")).to_be_hidden()
        await expect(first.see("subtitle")).to_contain_text("vòng 2")
        await first.press("to")


@pytest.mark.case("B172")
async def test_a_server_that_never_answers_is_given_up(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with wired(house) as wire, Friends(house, room):
        host = await dealt(house, room)
        await host.page.clock.install()
        wire.hold()
        wire.break_off()
        await lost(host)
        for tries in ("lần 2", "lần 3"):
            await host.page.clock.fast_forward(6_000)
            await host.page.clock.fast_forward(10_000)
            await expect(host.see("banner")).to_contain_text(tries)
        await host.page.evaluate(HIDE, arg=True)
        await host.page.clock.fast_forward(6_000)
        tried = host.sockets
        await host.page.clock.fast_forward(60_000)
        assert host.sockets == tried
        wire.release()
        await host.page.evaluate(HIDE, arg=False)
        await expect(host.see("banner")).to_be_hidden()
        assert await host.fan(0) == ["As", "Ks"]
        assert len(house.server.sessions) == 4


@pytest.mark.case("B178")
async def test_a_page_out_of_the_cache_trusts_nothing_that_it_holds(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with wired(house) as wire, Friends(house, room) as friends:
        host = await dealt(house, room)
        wire.hold()
        await host.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        await expect(host.see("key-theo")).to_have_attribute("aria-disabled", "true")
        wire.release()
        await host.press("theo")
        await friends.play("1theo")
        assert host.sockets == 2
        assert len(house.server.sessions) == 4


@pytest.mark.case("B174")
async def test_a_hidden_page_calls_and_shows_the_present_when_it_returns(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create(title="Bàn Lan")
    async with Friends(house, room) as friends:
        host = await dealt(house, room, reduced_motion="no-preference")
        await expect(host.page).to_have_title("● Bàn Lan · Xì Bàn")
        await host.press("theo")
        await host.page.evaluate(HIDE, arg=True)
        await friends.play("1theo 2theo 3theo")
        await expect(host.page).to_have_title(re.compile(r"\((20|19|18) s\) Tới bạn · Bàn Lan"))
        await host.page.evaluate(HIDE, arg=False)
        await expect(host.page).to_have_title("● Bàn Lan · Xì Bàn")
        await host.press("theo")
        for seat in range(4):
            newest = host.see(f"seat-{seat}").locator(".fan .card").last
            await expect(newest).not_to_have_class(re.compile("is-dealt"))


async def test_a_server_that_does_not_know_the_room_is_an_honest_page(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with wired(house) as wire:
        async with Friends(house, room):
            host = await dealt(house, room)
            host.allow(BROKEN)
            host.allow("status of 404")
            house.server.stop()
        wire.lead_to(open_house().server.port)
        await expect(host.see("ended")).to_have_attribute("data-cause", "unknown")
        await expect(host.see("ended")).to_contain_text("Bàn này không còn")
        await host.page.reload()
        await expect(host.see("gone")).to_contain_text("Bàn này không còn")
        await host.see("gone").get_by_role("link", name="Về trang đầu").click()
        await expect(host.see("play-now")).to_be_visible()
