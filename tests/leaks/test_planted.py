"""The search for leaks finds leaks: each of these is planted and must be found, under its right name."""

from collections.abc import Iterator

import pytest

from tests.leaks import plants, plants_xi_dach, plants_xi_to_32, stories
from tests.leaks.plant import PLANTS, Plant
from tests.leaks.world import GAMES

STORIES = 32
"""So many of the fixed stories are searched at most,"""
DECKS = 3
"""each with so many sets of other decks."""


def test_there_are_plants_for_each_game() -> None:
    modules = {"xi-to-28": plants, "xi-to-32": plants_xi_to_32, "xi-dach": plants_xi_dach}
    found = {
        name: sum(plant.put_in.__module__ == module.__name__ for plant in PLANTS.values())
        for name, module in modules.items()
    }
    assert min(found.values()) > 10
    assert {plant.game for plant in PLANTS.values()} == set(GAMES)


def found(plant: Plant) -> Iterator[str]:
    for number in range(STORIES):
        seed = (plant.first + number) % STORIES
        story = stories.fixed(plant.game, seed)
        if plant.found_as == stories.INTERFERENCE:
            for decks in range(DECKS):
                yield from stories.interference(story, 1_000 * decks + seed)
        else:
            yield from stories.seen(story)


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant = PLANTS[name]
    plant.put_in(monkeypatch)
    assert any(what.startswith(plant.found_as) for what in found(plant))
