"""Names and chat: what people type, and what they may not."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.texts import CHAT_LENGTH, NAME_LENGTH, clean, same_name

REFUSED = {
    "empty": "",
    "blanks": " \t\u3000",
    "zero width": "A\u200bn",
    "zero width joiner between letters": "A\u200dn",
    "right to left": "\u202eAn",
    "isolate": "\u2066An",
    "NUL": "A\0n",
    "escape": "\x1b[31mAn",
    "soft hyphen": "A\u00adn",
    "byte order mark": "\ufeffAn",
    "a private character": "\ue000",
    "an unassigned character": "\u0378",
    "hangul filler": "\u3164",
    "braille blank": "\u2800",
    "a pile of marks": "a" + "\u0301" * 8,
    "marks alone": "\u0301",
    "tag characters": "A\U000e0041",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
@pytest.mark.case("B147", "B180")
def test_what_nobody_can_see_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^text "):
        clean(text, CHAT_LENGTH)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Lan  ", "Lan"),
        ("Lan\n\tAnh", "Lan Anh"),
        ("Nguye\u0302\u0303n", "Nguyễn"),
        ("Ba 👨‍👩‍👧", "Ba 👨‍👩‍👧"),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("{{7*7}}", "{{7*7}}"),
    ],
)
@pytest.mark.case("B180")
def test_what_people_type_is_kept_and_brought_to_one_form(typed: str, shown: str) -> None:
    assert clean(typed, CHAT_LENGTH) == shown


@pytest.mark.case("B147")
def test_length_counts_after_normalising() -> None:
    assert clean("e\u0301" * NAME_LENGTH, NAME_LENGTH) == "é" * NAME_LENGTH
    with pytest.raises(ValueError, match="21 characters, at most 20"):
        clean("a" * 21, NAME_LENGTH)


@pytest.mark.case("B147")
def test_names_that_look_alike_are_the_same_name() -> None:
    assert same_name("An", "an")
    assert same_name("Ａn", "An")
    assert not same_name("An", "Án")


@given(st.text(max_size=100))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    try:
        once = clean(text, CHAT_LENGTH)
    except ValueError:
        return
    assert clean(once, CHAT_LENGTH) == once
    assert unicodedata.is_normalized("NFC", once)
    assert 0 < len(once) <= CHAT_LENGTH
    assert not any(unicodedata.category(char) == "Cc" for char in once)
