"""The search for leaks finds leaks: each of these is planted and must be found, under its right name."""

import pytest

from tests.leaks import plants, plants_xi_dach, plants_xi_to_32, stories
from tests.leaks.plant import PLANTS

STORIES = 48
"""So many of the fixed stories are searched at most."""


def test_there_are_plants_for_each_game() -> None:
    assert {plant.game for plant in PLANTS.values()} == {
        module.plant("") and game
        for module, game in ((plants, "xi-to-28"), (plants_xi_to_32, "xi-to-32"), (plants_xi_dach, "xi-dach"))
    }


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant = PLANTS[name]
    plant.put_in(monkeypatch)
    told = ((stories.fixed(plant.game, seed), seed) for seed in range(STORIES))
    twice = plant.found_as == stories.INTERFERENCE
    found = (
        what for story, seed in told for what in (stories.interference(story, seed) if twice else stories.seen(story))
    )
    assert any(what.startswith(plant.found_as) for what in found)
