"""What a page does while its line is down, and what it trusts when the line is back."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import WebSocketRoute, expect

from protocol.web import RoomCreated
from tests.browser.conftest import House, Open
from tests.browser.friends import DUEL, Friends, dealt, seated
from tests.browser.person import Person
from tests.browser.test_connection import BROKEN, HIDE, lost, wired

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


class Between:
    """Stands between a page and the server, frame by frame."""

    def __init__(self) -> None:
        self.held: list[str] | None = None
        self.views: list[str] = []
        self.taken: list[dict[str, Any]] | None = None
        """Moves that the server does not get."""
        self._page: WebSocketRoute

    async def stand(self, person: Person) -> None:
        await person.page.route_web_socket(re.compile("/ws$"), self._opened)

    def _opened(self, route: WebSocketRoute) -> None:
        self._page = route
        server = route.connect_to_server()
        route.on_message(lambda frame: None if self._takes(str(frame)) else server.send(frame))
        server.on_message(self._from_server)

    def _takes(self, frame: str) -> bool:
        message: dict[str, Any] = json.loads(frame)
        if self.taken is None or message["type"] != "act":
            return False
        self.taken.append(message)
        return True

    async def cut(self, code: int) -> None:
        """End the page's socket as the server would."""
        await self._page.close(code=code)

    def _from_server(self, frame: str | bytes) -> None:
        text = str(frame)
        if text.startswith('{"type":"view"'):
            self.views.append(text)
            if self.held is not None:
                self.held.append(text)
                return
        self._page.send(text)

    def say(self, frame: str) -> None:
        """Something that looks as if the server had said it."""
        self._page.send(frame)

    def let_go(self) -> None:
        held, self.held = self.held or [], None
        for frame in held:
            self._page.send(frame)


async def lone_host(house: House, between: Between, room: RoomCreated | None = None) -> Person:
    """A host on seat 0, whose socket somebody stands in."""
    room = room or house.server.create()
    kept = {house.base: (f"xiban.token.{room.code}", room.token)}
    host = await house.person(kept=kept)
    await between.stand(host)
    await host.open(house.link(room))
    await host.sit(0, "An")
    return host


def painted(view: str, v: int, title: str) -> str:
    frame: dict[str, Any] = json.loads(view)
    return json.dumps({**frame, "v": v, "table": {**frame["table"], "title": title}, "events": []})


@pytest.mark.case("B113")
@pytest.mark.case("B119")
async def test_the_newest_view_wins_whatever_order_they_come_in(house: House) -> None:
    between = Between()
    host = await lone_host(house, between)
    newest = between.views[-1]
    at = json.loads(newest)["v"]
    for step, title in (
        (10, "mười"),
        (12, "mười hai"),
        (11, "mười một"),
        (12, "mười hai"),
        (13, "mười ba"),
        (9, "chín"),
    ):
        between.say(painted(newest, at + step, title))
    await expect(host.see("title")).to_have_text("mười ba")
    # A page that holds something else than the server shows it at the next view, and not before.
    await host.page.evaluate("document.querySelector('[data-testid=title]').textContent = 'sai'")
    between.say(painted(newest, at + 14, "đúng"))
    await expect(host.see("title")).to_have_text("đúng")
    assert host.sockets == 1


async def test_a_page_is_not_up_to_date_before_the_newest_view(house: House) -> None:
    """Welcome alone opens nothing: what is shown is still of before."""
    between = Between()
    host = await lone_host(house, between)
    between.held = []
    await host.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await expect(host.see("banner")).to_have_attribute("data-kind", "joining")
    await expect(host.see("banner")).to_contain_text("Đang nối lại")
    while not between.held:
        await host.page.evaluate("new Promise(requestAnimationFrame)")
    await expect(host.page.locator("body")).to_have_attribute("data-link", "connecting")
    between.let_go()
    await expect(host.see("banner")).to_be_hidden()
    await expect(host.page.locator("body")).to_have_attribute("data-link", "open")


async def test_a_server_that_cannot_write_says_so(house: House) -> None:
    between = Between()
    host = await lone_host(house, between)
    between.say('{"type":"saving","on":true}')
    await expect(host.see("banner")).to_have_attribute("data-kind", "saving")
    await expect(host.see("banner")).to_contain_text("Đồng hồ đứng yên, không mất gì.")
    await expect(host.see("banner-button")).to_be_hidden()
    between.say('{"type":"saving","on":false}')
    await expect(host.see("banner")).to_be_hidden()


@pytest.mark.case("B230")
async def test_a_network_that_returns_and_a_tap_do_not_wait_for_the_pause(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with wired(house) as wire, Friends(house, room):
        host = await dealt(house, room)
        # Time stands still in the page: a planned try would never come.
        await host.page.clock.install()
        await host.page.clock.pause_at(await host.page.evaluate("Date.now() / 1000 + 1"))
        for again in (
            "dispatchEvent(new Event('online'))",
            "document.querySelector('[data-testid=banner-button]').click()",
        ):
            wire.cut()
            await lost(host)
            wire.mend()
            tried = host.sockets
            await host.page.evaluate(again)
            await expect(host.see("banner")).to_be_hidden()
            assert host.sockets == tried + 1
            assert await host.fan(0) == ["As", "Ks"]


@pytest.mark.case("B117")
async def test_a_restarting_server_says_so_and_the_hand_goes_on(open_house: Open, tmp_path: Path) -> None:
    house = open_house(DUEL, data=tmp_path)
    room = house.server.create()
    async with wired(house) as wire:
        async with Friends(house, room):
            host = await dealt(house, room)
            host.allow(BROKEN)
            house.server.stop()
            await expect(host.see("banner")).to_contain_text("Máy chủ đang khởi động lại")
            await expect(host.see("key-theo")).to_have_attribute("aria-disabled", "true")
        wire.lead_to(open_house(data=tmp_path).server.port)
        await expect(host.see("banner")).to_be_hidden()
        assert await host.fan(0) == ["As", "Ks"]
        await host.press("theo")
        await expect(host.see("status")).not_to_contain_text("Tới bạn")


@pytest.mark.case("B109")
async def test_a_tap_that_came_too_late_is_told(open_house: Open) -> None:
    """Said into a dying line, said again when it is back, and refused: nothing moved on the screen, and it says why."""
    house = open_house(DUEL)
    room = house.server.create()
    between = Between()
    async with Friends(house, room):
        host = await lone_host(house, between, room)
        await host.press("start")
        await host.sees_turn()
        between.taken = []
        await host.press("to")
        await expect(host.see("key-to")).to_contain_text("đang gửi")
        await expect(host.see("pot")).to_have_text("4")
        await between.cut(1001)
        await expect(host.see("banner")).to_have_attribute("data-kind", "lost")
        await host.see("banner-button").click()
        await expect(host.see("banner")).to_be_hidden()
        while len(between.taken) < 2:
            await host.page.evaluate("new Promise(requestAnimationFrame)")
        assert between.taken[0] == between.taken[1]
        between.say(json.dumps({"type": "rejected", "ref": between.taken[0]["ref"], "code": "stale_turn"}))
        await expect(host.see("notices")).to_contain_text("Lượt đó qua rồi, không tính gì cả.")
        await expect(host.see("pot")).to_have_text("4")


@pytest.mark.case("B176")
async def test_two_tabs_for_ten_minutes_and_twenty_switches_do_not_fight(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        first = await dealt(house, room)
        second = house.know(await first.another_tab())
        # Its time runs ahead of the server's: it takes the server for dead now and then, and comes back.
        second.allow(BROKEN)
        for tab in (first, second):
            await tab.page.clock.install()
        await second.open(house.link(room))
        await expect(first.see("banner")).to_have_attribute("data-kind", "elsewhere")
        for at in range(20):
            for tab in (first, second):
                await tab.page.evaluate(HIDE, arg=(tab is first) == bool(at % 2))
                await tab.page.clock.fast_forward(30_000)
        await expect(first.see("banner")).to_have_attribute("data-kind", "elsewhere")
        await second.page.evaluate(HIDE, arg=False)
        await expect(second.see("banner")).to_be_hidden()
        await second.press("theo")
        await friends.play("1theo 2theo 3theo")
        assert first.sockets == 1
        assert len(house.server.sessions) == 4


async def test_a_page_that_is_hidden_does_not_try_and_returns_at_once(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with wired(house) as wire, Friends(house, room):
        host = await seated(house, room)
        await host.page.clock.install()
        await host.page.evaluate(HIDE, arg=True)
        host.allow(BROKEN)
        wire.cut()
        await expect(host.page.locator("body")).to_have_attribute("data-link", "lost")
        tried = host.sockets
        await host.page.clock.fast_forward(600_000)
        assert host.sockets == tried
        wire.mend()
        await host.page.evaluate(HIDE, arg=False)
        await expect(host.page.locator("body")).to_have_attribute("data-link", "open")
        assert host.sockets == tried + 1
