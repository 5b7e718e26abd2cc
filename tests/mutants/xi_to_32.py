"""One fault or more for every clause and every decision of xì tố 32 lá."""

from typing import Final

from tests.mutants.mutant import Mutant

MUTANTS: Final[tuple[Mutant, ...]] = ()
