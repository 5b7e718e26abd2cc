"""A journal file opened to be read and never written, whatever its folder is called."""

import sqlite3
from pathlib import Path


def reader(path: Path, *, unchanging: bool = False) -> sqlite3.Connection:
    """sqlite3.Error where it is not there. ``unchanging``: nobody writes it, and no log lies beside it."""
    # As a URI, in which a folder's own "#", "?" and "%" mean something else.
    return sqlite3.connect(f"{path.resolve().as_uri()}?{'immutable=1' if unchanging else 'mode=ro'}", uri=True)
