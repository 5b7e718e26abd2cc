"""The shard of this process: the first two characters of all its room codes."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from protocol.codes import ALPHABET, CODE_LENGTH, SHARD_LENGTH
from protocol.ids import RoomCode

Characters = Callable[[int], str]
"""So many random characters of ``protocol.codes.ALPHABET``."""
_FILE: Final = "shard"


class ShardUnreadable(ValueError):
    """The data folder's shard file holds no shard. ``path`` is the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"{self.path} does not hold a shard: two characters of {ALPHABET}"


class ShardFixed(ValueError):
    """The data folder keeps ``kept``, and its rooms' codes with it; it cannot become ``wanted``."""

    def __init__(self, kept: str, wanted: str) -> None:
        super().__init__(kept, wanted)
        self.kept = kept
        self.wanted = wanted

    def __str__(self) -> str:
        return f"this data folder keeps shard {self.kept}, whose rooms would be lost as {self.wanted}"


def read_shard(text: str) -> str | None:
    """A shard as people type it; None if it is none."""
    shard = text.strip().upper()
    return shard if len(shard) == SHARD_LENGTH and all(char in ALPHABET for char in shard) else None


def own_shard(data: Path | None, characters: Characters, wanted: str | None = None) -> str:
    """The shard of this data folder: ``wanted`` or drawn, once, and kept there. Without a folder: for this time only.

    ShardUnreadable where the file is damaged, ShardFixed where it keeps another one, OSError where the folder cannot be
    used.
    """
    if data is None:
        return wanted or characters(SHARD_LENGTH)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data / _FILE
    try:
        with path.open("x", encoding="ascii") as file:
            file.write((wanted or characters(SHARD_LENGTH)) + "\n")
    except FileExistsError:
        pass
    shard = path.read_text(encoding="ascii", errors="replace").strip()
    if read_shard(shard) != shard:
        raise ShardUnreadable(path)
    if wanted is not None and wanted != shard:
        raise ShardFixed(shard, wanted)
    return shard


def new_code(shard: str, characters: Characters) -> RoomCode:
    """A code for a new room of this shard."""
    return RoomCode(shard + characters(CODE_LENGTH - SHARD_LENGTH))
