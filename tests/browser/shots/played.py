"""What was played: the list of hands, a hand shown again, the book; and a line that is lost."""

from typing import Final

from playwright.async_api import expect

from tests.browser.conftest import House
from tests.browser.friends import DUEL, Friends, seated
from tests.browser.shots.studio import Studio
from tests.support.cards import stacked_order

# An raises and is called; An raises and all fold; the third hand goes to Bình.
HANDS: Final = (
    DUEL,
    stacked_order("Ts 9c Td Qh", "Ac 8d Js Kc"),
    stacked_order("9s Kh Ts 8c", "As Kd Jd Qc", "Qh Ks 8d", "Jh 9d 8h", "8s Tc Th"),
)


async def played(house: House, studio: Studio) -> None:
    """Three hands, then everything that is told of them."""
    room = house.server.create(title="Bàn nhà Lan", options={"turn_timeout_s": 120})
    async with Friends(house, room) as friends:
        studio.company = friends
        host = await seated(house, room)
        await host.press("start")
        await host.press("to")
        await friends.play("1theo 2theo 3up")
        for _ in range(3):
            await host.press("theo")
            await friends.play("1theo 2theo")
        for moves in ("1up 2up 3up", "1theo 2up 3up"):
            await friends.ready()
            await host.press("next")
            await host.press("to")
            await friends.play(moves)
        await expect(host.see("subtitle")).to_contain_text("vòng 2")
        await friends.play("1to")
        await host.press("up")
        await expect(host.see("winners")).to_contain_text("Bình")
        await host.menu("menu-history")
        await expect(host.see("hand-1")).to_be_visible()
        await studio.take(host, "history")
        await host.see("hand-1").click()
        await expect(host.see("replay-where")).to_be_visible()
        await studio.take(host, "replay")
        await host.page.keyboard.press("End")
        await studio.take(host, "replay-end")
        await host.see("replay-text").click()
        await studio.take(host, "hand-text")
        await host.shut("hand-text-dialog")
        await host.shut("replay")
        await host.see("history-tab-book").click()
        await expect(host.see("book")).to_be_visible()
        await studio.take(host, "book")
        await host.shut("history")
        host.allow("WebSocket|net::ERR")
        studio.company = None
        house.server.stop()
        await expect(host.see("banner")).to_be_visible()
        await studio.take(host, "lost")
