"""``python -m tests.browser.shots [--sizes phone] [--themes light] [SCENE ...]``: pictures in test-results/gallery."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from playwright.async_api import Browser

from tests.browser.camera import SHOTS
from tests.browser.conftest import House, launched
from tests.browser.decks import fixed
from tests.browser.shots import pages, played, stud, waiting, xi_dach
from tests.browser.shots.studio import SIZES, THEMES, Studio
from tests.support.server import serving

Scene = Callable[[House, Studio], Awaitable[None]]
SCENES: Final[dict[str, tuple[Scene, tuple[Sequence[int], ...]]]] = {
    "pages": (pages.pages, ()),
    "waiting": (waiting.waiting, ()),
    "ends": (waiting.ends, stud.FOUR),
    "xt28": (stud.four, stud.FOUR),
    "folds": (stud.folds, stud.FOUR),
    "xt32": (stud.three, stud.THREE),
    "six": (stud.six, stud.SIX),
    "banker": (xi_dach.four, xi_dach.FOUR),
    "con": (xi_dach.con, xi_dach.FOUR[1:]),
    "ten": (xi_dach.ten, xi_dach.TEN),
    "ten-banker": (xi_dach.ten_banker, xi_dach.TEN),
    "played": (played.played, played.HANDS),
}


async def shoot(browser: Browser, name: str, studio: Studio) -> None:
    """One scene on a server of its own."""
    scene, decks = SCENES[name]
    with serving(chances=fixed(*decks)) as server:
        house = House(browser, server)
        try:
            await scene(house, studio)
        finally:
            studio.company = None
            for context in {person.context for person in house.people}:
                await context.close()


async def main(wanted: argparse.Namespace) -> int:
    """All scenes that are wanted, one after the other; 1 where something does not fit."""
    studio = Studio(SHOTS.parent / "gallery", wanted.sizes.split(","), wanted.themes.split(","))
    async with launched() as browser:
        for name in wanted.scenes or SCENES:
            await shoot(browser, name, studio)
    sys.stdout.write("\n".join([*studio.found, f"{len(studio.states)} states: {studio.sheet()}"]) + "\n")
    return 1 if studio.found else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Pictures of every state.")
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"some of: {', '.join(SCENES)}")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--themes", default=",".join(THEMES))
    raise SystemExit(asyncio.run(main(parser.parse_args())))
