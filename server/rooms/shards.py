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


def own_shard(data: Path | None, characters: Characters) -> str:
    """The shard of this data folder: drawn once and kept there. Without a folder: a new one.

    ShardUnreadable where the file is damaged, OSError where the folder cannot be used.
    """
    if data is None:
        return characters(SHARD_LENGTH)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data / _FILE
    try:
        with path.open("x", encoding="ascii") as file:
            file.write(characters(SHARD_LENGTH) + "\n")
    except FileExistsError:
        pass
    shard = path.read_text(encoding="ascii", errors="replace").strip()
    if len(shard) != SHARD_LENGTH or any(char not in ALPHABET for char in shard):
        raise ShardUnreadable(path)
    return shard


def new_code(shard: str, characters: Characters) -> RoomCode:
    """A code for a new room of this shard."""
    return RoomCode(shard + characters(CODE_LENGTH - SHARD_LENGTH))
