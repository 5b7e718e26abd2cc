"""Frames in, frames out, and everything else that a frame can be."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import (
    BadMessage,
    decode_create_room,
    decode_inbound,
    decode_outbound,
    encode,
    encode_all,
    public_part,
    view_end,
    with_skipped,
)
from protocol.events import Locked, SatDown
from protocol.ids import Millis, PlayerId, Seat
from protocol.inbound import Beat, Hello, Sit
from protocol.outbound import View
from protocol.views import TableView, YouView

TABLE = TableView(
    title="Bàn", game="xi-to-28", options={"show_after": True}, later={}, hand=0, phase="waiting", waiting="players",
    seats=(), host=None, locked=False, ask=False, requests=(), watchers=1, pause=None, starts=None, clocks=(),
    play=None,
)  # fmt: skip
YOU = YouView(
    player=PlayerId(1), name="", seat=None, host=False, bank=Millis(0), turn=None, offers=(), blocked=(), play=None,
    answered=None,
)  # fmt: skip
EVENTS = (SatDown(PlayerId(1), Seat(0), "Lan"), Locked(True))


@pytest.mark.case("B126")
def test_a_spliced_view_is_an_encoded_view() -> None:
    public = public_part(5, 7, encode_all(EVENTS), encode(TABLE))
    frame = public + view_end(encode(YOU))
    assert decode_outbound(frame) == View(5, 7, TABLE, EVENTS, YOU)
    assert with_skipped(frame, 3) == encode(View(5, 7, TABLE, EVENTS, YOU, 3))
    assert frame.startswith(public)


def test_what_is_sound_is_read() -> None:
    assert decode_inbound('{"type":"beat","now":5}') == Beat(Millis(5))
    assert decode_inbound(b'{"room":"x","protocol":1,"type":"hello"}') == Hello(1, "x")


def test_a_name_is_cleaned_as_it_is_read() -> None:
    sit = decode_inbound('{"type":"sit","ref":1,"seat":0,"name":"  Lan   Anh "}')
    assert isinstance(sit, Sit)
    assert sit.name == "Lan Anh"


@pytest.mark.parametrize(
    ("frame", "path", "problem"),
    [
        ('{"type":"sit","ref":1,"seat":"0","name":"An"}', "$.seat", "Expected `int`, got `str`"),
        ('{"type":"sit","ref":1,"seat":0,"name":"An","x":1}', "$", "Object contains unknown field `x`"),
        ('{"type":"act","ref":1,"turn":0,"action":{"type":"to","k":21}}', "$.action.k", "Expected `int` <= 20"),
        ('{"type":"act","ref":1,"turn":0,"action":{"type":"win"}}', "$.action.type", "Invalid value 'win'"),
        ('{"type":"leave","ref":1,"ref":2}', "$", "a key stands twice in one object"),
        ('{"type":"leave","type":"leave","ref":2}', "$", "a key stands twice in one object"),
        (
            '{"type":"act","ref":1,"turn":1,"action":{"type":"theo","type":"theo"}}',
            "$",
            "a key stands twice in one object",
        ),
        (
            '{"type":"act","ref":1,"turn":1,"action":{"type":"to","k":1,"k":2}}',
            "$",
            "a key stands twice in one object",
        ),
        (
            '{"type":"act","ref":1,"turn":1,"action":{"type":"theo"},"turn":2}',
            "$",
            "a key stands twice in one object",
        ),
    ],
)
def test_a_problem_says_where_and_what(frame: str, path: str, problem: str) -> None:
    with pytest.raises(BadMessage) as refused:
        decode_inbound(frame)
    assert (refused.value.path, refused.value.problem) == (path, problem)
    assert str(refused.value) == f"{problem} at {path}"


@given(st.binary(max_size=200))
def test_no_bytes_do_more_than_be_refused(frame: bytes) -> None:
    with pytest.raises(BadMessage):
        decode_inbound(frame)


NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=20,
)
FIELDS = st.sampled_from(
    ["ref", "seat", "name", "turn", "action", "do", "text", "kind", "hand", "now", "room", "token"]
)
TYPES = st.sampled_from(["hello", "beat", "sit", "act", "say", "host", "log", "leave", "react", "claim", "nothing"])


@given(TYPES, st.dictionaries(FIELDS, NESTED, max_size=5))
def test_no_json_does_more_than_be_read_or_refused(tag: str, fields: dict[str, object]) -> None:
    frame = json.dumps({"type": tag, **fields})
    try:
        message = decode_inbound(frame)
    except BadMessage:
        return
    assert decode_inbound(encode(message)) == message


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"type":"host","ref":1,"do":'])
def test_depth_is_refused_wherever_it_is(opening: str) -> None:
    with pytest.raises(BadMessage):
        decode_inbound(opening * 1_300)


def test_a_room_is_asked_for_with_bounds() -> None:
    asked = decode_create_room(b'{"game":"xi-to-28","options":{"a":1,"b":true,"c":"x"},"title":" Nha  Lan "}')
    assert (asked.options, asked.title, asked.key) == ({"a": 1, "b": True, "c": "x"}, "Nha Lan", None)
    for body in (b"{}", b'{"game":1}', b'{"game":"x","options":{"a":null}}', b'{"game":"x","options":{"a":1.5}}'):
        with pytest.raises(BadMessage):
            decode_create_room(body)
    many = msgspec.json.encode({"game": "x", "options": {str(number): 1 for number in range(41)}})
    with pytest.raises(BadMessage):
        decode_create_room(many)
