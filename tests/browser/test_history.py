"""What was played is seen again as it was seen: hands step by step, the book, and no card that was hidden then."""

import asyncio
import csv
import io
import json
import re

import pytest
from playwright.async_api import Response, ViewportSize, expect

from protocol.web import RoomCreated
from server.web import history
from tests.browser.camera import SIZES, Camera
from tests.browser.conftest import House, Open
from tests.browser.friends import DUEL, Friends, seated
from tests.browser.holdings import held, told
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

STEPS = 12
"""The deal, and a step for each of eleven moves."""
_WALK = """async () => {
  const dialog = document.querySelector("[data-testid=replay]")
  const find = (id) => dialog.querySelector(`[data-testid=${id}]`)
  find("replay-first").click()
  const seen = []
  for (let step = 1; step <= Number(find("replay-range").max); step += 1) {
    const [mat, say] = [find("mat").outerHTML, find("replay-say").textContent]
    seen.push({ mat, say, all: dialog.outerHTML + dialog.innerText })
    find("replay-next").click()
  }
  return seen
}"""
"""What the page shows at each step."""


class Bodies:
    """Every answer of the record that a page got."""

    def __init__(self, person: Person) -> None:
        self._asked: list[asyncio.Task[str]] = []
        person.page.on("response", self._keep)

    def _keep(self, response: Response) -> None:
        if re.search(r"/(hands|book)", response.url):
            assert "token" not in response.url
            self._asked.append(asyncio.ensure_future(response.text()))

    async def texts(self) -> list[str]:
        return await asyncio.gather(*self._asked)


async def recall(person: Person, hand: int) -> None:
    """Open a hand out of the list."""
    await person.menu("menu-history")
    await person.see(f"hand-{hand}").click()
    await expect(person.see("replay-where")).to_contain_text(f"1/{STEPS}")


async def first_hand(host: Person, second: Person, friends: Friends) -> None:
    """An and Dũng fold; Bình and Chi show."""
    await host.press("start")
    await host.press("to")
    await second.press("theo")
    await friends.play("2theo 3up")
    await host.press("up")
    for _ in range(3):
        await second.press("theo")
        await friends.play("2theo")
    await expect(host.see("winners")).to_be_visible()


@pytest.mark.case("B140")
async def test_what_was_hidden_stays_hidden(open_house: Open) -> None:
    """Holes: As of An and 8c of Dũng, who fold; Kh of Bình and 9d of Chi, who show at the end."""
    house = open_house(DUEL)
    room = house.server.create(title="Bàn nhà An")
    async with Friends(house, room, seats=(2, 3)) as friends:
        host, second, watcher = await seated(house, room), await house.guest(room), await house.guest(room)
        await second.sit(1, "Bình")
        await first_hand(host, second, friends)
        for person, seat, secrets in ((host, 0, ["8c"]), (second, 1, ["As", "8c"]), (watcher, None, ["As", "8c"])):
            bodies = Bodies(person)
            await recall(person, 1)
            steps = await person.page.evaluate(_WALK)
            assert len(steps) == STEPS
            for number, step in enumerate(steps, start=1):
                assert told(step["all"], secrets) == [], f"step {number} tells a card"
                shown = number == STEPS
                hidden = [card for owner, card in ((1, "Kh"), (2, "9d")) if owner != seat and not shown]
                assert told(step["mat"], hidden) == [], f"step {number} shows a card too early"
                assert ("As" in told(step["mat"], ["As"])) is (seat == 0)
            assert steps[1]["say"] == f"{'Bạn' if seat == 0 else 'An'} tố 1, lên mức 1"
            assert told("\n".join([await held(person), *await bodies.texts()]), secrets) == []
        await public_view(host)
        await expect(watcher.see("replay-seat")).to_be_hidden()


async def public_view(host: Person) -> None:
    """An takes the watchers' place, and his own seat again."""
    fan = host.see("replay").get_by_test_id("seat-0").locator(".fan [data-card]")
    await expect(fan.first).to_have_attribute("data-card", "As")
    await host.see("replay-seat").click()
    await expect(host.see("replay-seat")).to_have_attribute("aria-pressed", "false")
    assert all(told(step["all"], ["As", "8c"]) == [] for step in await host.page.evaluate(_WALK))
    await host.see("replay-text").click()
    assert told(await host.see("hand-text").input_value(), ["As", "8c"]) == []
    await host.shut("hand-text-dialog")
    await host.see("replay-seat").click()
    await expect(fan.first).to_have_attribute("data-card", "As")
    await host.shut("replay")
    # The dialog says that it closed after it is hidden. Nothing of a hand stays behind.
    await expect(host.see("replay").locator("[data-card]")).to_have_count(0)


async def fold_wins(host: Person, friends: Friends, hands: int) -> None:
    """An raises and takes 3 points, again and again."""
    for hand in range(hands):
        await host.press("start" if hand == 0 else "next")
        if hand > 0:
            await friends.ready()
        await host.press("to")
        await friends.play("1up 2up 3up")
        await expect(host.see("winners")).to_be_visible()


async def test_keys_lead_through_a_hand(house: House) -> None:
    room = house.server.create(options={"turn_timeout_s": 60})
    async with Friends(house, room) as friends:
        host = await seated(house, room)
        await fold_wins(host, friends, 1)
        press, where = host.page.keyboard.press, host.see("replay-where")
        await press("m")
        await host.see("menu-history").focus()
        await press("Enter")
        await host.see("hand-1").focus()
        await press("Enter")
        await expect(host.see("replay-play")).to_be_focused()
        for key, step in (
            ("ArrowRight", 2),
            ("ArrowRight", 3),
            ("ArrowLeft", 2),
            ("End", 5),
            ("ArrowRight", 5),
            ("Home", 1),
        ):
            await press(key)
            await expect(where).to_contain_text(f" {step}/5")
        await host.see("replay-range").focus()
        await press("ArrowUp")
        await expect(where).to_contain_text(" 2/5")
        await expect(host.see("replay-range")).to_have_attribute("aria-valuetext", "bước 2 / 5")
        await press("Space")
        await expect(host.see("replay-play")).to_contain_text("Dừng")
        await expect(where).to_contain_text(" 3/5")
        await press("Space")
        await expect(host.see("replay-play")).to_contain_text("Phát")
        await press("Escape")
        await expect(host.see("replay")).to_be_hidden()
        await expect(host.see("hand-1")).to_be_focused()
        await press("ArrowRight")
        await host.see("history-tab-hands").focus()
        await press("ArrowRight")
        await expect(host.see("history-tab-book")).to_be_focused()
        await expect(host.see("book")).to_be_visible()
        await press("Escape")
        await expect(host.see("history")).to_be_hidden()


async def test_whoever_reads_is_called_back_to_his_turn(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create(options={"turn_timeout_s": 120})
    async with Friends(house, room) as friends:
        host = await seated(house, room)
        await fold_wins(host, friends, 1)
        await host.press("next")
        await host.menu("menu-history")
        await host.see("hand-1").click()
        call = host.see("replay").get_by_test_id("back-to-turn")
        await expect(host.see("replay-play")).to_be_visible()
        await expect(call).to_be_hidden()
        await friends.ready()
        await expect(call).to_have_text("Tới bạn!")
        await call.click()
        await expect(host.see("replay")).to_be_hidden()
        await expect(host.see("history")).to_be_hidden()
        await host.press("theo")


async def downloaded(person: Person, test_id: str) -> tuple[str, str]:
    """Name and content of the file that a button gives."""
    async with person.page.expect_download() as waiting:
        await person.see(test_id).click()
    file = await waiting.value
    path = await file.path()
    return file.suggested_filename, (await asyncio.to_thread(path.read_bytes)).decode("utf-8-sig")


async def test_the_book_balances_and_can_be_taken_home(open_house: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "LINES", 1)
    house = open_house()
    room = house.server.create(title="Nhà An")
    async with Friends(house, room) as friends:
        host = await seated(house, room)
        await host.see("lang-en").click()
        await fold_wins(host, friends, 2)
        await host.menu("menu-history")
        await expect(host.see("hand-list").get_by_role("listitem")).to_have_count(1)
        await expect(host.see("hand-2")).to_have_accessible_name(
            re.compile(r"^Hand 2\. You \+3\. .*no showdown\. Replay$")
        )
        await host.see("older-hands").click()
        await expect(host.see("hand-1")).to_be_visible()
        await expect(host.see("older-hands")).to_be_hidden()
        await host.see("history-tab-book").click()
        await expect(host.see("curve").get_by_role("img")).to_have_accessible_name(
            "What everybody won or lost over 2 hands. You +6, at best +6, at worst 0; Bình \u22122, at best 0, at worst"
            " \u22122; Chi \u22122, at best 0, at worst \u22122; Dũng \u22122, at best 0, at worst \u22122"
        )
        rows = await host.see("book").locator("tbody tr, tfoot tr").all_inner_texts()
        assert [row.split("\t")[-3:] for row in rows] == [
            ["+100", "+6", "106"],
            *[["+100", "\u22122", "98"]] * 3,
            ["\u2212400", "0", "\u2212400"],
            ["0", "0", "0"],
        ]
        name, text = await downloaded(host, "book-csv")
        assert name == f"xiban-{room.code}.csv"
        lines = list(csv.DictReader(io.StringIO(text)))
        assert sum(int(line["points"]) for line in lines) == 0
        assert [line["name"] for line in lines if line["hand"] == "2"] == ["An", "Bình", "Chi", "Dũng"]
        name, text = await downloaded(host, "book-json")
        assert sum(account["balance"] for account in json.loads(text)["accounts"]) == 0
        await host.see("best-hands").get_by_role("button").first.click()
        await expect(host.see("replay")).to_contain_text("Hand 2")
        await host.see("replay-text").click()
        shown = await host.see("hand-text").input_value()
        assert "Nhà An" in shown
        assert "As seen from An's seat" in shown
        assert await downloaded(host, "save-hand") == (f"xiban-{room.code}-2.txt", shown)
        await host.see("copy-hand").click()
        await expect(host.see("notices").first).to_contain_text(re.compile("Copied|selected"))
        await after_the_end(house, host, room)


async def test_what_was_played_fits_every_screen(house: House) -> None:
    room = house.server.create(title="Bàn nhà Nguyễn Thị Hoài Thương ngày Tết", options={"turn_timeout_s": 120})
    async with Friends(house, room) as friends:
        host = await seated(house, room)
        await fold_wins(host, friends, 2)
        for size, box in SIZES.items():
            camera = Camera(size)
            await host.page.set_viewport_size(ViewportSize(width=box["width"], height=box["height"]))
            await host.menu("menu-history")
            await expect(host.see("hand-1")).to_be_visible()
            await camera.take(host, "history")
            await host.see("hand-1").click()
            await expect(host.see("replay-where")).to_contain_text(" 1/5")
            await host.page.keyboard.press("End")
            await expect(host.see("replay-where")).to_contain_text(" 5/5")
            await camera.take(host, "replay")
            await host.see("replay-text").click()
            await camera.take(host, "hand-text")
            await host.shut("hand-text-dialog")
            await host.shut("replay")
            await host.see("history-tab-book").click()
            await expect(host.see("book")).to_be_visible()
            await camera.take(host, "book")
            await host.see("history-tab-hands").click()
            await host.shut("history")


async def after_the_end(house: House, host: Person, room: RoomCreated) -> None:
    """The host closes the table: whoever was there, or opens its link later, can still read."""
    for sheet in ("hand-text-dialog", "replay", "history"):
        await host.shut(sheet)
    await host.menu("close-room")
    await host.see("confirm-yes").click()
    late = await house.person()
    await late.page.goto(house.link(room))
    for person, own in ((host, True), (late, False)):
        await expect(person.see("ended")).to_have_attribute("data-cause", "closed")
        await person.see("recall").click()
        await person.see("hand-2").click()
        await expect(person.see("replay-seat")).to_be_visible(visible=own)
        fan = person.see("replay").get_by_test_id("seat-0").locator(".fan [data-card]")
        await expect(fan).to_have_count(2 if own else 1)
    await host.page.reload()
    await expect(host.see("ended")).to_have_attribute("data-cause", "closed")
    await host.see("recall").click()
    await expect(host.see("hand-2")).to_be_visible()
