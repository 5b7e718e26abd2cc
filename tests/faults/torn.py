"""What a crash can leave of a commit that was just being written to the log of a database."""

from collections.abc import Iterator
from typing import Final

from tests.faults.machine import SHARD, Files

LOG: Final = f"{SHARD}.db-wal"
INDEX: Final = f"{SHARD}.db-shm"
"""Rebuilt from the log by whoever opens the database first."""


def torn(before: Files, after: Files) -> Iterator[tuple[str, Files]]:
    """Ways in which the last commit may lie on the disk in part; ``before`` is what was there without it.

    The log is written from front to back: at each of several bytes what follows is old, missing, empty or rubbish.
    """
    old, new = before.get(LOG, b""), after[LOG]
    first, last = _differ(old + bytes(max(0, len(new) - len(old))), new)
    for at in sorted({first, first + 1, (first + last) // 2, last - 4096, last} & set(range(first, last + 1))):
        ways = {
            "old": new[:at] + before.get(LOG, b"")[at:],
            "empty": new[:at] + bytes(len(new) - at),
            "rubbish": new[:at] + bytes([new[at] ^ 0x40]) + new[at + 1 :],
        }
        if len(before.get(LOG, b"")) <= at:
            ways["missing"] = new[:at]
        for how, log in ways.items():
            if log[first : last + 1] != new[first : last + 1]:
                yield f"{how} from byte {at - first} of {last - first + 1}", {**after, LOG: log}


def _differ(old: bytes, new: bytes) -> tuple[int, int]:
    """The first and the last byte that is another."""
    blocks = [start for start in range(0, len(new), 4096) if old[start : start + 4096] != new[start : start + 4096]]
    ends = [number for block in (blocks[0], blocks[-1]) for number in range(block, block + 4096)]
    found = [number for number in ends if old[number : number + 1] != new[number : number + 1]]
    return found[0], found[-1]
