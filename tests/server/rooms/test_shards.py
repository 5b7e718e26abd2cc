"""A data folder's shard."""

from pathlib import Path

import pytest

from protocol.codes import parse_code
from server.randomness import new_characters
from server.rooms.shards import ShardFixed, ShardUnreadable, new_code, own_shard, read_shard


def test_it_is_drawn_once_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    assert own_shard(folder, lambda _: "K7") == "K7"
    assert own_shard(folder, lambda _: "ZZ") == "K7"
    assert (folder / "shard").read_text() == "K7\n"


def test_it_can_be_chosen_once(tmp_path: Path) -> None:
    assert own_shard(tmp_path, new_characters, "BB") == "BB"
    assert own_shard(tmp_path, new_characters, "BB") == "BB"
    assert own_shard(tmp_path, new_characters) == "BB"
    with pytest.raises(ShardFixed, match="keeps shard BB, whose rooms would be lost as CC"):
        own_shard(tmp_path, new_characters, "CC")
    assert own_shard(None, new_characters, "CC") == "CC"


@pytest.mark.parametrize(("text", "shard"), [("k7", "K7"), (" BB\n", "BB"), ("B", None), ("LO", None), ("ab1", None)])
def test_people_type_it_in_any_case(text: str, shard: str | None) -> None:
    assert read_shard(text) == shard


def test_without_a_folder_it_is_new_each_time() -> None:
    assert own_shard(None, lambda count: "AB"[:count]) == "AB"


@pytest.mark.parametrize("text", ["", "K", "K7Q", "k7", "IL", "../"])
def test_a_damaged_file_stops_the_start(tmp_path: Path, text: str) -> None:
    (tmp_path / "shard").write_text(text)
    with pytest.raises(ShardUnreadable, match="does not hold a shard"):
        own_shard(tmp_path, new_characters)


def test_a_new_code_is_one_of_the_shard() -> None:
    codes = {new_code("K7", new_characters) for _ in range(200)}
    assert len(codes) == 200
    assert all(parse_code(code) == code and code.startswith("K7") for code in codes)
