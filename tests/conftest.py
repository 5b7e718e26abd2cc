"""What all tests have in common: how far Hypothesis looks.

``quick`` looks at the same examples each time; ``HYPOTHESIS_PROFILE=deep`` looks at more, and at others each time.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.support import axe

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

settings.register_profile("quick", derandomize=True, deadline=None, database=None, suppress_health_check=_SLOW)
settings.register_profile(
    "deep", max_examples=2_000, deadline=None, database=None, print_blob=True, suppress_health_check=_SLOW
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where axe-core cannot be had its tests are left out, and the last lines say so."""
    if not axe.is_missing():
        return
    without = [item for item in items if item.get_closest_marker("axe")]
    items[:] = [item for item in items if item not in without]
    config.hook.pytest_deselected(items=without)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if axe.is_missing():
        terminalreporter.write_line(axe.WITHOUT, yellow=True)
