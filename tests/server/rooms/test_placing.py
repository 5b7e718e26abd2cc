"""Which of several nodes makes a room."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rooms.placing import place

SHARDS = ("A2", "B3", "K7")
KEYS = [f"key-{number:012}" for number in range(3_000)]


@given(st.text(), st.permutations(SHARDS))
def test_the_order_in_which_nodes_are_known_is_nothing(key: str, shards: list[str]) -> None:
    assert place(key, shards) == place(key, SHARDS)


def test_rooms_are_spread_evenly() -> None:
    counts = Counter(place(key, SHARDS) for key in KEYS)
    assert all(900 < counts[shard] < 1_100 for shard in SHARDS)


@pytest.mark.case("B210")
def test_a_node_that_goes_moves_its_own_keys_only() -> None:
    for key in KEYS:
        before = place(key, SHARDS)
        assert before == "K7" or place(key, ("A2", "B3")) == before


def test_no_shards_is_an_error() -> None:
    with pytest.raises(ValueError, match="empty"):
        place("key", ())
