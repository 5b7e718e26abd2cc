"""Pages."""

from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from protocol.codes import show_code
from protocol.ids import RoomCode
from server.rooms.directory import Advert
from server.rooms.memory import MemoryDirectory
from server.rooms.presence import MOST_MISSED, Presence
from server.settings import Settings
from server.web.assets import Assets
from server.web.links import Links
from server.web.pages import Pages
from server.web.preview import Previews
from tests.support.lobby import StillClock, free_toll, make_lobby
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


PUBLIC = "https://cards.example"


async def known(*others: Advert) -> Presence:
    """A node that heard of these."""
    directory = MemoryDirectory(StillClock())
    for advert in others:
        await directory.publish(advert)
    presence = Presence(directory, lambda _: (), lambda _: None)
    await presence.beat()
    return presence


def pages_of(folder: Path, presence: Presence) -> Pages:
    links = Links(Settings(public_url=PUBLIC))
    return Pages(Assets(folder), make_lobby(shard="K7").lobby, presence, links, Previews(folder, links), free_toll())


def asked(code: str, **path: str) -> Request:
    return Request({"type": "http", "method": "GET", "headers": [], "path_params": {"code": code, **path}})


@pytest.mark.parametrize(
    ("address", "leads_to"),
    [("https://other.example", "https://other.example/r/ZZ-0000-0000"), (PUBLIC, f"{PUBLIC}/s/ZZ/r/ZZ-0000-0000")],
)
async def test_another_nodes_room_is_sent_there(folder: Path, address: str, leads_to: str) -> None:
    pages = pages_of(folder, await known(Advert(shard="ZZ", address=address, process="p", epoch=1)))
    there = await pages.table(asked("zz-0000-0000"))
    assert (there.status_code, there.headers["location"]) == (307, leads_to)
    assert (await pages.table(asked("YY00000000"))).status_code == 404
    assert (await pages.table(asked("K700000000"))).status_code == 404


async def test_a_table_whose_server_is_away_has_a_page_that_says_so(folder: Path) -> None:
    presence = await known(Advert(shard="ZZ", address=PUBLIC, process="p", epoch=1))
    pages = pages_of(folder, presence)
    # Sent here as to the owner, through a proxy that knows another owner: no way to go round in circles.
    assert (await pages.table(asked("ZZ00000000", shard="ZZ"))).status_code == 503
    for _ in range(MOST_MISSED):
        await presence.beat()
    answer = await pages.table(asked("ZZ00000000"))
    assert (answer.status_code, answer.body, answer.headers["retry-after"]) == (503, b"server away", "5")
    assert (await pages.away(asked(""))).status_code == 503


@pytest.mark.case("B212")
async def test_while_nothing_is_known_of_others_no_link_is_called_dead(folder: Path) -> None:
    presence = Presence(MemoryDirectory(StillClock()), lambda _: (), lambda _: None)
    pages = pages_of(folder, presence)
    assert (await pages.table(asked("YY00000000"))).status_code == 503
    assert (await pages.table(asked("K700000000"))).status_code == 404
    await presence.beat()
    assert (await pages.table(asked("YY00000000"))).status_code == 404
