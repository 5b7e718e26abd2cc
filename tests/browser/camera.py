"""Pictures of a page, and whether everything on it fits."""

from pathlib import Path
from typing import Final

from playwright.async_api import Page

from tests.browser.person import Person

SHOTS: Final = Path(__file__).resolve().parents[2] / "test-results" / "shots"
SIZES: Final = {
    "phone": {"width": 360, "height": 640},
    "side": {"width": 812, "height": 375},
    "tablet": {"width": 768, "height": 1024},
    "desk": {"width": 1440, "height": 900},
}
_MISFITS: Final = """() => {
  const found = []
  const page = document.documentElement
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} px wide`)
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body
  for (const node of top.querySelectorAll("button, a.btn, input:not([type=radio]):not([type=checkbox]), label")) {
    const box = node.getBoundingClientRect()
    const name = node.dataset.testid || node.textContent.trim() || node.id || node.className
    if (!node.checkVisibility({ visibilityProperty: true }) || box.width === 0) continue
    if (node.matches(".sr")) continue
    if (node.matches("button, .btn, .input") && !node.matches(".rid") && (box.height < 44 || box.width < 44))
      found.push(`${name} is ${Math.round(box.width)} x ${Math.round(box.height)}`)
    if (box.left < -1 || box.right > innerWidth + 1) {
      const scrolls = node.closest(".quick, [data-seats=many] .seats")
      if (!scrolls) found.push(`${name} lies outside`)
    }
    if (node.matches(".key") && (box.top < 0 || box.bottom > innerHeight)) found.push(`${name} is not on the screen`)
    const cut = (part) => part.scrollWidth > part.clientWidth + 1 && !part.matches(".sr")
    if (node.matches(".key") && [node, ...node.children].some(cut)) found.push(`${name} is cut`)
  }
  const mat = document.querySelector(".mat")
  if (top.matches("dialog") || !mat?.checkVisibility()) return found
  const shown = (selector) => [...mat.querySelectorAll(selector)].filter((node) => node.checkVisibility())
  const frame = mat.getBoundingClientRect()
  const within = (box, what) => {
    const across = box.left < frame.left - 1 || box.right > frame.right + 1
    if (mat.matches("[data-seats=many]") && what.startsWith("seat-")) return
    if (across || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
      found.push(`${what} lies off the mat`)
  }
  const inked = (node) => {
    // What is drawn of a part: its box may be a whole cell of the grid.
    const boxes = [node, ...node.querySelectorAll("*")]
      .filter((one) => one.matches(".card, .bet, .seat__who, .seat__foot, .pot > *, .me > *, button"))
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .filter((box) => box.width > 0 && box.height > 0)
    return boxes.length === 0 ? null : {
      left: Math.min(...boxes.map((box) => box.left)), right: Math.max(...boxes.map((box) => box.right)),
      top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)),
    }
  }
  const parts = shown(".seat, .pot, .me, .choose")
    .map((node) => ({ name: node.dataset.testid ?? node.className, box: inked(node) }))
    .filter(({ box }) => box)
  for (const { name, box } of parts) within(box, name)
  for (const [at, one] of parts.entries())
    for (const other of parts.slice(at + 1)) {
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (wide > 1 && high > 1)
        found.push(`${one.name} lies over ${other.name} by ${Math.round(wide)} x ${Math.round(high)}`)
    }
  return found
}"""
"""What does not fit: wider than the page, smaller than a thumb, out of sight, cut off, one thing over another."""


async def misfits(page: Page) -> list[str]:
    """What does not fit on this page now, in words."""
    found: list[str] = await page.evaluate(_MISFITS)
    return found


class Camera:
    """Checks that a state fits, and keeps a picture of it."""

    def __init__(self, size: str) -> None:
        self._size = size

    async def take(self, person: Person, state: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        await person.page.screenshot(path=SHOTS / f"{self._size}-{state}.png")
        found = await misfits(person.page)
        assert found == [], f"{state}, {self._size}: {found}"
