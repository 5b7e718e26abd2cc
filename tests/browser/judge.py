"""axe-core as a judge of a page: WCAG 2.2 A and AA and its own good habits; colours in both themes."""

from pathlib import Path
from typing import Final

from tests.browser.person import Person

_RUN: Final = """async () => {
  const root = document.documentElement
  const before = root.dataset.theme
  const found = []
  for (const theme of ["light", "dark"]) {
    root.dataset.theme = theme
    const only = theme === "dark" && { runOnly: ["color-contrast"] }
    const { violations } = await axe.run(document, { resultTypes: ["violations"], elementRef: false, ...only })
    for (const { id, nodes } of violations)
      for (const node of nodes) found.push(`${theme} ${id}: ${node.target.join(" ")} ${node.any[0]?.message ?? ""}`)
  }
  root.dataset.theme = before
  return [...new Set(found)]
}"""


class Judge:
    """Finds what a page keeps from somebody."""

    def __init__(self, source: Path) -> None:
        self._source = source.read_text(encoding="utf-8")
        self.found: list[str] = []

    def content(self) -> None:
        """Fails with everything that was found."""
        assert not self.found, "\n".join(self.found)

    async def look(self, person: Person, state: str) -> None:
        """Look at the page as it is now; what is wrong is kept in ``found``."""
        if not await person.page.evaluate("'axe' in window"):
            await person.page.evaluate(self._source)
        self.found += [f"{state}: {line}" for line in await person.page.evaluate(_RUN)]
