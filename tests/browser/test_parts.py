"""The small parts of the page, each by itself: what it shows, and that what did not change keeps its nodes."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

# A workbench: `name` is a class of a module; `kept` counts the nodes that stayed.
_BENCH = """async ([module, name, steps]) => {
  const base = document.querySelector("script[type=module]").src.replace(/js\\/.*$/, "js/")
  const Made = (await import(`${base}${module}.js`))[name]
  const desk = { hands: { live: true, subscribe() {}, act: (...args) => window.acts.push(args) } }
  const part = name === "ActButton" ? new Made(desk) : new Made()
  window.acts = []
  const element = part.element ?? part.mark
  document.body.append(element)
  const found = []
  for (const step of steps) {
    const before = [...element.children]
    part.update(...step)
    if (element.matches("button")) element.click()
    found.push({
      html: element.outerHTML,
      text: element.textContent,
      kept: before.filter((node) => node.isConnected).length,
      acts: window.acts.splice(0).map((args) => JSON.stringify(args)),
    })
  }
  element.remove()
  return found
}"""


class Bench:
    def __init__(self, person: Person) -> None:
        self.person = person

    async def __call__(self, module: str, name: str, *steps: list[Any]) -> list[dict[str, Any]]:
        """What a part is after each ``update`` with these arguments."""
        found: list[dict[str, Any]] = await self.person.page.evaluate(_BENCH, [module, name, list(steps)])
        return found


@pytest_asyncio.fixture(loop_scope="session")
async def bench(open_house: Open) -> AsyncIterator[Bench]:
    house = open_house()
    person = await house.person()
    await person.page.goto(f"{house.base}/hands")
    await expect(person.page.locator(".fan").first).to_be_visible()
    yield Bench(person)


async def test_a_pile_changes_from_the_first_other_coin_on(bench: Bench) -> None:
    first, same, more, less, none = await bench("components/pile", "Pile", [7], [7], [8, {"still": False}], [5], [0])
    assert [first["html"].count(f"coin-{coin}") for coin in (1, 5, 20)] == [2, 1, 0]
    assert (same["kept"], same["html"]) == (3, first["html"])
    assert (more["kept"], more["html"].count("is-moving")) == (3, 1)
    assert (less["kept"], less["html"].count("<svg")) == (1, 1)
    assert none["html"].count("<svg") == 0
    assert 'aria-hidden="true"' in first["html"]


async def test_a_fan_redraws_the_card_that_changed(bench: Bench) -> None:
    closed, opened, named, empty = await bench(
        "components/fan",
        "Fan",
        [["Ah", None], {"still": False}],
        [["Ah", "Ts", "9d"], {"still": False}],
        [["Ah", "Ts", "9d"], {"hole": 0}],
        [[]],
    )
    assert closed["html"].count("is-dealt") == 2
    assert 'aria-label="át cơ; một lá úp"' in closed["html"]
    assert (opened["kept"], opened["html"].count("is-opened"), opened["html"].count("is-dealt")) == (1, 1, 2)
    assert named["html"].count("is-mine") == 1
    assert empty["html"].count("card") == 0
    assert "hidden" in empty["html"]


async def test_an_avatar_is_a_letter_and_a_shape_of_the_seat(bench: Bench) -> None:
    an, moved, bot = await bench(
        "components/avatar",
        "Avatar",
        [{"seat": 0, "name": "ấn", "bot": False}],
        [{"seat": 6, "name": "ấn", "bot": False}],
        [{"seat": 6, "name": "Mít", "bot": True}],
    )
    assert (an["text"], 'data-n="0"' in an["html"]) == ("Ấ", True)
    assert 'data-n="1"' in moved["html"]
    assert "#i-bot" in bot["html"]


async def test_a_button_on_a_seat_does_what_it_says(bench: Bench) -> None:
    act = {"id": "inspect-2", "words": "Xét", "label": "Xét Chi", "icon": "eye", "bold": True}
    action = {"type": "inspect", "seat": 2}
    shown, gone = await bench("components/actbutton", "ActButton", [{**act, "action": action}], [None])
    assert shown["text"] == "Xét"
    assert 'aria-label="Xét Chi"' in shown["html"]
    assert shown["acts"] == ['["inspect-2",{"type":"inspect","seat":2}]']
    assert "hidden" in gone["html"]
    assert gone["acts"] == []


async def test_a_key_says_its_price_and_why_it_is_dead(bench: Bench) -> None:
    live, sending = await bench(
        "components/key",
        "Key",
        [{"id": "theo", "icon": "same", "text": "Theo 3", "small": "còn 97", "kind": "go", "hotkey": "T"}],
        [{"id": "theo", "icon": "", "text": "Theo 3", "kind": "go", "dead": True, "sending": True}],
    )
    assert live["text"] == "Theo 3còn 97"
    assert all(part in live["html"] for part in ('class="key key--go"', 'aria-keyshortcuts="T"', "#i-same"))
    assert all(part in sending["html"] for part in ('class="key is-sending"', 'aria-disabled="true"', "is-none"))
    assert sending["kept"] == 3, "a key keeps its nodes under the finger"


async def test_who_speaks_first_is_marked_and_said(bench: Bench) -> None:
    on, off = await bench("components/firstmark", "FirstMark", [True], [False])
    assert "#mai" in on["html"]
    assert 'hidden=""' not in on["html"]
    assert 'hidden=""' in off["html"]


# The log of a table on which everybody talks, in a box that holds a few lines.
_LOG = """async () => {
  const base = document.querySelector("script[type=module]").src.replace(/js\\/.*$/, "js/")
  const { Log } = await import(`${base}components/log.js`)
  const log = new Log({})
  log.element.style.cssText = "height: 120px; overflow-y: auto"
  document.body.append(log.element)
  const lines = []
  const view = { table: { seats: [] }, you: { seat: null } }
  const frames = async () => {
    for (let at = 0; at < 3; at += 1) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  }
  const say = async (count) => {
    for (let at = 0; at < count; at += 1) {
      const who = { name: "An", seat: 0, mine: false, bot: false }
      lines.push({ id: lines.length + 1, hand: 1, who, event: { type: "said", player: 7, text: `${lines.length}` } })
    }
    log.update({ lines, view })
    await frames()
    return log.element.scrollHeight - log.element.scrollTop - log.element.clientHeight
  }
  const found = [await say(30), await say(1)]
  log.element.scrollTop = 0
  await frames()
  await say(5)
  found.push(log.element.scrollTop)
  log.toEnd()
  await frames()
  found.push(await say(1))
  return found.map(Math.round)
}"""


async def test_the_log_follows_what_is_new_unless_somebody_reads_what_is_old(bench: Bench) -> None:
    first, next_line, read, again = await bench.person.page.evaluate(_LOG)
    assert (first, next_line) == (0, 0)
    assert read == 0, "who reads further up is left there"
    assert again == 0
