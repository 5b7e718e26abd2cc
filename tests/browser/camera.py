"""Pictures of a page, and whether everything on it fits."""

from pathlib import Path
from typing import Final

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
  const top = document.querySelector("dialog[open]") ?? document.body
  for (const node of top.querySelectorAll("button, a.btn, input:not([type=radio]):not([type=checkbox]), label")) {
    const box = node.getBoundingClientRect()
    const name = node.dataset.testid || node.textContent.trim() || node.id || node.className
    if (!node.checkVisibility({ visibilityProperty: true }) || box.width === 0) continue
    if (node.matches(".sr")) continue
    if (node.matches("button, .btn, .input") && !node.matches(".rid") && (box.height < 44 || box.width < 44))
      found.push(`${name} is ${Math.round(box.width)} x ${Math.round(box.height)}`)
    if (box.left < -1 || box.right > innerWidth + 1) {
      const scrolls = node.closest(".quick")
      if (!scrolls) found.push(`${name} lies outside`)
    }
    if (node.matches(".key") && (box.top < 0 || box.bottom > innerHeight)) found.push(`${name} is not on the screen`)
    if (node.matches(".key") && node.scrollWidth > node.clientWidth) found.push(`${name} is cut`)
  }
  return found
}"""
"""What does not fit: wider than the page, smaller than a thumb, out of sight, cut off."""


class Camera:
    """Checks that a state fits, and keeps a picture of it."""

    def __init__(self, size: str) -> None:
        self._size = size

    async def take(self, person: Person, state: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        await person.page.screenshot(path=SHOTS / f"{self._size}-{state}.png")
        found = await person.page.evaluate(_MISFITS)
        assert found == [], f"{state}, {self._size}: {found}"
