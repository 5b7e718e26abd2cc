"""The servers that take turns: Xiban at both durabilities, the stock app, and that over our sockets."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import msgspec

from tests.bench.cores import SERVER
from tests.bench.generator import Load, Memory
from tests.bench.target import ROOT, Target, running, target

PROCESS: Final = "xiban, process"
FULL: Final = "xiban, full"
STOCK: Final = "stock"
SOCKETS: Final = "our sockets"
"""The stock app over Xiban's socket class."""
VARIANTS: Final = (PROCESS, FULL, STOCK, SOCKETS)
_STOCKS: Final = (STOCK, SOCKETS)
_ROOMY: Final = ("--max-rooms", "10000", "--max-connections", "40000")

Found = TypeVar("Found", Load, Memory)


@contextmanager
def server(variant: str, frame_bytes: int) -> Iterator[Target]:
    """One of VARIANTS, alone on its core, with a data folder of its own."""
    if variant in _STOCKS:
        given = ("--bytes", str(frame_bytes), *(("--our-sockets",) if variant == SOCKETS else ()))
        with running("-m", "tests.bench.stock", *given, core=SERVER) as found:
            yield found
        return
    with tempfile.TemporaryDirectory() as data:
        durability = "full" if variant == FULL else "process"
        with target("--data", data, "--durability", durability, *_ROOMY, core=SERVER) as found:
            yield found


def load(on: Target, variant: str, rooms: int, *, seconds: float, rate: float = 0, warm: float = 2) -> Load:
    """Put a load on a server; ``rate`` 0: as much as it takes."""
    given = ("--rooms", str(rooms), "--seconds", str(seconds), "--rate", str(rate), "--warm", str(warm))
    return _generated("load", variant, on, given, Load)


def memory(on: Target, variant: str, rooms: int) -> Memory:
    """Open rooms on a server, and leave them alone."""
    return _generated("memory", variant, on, ("--rooms", str(rooms)), Memory)


def _generated(what: str, variant: str, on: Target, given: tuple[str, ...], kind: type[Found]) -> Found:
    name = "stock" if variant in _STOCKS else "xiban"
    command = [sys.executable, "-m", "tests.bench.generator", what, name, on.base, "--pid", str(on.pid), *given]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True)
    return msgspec.json.decode(done.stdout, type=kind)
