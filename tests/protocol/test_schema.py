"""The published language in other languages."""

import re
from pathlib import Path

import msgspec

from protocol import schema
from protocol.errors import CloseCode, ErrorCode

TEXT = schema.typescript()
DECLARATIONS = Path(__file__).parents[2] / "client_web" / "js" / "protocol.d.ts"


def interface(name: str) -> str:
    found = re.search(rf"export interface {name} \{{\n(.*?)\n\}}", TEXT, re.DOTALL)
    assert found, name
    return found[1]


def test_the_committed_declarations_are_those_of_the_structs() -> None:
    assert DECLARATIONS.read_text(encoding="utf-8") == TEXT, "run `make schema`"


def test_what_a_client_may_leave_out_is_optional() -> None:
    hello = interface("Hello")
    assert "  room: string;" in hello
    assert "  token?: string | null;" in hello


def test_a_part_of_a_view_always_has_all_its_fields() -> None:
    assert "  away_since: number | null;" in interface("SeatView")
    assert "  skipped?: number;" in interface("View")


def test_two_structs_of_one_name_stay_apart() -> None:
    declared = re.findall(r"export (?:interface|type) (\w+)", TEXT)
    assert len(declared) == len(set(declared))
    assert {"InboundBeat", "OutboundBeat"} <= set(declared)


def test_every_code_is_listed() -> None:
    assert all(f'| "{code}"' in TEXT for code in ErrorCode)
    assert all(f"| {code.value} // {code.name}" in TEXT for code in CloseCode)


def test_bounds_and_docstrings_are_comments() -> None:
    assert "/** 0..9. */" in interface("Sit")
    assert "/** Canonical code. */" in interface("Welcome")


def test_json_schemas_name_only_what_they_define() -> None:
    for name, document in schema.json_schemas().items():
        decoded = msgspec.json.decode(document)
        used = set(re.findall(r'"#/\$defs/([^"]+)"', document.decode()))
        assert used <= set(decoded["$defs"]), name
        assert decoded["title"].endswith("(protocol 1)")


def test_an_inbound_schema_refuses_unknown_fields() -> None:
    decoded = msgspec.json.decode(schema.json_schemas()["inbound.schema.json"])
    assert all(part["additionalProperties"] is False for part in decoded["$defs"].values())
