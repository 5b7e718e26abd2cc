"""Xì dách in four browsers: the bank, stakes, a natural, dằn non, one con inspected, a card, and the rest settled."""

import re

import pytest
from playwright.async_api import expect

from protocol.web import RoomCreated
from tests.browser.camera import SIZES, Camera
from tests.browser.conftest import House, Open
from tests.browser.holdings import held, told
from tests.browser.person import Person
from tests.support.cards import stacked_order

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

NAMES = ("An", "Bình", "Chi", "Dũng")
WHOLE = "23456789TJQKA"
# An banks; from his right: Dũng, Chi, Bình, An. One card a pass, then Dũng's third and the banker's third.
DECK = stacked_order("Td Th As Tc", "4s 4c Kd 6h", "3h", "4d", ranks=WHOLE)


async def gathered(house: House, room: RoomCreated, size: str) -> list[Person]:
    """Four friends with a browser each, before the first hand."""
    friends = [await house.host(room, viewport=SIZES[size])]
    friends += [await house.guest(room, viewport=SIZES[size], color_scheme="dark") for _ in NAMES[1:]]
    for seat, friend in enumerate(friends):
        await friend.sit(seat, NAMES[seat])
    return friends


async def stakes(friends: list[Person], camera: Camera) -> None:
    """An takes the bank; the others stake 20, 50 and 30, one of them after a second thought."""
    an, binh, chi, dung = friends
    await expect(an.see("sentence")).to_contain_text("Bạn có làm cái không?")
    await camera.take(an, "xd-bank-asked")
    await an.press("bank-yes")
    await expect(binh.see("seat-row-0")).to_contain_text("nhà cái")
    await an.press("start")
    await binh.see("stake-20").click()
    await expect(binh.see("key-bet")).to_contain_text("Đặt 20")
    await camera.take(binh, "xd-stake")
    await binh.press("bet")
    await expect(binh.see("key-bet")).to_contain_text("Đã đặt 20")
    await camera.take(an, "xd-stakes")
    await chi.press("bet")
    await chi.see("stake-50").click()
    await expect(chi.see("key-bet")).to_contain_text("Đổi thành 50")
    await chi.press("bet")
    await dung.see("stake-input").fill("30")
    await dung.see("stake-input").blur()
    await dung.press("bet")


async def cons(friends: list[Person], camera: Camera) -> None:
    """Bình's xì dách wins at once; Dũng draws to 17; Chi stands under age, which takes two taps in two places."""
    an, binh, chi, dung = friends
    await expect(binh.see("my-label")).to_have_text("Xì dách")
    await expect(an.see("seat-1")).to_contain_text("ăn 20")
    await expect(dung.see("my-count")).to_contain_text("14")
    await expect(dung.see("key-stand")).to_contain_text("Dằn non…")
    await camera.take(dung, "xd-con")
    await dung.press("draw")
    await expect(dung.see("key-stand")).to_contain_text("Dằn 17")
    await camera.take(dung, "xd-of-age")
    await dung.press("stand")
    await chi.press("stand")
    await camera.take(chi, "xd-non")
    await chi.press("stand-no")
    await chi.press("stand")
    await chi.press("stand-yes")
    await expect(an.see("seat-act-inspect-2")).to_be_visible()
    assert told(await held(an), ["4c", "Th", "Td", "4s", "3h"]) == []


async def bank(friends: list[Person], camera: Camera) -> None:
    """An inspects Dũng with 16 and pays, draws to 20, and settles Chi."""
    an, _, chi, dung = friends
    await expect(an.see("my-count")).to_contain_text("16")
    await camera.take(an, "xd-banker")
    await an.see("seat-act-inspect-3").click()
    await expect(dung.see("status")).to_contain_text("Cái xét bạn: bạn 17 điểm, bạn ăn 30. Còn Chi.")
    await expect(an.see("status")).to_contain_text("Bạn xét Dũng: Dũng 17 điểm, bạn 16 điểm, chung 30.")
    await an.press("draw")
    await expect(an.see("my-count")).to_contain_text("20")
    assert await dung.fan(0) == ["Tc", "6h"]
    assert told(await held(dung), ["4d"]) == []
    assert await chi.fan(0) == []
    await camera.take(an, "xd-inspected")
    await camera.take(dung, "xd-saw")
    await an.press("end_turn")


@pytest.mark.parametrize("size", SIZES)
async def test_the_banker_inspects_one_draws_and_settles_the_rest(open_house: Open, size: str) -> None:
    house, camera = open_house(DECK), Camera(size)
    room = house.server.create("xi-dach", title="Tết nhà ngoại")
    friends = await gathered(house, room, size)
    an, binh, chi, dung = friends
    await stakes(friends, camera)
    await cons(friends, camera)
    await bank(friends, camera)
    await expect(an.see("winners")).to_have_text("Bạn hòa vốn.")
    await expect(chi.see("winners")).to_contain_text("Bạn thua 50.")
    for friend in friends:
        assert await friend.fan(0) == ["Tc", "6h", "4d"]
    await camera.take(chi, "xd-result")
    await chi.see("result-details").click()
    pays = chi.see("pays")
    await expect(pays).to_contain_text("Bạn chung An")
    await expect(pays).to_contain_text("Bạn 14 non, cái 20 điểm.")
    await expect(pays).to_contain_text("XD-27")
    await expect(pays).to_contain_text("Dũng 17 điểm, cái 16 điểm lúc xét.")
    await expect(chi.see("result-sheet")).to_contain_text("Ăn 50 = thua 50.")
    await camera.take(chi, "xd-pays")
    await chi.shut("result-sheet")
    await an.press("bank-pass")
    await expect(dung.see("key-bank-yes")).to_be_visible()
    await expect(an.see("sentence")).to_contain_text(re.compile("Dũng"))
    await dung.press("bank-yes")
    await expect(binh.see("notices")).to_be_attached()
