"""A table before its first hand, and the pages that end one."""

from playwright.async_api import expect

from tests.browser.conftest import House
from tests.browser.friends import Friends, dealt, seated
from tests.browser.shots.studio import Studio


async def waiting(house: House, studio: Studio) -> None:
    """Empty, with a request, full, and locked."""
    room = house.server.create(title="Bàn nhà Nguyễn Thị Hoài Thương ngày Tết")
    guest = await house.guest(room)
    await studio.take(guest, "waiting-empty")
    await guest.see("seat-row-1").get_by_test_id("sit").click()
    await studio.take(guest, "sit")
    await guest.shut("sit-dialog")
    host = await seated(house, room)
    await host.see("waiting").get_by_test_id("host-ask").check()
    await guest.sit(1, "Bình")
    await expect(host.see("waiting").get_by_test_id("approve")).to_be_visible()
    await studio.take(host, "waiting-host")
    await studio.take(guest, "waiting-asked")
    await host.see("waiting").get_by_test_id("host-lock").check()
    await expect(guest.see("sentence")).to_be_visible()
    await studio.take(guest, "waiting-locked")


async def ends(house: House, studio: Studio) -> None:
    """Lost, open elsewhere, and every page that ends a table."""
    room = house.server.create(title="Bàn nhà Lan")
    async with Friends(house, room) as friends:
        studio.company = friends
        host = await dealt(house, room)
        other = house.know(await host.another_tab())
        await other.open(house.link(room))
        await expect(host.see("banner")).to_be_visible()
        await studio.take(host, "elsewhere")
        await other.menu("close-room")
        await other.see("confirm-yes").click()
        await expect(other.see("ended")).to_have_attribute("data-cause", "closed")
        await studio.take(other, "closed")
