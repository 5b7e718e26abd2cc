"""Xì tố 32 lá in three browsers: the choice, a raise by steps, tố tất, a side pot, and a suit that decides."""

import pytest
from playwright.async_api import expect

from protocol.web import RoomCreated
from tests.browser.camera import SIZES, Camera
from tests.browser.conftest import House, Open
from tests.browser.person import Person
from tests.support.cards import RANKS_32, stacked_order

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

NAMES = ("An", "Bình", "Chi")
# Two cards each by rows in seat order, the second one is opened; then a card a round from the strongest on.
FIRST = stacked_order("8d 9d Jd", "Ac Kh Qs", "Ad Ks Qh", ranks=RANKS_32)
SECOND = stacked_order("7s Td 7d", "As Th Ah", "Kd 8s Kc", "Qh 8c Qd", "Js 9h 9c", ranks=RANKS_32)
OPTIONS = {"stake": 10, "buy_in": 400}


async def gathered(house: House, room: RoomCreated, size: str) -> list[Person]:
    """Three friends with a browser each, before the first hand."""
    friends = [await house.host(room, viewport=SIZES[size])]
    friends += [await house.guest(room, viewport=SIZES[size]) for _ in NAMES[1:]]
    for seat, friend in enumerate(friends):
        await friend.sit(seat, NAMES[seat])
    return friends


async def choose(friends: list[Person]) -> None:
    """Everybody opens the second card, as the clock would."""
    for friend in friends:
        await friend.press("choose")


async def play(friends: list[Person], moves: str) -> None:
    """``"0theo 1up"``: who taps what, in this order."""
    for move in moves.split():
        await friends[int(move[0])].press(move[1:])


async def raise_by(friend: Person, steps: int) -> None:
    """Open the sheet, take a quick choice, and commit."""
    await friend.press("to")
    sheet = friend.see("raise-sheet")
    await sheet.get_by_role("button", name=f"{steps} mức", exact=True).click()
    await friend.press("raise-go")


async def first_hand(friends: list[Person], camera: Camera) -> None:
    """Chi folds, Bình pays 100 and folds later: three stacks of different size."""
    an, binh, _ = friends
    await expect(an.see("choice-1")).to_have_attribute("aria-checked", "true")
    await camera.take(an, "xt32-choose")
    await an.see("choice-0").click()
    await expect(an.see("key-choose")).to_contain_text("Ngửa 8 rô")
    await an.see("choice-1").click()
    await an.press("choose")
    await expect(an.see("sentence")).to_contain_text("Chờ Bình, Chi chọn.")
    await camera.take(an, "xt32-chosen")
    await choose(friends[1:])
    await expect(an.see("key-to")).to_contain_text("10–200, tất")
    await an.press("to")
    await an.see("raise-more").click()
    await expect(an.see("key-raise-go")).to_contain_text("Tố thêm 20")
    await an.see("raise-sheet").get_by_role("button", name="10 mức", exact=True).click()
    await expect(an.see("key-raise-go")).to_contain_text("đóng 100, còn 290")
    await camera.take(an, "xt32-raise")
    await an.press("raise-go")
    await expect(binh.see("key-theo")).to_contain_text("Theo 100")
    await camera.take(binh, "xt32-answer")
    await play(friends, "1theo 2up 0theo 1up")
    await expect(an.see("winners")).to_contain_text("Mọi người úp, bạn ăn 219.")
    await expect(an.see("level")).to_contain_text("phế 11")
    for friend in friends:
        await friend.press("next")


async def all_in(friend: Person, camera: Camera | None = None) -> None:
    """Two taps in two places; the second one in the same place takes the first back."""
    await friend.press("to")
    await friend.press("all-arm")
    await expect(friend.see("key-all-yes")).to_be_visible()
    if camera is not None:
        await camera.take(friend, "xt32-armed")
    await friend.press("all-no")
    await expect(friend.see("key-all-yes")).to_be_hidden()
    await friend.press("all-arm")
    await friend.press("all-yes")


async def second_hand(friends: list[Person], camera: Camera) -> None:
    """Bình is all in for the main pot; An and Chi play on for the side pot, where the suit decides."""
    an, binh, chi = friends
    await choose(friends)
    await play(friends, "0theo")
    await all_in(binh, camera)
    await play(friends, "2theo 0theo")
    await raise_by(an, 5)
    await expect(chi.see("seat-1")).to_contain_text("Tố tất 290")
    await play(friends, "2theo")
    await expect(an.see("pots")).to_contain_text("Phụ 1")
    await an.see("pots").click()
    await expect(an.see("pots-dialog")).to_contain_text("Dự phần: An, Chi.")
    await camera.take(an, "xt32-pots")
    await an.shut("pots-dialog")
    await play(friends, "2theo")
    await raise_by(an, 10)
    await expect(chi.see("key-theo")).to_contain_text("XT32-Q13")
    await chi.see("key-theo").click(force=True)
    await expect(chi.see("notices")).to_contain_text("Không đủ điểm để theo")
    await chi.press("to")
    await expect(chi.see("key-all-yes")).to_contain_text("Tố tất 50")
    await camera.take(chi, "xt32-short")
    await chi.press("all-yes")


@pytest.mark.parametrize("size", SIZES)
async def test_a_side_pot_between_three(open_house: Open, size: str) -> None:
    house, camera = open_house(FIRST, SECOND), Camera(size)
    room = house.server.create("xi-to-32", options=OPTIONS)
    friends = await gathered(house, room, size)
    await friends[0].press("start")
    await first_hand(friends, camera)
    await second_hand(friends, camera)
    an, binh, _ = friends
    for friend in friends:
        await expect(friend.see("winners")).to_be_visible()
        assert await friend.fan(1) == ["Td", "Th", "8s", "8c", "Js"]
    await expect(an.see("winners")).to_contain_text("Bình thú 10 và 8, ăn 827.")
    await expect(an.see("winners")).to_contain_text("Bạn át cao, ăn 190.")
    await camera.take(binh, "xt32-showdown")
    await an.see("result-details").click()
    pays = an.see("pays")
    await expect(pays).to_contain_text("Trả lại Bạn")
    await expect(pays).to_contain_text("Tẩy phụ 1 → Bạn")
    await expect(pays).to_contain_text("Cùng át cao: chất quyết định.")
    await expect(pays).to_contain_text("XT32-16")
    await expect(an.see("result-sheet")).to_contain_text("Góp 1070 = chia 1017 + phế 53.")
    await camera.take(an, "xt32-result")
