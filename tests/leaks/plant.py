"""Leaks on purpose, one a name. Each is put into the running server; the tests must find it."""

from collections.abc import Callable
from typing import Final, Protocol

import msgspec
import pytest

Patch = pytest.MonkeyPatch
PutIn = Callable[[Patch], None]


class Plant(msgspec.Struct, frozen=True):
    """A leak in a game, and what the search must call it."""

    game: str
    found_as: str
    put_in: PutIn
    first: int
    """The story with which the search begins: one that is known to tell of it."""


class Mark(Protocol):
    """A decorator of leaks."""

    def __call__(self, found_as: str, first: int = 0) -> Callable[[PutIn], PutIn]: ...


PLANTS: Final[dict[str, Plant]] = {}


def planted(game: str) -> Mark:
    """For one game: a decorator that registers a leak under what the search must call it."""

    def plant(found_as: str, first: int = 0) -> Callable[[PutIn], PutIn]:
        def register(put_in: PutIn) -> PutIn:
            PLANTS[f"{game} {put_in.__name__}"] = Plant(game, found_as, put_in, first)
            return put_in

        return register

    return plant
