"""Room codes as people type them."""

from hypothesis import given
from hypothesis import strategies as st

from protocol.codes import ALPHABET, CODE_LENGTH, parse_code, shard_of, show_code
from protocol.ids import RoomCode

CODES = st.text(ALPHABET, min_size=CODE_LENGTH, max_size=CODE_LENGTH).map(RoomCode)


@given(CODES)
def test_a_code_is_read_as_it_is_shown(code: RoomCode) -> None:
    assert parse_code(code) == code
    assert parse_code(show_code(code)) == code
    assert parse_code(show_code(code).lower()) == code


def test_letters_that_look_like_digits_are_digits() -> None:
    assert parse_code("k7-oil0-0000") == "K701100000"


def test_it_is_shown_in_groups_and_names_its_shard() -> None:
    code = RoomCode("K7Q2M9XDT4")
    assert show_code(code) == "K7-Q2M9-XDT4"
    assert shard_of(code) == "K7"


@given(st.text(max_size=30))
def test_everything_else_is_no_code(text: str) -> None:
    code = parse_code(text)
    assert code is None or (len(code) == CODE_LENGTH and set(code) <= set(ALPHABET))


def test_what_is_too_long_or_foreign_is_no_code() -> None:
    for text in ("", "K7Q2M9XDT", "K7Q2M9XDT44", "K7Q2M9XDTU", "K7Q2M9XDT４", "-" * 10 + "K7Q2M9XDT4" + "-" * 10):
        assert parse_code(text) is None
