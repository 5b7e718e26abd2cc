"""What requests cost their address."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.hub.budgets import PRESETS, Kind
from tests.support.server import Server, serving

PUBLIC = PRESETS["public"]


@pytest.fixture
def public(folder: Path) -> Iterator[Server]:
    with serving(folder, limits="public", trusted_proxies="127.0.0.1") as server:
        yield server


def client(server: Server, address: str) -> httpx.Client:
    """Somebody from elsewhere."""
    return httpx.Client(base_url=server.base, headers={"X-Forwarded-For": address})


def test_rooms_are_made_within_a_budget_that_grows_again(public: Server) -> None:
    with client(public, "203.0.113.7") as an, client(public, "203.0.113.8") as binh:
        answers = [an.post("/api/rooms", json={"game": "xi-to-28"}) for _ in range(PUBLIC[Kind.ROOMS].size + 1)]
        assert [answer.status_code for answer in answers] == [201] * PUBLIC[Kind.ROOMS].size + [429]
        assert answers[-1].json()["code"] == "slow_down"
        assert int(answers[-1].headers["retry-after"]) > 0
        assert binh.post("/api/rooms", json={"game": "xi-to-28"}).status_code == 201
        public.clock.push(60_000)
        assert an.post("/api/rooms", json={"game": "xi-to-28"}).status_code == 201
    assert public.tally.turned_away["budget_rooms"] == 1


def test_who_tried_too_many_codes_learns_nothing_of_right_ones(public: Server) -> None:
    room = public.create()
    with client(public, "203.0.113.7") as stranger, client(public, "203.0.113.8") as friend:
        for number in range(PUBLIC[Kind.CODES].size):
            path = "/r/" if number % 2 else "/api/rooms/"
            assert stranger.get(f"/r/{room.code}").status_code == 200
            assert stranger.get(f"{path}{room.code[:2]}{number:08}").status_code == 404
        for code in (room.code, f"{room.code[:2]}00000000", "nonsense"):
            assert stranger.get(f"/r/{code}").status_code == 429
            assert stranger.get(f"/api/rooms/{code}").status_code == 429
        assert "đợi một phút" in stranger.get(f"/r/{room.code}").text
        assert friend.get(f"/r/{room.code}").status_code == 200
        public.clock.push(10_001)
        assert stranger.get(f"/r/{room.code}").status_code == 200
    assert public.tally.turned_away["wrong_code"] == PUBLIC[Kind.CODES].size
    assert public.tally.turned_away["budget_codes"] == 7


def test_pictures_cost_too(public: Server) -> None:
    with client(public, "203.0.113.7") as an:
        answers = [an.post("/api/qr", json={"text": "x"}).status_code for _ in range(PUBLIC[Kind.PICTURES].size + 1)]
    assert answers == [200] * PUBLIC[Kind.PICTURES].size + [429]


def test_pages_and_files_cost_nothing(public: Server) -> None:
    with client(public, "203.0.113.7") as an:
        assert {an.get(path).status_code for path in ["/", "/hands", "/static/js/main.js"] * 50} == {200}


def test_at_home_this_machine_pays_nothing(server: Server) -> None:
    with httpx.Client(base_url=server.base) as bench:
        assert {bench.get(f"/r/{number:010}").status_code for number in range(300)} == {404}
