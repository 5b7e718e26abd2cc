"""Whatever a test does to a table: read back from what it wrote, the table is the same."""

from collections.abc import Iterator

import pytest

from tests.support.pictures import pictures
from tests.support.table import Bench


@pytest.fixture(autouse=True)
def _every_table_can_be_told_again(request: pytest.FixtureRequest) -> Iterator[None]:
    Bench.made.clear()
    yield
    if request.node.get_closest_marker("by_hand") is not None:
        return
    for bench in [one for one in Bench.made if not one.core.table.closed]:
        assert pictures(bench.retold()) == pictures(bench.core)
    Bench.made.clear()
