"""What people type is text and nothing else; what the page says, it says in both languages."""

import json
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from protocol.inbound import Say
from tests.browser.conftest import House, Open
from tests.browser.friends import DUEL, Friend, Friends, dealt
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

_I18N = Path(__file__).resolve().parents[2] / "client_web" / "i18n"
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    '"><script>alert(1)</script>',
    "{{7*7}} ${7*7}",
    "javascript:alert(1)",
    "👨‍👩‍👧‍👦" * 20,
)


async def untouched(person: Person) -> None:
    """Nothing that was typed became part of the page."""
    assert await person.page.locator("img, script:not([src]), iframe, [onerror]").count() == 0


@pytest.mark.case("B180")
@pytest.mark.parametrize("name", ["<b>Lan</b>", "<script>x()</script>", "{amount}&lt;"])
async def test_a_name_is_shown_as_it_was_typed(open_house: Open, name: str) -> None:
    house = open_house(DUEL)
    room = house.server.create(title=f"{name} & {name}"[:40])
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        guest = await house.guest(room)
        await expect(guest.see("title")).to_have_text(f"{name} & {name}"[:40])
        await host.press("up")
        await friends.play("1up 2up")
        for page in (host, guest):
            await expect(page.see("winners")).to_contain_text("Dũng")
            await untouched(page)


@pytest.mark.case("B180")
async def test_names_and_chat_are_text_wherever_they_show(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friend(house.server, room) as friend:
        await friend.sit(1, HOSTILE[0][:20])
        host = await house.host(room)
        await host.sit(0, "<i>An</i>")
        await host.see("waiting").get_by_test_id("fill-bots").click()
        await host.press("start")
        await expect(host.see("seat-1")).to_contain_text(HOSTILE[0][:20])
        await host.see("open-drawer").click()
        log = host.see("log")
        for text in HOSTILE:
            await friend.command(Say, text)
            await expect(log).to_contain_text(text)
        await host.see("chat-input").fill(HOSTILE[1])
        await host.see("chat-send").click()
        await expect(log.locator("[data-event=said]")).to_have_count(len(HOSTILE) + 1)
        await untouched(host)
        await host.see("close-drawer").click()
        await host.see("seat-1").locator(".seat__who").click()
        await expect(host.see("seat-sheet")).to_contain_text(HOSTILE[0][:20])
        await host.see("do-kick").click()
        await expect(host.see("confirm")).to_contain_text(HOSTILE[0][:20])
        await untouched(host)
        await host.page.reload()
        await host.at_table()
        await host.see("open-drawer").click()
        await expect(host.see("log")).to_contain_text(HOSTILE[0])
        await untouched(host)


@pytest.mark.case("B147")
async def test_a_name_that_cannot_be_is_refused_in_words_and_can_be_mended(house: House) -> None:
    room = house.server.create()
    guest = await house.guest(room)
    await guest.see("seat-row-1").get_by_test_id("sit").click()
    for name in ("A\u200bn", "\u202eAn", "\u3164"):
        await guest.see("name-input").fill(name)
        await guest.see("name-submit").click()
        await expect(guest.see("name-problem")).to_contain_text("Tên này không dùng được")
    await guest.see("name-input").fill("  An   Bình ")
    await guest.see("name-submit").click()
    await expect(guest.see("seat-row-1").locator("b")).to_have_text("An Bình")
    await expect(guest.see("name-problem")).to_be_hidden()


@pytest.mark.parametrize("path", ["/", "/r/00-0000-0000", "/no/such/page", "/api/games", "/static/js/main.js"])
async def test_a_policy_forbids_scripts_in_the_page(house: House, path: str) -> None:
    policy = house.server.get(path).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.case("B180")
async def test_the_policy_holds_in_the_browser(house: House) -> None:
    person = await house.person()
    person.allow("Content Security Policy")
    await person.page.goto(house.base)
    await person.page.evaluate(
        """() => {
          const script = document.createElement("script")
          script.textContent = "window.ran = true"
          document.body.append(script)
          const button = document.createElement("button")
          button.setAttribute("onclick", "window.ran = true")
          document.body.append(button)
          button.click()
        }"""
    )
    assert await person.page.evaluate("window.ran") is None
    assert any("Content Security Policy" in text for text in person.noise)


async def test_the_language_changes_at_once_and_is_kept(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room):
        host = await dealt(house, room)
        await expect(host.see("key-up")).to_contain_text("Úp")
        await host.see("lang-en").click()
        await expect(host.see("key-up")).to_contain_text("Fold")
        await expect(host.see("sentence")).to_contain_text("Your turn.")
        await expect(host.see("my-label")).to_have_text("Ace high")
        assert await vietnamese(host) == []
        await host.page.reload()
        await host.at_table()
        await expect(host.see("key-up")).to_contain_text("Fold")
        await host.page.goto(house.base)
        await expect(host.see("play-now")).to_contain_text("Play now")
        await host.see("lang-vi").click()
        await expect(host.see("play-now")).to_contain_text("Chơi ngay với máy")


async def test_an_english_browser_gets_english(house: House) -> None:
    person = await house.person(locale="en-GB")
    await person.page.goto(house.base)
    await expect(person.see("play-now")).to_contain_text("Play now")
    assert await person.page.evaluate("document.documentElement.lang") == "en"
    assert await vietnamese(person) == []


async def vietnamese(person: Person) -> list[str]:
    """Words of Vietnamese that an English page shows, people's names and the brand apart."""
    text = await person.page.evaluate("document.body.innerText")
    words = re.findall(r"\w*[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]\w*", text, re.IGNORECASE)
    return [word for word in words if word.lower() not in {"dũng", "tố"}]


def catalogue(name: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((_I18N / f"{name}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("part", ["", ".rest"])
async def test_both_catalogues_say_the_same_things(part: str) -> None:
    vi, en = catalogue(f"vi{part}"), catalogue(f"en{part}")
    assert vi.keys() == en.keys()
    slots = re.compile(r"\{\w+\}")
    assert [key for key in vi if set(slots.findall(vi[key])) != set(slots.findall(en[key]))] == []
    assert [key for key, words in (vi | en).items() if not words.strip()] == []
