"""What a chat app reads of a link."""

import html
import re
from collections.abc import Iterator

import httpx
import pytest

from server.web.preview import PICTURE
from tests.support.server import Server, serving

HOSTILE = '"><script>x()</script>&amp;'


@pytest.fixture(scope="module")
def real() -> Iterator[Server]:
    """A server with the client that is shipped."""
    with serving(public_url="https://bai.example") as server:
        yield server


def facts(page: str) -> dict[str, str]:
    """The page's facts for chat apps, and its title."""
    found = dict(re.findall(r'<meta property="og:(\w+)" content="([^"<>]*)">', page))
    found["page"] = re.findall(r"<title>([^<>]*)</title>", page)[0]
    return {name: html.unescape(text) for name, text in found.items()}


def test_a_tables_link_says_which_table_it_is_in_both_languages(real: Server) -> None:
    room = real.create("xi-to-32", title="Tết nhà ngoại")
    page = real.get(f"/r/{room.code}").text
    found = facts(page)
    assert found["title"] == found["page"] == "Tết nhà ngoại · Xì Bàn"
    assert "Xì tố 32 lá. Mở link, gõ tên" in found["description"]
    assert "Open the link, type a name" in found["description"]
    assert (found["url"], found["image"]) == (room.link, f"https://bai.example{PICTURE}")
    assert '<meta name="robots" content="noindex">' in page


def test_a_title_cannot_leave_its_place(real: Server) -> None:
    room = real.create(title=HOSTILE)
    page = real.get(f"/r/{room.code}").text
    assert facts(page)["title"] == f"{HOSTILE} · Xì Bàn"
    assert "<script>x" not in page


def test_the_first_page_says_what_this_is(real: Server) -> None:
    page = real.get("/").text
    found = facts(page)
    assert found["title"] == found["page"]
    assert "Không tài khoản" in found["description"]
    assert "No account" in found["description"]
    assert found["url"] == "https://bai.example/"
    assert "noindex" not in page


def test_the_picture_is_there_and_of_a_size_that_chat_apps_take(real: Server) -> None:
    answer = real.get(PICTURE)
    assert answer.headers["content-type"] == "image/png"
    assert int.from_bytes(answer.content[16:20], "big") == 1200
    assert int.from_bytes(answer.content[20:24], "big") == 630
    assert len(answer.content) < 300_000


def test_without_a_public_url_the_picture_lies_where_the_page_was_asked() -> None:
    with serving() as here:
        answer = httpx.get(f"{here.base}/r/{here.create().code}", headers={"host": f"192.168.1.5:{here.port}"})
        assert facts(answer.text)["image"] == f"http://192.168.1.5:{here.port}{PICTURE}"
