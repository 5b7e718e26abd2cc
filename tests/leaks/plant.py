"""Leaks on purpose, one a name. Each is put into the running server; the tests must find it."""

from collections.abc import Callable
from typing import Final

import msgspec
import pytest

Patch = pytest.MonkeyPatch
PutIn = Callable[[Patch], None]


class Plant(msgspec.Struct, frozen=True):
    """A leak in a game, and what the search must call it."""

    game: str
    found_as: str
    put_in: PutIn


PLANTS: Final[dict[str, Plant]] = {}


def planted(game: str) -> Callable[[str], Callable[[PutIn], PutIn]]:
    """For one game: a decorator that registers a leak under what the search must call it."""

    def plant(found_as: str) -> Callable[[PutIn], PutIn]:
        def register(put_in: PutIn) -> PutIn:
            PLANTS[f"{game} {put_in.__name__}"] = Plant(game, found_as, put_in)
            return put_in

        return register

    return plant
