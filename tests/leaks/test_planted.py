"""The search for leaks finds leaks: each of these is planted and must be found, under its right name."""

from collections.abc import Callable

import pytest

from tests.leaks import stories
from tests.leaks.plants import PLANTS

STORIES = 24
"""So many of the fixed stories are searched at most."""


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in: Callable[[pytest.MonkeyPatch], None] = PLANTS[name]
    put_in(monkeypatch)
    found_as = name.partition(": ")[2]
    found = (what for seed in range(STORIES) for what in stories.findings(stories.fixed(seed), seed))
    assert any(what.startswith(found_as) for what in found)
