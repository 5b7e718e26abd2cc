"""The host's powers as two browsers see them: whose table it is, and what even a host cannot do."""

import re

import pytest
from playwright.async_api import expect

from protocol.errors import CloseCode, ErrorCode
from protocol.inbound import Host as Order
from protocol.inbound import Kick
from tests.browser.conftest import House, Open
from tests.browser.friends import DUEL, Friends, dealt, seated

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_locked_table_takes_nobody_else(house: House) -> None:
    room = house.server.create()
    host, guest = await seated(house, room), await house.guest(room)
    await expect(guest.see("key-sit")).to_be_enabled()
    await host.see("waiting").get_by_test_id("host-lock").check()
    await expect(guest.see("key-sit")).to_contain_text("bàn đã khóa")
    await expect(guest.see("key-sit")).to_have_attribute("aria-disabled", "true")
    await expect(guest.see("seat-row-1").get_by_test_id("sit")).to_be_hidden()
    await host.see("waiting").get_by_test_id("host-lock").uncheck()
    await guest.sit(1, "Bình")
    await expect(host.see("seat-row-1")).to_contain_text("Bình")


@pytest.mark.case("B180")
async def test_a_table_is_on_the_first_page_once_its_host_shows_it(house: House) -> None:
    evil = '<img src=x onerror="alert(1)">'
    room = house.server.create(title=evil)
    host, passer_by = await seated(house, room), await house.person()
    await passer_by.page.goto(house.base)
    await expect(passer_by.see("listed")).to_be_hidden()
    await host.see("waiting").get_by_test_id("host-list_room").check()
    await expect(host.see("waiting").get_by_test_id("host-list_room")).to_be_checked()
    await host.at_table()
    await passer_by.page.reload()
    await expect(passer_by.see("listed").locator("li")).to_contain_text([evil])
    await expect(passer_by.see("listed")).to_contain_text("1/4 ghế")
    await passer_by.see("listed").get_by_role("link").click()
    await passer_by.at_table()
    await expect(passer_by.see("title")).to_have_text(evil)


async def test_the_host_names_the_table(house: House) -> None:
    room = house.server.create(title="Bàn Lan")
    host, guest = await seated(house, room), await house.guest(room)
    await host.see("waiting").get_by_test_id("edit-title").click()
    field = host.see("title-input")
    await expect(field).to_have_value("Bàn Lan")
    await field.fill("   ")
    await field.press("Enter")
    await expect(host.see("notices").first).to_be_visible()
    await expect(host.see("title-dialog")).to_be_visible()
    await field.fill("Tết nhà ngoại")
    await field.press("Enter")
    await expect(host.see("title-dialog")).to_be_hidden()
    await expect(guest.see("title")).to_have_text("Tết nhà ngoại")
    await expect(guest.page).to_have_title(re.compile("Tết nhà ngoại"))


async def test_a_stranger_sits_when_the_host_says_yes(house: House) -> None:
    room = house.server.create()
    host = await seated(house, room)
    await host.see("waiting").get_by_test_id("host-ask").check()
    guest, other = await house.guest(room), await house.guest(room)
    await expect(guest.see("key-sit")).to_contain_text("chủ bàn duyệt")
    await guest.sit(1, "Bình")
    await expect(guest.see("key-sit")).to_contain_text("đang chờ chủ bàn")
    await other.sit(2, "Lạ")
    requests = host.see("waiting").get_by_test_id("requests").locator("li")
    await expect(requests).to_have_count(2)
    await requests.filter(has_text="Bình").get_by_test_id("approve").click()
    await requests.filter(has_text="Lạ").get_by_test_id("deny").click()
    await expect(requests).to_have_count(0)
    await expect(guest.see("seat-row-1")).to_contain_text("Bình")
    await expect(guest.see("seat-row-1")).to_contain_text("bạn")
    await expect(other.see("seat-row-2")).to_contain_text("Chỗ trống")
    await expect(other.see("key-sit")).to_be_enabled()


@pytest.mark.case("B157")
async def test_who_is_shown_out_is_told_and_stays_out_until_let_back(house: House) -> None:
    room = house.server.create()
    host, guest = await seated(house, room), await house.guest(room)
    await guest.sit(1, "Bình")
    await host.see("seat-row-1").get_by_test_id("seat-menu").click()
    await host.see("do-kick").click()
    await host.see("confirm-yes").click()
    await expect(guest.see("ended")).to_have_attribute("data-cause", "kicked")
    await expect(guest.see("ended")).to_contain_text("Chủ bàn đã mời bạn ra")
    await expect(host.see("seat-row-1")).to_contain_text("Chỗ trống")
    await guest.page.reload()
    await expect(guest.see("ended")).to_have_attribute("data-cause", "kicked")
    await host.see("waiting").get_by_test_id("unkick").click()
    await expect(host.see("waiting").get_by_test_id("barred")).to_be_hidden()
    await guest.page.reload()
    await guest.at_table()
    await guest.sit(1, "Bình")
    await expect(host.see("seat-row-1")).to_contain_text("Bình")


async def test_a_host_who_kicks_in_mid_hand_decides_no_pot(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        await host.see("seat-1").locator(".seat__who").click()
        await host.see("do-kick").click()
        await host.see("confirm-yes").click()
        assert await friends[1].closed() == CloseCode.KICKED
        await expect(host.see("seat-1")).to_contain_text("Bị mời ra")
        # His hand is still in: the clock plays it, and checks where that is free.
        await host.press("theo")
        await friends.play("2theo 3theo")
        await expect(host.see("subtitle")).to_contain_text("vòng 2")
        assert await host.fan(1) == ["Qs", "Qd"]
        assert len(await host.fan(0)) == 3


async def test_a_pause_veils_every_page_and_stops_its_clock(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host, guest = await dealt(house, room), await house.guest(room)
        await host.menu("pause")
        await host.shut("menu")
        for page in (host, guest):
            await expect(page.see("paused")).to_contain_text("An tạm dừng.")
            await expect(page.see("banner")).to_have_attribute("data-kind", "paused")
        await expect(guest.see("resume")).to_be_hidden()
        await expect(host.see("key-theo")).to_have_attribute("aria-disabled", "true")
        left = await host.see("clock").inner_text()
        await guest.page.reload()
        await guest.at_table()
        await expect(guest.see("clock")).to_have_text(left)
        await host.see("resume").click()
        await expect(guest.see("paused")).to_be_hidden()
        await host.press("theo")
        await friends.play("1theo")


@pytest.mark.case("B163")
async def test_the_host_hands_the_table_over(house: House) -> None:
    room = house.server.create()
    host, guest = await seated(house, room), await house.guest(room)
    await guest.sit(1, "Bình")
    await expect(guest.see("waiting").get_by_test_id("host-tools")).to_be_hidden()
    await host.see("seat-row-1").get_by_test_id("seat-menu").click()
    await host.see("do-transfer").click()
    await host.see("confirm-yes").click()
    await expect(guest.see("waiting").get_by_test_id("host-tools")).to_be_visible()
    await expect(host.see("waiting").get_by_test_id("host-tools")).to_be_hidden()
    # And it passes on by itself when its holder goes.
    await guest.menu("menu-leave")
    await guest.see("confirm-yes").click()
    await expect(host.see("waiting").get_by_test_id("host-tools")).to_be_visible()
    await expect(guest.see("key-sit")).to_be_enabled()


@pytest.mark.case("B153")
async def test_bots_come_make_room_and_go(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    host = await seated(house, room)
    await host.see("waiting").get_by_test_id("fill-bots").click()
    await host.press("start")
    guest = await house.guest(room)
    await guest.press("sit")
    await guest.see("name-input").fill("Bình")
    await guest.see("name-submit").click()
    await expect(guest.see("key-sit")).to_contain_text("vào ghế sau ván này")
    await expect(host.see("seat-1")).to_contain_text("Nhường Bình")
    await host.sees_turn()
    await host.see("seat-2").locator(".seat__who").click()
    await host.see("do-unbot").click()
    await host.press("up")
    await expect(host.see("winners")).to_be_visible()
    await expect(guest.see("seat-1")).to_contain_text("Bạn (Bình)")
    await expect(host.see("seat-2").get_by_test_id("take-seat")).to_be_visible()


async def test_new_rules_wait_for_the_next_hand(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        await host.menu("edit-options")
        dialog = host.see("options-dialog")
        await dialog.locator("[data-option=turn_timeout_s] input").fill("45")
        await dialog.locator("[data-option=start_points] input").fill("5")
        await host.see("options-save").click()
        await host.shut("menu")
        await host.see("open-drawer").click()
        await host.see("tab-rules").click()
        await expect(host.see("rules")).to_contain_text("ván sau: 45")
        await host.see("close-drawer").click()
        await host.press("up")
        await friends.play("1up 2up")
        await expect(host.see("rules").locator(".changed").first).to_contain_text("45")
        await expect(host.see("rules")).not_to_contain_text("ván sau")


@pytest.mark.case("B042")
async def test_a_closed_table_says_so_and_stays_closed(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room):
        host, guest = await dealt(house, room), await house.guest(room)
        await host.menu("close-room")
        await expect(host.see("confirm")).to_contain_text("Ván đang chơi không tính")
        await host.see("confirm-yes").click()
        for page in (host, guest):
            await expect(page.see("ended")).to_have_attribute("data-cause", "closed")
            await expect(page.see("ended")).to_contain_text("Chủ bàn đã đóng bàn này.")
        await guest.page.reload()
        await expect(guest.see("ended")).to_have_attribute("data-cause", "closed")
        assert guest.sockets == 1, "nobody knocks at a closed table"


@pytest.mark.case("B136")
async def test_an_away_seat_goes_to_whom_the_host_believes(house: House) -> None:
    room = house.server.create()
    host, guest = await seated(house, room), await house.guest(room)
    await guest.sit(1, "Bình")
    await guest.context.close()
    house.people.remove(guest)
    await expect(host.see("seat-row-1")).to_contain_text("Vắng")
    phone, thief = await house.guest(room), await house.guest(room)
    await phone.see("seat-row-1").get_by_test_id("seat-menu").click()
    await phone.see("do-claim").click()
    await expect(phone.see("name-input")).to_have_value("Bình")
    await phone.see("name-submit").click()
    request = host.see("waiting").get_by_test_id("requests")
    await expect(request).to_contain_text("Bình nói ghế 2 là của mình.")
    await expect(thief.see("seat-row-1")).to_contain_text("Vắng")
    await request.get_by_test_id("approve").click()
    await expect(phone.see("seat-row-1")).to_contain_text("bạn · 100 điểm")
    await expect(host.see("seat-row-1")).not_to_contain_text("Vắng")


async def test_only_the_host_may(house: House) -> None:
    room = house.server.create()
    host = await seated(house, room)
    async with Friends(house, room) as friends:
        owner = friends[2].view.table.host
        assert owner is not None
        ref = await friends[2].command(Order, Kick(owner))
        assert await friends[2].answer(ref) == ErrorCode.NOT_HOST
        await expect(host.see("seat-row-0")).to_contain_text("chủ bàn")
