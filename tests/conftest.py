"""What all tests have in common: how far Hypothesis looks, and that they close what they open.

``quick`` looks at the same examples each time; ``HYPOTHESIS_PROFILE=deep`` looks at more, and at others each time.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support import axe
from tests.support.connections import none_left_open, watching
from tests.support.journal import stores_closed

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

settings.register_profile("quick", derandomize=True, deadline=None, database=None, suppress_health_check=_SLOW)
settings.register_profile(
    "deep", max_examples=2_000, deadline=None, database=None, print_blob=True, suppress_health_check=_SLOW
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session", autouse=True)
def _connections_are_watched() -> Iterator[None]:
    with watching():
        yield


@pytest.fixture(autouse=True)
def _what_is_opened_is_closed() -> Iterator[None]:
    with none_left_open(), stores_closed():
        yield


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
