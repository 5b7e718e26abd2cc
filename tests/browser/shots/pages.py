"""The pages around a table."""

from playwright.async_api import expect

from tests.browser.conftest import House
from tests.browser.shots.studio import Studio


async def pages(house: House, studio: Studio) -> None:
    """The first page, its forms, the pages to read, and those of links that lead nowhere."""
    person = await house.person()
    page = person.page
    await page.goto(house.base)
    await expect(page.locator("#games li")).to_have_count(3)
    await studio.take(person, "landing")
    await person.see("play-now").click()
    await studio.take(person, "landing-play")
    await page.goto(house.base)
    await person.see("open-table").click()
    for game in ("xi-to-28", "xi-to-32", "xi-dach"):
        await person.see("create-dialog").locator(f"input[value={game}]").check()
        await studio.take(person, f"create-{game}")
    person.allow("status of (404|503)")
    for path in ("hands", "rules/xi-dach", "r/00-0000-0000", "away"):
        await page.goto(f"{house.base}/{path}")
        await expect(page.locator("main h1")).to_be_visible()
        await studio.take(person, path.partition("/")[0] if path != "r/00-0000-0000" else "gone")
