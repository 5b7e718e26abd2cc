"""One fleet for all tests."""

from collections.abc import Iterator

import pytest

from tests.support.fleet import Fleet, fleet


@pytest.fixture(scope="session")
def ships(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """Three nodes that know each other, behind one proxy."""
    with fleet(tmp_path_factory.mktemp("fleet")) as made:
        yield made
