"""Who opens a connection to SQLite closes it.

Python says so since 3.13 only, when it comes across one that is forgotten: at the end of some other test.
"""

import sqlite3
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from unittest.mock import patch

_open: "set[Watched]" = set()


class Watched(sqlite3.Connection):
    """A connection that is known until it is closed."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.opened = "".join(traceback.format_stack(limit=8)[:-1])
        _open.add(self)

    def close(self) -> None:
        super().close()
        _open.discard(self)


@contextmanager
def watching() -> Iterator[None]:
    """Connections that are opened within are watched."""
    with patch.object(sqlite3, "connect", partial(sqlite3.connect, factory=Watched)):
        yield


@contextmanager
def none_left_open() -> Iterator[None]:
    """Fails where a connection that was opened within is open at the end, and says where it was opened."""
    before = set(_open)
    yield
    left = _open - before
    for connection in left:
        with suppress(sqlite3.ProgrammingError):
            # Of another thread: Python closes it when nobody has it any more.
            connection.close()
    _open.difference_update(left)
    assert not left, "left open:\n" + "\n".join(connection.opened for connection in left)
