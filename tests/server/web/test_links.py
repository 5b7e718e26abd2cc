"""Links that lead here from the device that opens them."""

import socket
from typing import Any

import pytest
from starlette.requests import Request

from protocol.ids import RoomCode
from server.rooms.directory import Advert
from server.settings import Settings
from server.web import links
from server.web.links import Links

ROOM = RoomCode("K7Q2M9XDT4")


def asked(host: str, scheme: str = "http") -> Request:
    scope: dict[str, Any] = {
        "type": "http", "method": "GET", "path": "/", "query_string": b"", "scheme": scheme,
        "headers": [(b"host", host.encode())], "server": ("127.0.0.1", 8000),
    }  # fmt: skip
    return Request(scope)


@pytest.fixture
def in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "lan_address", lambda: "192.168.1.7")


@pytest.mark.usefixtures("in_a_network")
@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_whoever_sits_at_the_server_passes_on_its_address_in_the_network(host: str) -> None:
    assert Links(Settings()).room(asked(host), ROOM) == "http://192.168.1.7:8000/r/K7-Q2M9-XDT4"


@pytest.mark.usefixtures("in_a_network")
def test_others_pass_on_the_address_that_brought_them() -> None:
    assert Links(Settings()).room(asked("box.local:8000"), ROOM) == "http://box.local:8000/r/K7-Q2M9-XDT4"


@pytest.mark.usefixtures("in_a_network")
def test_a_public_url_is_what_everybody_passes_on() -> None:
    settings = Settings(public_url="https://cards.example.org/")
    assert Links(settings).room(asked("localhost:8000"), ROOM) == "https://cards.example.org/r/K7-Q2M9-XDT4"


@pytest.mark.usefixtures("in_a_network")
def test_a_server_that_listens_to_this_machine_alone_names_it() -> None:
    assert Links(Settings(host="127.0.0.1")).room(asked("localhost:8000"), ROOM) == (
        "http://localhost:8000/r/K7-Q2M9-XDT4"
    )


def test_the_lan_address_is_found_without_a_packet(monkeypatch: pytest.MonkeyPatch) -> None:
    class Offline(socket.socket):
        def connect(self, address: Any) -> None:
            raise OSError("no route")

    found = links.lan_address()
    assert found is None or not found.startswith("127.")
    monkeypatch.setattr(socket, "socket", Offline)
    assert links.lan_address() is None


def test_a_room_of_another_node_is_reached_under_its_address_or_behind_the_common_proxy() -> None:
    links = Links(Settings(public_url="https://cards.example.org"))
    near = Advert(shard="K7", address="https://cards.example.org", process="p", epoch=1)
    far = Advert(shard="K7", address="http://other.example:8000", process="p", epoch=1)
    assert (links.ours(near), links.ours(far)) == (True, False)
    assert links.owner_path(near, "/r/x") == "https://cards.example.org/s/K7/r/x"
    assert links.owner_path(far, "/r/x") == "http://other.example:8000/r/x"
    assert links.owner_socket(near) == "wss://cards.example.org/s/K7/ws"
    assert links.owner_socket(far) == "ws://other.example:8000/s/K7/ws"
    assert links.elsewhere(asked("localhost"), ROOM, far) == "http://other.example:8000/r/K7-Q2M9-XDT4"
