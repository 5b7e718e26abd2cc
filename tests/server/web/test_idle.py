"""Who only sits there costs little memory."""

from pathlib import Path
from typing import Final

import pytest

from tests.bench.rooms import MOST_KIB_CONNECTION, MOST_KIB_ROOM
from tests.bench.servers import PROCESS, memory
from tests.bench.target import target

ROOMS: Final = 100


@pytest.mark.case("B226")
def test_idle_connections_and_rooms_stay_within_their_memory(tmp_path: Path) -> None:
    with target("--data", str(tmp_path)) as on:
        found = memory(on, PROCESS, ROOMS)
    assert found.rooms == ROOMS
    assert (found.four - found.one) * 1024 / (3 * ROOMS) <= MOST_KIB_CONNECTION
    assert (found.four - found.empty) * 1024 / ROOMS <= MOST_KIB_ROOM
