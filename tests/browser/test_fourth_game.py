"""A game that the page has no component for is played to its end with plain keys."""

from pathlib import Path

import httpx
import pytest
from msgspec import json
from playwright.async_api import Browser, expect

from protocol.web import RoomCreated
from tests.browser.person import Person
from tests.support.fourth import planted, served

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_game_without_a_component_is_played_with_plain_keys(chromium: Browser, tmp_path: Path) -> None:
    with served(planted(tmp_path / "tree")) as base:
        async with httpx.AsyncClient(base_url=base) as client:
            answer = await client.post("/api/rooms", json={"game": "cao-nhat"})
        room = json.decode(answer.raise_for_status().content, type=RoomCreated)
        person = await Person.arrive(chromium, kept={base: (f"xiban.token.{room.code}", room.token)})
        try:
            await person.open(f"{base}/r/{room.code}")
            await a_hand(person)
            assert person.complaints == []
        finally:
            await person.context.close()


async def a_hand(person: Person) -> None:
    await person.sit(0, "Lan")
    await person.see("seat-row-2").get_by_test_id("add-bot").click()
    await expect(person.see("seat-row-2")).to_contain_text("máy chơi hộ")
    await person.press("start")
    await expect(person.see("key-drop")).to_be_visible()
    (own,) = await person.fan(0)
    await expect(person.see("seat-2").locator(".fan .is-back")).to_have_count(1)
    await expect(person.see("sentence")).to_contain_text("Tới bạn")
    await person.press("stay")
    # Both stayed: both cards lie open, and one has the other's point.
    await expect(person.see("seat-2").locator(".fan [data-card]")).to_have_count(1)
    assert await person.fan(0) == [own]
    assert person.acts()[0]["action"] == {"type": "stay"}
    await person.see("open-drawer").click()
    ended = person.see("log").locator("[data-event=hand_ended]")
    await expect(ended).to_have_count(2)
    assert sorted(["+1" in text for text in await ended.all_inner_texts()]) == [False, True]
    await person.see("close-drawer").click()
    await expect(person.see("key-next")).to_be_visible()
