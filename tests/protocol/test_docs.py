"""What docs/protocol.md shows is what is spoken."""

import re
from pathlib import Path
from typing import get_args

import msgspec

from protocol.codec import decode_inbound
from protocol.inbound import AnyCommand, AnyDo
from protocol.outbound import Rejected, Welcome

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
BLOCKS: list[str] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


def tags(union: object) -> set[str]:
    return {str(struct.__struct_config__.tag) for struct in get_args(union)}


def test_every_example_is_json_with_a_type() -> None:
    assert len(BLOCKS) == 5
    assert all("type" in msgspec.json.decode(block) for block in BLOCKS)


def test_what_clients_say_in_examples_is_understood() -> None:
    assert decode_inbound(BLOCKS[0].replace('"..."', '"' + "t" * 32 + '"')).__class__.__name__ == "Hello"
    assert decode_inbound(BLOCKS[3]).__class__.__name__ == "Act"
    spoken = re.findall(r"^> (\{.*\})$", PAGE, re.MULTILINE)
    assert len(spoken) == 5
    for frame in spoken:
        decode_inbound(frame)


def test_what_the_server_says_in_examples_has_all_its_fields() -> None:
    assert set(msgspec.json.decode(BLOCKS[1])) == {"type", *Welcome.__struct_fields__}
    assert set(msgspec.json.decode(BLOCKS[4])) == {"type", *Rejected.__struct_fields__}


def test_every_command_is_listed() -> None:
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", PAGE, re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert listed == tags(AnyCommand)
    assert all(f"`{tag}`" in PAGE for tag in tags(AnyDo))
