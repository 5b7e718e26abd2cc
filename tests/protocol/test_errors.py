"""Codes: listed once, and explained to strangers."""

import re
from pathlib import Path

from protocol.errors import RETRY, CloseCode, ErrorCode

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def ends() -> dict[int, bool]:
    """Close code -> whether the page says that a client comes back by itself."""
    rows = re.findall(r"^\| ([\d, ]+) \| .* \| (yes|no|only)", PAGE, re.MULTILINE)
    return {int(code): verdict == "yes" for codes, verdict in rows for code in codes.split(",")}


def test_the_page_lists_every_end_and_what_to_do() -> None:
    assert ends() == {int(code): code in RETRY for code in CloseCode}


def test_our_own_codes_lie_where_applications_may_choose() -> None:
    assert all(code < 1016 or 4000 <= code <= 4999 for code in CloseCode)


def test_names_of_refusals_are_plain_words() -> None:
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in ErrorCode)
