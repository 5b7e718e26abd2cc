"""A state as it is read back from a journal: the same, and nothing that was made of it is kept."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from protocol.ids import Seat
from server.rules.game import AnyGame

S = TypeVar("S")


def cold(state: S) -> S:
    """An equal state whose parts know of no view and no offer that was ever made of them."""
    if isinstance(state, tuple):
        return tuple(map(cold, state))  # type: ignore[return-value]
    if not isinstance(state, msgspec.Struct) or not hasattr(state, "__dict__"):
        return state
    parts = {name: cold(getattr(state, name)) for name in state.__struct_fields__}
    again = msgspec.structs.replace(state, **parts)
    assert not again.__dict__
    return again


def told(game: AnyGame, state: Any, seats: Iterable[Seat]) -> dict[str, Any]:
    """All that the rules say of a state."""
    to_act = game.to_act(state)
    return {
        "table": game.table_view(state),
        "you": {seat: game.you_view(state, seat) for seat in seats},
        "offers": {seat: game.offers(state, seat) for seat in seats},
        "blocked": {seat: game.blocked(state, seat) for seat in seats},
        "to_act": to_act,
        "pace": {seat: game.pace(state, seat) for seat in to_act},
        "fallback": {seat: game.fallback(state, seat) for seat in to_act},
        "result": game.result(state),
    }
