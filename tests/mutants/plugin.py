"""A pytest plugin for the mutants: which tests hold which rule, and random tests that find or miss a fault at once."""

import json
import os
from pathlib import Path
from typing import Final

import pytest
from hypothesis import Phase, settings

REPORT: Final = "XIBAN_MUTANTS_REPORT"
"""Environment variable: where to write rule -> test functions while only collecting."""

settings.register_profile(
    "mutants", derandomize=True, deadline=None, phases=(Phase.explicit, Phase.generate), database=None
)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the report, if one is wanted."""
    if REPORT not in os.environ:
        return
    found: dict[str, list[str]] = {}
    for item in session.items:
        function = item.nodeid.partition("[")[0]
        for mark in item.iter_markers("rule"):
            tests = found.setdefault(mark.args[0], [])
            if function not in tests:
                tests.append(function)
    Path(os.environ[REPORT]).write_text(json.dumps(found), encoding="utf-8")
