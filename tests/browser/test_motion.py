"""What moves on the mat tells what happened: cards from the pot, coins to it and from it, a card that turns over."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.conftest import House, Open
from tests.browser.friends import DUEL, Friends, dealt
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

# Every animation that starts on the mat: its name, and the seat it belongs to.
_WATCH = """() => {
  window.moved = []
  document.addEventListener("animationstart", (event) => {
    const seat = event.target.closest("[data-testid^=seat-]")?.dataset.testid ?? "pot"
    window.moved.push(`${event.animationName} ${seat}`)
  })
}"""
_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


async def moved(person: Person) -> set[str]:
    """What has moved since the last question. Animations begin with a frame, and its events come with the next one."""
    await person.page.evaluate(_FRAMES)
    found: list[str] = await person.page.evaluate("window.moved.splice(0)")
    return set(found)


async def a_hand(house: House, **context: Any) -> tuple[Person, list[set[str]]]:
    """An raises, Dũng folds; kings beat queens. What moved: in the first round, at its end, at the showdown."""
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room, **context)
        await host.page.evaluate(_WATCH)
        seen = []
        await host.press("to")
        await expect(host.see("key-pre-theo")).to_be_visible()
        seen.append(await moved(host))
        await friends.play("1theo 2theo 3up")
        await host.sees_turn()
        await expect(host.page.locator(".flight")).to_have_count(0)
        seen.append(await moved(host))
        for _ in range(3):
            await host.press("theo")
            await friends.play("1theo 2theo")
        await expect(host.see("winners")).to_be_visible()
        await expect(host.page.locator(".flight")).to_have_count(0)
        seen.append(await moved(host))
    return host, seen


async def test_what_moves_tells_what_happened(open_house: Open) -> None:
    _, (raised, ended, shown) = await a_hand(open_house(DUEL), reduced_motion="no-preference")
    # My coins lie down before me.
    assert "put seat-0" in raised
    # The coins of the round go to the pot, Dũng's too, who never put any in but the ante; then cards come.
    assert {"to-pot seat-0", "to-pot seat-1", "to-pot seat-2", "deal seat-0", "deal seat-1", "deal seat-2"} <= ended
    assert not {"to-pot seat-3", "deal seat-3", "turn seat-1"} & ended
    # Closed cards turn over, and the pot goes to the winner alone.
    assert {"turn seat-1", "turn seat-2", "from-pot seat-0"} <= shown
    assert not {"from-pot seat-1", "from-pot seat-2", "turn seat-3"} & shown


async def test_nothing_moves_for_who_wants_calm(open_house: Open) -> None:
    host, seen = await a_hand(open_house(DUEL))
    assert seen == [set(), set(), set()]
    # The winner is marked all the same: with words, and with the cards that won.
    await expect(host.see("seat-0")).to_contain_text("ván này +")
    await expect(host.see("seat-0").locator(".card.is-key")).to_have_count(2)
    await expect(host.see("seat-1").locator(".card.is-key")).to_have_count(0)


async def test_coins_stand_beside_their_number(open_house: Open) -> None:
    house = open_house(DUEL)
    room = house.server.create()
    async with Friends(house, room) as friends:
        host = await dealt(house, room)
        pot = host.page.locator(".pot__sum")
        await expect(pot).to_contain_text("4")
        await expect(pot.locator(".coin-1")).to_have_count(4)
        await host.press("to")
        await friends.play("1theo 2to")
        await expect(pot).to_contain_text("8")
        await expect(pot.locator(".coin-5")).to_have_count(1)
        await expect(pot.locator(".coin-1")).to_have_count(3)
        await expect(host.see("seat-2").locator(".bet .coin-1")).to_have_count(2)
        await expect(host.see("me").locator(".coin-1")).to_have_count(1)
        # Who spoke first is marked, for the eye and for the ear.
        await expect(host.see("me")).to_have_accessible_name("Bạn (An) nói trước 98 điểm đã góp 1")
        await expect(host.page.locator(".first:visible")).to_have_count(1)
