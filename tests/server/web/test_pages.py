"""Pages and files."""

from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from protocol.codes import show_code
from protocol.ids import RoomCode
from server.rooms.directory import Advert
from server.rooms.memory import MemoryDirectory
from server.settings import Settings
from server.web.links import Links
from server.web.pages import Pages
from server.web.preview import Previews
from tests.support.lobby import make_lobby
from tests.support.server import Server


def test_the_first_page(server: Server) -> None:
    answer = httpx.get(f"{server.base}/")
    assert (answer.status_code, answer.text) == (200, "first page")
    assert answer.headers["cache-control"] == "no-cache"


def test_a_room_has_its_page_however_the_code_is_typed(server: Server) -> None:
    room = server.create()
    for code in (room.code, room.code.lower(), show_code(RoomCode(room.code))):
        answer = httpx.get(f"{server.base}/r/{code}")
        assert (answer.status_code, answer.text) == (200, "table page")


@pytest.mark.parametrize("path", ["/rules/xi-to-28", "/rules/xi-to-32?room=0000000000", "/rules/xi-dach"])
def test_every_game_has_its_rules(server: Server, path: str) -> None:
    answer = httpx.get(server.base + path)
    assert (answer.status_code, answer.text, answer.headers["cache-control"]) == (200, "rules page", "no-cache")


def test_the_order_of_hands_has_a_page(server: Server) -> None:
    answer = httpx.get(f"{server.base}/hands")
    assert (answer.status_code, answer.text) == (200, "hands page")


@pytest.mark.parametrize(
    "path",
    [
        "/rules/bridge",
        "/rules/",
        "/r/0000000000",
        "/r/nope",
        "/r/",
        "/elsewhere",
        "/static/missing.js",
        "/static/",
    ],
)
def test_what_is_not_there_is_404_with_a_page(server: Server, path: str) -> None:
    for _ in range(2):
        answer = httpx.get(server.base + path)
        assert (answer.status_code, answer.text) == (404, "nothing here")


@pytest.mark.parametrize("path", ["/static/../../pyproject.toml", "/static/..%2f..%2fpyproject.toml", "/static/%00"])
def test_no_path_leads_out_of_the_folder(server: Server, path: str) -> None:
    assert httpx.get(server.base + path).status_code == 404


def test_a_wrong_method_is_405(server: Server) -> None:
    assert httpx.delete(f"{server.base}/").status_code == 405
    assert httpx.put(f"{server.base}/api/rooms").status_code == 405


def test_files_are_revalidated(server: Server) -> None:
    first = httpx.get(f"{server.base}/static/js/main.js")
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["content-type"].startswith("text/javascript")
    again = httpx.get(f"{server.base}/static/js/main.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.headers["cache-control"]) == (304, "no-cache")


async def test_another_nodes_room_is_sent_there(folder: Path) -> None:
    directory = MemoryDirectory()
    await directory.publish(Advert("ZZ", "https://other.example", "p", 1))
    pages = Pages(folder, make_lobby(shard="K7").lobby, directory, Previews(folder, Links(Settings())))

    def asked(code: str) -> Request:
        return Request({"type": "http", "method": "GET", "headers": [], "path_params": {"code": code}})

    there = await pages.table(asked("zz-0000-0000"))
    assert (there.status_code, there.headers["location"]) == (307, "https://other.example/r/ZZ00000000")
    assert (await pages.table(asked("YY00000000"))).status_code == 404
    assert (await pages.table(asked("K700000000"))).status_code == 404
