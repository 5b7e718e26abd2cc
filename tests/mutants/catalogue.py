"""All planted faults: one or more for every clause of the sheets, and for every decision where a source is silent."""

from typing import Final

from tests.mutants import hands, xi_dach, xi_dach_decisions, xi_to_28, xi_to_32

ALL: Final = (*hands.MUTANTS, *xi_dach.MUTANTS, *xi_dach_decisions.MUTANTS, *xi_to_28.MUTANTS, *xi_to_32.MUTANTS)
