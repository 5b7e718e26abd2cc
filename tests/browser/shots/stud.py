"""Xì tố: every state of a hand with 28 cards and with 32."""

from typing import Final

from playwright.async_api import expect

from tests.browser.conftest import House
from tests.browser.friends import DUEL, Friends, dealt, seated
from tests.browser.person import Person
from tests.browser.shots.studio import Studio
from tests.support.cards import RANKS_32, stacked_order

FOUR: Final = (DUEL,)
# The second card of each is opened. After the first hand Chi has less than the others, and goes all in.
THREE: Final = (
    stacked_order("8d 9d Jd", "Ac Kh Qs", "Ad Ks Qh", ranks=RANKS_32),
    stacked_order("7s Td 7d", "As Th Ah", "Kd 8s Kc", "Qh 8c Qd", "Js 9h 9c", ranks=RANKS_32),
)
SIX: Final = (
    stacked_order(
        "7s Td 7d Kh Qc Jh",
        "As Th Ah 9s Qd Jd",
        "Kd 8s Kc 9d Ks 7h",
        "Ts 8c Qs 7c Js 9c",
        "Jc Tc 9h 8h Qh Ac",
        ranks=RANKS_32,
    ),
)
_SLOW: Final = {"turn_timeout_s": 120}
_SLOW_32: Final = {**_SLOW, "choice_timeout_s": 60}


async def four(house: House, studio: Studio) -> None:
    """A hand of xì tố 28 from the deal to the showdown, and what opens over it."""
    room = house.server.create(title="Bàn nhà Lan", options=_SLOW)
    guest = await house.guest(room)
    async with Friends(house, room) as friends:
        studio.company = friends
        host = await dealt(house, room)
        await studio.take(host, "xt28-turn")
        await host.press("to")
        await expect(host.see("key-pre-theo")).to_be_visible()
        await studio.take(host, "xt28-others")
        await host.press("pre-theo")
        await studio.take(host, "xt28-ahead")
        await friends.play("1theo 2to 3up")
        await host.sees_turn()
        await studio.take(host, "xt28-no-more-raises")
        await studio.take(guest, "watching")
        await host.press("theo")
        await friends.play("1theo")
        await over(host, studio)
        for answer in ("1theo 2theo", "1to 2theo"):
            await host.press("theo")
            await friends.play(answer)
        await host.sees_turn()
        await studio.take(host, "xt28-late")
        await friends[2].ws.close()
        await expect(host.see("seat-2")).to_contain_text("Vắng")
        await studio.take(host, "xt28-away")
        await friends.back(2)
        await expect(host.see("seat-2").get_by_text("Vắng")).to_be_hidden()
        await host.press("theo")
        await host.press("theo")
        await friends.play("1theo 2theo")
        await expect(host.see("winners")).to_be_visible()
        await studio.take(host, "xt28-showdown")
        await studio.take(guest, "watching-showdown")
        await host.see("result-details").click()
        await studio.take(host, "xt28-result")
        await host.shut("result-sheet")


async def over(host: Person, studio: Studio) -> None:
    """Menu, keys, pause, a seat's sheet, the drawer."""
    await host.see("open-menu").click()
    await studio.take(host, "menu")
    await host.see("menu").get_by_test_id("pause").click()
    await host.shut("menu")
    await expect(host.see("paused")).to_be_visible()
    await studio.take(host, "paused")
    await host.see("resume").click()
    await host.see("seat-1").locator(".seat__who").click()
    await studio.take(host, "seat")
    await host.shut("seat-sheet")
    await host.see("open-drawer").click()
    await host.see("chat-input").fill("Đôi bồi của Chi ghê quá")
    await host.see("chat-send").click()
    await expect(host.see("log")).to_contain_text("ghê quá")
    await studio.take(host, "log")
    await host.see("tab-rules").click()
    await studio.take(host, "rules")
    await host.see("tab-told").click()
    await studio.take(host, "told")
    await host.see("tab-log").click()
    await host.see("close-drawer").click()


async def folds(house: House, studio: Studio) -> None:
    """Everybody folds; and who folded watches."""
    room = house.server.create(title="Bàn nhà Lan", options=_SLOW)
    async with Friends(house, room) as friends:
        studio.company = friends
        host = await dealt(house, room)
        await host.press("to")
        await friends.play("1to 2theo 3up")
        await host.press("up")
        await studio.take(host, "xt28-folded")
        await friends.play("1theo 2up")
        await expect(host.see("winners")).to_be_visible()
        await studio.take(host, "xt28-folded-out")


async def three(house: House, studio: Studio) -> None:
    """Xì tố 32: the choice, raises, tố tất, side pots."""
    room = house.server.create("xi-to-32", title="Tết nhà ngoại", options={**_SLOW_32, "stake": 10, "buy_in": 400})
    async with Friends(house, room, (1, 2)) as friends:
        studio.company = friends
        host = await seated(house, room)
        await host.press("start")
        await expect(host.see("choice-1")).to_be_visible()
        await studio.take(host, "xt32-choose")
        await host.press("choose")
        await studio.take(host, "xt32-chosen")
        await friends.play("1choose1 2choose1")
        await host.sees_turn()
        await studio.take(host, "xt32-turn")
        await host.press("to")
        await host.see("raise-sheet").get_by_role("button", name="10 mức", exact=True).click()
        await studio.take(host, "xt32-raise")
        await host.press("all-arm")
        await studio.take(host, "xt32-armed")
        await host.press("all-no")
        await host.press("raise-go")
        await friends.play("1theo 2up")
        await host.press("theo")
        await friends.play("1up")
        await friends.ready()
        await host.press("next")
        await host.press("choose")
        await friends.play("1choose1 2choose1")
        await host.press("theo")
        await friends.play("1all 2theo")
        await host.sees_turn()
        await studio.take(host, "xt32-answer")
        await host.press("theo")
        await raised(host, 5)
        await friends.play("2theo 2theo")
        await host.sees_turn()
        await studio.take(host, "xt32-side-pots")
        await raised(host, 10)
        await friends.play("2all")
        await expect(host.see("winners")).to_be_visible()
        await studio.take(host, "xt32-showdown")
        await host.see("result-details").click()
        await studio.take(host, "xt32-result")
        await host.shut("result-sheet")


async def raised(host: Person, steps: int) -> None:
    """By the sheet."""
    await host.press("to")
    await host.see("raise-sheet").get_by_role("button", name=f"{steps} mức", exact=True).click()
    await host.press("raise-go")


async def six(house: House, studio: Studio) -> None:
    """Six round one mat, late in a hand."""
    room = house.server.create("xi-to-32", title="Sáu anh em một nhà", options={**_SLOW_32, "stake": 10, "buy_in": 990})
    async with Friends(house, room, (1, 2, 3, 4, 5)) as friends:
        studio.company = friends
        host = await seated(house, room)
        await host.press("start")
        await host.press("choose")
        await friends.play("1choose1 2choose1 3choose1 4choose1 5choose1")
        await host.press("theo")
        await friends.play("1theo 2theo 3theo 4theo 5to2")
        await host.sees_turn()
        await studio.take(host, "six-early")
        await host.press("theo")
        await friends.play("1theo 2theo 3up 4theo")
        await studio.take(host, "six-middle")
