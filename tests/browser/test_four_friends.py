"""Four friends, four browsers, one link: from the first page through two hands and back."""

import json
import re
from collections.abc import Iterable

import pytest
from playwright.async_api import expect

from tests.browser.conftest import LAN_NAME, House, Open
from tests.browser.holdings import held, told
from tests.browser.person import Person
from tests.support.cards import stacked_order

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

NAMES = ("An", "Bình", "Chi", "Dũng")
# Dealt by rows in seat order; Dũng folds in the second round and gets no more.
SHOWDOWN = stacked_order("As Kh 9d 8c", "Qs Ks Jd 8h", "Qd Kd Jh 9h", "Ah 9s Jc", "Tc 8s Th")
FOLDS = stacked_order("Ts 9c Td Qh", "Ac 8d Js Kc")
HOLES = {1: ("As", "Kh", "9d", "8c"), 2: ("Ts", "9c", "Td", "Qh")}
FOLDED = {1: {3}, 2: {1, 2, 3}}


class Watchman:
    """Looks at every page: no hole card of another seat before the showdown, none of a folded hand ever."""

    def __init__(self) -> None:
        self.seats: list[tuple[Person, int | None]] = []
        self._read: dict[int, int] = {}
        self._shown: dict[int, set[int]] = {}

    def watch(self, person: Person, seat: int | None) -> None:
        self.seats.append((person, seat))

    async def look(self) -> None:
        for person, seat in self.seats:
            page = await held(person)
            assert told(page, self._secrets(seat, self._frames(person, seat))) == [], "a page tells a card"

    def _frames(self, person: Person, seat: int | None) -> set[int]:
        """Read what came since the last look; which hands this page saw shown."""
        shown = self._shown.setdefault(id(person), set())
        for frame in person.frames[self._read.get(id(person), 0) :]:
            message = json.loads(frame)
            if message["type"] == "view" and (play := message["table"]["play"]) and play["phase"] == "showdown":
                shown.add(message["table"]["hand"])
            assert told(frame, self._secrets(seat, shown)) == [], "a frame tells a card"
        self._read[id(person)] = len(person.frames)
        return shown

    @staticmethod
    def _secrets(seat: int | None, shown: Iterable[int]) -> list[str]:
        return [
            card
            for hand, holes in HOLES.items()
            for owner, card in enumerate(holes)
            if owner != seat and (hand not in shown or owner in FOLDED[hand])
        ]


async def play(watchman: Watchman, friends: list[Person], moves: str) -> None:
    """``"0to 1theo"``: who taps what, in this order. A key lives only where it is that seat's turn."""
    for move in moves.split():
        seat, key = int(move[0]), move[1:]
        await friends[seat].press(key)
        await watchman.look()


async def create(house: House, name: str) -> tuple[Person, str]:
    """Make a table through the first page; the link as the page shows it."""
    host = await house.person(permissions=["clipboard-read", "clipboard-write"])
    await host.page.goto(house.base)
    await host.see("open-table").click()
    await host.see("create-dialog").locator("input[value=xi-to-28]").check()
    await host.see("create-name").fill(name)
    await host.see("table-name").fill("Bàn nhà An")
    await expect(host.see("create-dialog").locator("[data-option]").first).to_be_visible()
    await host.see("create-submit").click()
    await host.at_table()
    await expect(host.see("seat-row-0").get_by_text(name)).to_be_visible()
    await expect(host.see("title")).to_have_text("Bàn nhà An")
    await host.see("waiting").get_by_test_id("copy-link").click()
    link = await host.see("waiting").get_by_test_id("invite-link").input_value()
    await expect(host.see("notices")).to_contain_text("Đã chép link.")
    assert link.startswith(f"{house.base}/r/")
    return host, link


async def come(house: House, link: str) -> Person:
    guest = await house.person()
    await guest.open(link)
    return guest


@pytest.mark.case("B101")
@pytest.mark.case("B122")
@pytest.mark.case("B126")
@pytest.mark.case("B128")
@pytest.mark.parametrize("origin", ["localhost", LAN_NAME])
async def test_two_hands_from_a_link_to_the_results(open_house: Open, origin: str) -> None:
    house = open_house(SHOWDOWN, FOLDS)
    house.base = f"http://{origin}:{house.server.port}"
    host = await two_hands(house)
    assert await host.page.evaluate("window.isSecureContext") is (origin == "localhost")


async def two_hands(house: House) -> Person:
    """From the first page through a showdown, a move to another device and a fold win; the first page's owner."""
    host, link = await create(house, "An")
    friends = [host, *[await come(house, link) for _ in NAMES[1:]]]
    for seat, friend in enumerate(friends[1:], 1):
        await friend.sit(seat, NAMES[seat])
    stranger = await come(house, link)
    watchman = Watchman()
    for seat, friend in enumerate(friends):
        watchman.watch(friend, seat)
    watchman.watch(stranger, None)

    await host.press("start")
    await play(watchman, friends, "1to 2theo 3theo")
    await return_after_reload(friends[0], 0, ["As", "Qs"])
    await play(watchman, friends, "0theo 1to 2theo")
    await return_after_reload(friends[3], 3, ["8c", "8h", "9h"])
    await play(watchman, friends, "3up 0theo")
    old = friends[0]
    friends[0] = await move_house(house, old)
    watchman.watch(friends[0], 0)
    assert await friends[0].fan(0) == ["As", "Qs", "Qd", "Ah"]
    await play(watchman, friends, "2theo 0theo 1theo 2to 0theo")
    await friends[1].press("theo")
    for friend in [*friends, stranger]:
        await expect(friend.see("winners")).to_contain_text("sám già, ăn 14")
        assert await friend.fan(1) == ["Kh", "Ks", "Kd", "9s", "8s"]
        assert await friend.fan(3) == (["8c", "8h", "9h"] if friend is friends[3] else ["8h", "9h"])
    await watchman.look()

    for friend in friends:
        await friend.press("next")
    await play(watchman, friends, "0to 1up 2up 3up")
    await expect(friends[0].see("winners")).to_contain_text("Mọi người úp, bạn ăn 5.")
    for friend in [*friends[1:], stranger]:
        await expect(friend.see("winners")).to_contain_text("Mọi người úp, An ăn 5, không mở bài.")
        assert await friend.fan(0) == ["Ac"]
    await watchman.look()
    points = [await friends[1].see(f"seat-{seat}").locator(".seat__stack").inner_text() for seat in (0, 2, 3)]
    # 100 each; hand 1 cost An and Chi 4, Dũng 2 and gave Bình 10; hand 2 cost 1 each and gave An 3.
    assert [int(text.split()[0]) for text in points] == [99, 95, 97]
    return host


async def return_after_reload(friend: Person, seat: int, cards: list[str]) -> None:
    """A reload in mid-hand: the same seat, the same cards."""
    assert await friend.fan(seat) == cards
    await friend.page.reload()
    await friend.at_table()
    await expect(friend.see("me")).to_contain_text(f"Bạn ({NAMES[seat]})")
    assert await friend.fan(seat) == cards


async def move_house(house: House, old: Person) -> Person:
    """The seat goes to another browser by "my other device"; the old page says so, and the code works once."""
    await old.menu("menu-move-seat")
    await expect(old.see("move-link")).to_have_value(re.compile("#m="))
    link = await old.see("move-link").input_value()
    new = await house.person()
    await new.open(link)
    await expect(new.see("me")).to_contain_text("Bạn (An)")
    assert "#" not in new.page.url
    await expect(old.see("ended")).to_have_attribute("data-cause", "moved")
    await expect(old.see("ended")).to_contain_text("Ghế đã chuyển sang máy khác")
    late = await house.person()
    await late.open(link)
    await expect(late.see("notices")).to_contain_text("Mã chuyển ghế đã dùng hoặc đã hết hạn.")
    await expect(late.see("sentence")).to_contain_text("Bạn đang xem.")
    await late.context.close()
    return new
