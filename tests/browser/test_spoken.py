"""A hand of each game as a screen reader hears it, in both languages, for every seat and for a watcher.

The words are golden files under tests/golden. After a change that is meant, write them anew with XIBAN_GOLDEN=write.
"""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import expect

from protocol.inbound import Bank
from tests.browser.conftest import Open
from tests.browser.friends import DUEL, NAMES, Friend, Friends, seated
from tests.browser.person import Person
from tests.support.cards import RANKS_32, stacked_order
from tests.support.client import Client

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

GOLDEN: Final = Path(__file__).resolve().parents[1] / "golden"
WRITE: Final = os.environ.get("XIBAN_GOLDEN") == "write"
PATIENT: Final = {"turn_timeout_s": 120}
# Two cards each, the second is opened; Bình is short and all in, so that there are two pots.
CHOICE: Final = stacked_order("8d 9d Jd", "Ac Kh Qs", "Ad Ks Qh", "7s Td 7d", "As Th Ah", ranks=RANKS_32)
WHOLE: Final = "23456789TJQKA"
# Bình banks; from his right: An, Dũng, Chi, Bình. One card a pass, then the cards that are drawn.
BANK: Final = stacked_order("Td Th As Tc", "4s 4c Kd 6h", "3h", "4d", ranks=WHOLE)

_RECORD: Final = """() => {
  window.heard = []
  const status = document.querySelector("[data-testid=status]")
  new MutationObserver(() => status.textContent && window.heard.push(status.textContent.trim()))
    .observe(status, { childList: true })
}"""
_REPLAY: Final = """async ([frames, lang]) => {
  const base = document.querySelector("script[type=module]").src.replace(/main[.]js$/, "")
  const { Store } = await import(`${base}store.js`)
  const { Hearing } = await import(`${base}lib/hearing.js`)
  const { speak } = await import(`${base}lib/i18n.js`)
  await speak(lang)
  const [store, hearing, heard] = [new Store(), new Hearing(), []]
  store.subscribe((state) => heard.push(hearing.words(state)))
  store.link({ kind: "open", tries: 0, code: 0 })
  for (const frame of frames.map((text) => JSON.parse(text))) {
    if (frame.type === "welcome") store.welcome(frame)
    if (frame.type === "view") store.view(frame)
  }
  return heard.filter(Boolean)
}"""
"""What a page hears that gets these frames."""


async def play_28(host: Person, friends: Friends) -> None:
    await host.press("start")
    await host.press("to")
    await friends.play("1theo 2to 3up")
    await host.press("theo")
    await friends.play("1theo")
    for answer in ("1theo 2up", "1theo"):
        await host.press("theo")
        await friends.play(answer)
    await friends.play("1to")
    await host.press("theo")


async def play_32(host: Person, friends: Friends) -> None:
    await host.press("start")
    await host.press("choose")
    await friends.play("1choose1 2choose1")
    await host.press("theo")
    await friends.play("1to3 2up")
    await host.press("theo")
    await host.press("to")
    await host.press("raise-go")
    await friends.play("1all")
    await host.press("theo")


async def answer_the_bank(friend: Friend, seat: int, take: bool) -> None:
    await friend.shown(lambda view: view.table.bank is not None and view.table.bank.asked == seat)
    assert await friend.answer(await friend.command(Bank, take)) is None


async def play_xd(host: Person, friends: Friends) -> None:
    for seat, take in ((2, False), (0, False), (3, False), (1, True)):
        if seat == 0:
            await host.press("bank-no")
        else:
            await answer_the_bank(friends[seat], seat, take)
    await host.press("start")
    await host.press("bet")
    await friends.play("2bet50 3bet30")
    await host.press("draw")
    await host.press("stand")
    await friends.play("3non 1inspect0 1draw 1end")


Play = Callable[[Person, Friends], Awaitable[None]]
HANDS: Final[dict[str, tuple[list[int], tuple[int, ...], Play]]] = {
    "xi-to-28": (list(DUEL), (1, 2, 3), play_28),
    "xi-to-32": (list(CHOICE), (1, 2), play_32),
    "xi-dach": (list(BANK), (1, 2, 3), play_xd),
}


@pytest.mark.parametrize("game", HANDS)
async def test_a_hand_is_heard_in_both_languages(open_house: Open, game: str) -> None:
    deck, seats, play = HANDS[game]
    house = open_house(deck)
    room = house.server.create(game, title="Bàn nhà An", options=PATIENT)
    async with Friends(house, room, seats) as friends, Client(house.server, room) as watcher:
        await watcher.hello()
        host = await seated(house, room)
        await host.page.evaluate(_RECORD)
        await play(host, friends)
        await expect(host.see("winners")).to_be_visible()
        live = await host.page.evaluate("window.heard")
        ears = {NAMES[0]: host.frames}
        for name, client in [*((NAMES[seat], friends[seat]) for seat in seats), ("—", watcher)]:
            await client.shown(lambda view: view.table.phase == "result")
            ears[name] = [frame.decode() for frame in client.seen]
        heard = {lang: await told(host, ears, lang) for lang in ("vi", "en")}
    mine = heard["vi"].split("\n\n")[0].splitlines()[1:]
    assert mine[-len(live) :] == live
    for lang, text in heard.items():
        path = GOLDEN / f"spoken-{game}.{lang}.txt"
        if WRITE:
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8"), "see the head of this file"


async def told(host: Person, ears: dict[str, list[str]], lang: str) -> str:
    """What each of them heard, under the name."""
    parts = []
    for name, frames in ears.items():
        heard = await host.page.evaluate(_REPLAY, [frames, lang])
        parts.append("\n".join([f"# {name}", *heard]))
    return "\n\n".join(parts) + "\n"
