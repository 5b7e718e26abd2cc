"""Out of what was written, the table as it was; or, where that cannot be had, the table without its hand."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

import msgspec

from protocol.events import VoidCause
from server.cards.deck import Shuffler
from server.journal.store import Kept
from server.rules.game import AnyGame
from server.table import snapshot
from server.table.core import TableCore
from server.table.effects import Effect
from server.table.entries import Dealt, Input
from server.table.retold import retold, retold_without_hand
from server.table.snapshot import Snapshot
from server.table.writing import read_input, read_record


class RoomUnreadable(Exception):
    """A room cannot be had, not even without its hand. ``problem`` is for the operator; it holds no secret."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return self.problem


_T = TypeVar("_T")
Records = Callable[[int], Iterable[bytes]]
"""What readers were told of a hand, by its number."""


def _no_records(_hand: int) -> Iterable[bytes]:
    return ()


class Revived(msgspec.Struct, frozen=True):
    """A table read back. ``void``: why its last hand was not told again; ``error``: what stood in the way of that.
    ``records``: what readers must know of it.
    """

    core: TableCore
    void: VoidCause | None = None
    records: tuple[Effect, ...] = ()
    error: Exception | None = None

    def __repr__(self) -> str:
        return f"<Revived, void: {self.void}>"


def revived(
    kept: Kept,
    games: Mapping[str, AnyGame],
    shuffler: Shuffler,
    *,
    records: Records = _no_records,
    given_up: bool = False,
) -> Revived:
    """The table, with the connections of before. RoomUnreadable.

    ``given_up``: our own bug struck in the hand in play, and would strike again where it is told again.
    """
    try:
        before = snapshot.read(kept.snapshot)
        game = games[before.game]
    except (msgspec.MsgspecError, KeyError) as error:
        raise RoomUnreadable(f"{type(error).__name__} in its snapshot") from error
    cause: VoidCause = "fault"
    why: Exception | None = None
    try:
        inputs = [read_input(data) for data in kept.inputs]
        if _plays_by_other_rules(before, inputs, game):
            cause = "rules_changed"
        elif not given_up:
            return Revived(retold(before, inputs, game, shuffler))
    except Exception as error:
        # Our own bug, or damage: it costs this hand, and never the start (design 5).
        why = error
    try:
        inputs = list(_readable(kept.inputs, read_input))
        hand = before.hands + any(isinstance(entry, Dealt) for entry in inputs)
        written = list(_readable(records(hand), read_record))
        core, news = retold_without_hand(snapshot.read(kept.snapshot), inputs, game, shuffler, cause, written)
        return Revived(core, cause, tuple(news), why)
    except Exception as error:
        raise RoomUnreadable(f"{type(error).__name__} without its hand") from error


def _plays_by_other_rules(before: Snapshot, inputs: list[Input], game: AnyGame) -> bool:
    """Texts may change under a hand; parameters, and what the engine makes of them, may not."""
    return any(isinstance(entry, Dealt) for entry in inputs) and before.parameters != game.sheet.fingerprint()


def _readable(rows: Iterable[bytes], read: Callable[[bytes], _T]) -> Iterator[_T]:
    for data in rows:
        with suppress(msgspec.MsgspecError):
            yield read(data)
