"""Xì dách: the bank, stakes, a con's turn, inspecting, and tables of more than six."""

from typing import Final

from playwright.async_api import expect

from protocol.inbound import Bank
from protocol.outbound import View
from tests.browser.conftest import House
from tests.browser.friends import Friends, seated
from tests.browser.person import Person
from tests.browser.shots.studio import Studio
from tests.support.cards import stacked_order

_WHOLE: Final = "23456789TJQKA"
# From the banker's right round to him, one card a pass.
FOUR: Final = (
    stacked_order("Td Th As Tc", "4s 4c Kd 6h", "3h", "4d", ranks=_WHOLE),
    stacked_order("9h 5c Td 6s", "5s Jc 8d Ah", "Ks 7c", ranks=_WHOLE),
)
TEN: Final = (
    stacked_order("9h 5c Td 6s Kc 2s 8s 9c As 7d", "5s Jc 8d Ah 3d Qs 9d 6d Ks 8h", "2c 3s 4h 4d 5h 6c", ranks=_WHOLE),
)
_SLOW: Final = {"turn_timeout_s": 120, "bet_timeout_s": 120, "banker_timeout_s": 120, "buy_in": 1500}


async def banker(host: Person, friends: Friends, seats: tuple[int, ...], taker: int) -> None:
    """Everybody who is asked to be the banker says no, but for the taker."""
    passed: set[int] = set()

    def asks(view: View) -> bool:
        bank = view.table.bank
        return bank is not None and bank.asked is not None and bank.asked not in passed

    while taker not in passed:
        bank = (await friends[seats[0]].shown(asks)).table.bank
        assert bank is not None
        assert bank.asked is not None
        asked = int(bank.asked)
        passed.add(asked)
        if asked == 0:
            await host.press("bank-yes" if taker == 0 else "bank-no")
        else:
            assert await friends[asked].answer(await friends[asked].command(Bank, asked == taker)) is None


async def four(house: House, studio: Studio) -> None:
    """The page has the bank."""
    room = house.server.create("xi-dach", title="Tết nhà ngoại", options=_SLOW)
    async with Friends(house, room) as friends:
        studio.company = friends
        host = await seated(house, room)
        await studio.take(host, "xd-bank-asked")
        await banker(host, friends, (1, 2, 3), 0)
        await host.press("start")
        await friends.play("1bet20")
        await expect(host.see("pot")).to_have_text("20")
        await studio.take(host, "xd-stakes")
        await friends.play("2bet50 3bet30 3draw 3stand 2non")
        await expect(host.see("my-count")).to_contain_text("16")
        await studio.take(host, "xd-banker")
        await host.see("seat-act-inspect-3").click()
        await expect(host.see("seat-3")).to_contain_text("30")
        await host.press("draw")
        await expect(host.see("my-count")).to_contain_text("20")
        await studio.take(host, "xd-inspected")
        await host.press("end_turn")
        await expect(host.see("winners")).to_be_visible()
        await studio.take(host, "xd-banker-result")
        await host.see("result-details").click()
        await studio.take(host, "xd-pays")


async def con(house: House, studio: Studio) -> None:
    """The page is a con: it stakes, draws below age, and is inspected."""
    room = house.server.create("xi-dach", title="Tết nhà ngoại", options=_SLOW)
    async with Friends(house, room) as friends:
        studio.company = friends
        host = await seated(house, room)
        await banker(host, friends, (1, 2, 3), 1)
        await host.press("start")
        await expect(host.see("stake-box")).to_be_visible()
        await studio.take(host, "xd-stake")
        await host.press("bet")
        await expect(host.see("key-bet")).to_contain_text("Đã đặt")
        await studio.take(host, "xd-staked")
        await friends.play("2bet50 3bet30")
        await expect(host.see("my-count")).to_be_visible()
        await studio.take(host, "xd-con")
        await host.press("stand")
        await studio.take(host, "xd-non")
        await host.press("stand-no")
        await host.press("draw")
        await studio.take(host, "xd-drawn")


async def ten(house: House, studio: Studio) -> None:
    """Ten seats on one mat."""
    room = house.server.create("xi-dach", title="Cả họ mười người", options={**_SLOW, "max_seats": 10})
    seats = tuple(range(1, 10))
    async with Friends(house, room, seats) as friends:
        studio.company = friends
        host = await seated(house, room)
        await studio.take(host, "ten-waiting")
        await banker(host, friends, seats, 4)
        await host.press("start")
        await host.press("bet")
        await expect(host.see("key-bet")).to_contain_text("Đã đặt")
        await studio.take(host, "ten-stakes")
        await friends.play(" ".join(f"{seat}bet{10 * seat}" for seat in seats if seat != 4))
        await expect(host.see("my-count")).to_be_visible()
        await studio.take(host, "ten-cons")


async def ten_banker(house: House, studio: Studio) -> None:
    """Nine cons before the page, which has the bank."""
    room = house.server.create("xi-dach", title="Cả họ mười người", options={**_SLOW, "max_seats": 10})
    seats = tuple(range(1, 10))
    async with Friends(house, room, seats) as friends:
        studio.company = friends
        host = await seated(house, room)
        await banker(host, friends, seats, 0)
        await host.press("start")
        await friends.play(" ".join(f"{seat}bet{10 * seat}" for seat in seats))
        await friends.play("9non 8non 7non 6non 5non 4non 3non 2non")
        await host.press("draw")
        await expect(host.see("seat-act-inspect-9")).to_be_visible()
        await studio.take(host, "ten-banker")
