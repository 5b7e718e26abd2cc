"""What must hold, one concern a file. A checker sees everything and changes nothing."""

from typing import Final

from tests.sim.checkers.bounds import Bounds
from tests.sim.checkers.chips import Book, Chips
from tests.sim.checkers.clocks import Clocks
from tests.sim.checkers.ours import Ours
from tests.sim.checkers.replay import Replay
from tests.sim.checkers.secrets import Cards, Tokens
from tests.sim.checkers.turns import Answers, InTurn, Refused
from tests.sim.checkers.versions import OnTheWire, Versions
from tests.sim.watch import Checker

ALL: Final[tuple[type[Checker], ...]] = (
    Chips, Book, Versions, OnTheWire, InTurn, Answers, Refused, Clocks, Replay, Cards, Tokens, Bounds, Ours,
)  # fmt: skip
