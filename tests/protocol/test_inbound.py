"""Every message of a client is bounded and closed."""

import msgspec
import pytest
from msgspec import inspect as shape

from protocol.codec import encode
from protocol.ids import Ref, Seat
from protocol.inbound import FRAME_LIMIT, CreateRoom, Hello, Inbound, Say, Sit
from protocol.schema import _structs
from protocol.texts import CHAT_LENGTH, NAME_LENGTH


def everything() -> list[shape.StructType]:
    """All structs that a client can send, with all they hold."""
    found: dict[type, shape.StructType] = {}
    queue = [*_structs(shape.type_info(Inbound)), *_structs(shape.type_info(CreateRoom))]
    while queue:
        struct = queue.pop()
        if struct.cls not in found:
            found[struct.cls] = struct
            queue += [inner for field in struct.fields for inner in _structs(field.type)]
    return list(found.values())


def bounded(info: shape.Type) -> bool:
    match info:
        case shape.IntType():
            return info.ge is not None and info.le is not None
        case shape.StrType():
            return info.max_length is not None
        case shape.UnionType():
            return all(bounded(member) for member in info.types)
        case shape.DictType():
            return info.max_length is not None and bounded(info.key_type) and bounded(info.value_type)
        case shape.Metadata():
            return bounded(info.type)
        case shape.StructType() | shape.BoolType() | shape.NoneType() | shape.LiteralType():
            return True
    return False


def test_unknown_fields_are_refused_everywhere() -> None:
    assert [struct.cls.__name__ for struct in everything() if not struct.forbid_unknown_fields] == []


def test_every_number_and_text_has_bounds() -> None:
    loose = [
        f"{one.cls.__name__}.{field.name}" for one in everything() for field in one.fields if not bounded(field.type)
    ]
    assert loose == []


@pytest.mark.parametrize("letter", ["a", "ẵ", "👍"])
def test_the_longest_words_fit_into_a_frame(letter: str) -> None:
    assert len(encode(Sit(Ref(2**53 - 1), Seat(9), letter * NAME_LENGTH))) < FRAME_LIMIT
    assert len(encode(Say(Ref(2**53 - 1), letter * CHAT_LENGTH))) < FRAME_LIMIT


def test_a_hello_never_shows_its_secrets() -> None:
    hello = Hello(1, "K7Q2M9XDT4", token="t" * 32, move="m" * 32)
    assert "t" * 32 not in repr(hello)
    assert "m" * 32 not in repr(hello)


def test_messages_are_frozen() -> None:
    for struct in everything():
        assert issubclass(struct.cls, msgspec.Struct)
        assert struct.cls.__struct_config__.frozen
